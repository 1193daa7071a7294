// A question as JSON that needs no file: what a link to the page holds.
#include <fmt/format.h>

#include "core/ask/ask.h"
#include "core/ask/facts.h"
#include "core/ask/json_writer.h"
#include "core/ask/matchup_question.h"
#include "core/fields/profile.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// A unit written out: its name, what differs from the defaults, its groups as a list.
void write_unit(JsonWriter& json, const AnyUnit& unit) {
  json.object([&] {
    json.member("name", name_of(unit));
    visit_unit(unit, [&](auto system, const auto& of) {
      state_profile(json, changes_of<decltype(system)>(of));
    });
  });
}

void add_roster(JsonWriter& json, const char* key, const std::vector<AnyUnit>& units) {
  json.array(key, units, [&](const AnyUnit& unit) { write_unit(json, unit); });
}

void add_settings(JsonWriter& json, const char* key, const std::vector<Setting>& settings) {
  if (settings.empty()) return;
  json.object(key, [&] {
    for (const Setting& setting : settings) json.member(setting.key, setting.value);
  });
}

/// "KEY=VALUE" with the separator at `place`.
void add_member(JsonWriter& json, const std::string& text, std::size_t place) {
  if (place == std::string::npos) throw InputError("'" + text + "' is not KEY=VALUE");
  json.member(text.substr(0, place), text.substr(place + 1));
}

void add_members(JsonWriter& json, const char* key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  json.object(key, [&] {
    for (const std::string& text : texts) add_member(json, text, text.find('='));
  });
}

void add_sequence(JsonWriter& json, const Question& question, const std::string& system,
                  const Roster* roster) {
  if (question.units.size() != 1) throw InputError("a sequence has one target");
  json.member("target", [&] {
    write_unit(json, find_unit(system, question.units.front(), roster, {"target", "Target"}));
  });
  int number = 0;
  json.array("by", question.by, [&](const StepRequest& step) {
    ++number;
    json.object([&] {
      if (!step.damage.empty()) return json.member("damage", step.damage);
      const UnitRole role{fmt::format("step {}", number), fmt::format("Attacker {}", number)};
      json.member("unit", [&] { write_unit(json, find_unit(system, step.unit, roster, role)); });
      add_settings(json, "situation", step.situation);
    });
  });
}

/// Two units, as --set leaves them.
void add_pair(JsonWriter& json, const Question& question, const std::string& system,
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
    json.member(to_string(side), [&] { write_unit(json, matchup.unit(side)); });
  }
}

void add_units(JsonWriter& json, const Question& question, const std::string& system,
               const Roster* roster) {
  if (!question.by.empty()) return add_sequence(json, question, system, roster);
  if (question.units.size() == 2) return add_pair(json, question, system, roster);
  if (question.units.size() == 1 && !question.against.empty()) {
    const AnyUnit unit = find_unit(system, question.units.front(), roster, role_of(Side::attacker));
    json.member("attacker", [&] { write_unit(json, unit); });
  } else if (question.units.empty() && roster != nullptr) {
    add_roster(json, "units", all_units(*roster, system));
  } else {
    throw InputError("a link needs two units, a unit and --against FILE, or a roster");
  }
  if (!question.against.empty()) {
    add_roster(json, "against", opponents_of(question, system));
  }
  add_settings(json, "set", conditions_of(question).stats);
}

void add_engine(JsonWriter& json, const EngineSettings& engine) {
  const EngineSettings plain;
  if (engine.choice != plain.choice) {
    json.member("engine", engine.choice == EngineChoice::exact ? "exact" : "sim");
  }
  if (engine.time_limit != plain.time_limit) json.member("time-limit", engine.time_limit);
  if (engine.trials) json.member("trials", *engine.trials);
  if (engine.precision) json.member("precision", *engine.precision);
  if (engine.confidence != plain.confidence) json.member("confidence", engine.confidence);
  if (engine.seed != plain.seed) json.member("seed", engine.seed);
}

}  // namespace

std::string to_json(const Question& question) {
  const auto roster = load(question.roster, question.system);
  const std::string system = system_of(question, roster.get());
  JsonWriter json(JsonWriter::Layout::one_line);
  json.object([&] {
    json.member("command", question.command);
    json.member("system", system);
    add_units(json, question, system, roster.get());
    add_settings(json, "situation", question.situation);
    if (question.orders) json.member("orders", true);
    if (question.ranking) {
      json.member("ranking", true);
    } else if (question.battle) {
      json.member("battle", true);
    }
    if (question.rounds) json.member("rounds", *question.rounds);
    if (question.budget) json.member("budget", *question.budget);
    if (question.verify) json.member("verify", true);
    if (!question.payoff.empty()) json.member("payoff", question.payoff);
    if (!question.show.empty()) json.member("show", question.show);
    add_members(json, "policy", question.policy);
    add_members(json, "vary", question.vary);
    if (!question.target.empty()) {
      json.object("target", [&] { add_member(json, question.target, question.target.rfind('=')); });
    }
    add_engine(json, question.engine);
  });
  return json.text();
}

}  // namespace warodds
