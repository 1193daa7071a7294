// JSON of the designers' tables.
#include "core/ask/json.h"

namespace warodds {
namespace {

Json begin(const char* command, const Table& table) {
  Json json = head(command, table.system);
  Json quantities = Json::array();
  for (const Quantity& quantity : table.quantities) quantities.push_back(quantity.text);
  json["quantities"] = std::move(quantities);
  json["with"] = table.given;
  add_policy(json, table.best);
  json["exact"] = table.exact;
  json["simulated"] = table.simulated;
  json["not_allowed"] = table.refused;
  if (table.simulated > 0) {
    json["trials"] = table.trials;
    json["seed"] = table.seed;
    json["confidence"] = table.confidence;
  }
  json["partial"] = table.partial;
  return json;
}

Json json_of(const std::vector<Estimate>& numbers) {
  if (numbers.empty()) return nullptr;
  Json list = Json::array();
  for (const Estimate& number : numbers) list.push_back(warodds::json_of(number, "value"));
  return list;
}

void add_ranking(Json& json, const Matrix& matrix) {
  const Ranking& of = *matrix.ranking;
  const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
  Json ranking = Json::array();
  for (const Ranking::Row& row : of.rows) {
    Json entry{{"unit", name(row.unit)}, {"odds", row.odds}};
    if (row.rating) entry["rating"] = *row.rating;
    if (row.points > 0) entry["points"] = row.points;
    if (row.fair_points) entry["fair_points"] = *row.fair_points;
    if (row.fair_points && row.points > 0) entry["per_point"] = *row.fair_points / row.points;
    ranking.push_back(std::move(entry));
  }
  json["ranking"] = std::move(ranking);
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

Json json_of(const Sweep& sweep) {
  Json json = begin("sweep", sweep);
  json["attacker"] = sweep.units.attacker;
  json["defender"] = sweep.units.defender;
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
  json["base"] = json_of(sensitivity.base);
  Json stats = Json::array();
  for (const auto& row : sensitivity.rows) {
    stats.push_back({{"stat", row.key},
                     {"is", row.value},
                     {"less", row.less ? json_of(*row.less) : Json("at its limit")},
                     {"more", row.more ? json_of(*row.more) : Json("at its limit")}});
  }
  json["stats"] = std::move(stats);
  return json;
}

Json json_of(const Tuning& tuning) {
  Json json = begin("tune", tuning);
  json["attacker"] = tuning.units.attacker;
  json["defender"] = tuning.units.defender;
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
