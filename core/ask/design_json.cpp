// JSON of the designers' tables.
#include "core/ask/json.h"

namespace warodds {

Json begin(const char* command, const Table& table) {
  Json json = head(command, table.system);
  Json quantities = Json::array();
  for (const Quantity& quantity : table.quantities) quantities.push_back(quantity.text);
  json["quantities"] = std::move(quantities);
  json["with"] = table.given;
  add_policy(json, table.players.best);
  json["exact"] = table.exact;
  json["simulated"] = table.simulated;
  json["not_allowed"] = table.refused;
  if (table.simulated > 0) {
    json["trials"] = table.trials;
    json["seed"] = table.seed;
    json["confidence"] = table.confidence;
  }
  json["partial"] = table.partial;
  if (!table.bought.empty()) {
    Json bought = Json::array();
    for (const Purchase& purchase : table.bought) bought.push_back(json_of(purchase));
    json["bought"] = std::move(bought);
  }
  return json;
}

Json json_of(const Purchase& purchase) {
  Json sizes = Json::object();
  for (const auto& [name, number] : purchase.sizes) sizes[name] = number;
  return {{"unit", purchase.unit},
          {"sizes", std::move(sizes)},
          {"cost", purchase.cost},
          {"near", purchase.near()}};
}

Json json_of(const Ranking& of, const std::vector<std::string>& units) {
  Json ranking = Json::array();
  int place = 0;
  for (const Ranking::Row& row : of.rows) {
    Json entry{
        {"rank", ++place}, {"unit", units[static_cast<std::size_t>(row.unit)]}, {"odds", row.odds}};
    if (row.rating) entry["rating"] = *row.rating;
    if (row.points > 0) entry["points"] = row.points;
    ranking.push_back(std::move(entry));
  }
  return ranking;
}

namespace {

Json json_of(const std::vector<Estimate>& numbers) {
  if (numbers.empty()) return nullptr;
  Json list = Json::array();
  for (const Estimate& number : numbers) list.push_back(warodds::json_of(number, "value"));
  return list;
}

void add_ranking(Json& json, const Matrix& matrix) {
  const Ranking& of = *matrix.ranking;
  const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
  json["ranking"] = json_of(of, matrix.rows);
  Json dominations = Json::array();
  for (const auto& [better, worse] : of.dominations) {
    dominations.push_back({{"better", name(better)}, {"worse", name(worse)}});
  }
  json["dominations"] = std::move(dominations);
  Json cycles = Json::array();
  for (const Cycle& cycle : of.cycles) {
    cycles.push_back({{"units", {name(cycle.first), name(cycle.second), name(cycle.third)}},
                      {"odds", 0.5 + cycle.margin}});
  }
  json["cycles"] = std::move(cycles);
  if (!of.left_out.empty()) json["left_out"] = of.left_out;
}

Json json_of(const Tuning::Candidate& candidate) {
  return {{"at", candidate.values}, {"value", warodds::json_of(candidate.number, "value")}};
}

/// Who meets whom in a sweep or a tuning.
template <class Varied>
void add_units(Json& json, const Varied& varied) {
  json["attacker"] = varied.units.attacker;
  if (varied.opponents.empty()) {
    json["defender"] = varied.units.defender;
  } else {
    json["opponents"] = varied.opponents;
  }
}

/// What the unit is worth as it is, and with one point more or less of each stat.
void add_stats(Json& json, const Sensitivity& sensitivity) {
  json["base"] = json_of(sensitivity.base);
  Json stats = Json::array();
  for (const auto& row : sensitivity.rows) {
    stats.push_back({{"stat", row.key},
                     {"is", row.value},
                     {"less", row.less ? json_of(*row.less) : Json("at its limit")},
                     {"more", row.more ? json_of(*row.more) : Json("at its limit")}});
  }
  json["stats"] = std::move(stats);
}

}  // namespace

Json json_of(const Matrix& matrix) {
  Json json = begin("matrix", matrix);
  json["rows"] = matrix.rows;
  json["columns"] = matrix.columns;
  Json rows = Json::array();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    Json line = Json::array();
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      line.push_back(json_of(matrix.at(r, c).values));
    }
    rows.push_back(std::move(line));
  }
  json["matrix"] = std::move(rows);
  if (matrix.ranking) add_ranking(json, matrix);
  return json;
}

Json json_of(const Standings& standings) {
  Json json = begin("matrix", standings);
  if (!standings.opponents.empty()) json["opponents"] = standings.opponents;
  json["ranking"] = json_of(standings.ranking, standings.units);
  return json;
}

Json json_of(const Sweep& sweep) {
  Json json = begin("sweep", sweep);
  add_units(json, sweep);
  json["keys"] = sweep.keys;
  Json points = Json::array();
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    points.push_back({{"at", sweep.points[i]}, {"values", json_of(sweep.cells[i].values)}});
  }
  json["points"] = std::move(points);
  return json;
}

Json json_of(const Sensitivity& sensitivity) {
  Json json = begin("value", sensitivity);
  json["unit"] = sensitivity.unit;
  json["opponents"] = sensitivity.opponents;
  add_stats(json, sensitivity);
  return json;
}

Json json_of(const RosterSensitivity& sensitivity) {
  Json json = begin("value", sensitivity);
  Json units = Json::array();
  for (const Sensitivity& unit : sensitivity.units) {
    Json entry{{"unit", unit.unit}};
    add_stats(entry, unit);
    units.push_back(std::move(entry));
  }
  json["units"] = std::move(units);
  return json;
}
Json json_of(const Tuning& tuning) {
  Json json = begin("tune", tuning);
  add_units(json, tuning);
  json["keys"] = tuning.keys;
  json["target"] = tuning.target;
  json["method"] = tuning.method;
  Json best = Json::array();
  for (const std::size_t place : tuning.best) best.push_back(json_of(tuning.tried[place]));
  json["best"] = std::move(best);
  Json tried = Json::array();
  for (const auto& one : tuning.tried) tried.push_back(json_of(one));
  json["tried"] = std::move(tried);
  return json;
}

}  // namespace warodds
