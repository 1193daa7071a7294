// JSON of prices, balance and compare.
#include "core/ask/json.h"

namespace warodds {
namespace {

/// A number, and how far it may be off where it is simulated.
void add_estimate(JsonWriter& json, const std::string& key, const Estimate& estimate) {
  json.member(key, estimate.value);
  if (estimate.half_width) json.member(key + "_half_width", *estimate.half_width);
}

}  // namespace

void write(JsonWriter& json, const PricesReport& report) {
  const Prices& of = report.prices;
  const auto add_row = [&](const Prices::Row& row) {
    json.member("unit", row.unit);
    json.member("points", row.points);
    json.member("was", row.was);
    add_estimate(json, "odds", row.odds);
    if (row.odds_before) add_estimate(json, "odds_before", *row.odds_before);
    json.member("within", row.within);
    json.member("why", row.why);
    add(json, "bought", row.bought);
  };
  json.object([&] {
    add_head(json, "prices", of);
    json.member("budget", of.budget);
    if (!of.kept.empty()) json.member("keep", of.kept);
    json.member("total", of.total);
    json.member("total_was", of.total_was);
    json.member("battles", of.battles);
    json.member("nobody_wins", of.nobody_wins);
    json.objects("prices", of.rows, add_row);
  });
}

void write(JsonWriter& json, const BalanceReport& report) {
  const Balance& of = report.balance;
  const auto add_change = [&](const Balance::Change& change) {
    json.member("unit", change.name);
    json.member("key", change.key);
    json.member("from", change.from);
    json.member("to", change.to);
    json.member("points", change.points);
    add_estimate(json, "before", change.odds_before);
    add_estimate(json, "after", change.odds_after);
  };
  const auto add_row = [&](const Balance::Row& row) {
    json.member("unit", row.unit);
    add_estimate(json, "before", row.before);
    add_estimate(json, "after", row.after);
    json.member("within", row.within);
    json.member("why", row.why);
  };
  json.object([&] {
    add_head(json, "balance", of);
    json.member("target", of.target);
    json.member("within", of.within);
    if (of.budget) json.member("budget", *of.budget);
    json.objects("changes", of.changes, add_change);
    json.objects("units", of.rows, add_row);
    json.member("points", of.points);
    json.member("proved_smallest", of.proved_smallest);
    json.member("tried", of.tried);
    json.member("battles", of.battles);
    json.member("nobody_wins", of.nobody_wins);
  });
}

void write(JsonWriter& json, const Comparison& of) {
  const auto add_stat = [&](const auto& change) {
    json.member("unit", change.unit);
    json.member("key", change.key);
    json.member("old", change.before);
    json.member("new", change.after);
  };
  const auto add_odds = [&](const auto& change) {
    json.member("attacker", change.attacker);
    json.member("defender", change.defender);
    add_estimate(json, "old", change.before);
    add_estimate(json, "new", change.after);
  };
  const auto add_rank = [&](const auto& change) {
    json.member("unit", change.unit);
    json.member("old", change.before);
    json.member("new", change.after);
    const auto add_if_known = [&](const char* key, const std::optional<Estimate>& odds) {
      odds ? add_estimate(json, key, *odds) : json.member(key, nullptr);
    };
    add_if_known("odds_old", change.odds_before);
    add_if_known("odds_new", change.odds_after);
  };
  json.object([&] {
    add_head(json, "compare", of);
    json.member("old", of.old_name);
    json.member("new", of.new_name);
    json.member("added", of.added);
    json.member("gone", of.gone);
    json.objects("stats", of.stats, add_stat);
    json.objects("odds", of.odds, add_odds);
    json.objects("ranks", of.ranks, add_rank);
  });
}

}  // namespace warodds
