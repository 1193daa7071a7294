// A question as JSON that needs no file: what a link to the page holds.
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

void add_units(Json& json, const Question& question, const std::string& system,
               const Roster* roster) {
  if (question.command == "matrix" && roster != nullptr) {
    if (!question.stats.empty()) throw InputError("--set of a whole matrix stands in no link");
    for (const AnyUnit& unit : all_units(*roster, system)) {
      json["units"].push_back(unit_json(system, unit));
    }
    return;
  }
  if (question.units.size() != 2) {
    throw InputError("only a question about two units, or about all of a roster, has a link");
  }
  Matchup matchup(system);
  for (const Side side : both_sides) {
    const std::size_t place = side == Side::attacker ? 0 : 1;
    matchup.put(side, find_unit(system, question.units[place], roster, side));
  }
  for (Setting setting : conditions_of(question).stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  for (const Side side : both_sides) {
    json[to_string(side)] = unit_json(system, matchup.unit(side));
  }
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
  if (!question.against.empty()) throw InputError("--against: a second roster stands in no link");
  const auto roster = load(question.roster, question.system);
  const std::string system = system_of(question, roster.get());
  Json json{{"command", question.command}, {"system", system}};
  add_units(json, question, system, roster.get());
  for (const Setting& setting : question.situation) {
    json["situation"][setting.key] = setting.value;
  }
  if (question.battle) json["battle"] = true;
  if (question.rounds) json["rounds"] = *question.rounds;
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
