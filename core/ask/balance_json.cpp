// JSON of prices, balance and compare.
#include "core/ask/json.h"

namespace warodds {

Json json_of(const PricesReport& report) {
  const Prices& of = report.prices;
  Json json = begin("prices", of);
  json["budget"] = of.budget;
  if (!of.kept.empty()) json["keep"] = of.kept;
  json["total"] = of.total;
  json["total_was"] = of.total_was;
  json["battles"] = of.battles;
  Json prices = Json::array();
  for (const Prices::Row& row : of.rows) {
    Json entry{{"unit", row.unit}, {"points", row.points}, {"was", row.was}, {"odds", row.odds}};
    if (row.odds_before) entry["odds_before"] = *row.odds_before;
    entry["within"] = row.within;
    entry["why"] = row.why;
    entry["bought"] = json_of(row.bought);
    prices.push_back(std::move(entry));
  }
  json["prices"] = std::move(prices);
  return json;
}

Json json_of(const BalanceReport& report) {
  const Balance& of = report.balance;
  Json json = begin("balance", of);
  json["target"] = of.target;
  json["within"] = of.within;
  if (of.budget) json["budget"] = *of.budget;
  Json changes = Json::array();
  for (const Balance::Change& change : of.changes) {
    changes.push_back({{"unit", change.name},
                       {"key", change.key},
                       {"from", change.from},
                       {"to", change.to},
                       {"points", change.points},
                       {"before", change.odds_before},
                       {"after", change.odds_after}});
  }
  json["changes"] = std::move(changes);
  Json units = Json::array();
  for (const Balance::Row& row : of.rows) {
    Json entry{
        {"unit", row.unit}, {"before", row.before}, {"after", row.after}, {"within", row.within}};
    entry["why"] = row.why;
    units.push_back(std::move(entry));
  }
  json["units"] = std::move(units);
  json["points"] = of.points;
  json["proved_smallest"] = of.proved_smallest;
  json["tried"] = of.tried;
  json["battles"] = of.battles;
  return json;
}

Json json_of(const Comparison& of) {
  Json json = begin("compare", of);
  json["old"] = of.old_name;
  json["new"] = of.new_name;
  json["added"] = of.added;
  json["gone"] = of.gone;
  Json stats = Json::array();
  for (const auto& change : of.stats) {
    stats.push_back({{"unit", change.unit},
                     {"key", change.key},
                     {"old", change.before},
                     {"new", change.after}});
  }
  json["stats"] = std::move(stats);
  Json odds = Json::array();
  for (const auto& change : of.odds) {
    odds.push_back({{"attacker", change.attacker},
                    {"defender", change.defender},
                    {"old", change.before},
                    {"new", change.after}});
  }
  json["odds"] = std::move(odds);
  Json ranks = Json::array();
  const auto value = [](const auto& number) { return number ? Json(*number) : Json(nullptr); };
  for (const auto& change : of.ranks) {
    ranks.push_back({{"unit", change.unit},
                     {"old", value(change.before)},
                     {"new", value(change.after)},
                     {"odds_old", value(change.odds_before)},
                     {"odds_new", value(change.odds_after)}});
  }
  json["ranks"] = std::move(ranks);
  return json;
}

}  // namespace warodds
