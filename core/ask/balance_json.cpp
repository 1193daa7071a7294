// JSON of prices, balance and compare.
#include "core/ask/json.h"

namespace warodds {

void write(JsonWriter& json, const PricesReport& report) {
  const Prices& of = report.prices;
  const auto write_row = [&](const Prices::Row& row) {
    json.object([&] {
      json.member("unit", row.unit);
      json.member("points", row.points);
      json.member("was", row.was);
      json.member("odds", row.odds);
      if (row.odds_before) json.member("odds_before", *row.odds_before);
      json.member("within", row.within);
      json.member("why", row.why);
      add(json, "bought", row.bought);
    });
  };
  json.object([&] {
    add_head(json, "prices", of);
    json.member("budget", of.budget);
    if (!of.kept.empty()) json.member("keep", of.kept);
    json.member("total", of.total);
    json.member("total_was", of.total_was);
    json.member("battles", of.battles);
    json.array("prices", of.rows, write_row);
  });
}

void write(JsonWriter& json, const BalanceReport& report) {
  const Balance& of = report.balance;
  const auto write_change = [&](const Balance::Change& change) {
    json.object([&] {
      json.member("unit", change.name);
      json.member("key", change.key);
      json.member("from", change.from);
      json.member("to", change.to);
      json.member("points", change.points);
      json.member("before", change.odds_before);
      json.member("after", change.odds_after);
    });
  };
  const auto write_row = [&](const Balance::Row& row) {
    json.object([&] {
      json.member("unit", row.unit);
      json.member("before", row.before);
      json.member("after", row.after);
      json.member("within", row.within);
      json.member("why", row.why);
    });
  };
  json.object([&] {
    add_head(json, "balance", of);
    json.member("target", of.target);
    json.member("within", of.within);
    if (of.budget) json.member("budget", *of.budget);
    json.array("changes", of.changes, write_change);
    json.array("units", of.rows, write_row);
    json.member("points", of.points);
    json.member("proved_smallest", of.proved_smallest);
    json.member("tried", of.tried);
    json.member("battles", of.battles);
  });
}

void write(JsonWriter& json, const Comparison& of) {
  const auto write_stat = [&](const auto& change) {
    json.object([&] {
      json.member("unit", change.unit);
      json.member("key", change.key);
      json.member("old", change.before);
      json.member("new", change.after);
    });
  };
  const auto write_odds = [&](const auto& change) {
    json.object([&] {
      json.member("attacker", change.attacker);
      json.member("defender", change.defender);
      json.member("old", change.before);
      json.member("new", change.after);
    });
  };
  const auto write_rank = [&](const auto& change) {
    json.object([&] {
      json.member("unit", change.unit);
      json.member("old", change.before);
      json.member("new", change.after);
      json.member("odds_old", change.odds_before);
      json.member("odds_new", change.odds_after);
    });
  };
  json.object([&] {
    add_head(json, "compare", of);
    json.member("old", of.old_name);
    json.member("new", of.new_name);
    json.member("added", of.added);
    json.member("gone", of.gone);
    json.array("stats", of.stats, write_stat);
    json.array("odds", of.odds, write_odds);
    json.array("ranks", of.ranks, write_rank);
  });
}

}  // namespace warodds
