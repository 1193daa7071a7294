// A question as JSON that needs no file: what a link to the page holds.
#include <fmt/format.h>

#include "core/ask/ask.h"
#include "core/ask/json.h"
#include "core/ask/matchup_question.h"
#include "core/matchup/profile.h"
#include "core/rules/error.h"

namespace warodds {
namespace {

/// A unit written out: its name, what differs from the defaults, its groups as a list.
Json unit_json(const std::string& system, const AnyUnit& unit) {
  Json json{{"name", name_of(unit)}};
  with_system(system, "", [&](auto of) {
    using System = decltype(of);
    json.update(json_of(changes_of<System>(std::get<typename System::Unit>(unit))));
  });
  return json;
}

/// "KEY=VALUE" with the separator at `place`.
void put(Json& json, const std::string& text, std::size_t place) {
  if (place == std::string::npos) throw InputError("'" + text + "' is not KEY=VALUE");
  json[text.substr(0, place)] = text.substr(place + 1);
}

Json units_json(const std::string& system, const std::vector<AnyUnit>& units) {
  Json list = Json::array();
  for (const AnyUnit& unit : units) list.push_back(unit_json(system, unit));
  return list;
}

void add(Json& json, const char* key, const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) json[key][setting.key] = setting.value;
}

/// One step as it stands in the list of "by".
Json step_json(const std::string& system, const StepRequest& step, const Roster* roster,
               std::size_t number) {
  if (!step.damage.empty()) return {{"damage", step.damage}};
  Json json{{"unit", unit_json(system, find_unit(system, step.unit, roster,
                                                 {fmt::format("step {}", number),
                                                  fmt::format("Attacker {}", number)}))}};
  add(json, "situation", step.situation);
  return json;
}

void add_sequence(Json& json, const Question& question, const std::string& system,
                  const Roster* roster) {
  if (question.units.size() != 1) throw InputError("a sequence has one target");
  json["target"] =
      unit_json(system, find_unit(system, question.units.front(), roster, {"target", "Target"}));
  json["by"] = Json::array();
  for (const StepRequest& step : question.by) {
    json["by"].push_back(step_json(system, step, roster, json["by"].size() + 1));
  }
}

/// Two units, as --set leaves them.
void add_pair(Json& json, const Question& question, const std::string& system,
              const Roster* roster) {
  Matchup matchup(system);
  for (const Side side : both_sides) {
    const std::size_t place = side == Side::attacker ? 0 : 1;
    matchup.put(side, find_unit(system, question.units[place], roster, role_of(side)));
  }
  for (Setting setting : conditions_of(question).stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  for (const Side side : both_sides) {
    json[to_string(side)] = unit_json(system, matchup.unit(side));
  }
}

void add_units(Json& json, const Question& question, const std::string& system,
               const Roster* roster) {
  if (!question.by.empty()) return add_sequence(json, question, system, roster);
  if (question.units.size() == 2) return add_pair(json, question, system, roster);
  if (question.units.size() == 1 && !question.against.empty()) {
    json["attacker"] = unit_json(
        system, find_unit(system, question.units.front(), roster, role_of(Side::attacker)));
  } else if (question.units.empty() && roster != nullptr) {
    json["units"] = units_json(system, all_units(*roster, system));
  } else {
    throw InputError("a link needs two units, a unit and --against FILE, or a roster");
  }
  if (!question.against.empty()) {
    json["against"] = units_json(system, opponents_of(question, system));
  }
  add(json, "set", conditions_of(question).stats);
}

void add_engine(Json& json, const EngineSettings& engine) {
  const EngineSettings plain;
  if (engine.choice != plain.choice) {
    json["engine"] = engine.choice == EngineChoice::exact ? "exact" : "sim";
  }
  if (engine.time_limit != plain.time_limit) json["time-limit"] = engine.time_limit;
  if (engine.trials) json["trials"] = *engine.trials;
  if (engine.precision) json["precision"] = *engine.precision;
  if (engine.confidence != plain.confidence) json["confidence"] = engine.confidence;
  if (engine.seed != plain.seed) json["seed"] = engine.seed;
}

}  // namespace

std::string to_json(const Question& question) {
  const auto roster = load(question.roster, question.system);
  const std::string system = system_of(question, roster.get());
  Json json{{"command", question.command}, {"system", system}};
  add_units(json, question, system, roster.get());
  add(json, "situation", question.situation);
  if (question.orders) json["orders"] = true;
  if (question.ranking) {
    json["ranking"] = true;
  } else if (question.battle) {
    json["battle"] = true;
  }
  if (question.rounds) json["rounds"] = *question.rounds;
  if (question.budget) json["budget"] = *question.budget;
  if (question.verify) json["verify"] = true;
  if (!question.payoff.empty()) json["payoff"] = question.payoff;
  if (!question.show.empty()) json["show"] = question.show;
  for (const std::string& text : question.policy) put(json["policy"], text, text.find('='));
  for (const std::string& text : question.vary) put(json["vary"], text, text.find('='));
  if (!question.target.empty()) put(json["target"], question.target, question.target.rfind('='));
  add_engine(json, question.engine);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace warodds
