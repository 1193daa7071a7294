// A question as JSON that needs no file: what a link to the page holds.
#include <fmt/format.h>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/facts.h"
#include "core/ask/json_writer.h"
#include "core/ask/matchup_question.h"
#include "core/fields/profile.h"
#include "core/text/error.h"

namespace warodds {
namespace {

constexpr const char* what_links_need =
    "a link needs two units, a unit and --against FILE, or a roster";

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

void add_sequence(JsonWriter& json, const std::vector<UnitRequest>& units,
                  const std::vector<StepRequest>& by, const std::string& system,
                  const Roster* roster) {
  if (units.size() != 1) throw InputError("a sequence has one target");
  json.member("target", [&] {
    write_unit(json, find_unit(system, units.front(), roster, {"target", "Target"}));
  });
  int number = 0;
  json.array("by", by, [&](const StepRequest& step) {
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
void add_pair(JsonWriter& json, const std::vector<UnitRequest>& units,
              const std::vector<Setting>& stats, const std::string& system, const Roster* roster) {
  Matchup matchup(system);
  for (const Side side : both_sides) {
    const std::size_t place = side == Side::attacker ? 0 : 1;
    matchup.put(side, find_unit(system, units[place], roster, role_of(side)));
  }
  for (Setting setting : stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  for (const Side side : both_sides) {
    json.member(to_string(side), [&] { write_unit(json, matchup.unit(side)); });
  }
}

void add_units(JsonWriter& json, const Question& question, const questions::OfUnits& of,
               const std::string& system, const Roster* roster) {
  const auto* named = part_of<questions::Named>(question);
  const auto units = named != nullptr ? named->units : std::vector<UnitRequest>();
  const auto* steps = part_of<questions::InSteps>(question);
  if (steps != nullptr && !steps->by.empty()) {
    return add_sequence(json, units, steps->by, system, roster);
  }
  const std::vector<Setting> stats = conditions_of(of).stats;
  if (units.size() == 2) return add_pair(json, units, stats, system, roster);
  const auto* against = part_of<questions::Against>(question);
  const bool has_opponents = against != nullptr && !against->against.empty();
  if (units.size() == 1 && has_opponents) {
    const AnyUnit unit = find_unit(system, units.front(), roster, role_of(Side::attacker));
    json.member("attacker", [&] { write_unit(json, unit); });
  } else if (units.empty() && roster != nullptr) {
    add_roster(json, "units", all_units(*roster, system));
  } else {
    throw InputError(what_links_need);
  }
  if (has_opponents) {
    add_roster(json, "against", all_units(*load(against->against, of.system), system));
  }
  add_settings(json, "set", stats);
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
  const auto* of = part_of<questions::OfUnits>(question);
  if (of == nullptr) throw InputError(what_links_need);
  const auto roster = load(of->roster, of->system);
  const std::string system = system_of(*of, roster.get());
  JsonWriter json(JsonWriter::Layout::one_line);
  json.object([&] {
    json.member("command", command_of(question).name);
    json.member("system", system);
    add_units(json, question, *of, system, roster.get());
    add_settings(json, "situation", of->situation);
    const auto* steps = part_of<questions::InSteps>(question);
    if (steps != nullptr && steps->orders) json.member("orders", true);
    const auto* matrix = part_of<questions::Matrix>(question);
    const auto* either = part_of<questions::FightOrBattle>(question);
    if (matrix != nullptr && matrix->ranking) {
      json.member("ranking", true);
    } else if (either != nullptr && either->battle) {
      json.member("battle", true);
    }
    const auto* in_rounds = part_of<questions::InRounds>(question);
    if (in_rounds != nullptr && in_rounds->rounds) json.member("rounds", *in_rounds->rounds);
    const auto* bought = part_of<questions::AtBudget>(question);
    if (bought != nullptr && bought->budget) json.member("budget", *bought->budget);
    if (const auto* solve = part_of<questions::Solve>(question)) {
      if (solve->verify) json.member("verify", true);
      if (!solve->payoff.empty()) json.member("payoff", solve->payoff);
    }
    const auto* shown = part_of<questions::Shown>(question);
    if (shown != nullptr && !shown->show.empty()) json.member("show", shown->show);
    if (const auto* with = part_of<questions::WithPolicy>(question)) {
      add_members(json, "policy", with->policy);
    }
    if (const auto* varied = part_of<questions::Varied>(question)) {
      add_members(json, "vary", varied->vary);
    }
    const auto* aimed = part_of<questions::Aimed>(question);
    if (aimed != nullptr && !aimed->target.empty()) {
      json.object("target", [&] { add_member(json, aimed->target, aimed->target.rfind('=')); });
    }
    if (const auto* by = part_of<questions::ByEngine>(question)) add_engine(json, by->engine);
  });
  return json.text();
}

}  // namespace warodds
