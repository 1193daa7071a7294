// JSON of the designers' tables.
#include "core/ask/json.h"

namespace warodds {

void add_head(JsonWriter& json, const char* command, const Table& table) {
  add_head(json, command, table.system);
  json.array("quantities", table.quantities,
             [&](const Quantity& quantity) { json.value(quantity.text); });
  json.member("with", table.given);
  add_policy(json, table.players.best);
  json.member("exact", table.exact);
  json.member("simulated", table.simulated);
  json.member("not_allowed", table.refused);
  if (table.simulated > 0) {
    json.member("trials", table.trials);
    json.member("seed", table.seed);
    json.member("confidence", table.confidence);
  }
  json.member("partial", table.partial);
  if (!table.bought.empty()) add_bought(json, table.bought);
}

namespace {

/// null: not allowed.
void write_numbers(JsonWriter& json, const std::vector<Estimate>& numbers) {
  if (numbers.empty()) return json.value(nullptr);
  json.array(numbers, [&](const Estimate& number) { write(json, number, "value"); });
}

void add_places(JsonWriter& json, const Ranking& ranking, const std::vector<std::string>& units) {
  int place = 0;
  json.objects("ranking", ranking.rows, [&](const Ranking::Row& row) {
    json.member("rank", ++place);
    json.member("unit", units[static_cast<std::size_t>(row.unit)]);
    json.member("odds", row.odds);
    if (row.half_width) json.member("half_width", *row.half_width);
    json.member("rating", row.rating);
    json.member("points", row.points > 0 ? std::optional(row.points) : std::nullopt);
  });
}

void add_ranking(JsonWriter& json, const Matrix& matrix) {
  const Ranking& of = *matrix.ranking;
  const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
  add_places(json, of, matrix.rows);
  json.member("nobody_wins", matrix.nobody_wins);
  json.objects("dominations", of.dominations, [&](const auto& pair) {
    json.member("better", name(pair.first));
    json.member("worse", name(pair.second));
  });
  json.objects("cycles", of.cycles, [&](const Cycle& cycle) {
    json.member("units", std::vector{name(cycle.first), name(cycle.second), name(cycle.third)});
    json.member("odds", 0.5 + cycle.margin);
  });
  if (!of.left_out.empty()) json.member("left_out", of.left_out);
}

void write_candidate(JsonWriter& json, const Tuning::Candidate& candidate) {
  json.object([&] {
    json.member("at", candidate.values);
    add(json, "value", candidate.number, "value");
  });
}

/// Who meets whom in a sweep or a tuning.
template <class Varied>
void add_units(JsonWriter& json, const Varied& varied) {
  json.member("attacker", varied.units.attacker);
  if (varied.opponents.empty()) {
    json.member("defender", varied.units.defender);
  } else {
    json.member("opponents", varied.opponents);
  }
}

/// What the unit is worth as it is, and with one point more or less of each stat.
void add_stats(JsonWriter& json, const Sensitivity& sensitivity) {
  const auto add_changed = [&](const char* key, const auto& numbers) {
    json.member(key, [&] { numbers ? write_numbers(json, *numbers) : json.value("at its limit"); });
  };
  json.member("base", [&] { write_numbers(json, sensitivity.base); });
  json.objects("stats", sensitivity.rows, [&](const auto& row) {
    json.member("stat", row.key);
    json.member("is", row.value);
    add_changed("less", row.less);
    add_changed("more", row.more);
  });
}

}  // namespace

void write(JsonWriter& json, const Matrix& matrix) {
  json.object([&] {
    add_head(json, "matrix", matrix);
    json.member("rows", matrix.rows);
    json.member("columns", matrix.columns);
    std::size_t row = 0;
    json.array("matrix", matrix.rows, [&](const std::string&) {
      std::size_t column = 0;
      json.array(matrix.columns,
                 [&](const std::string&) { write_numbers(json, matrix.at(row, column++).values); });
      ++row;
    });
    if (matrix.ranking) add_ranking(json, matrix);
  });
}

void write(JsonWriter& json, const Standings& standings) {
  json.object([&] {
    add_head(json, "matrix", standings);
    if (!standings.opponents.empty()) json.member("opponents", standings.opponents);
    add_places(json, standings.ranking, standings.units);
    json.member("nobody_wins", standings.nobody_wins);
  });
}

void write(JsonWriter& json, const Sweep& sweep) {
  json.object([&] {
    add_head(json, "sweep", sweep);
    add_units(json, sweep);
    json.member("keys", sweep.keys);
    std::size_t place = 0;
    json.objects("points", sweep.points, [&](const auto& at) {
      json.member("at", at);
      json.member("values", [&] { write_numbers(json, sweep.cells[place++].values); });
    });
  });
}

void write(JsonWriter& json, const Sensitivity& sensitivity) {
  json.object([&] {
    add_head(json, "value", sensitivity);
    json.member("unit", sensitivity.unit);
    json.member("opponents", sensitivity.opponents);
    add_stats(json, sensitivity);
  });
}

void write(JsonWriter& json, const RosterSensitivity& sensitivity) {
  json.object([&] {
    add_head(json, "value", sensitivity);
    json.objects("units", sensitivity.units, [&](const Sensitivity& unit) {
      json.member("unit", unit.unit);
      add_stats(json, unit);
    });
  });
}

void write(JsonWriter& json, const Tuning& tuning) {
  json.object([&] {
    add_head(json, "tune", tuning);
    add_units(json, tuning);
    json.member("keys", tuning.keys);
    json.member("target", tuning.target);
    json.member("method", tuning.method);
    json.array("best", tuning.best,
               [&](std::size_t place) { write_candidate(json, tuning.tried[place]); });
    json.array("tried", tuning.tried,
               [&](const Tuning::Candidate& one) { write_candidate(json, one); });
  });
}

}  // namespace warodds
