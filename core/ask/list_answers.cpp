// Lists of what there is: systems, units, quantities.
#include "core/ask/command.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// The system of that name; all, where there is none. Throws InputError.
std::vector<std::string> systems_called(const std::string& topic) {
  if (topic.empty()) return system_names();
  const std::string meant = system_meant(topic);
  with_system(meant, "", [](auto) {});
  return {meant};
}

Report answer_systems(const questions::Systems& question, const Engines&, const Watch&) {
  return SystemsReport{systems_called(question.topic), !question.topic.empty()};
}

Report answer_units(const questions::Units& question, const Engines&, const Watch&) {
  auto roster = load(question.roster, question.system);
  if (!roster) throw Missing("units needs --roster FILE");
  std::vector<AnyUnit> units = all_units(*roster, system_of(question, roster.get()));
  return UnitsReport{std::move(roster), std::move(units)};
}

Report answer_quantities(const questions::Quantities& question, const Engines&, const Watch&) {
  return QuantitiesReport{systems_called(question.topic)};
}

}  // namespace

namespace questions {

Command Systems::command() {
  return {.name = name,
          .operands = "[SYSTEM]",
          .summary = "the combat systems; every stat and key of one",
          .introduction =
              "Lists the combat systems. With the name of one: every stat and ability of its units "
              "and every key of the situation, with meaning, range and default.",
          .examples = {{"systems", "the four systems"},
                       {"systems raiders-of-arcana", "all there is to say in one"}},
          .answer = answering(answer_systems)};
}

Command Units::command() {
  return {.name = name,
          .operands = "--roster FILE",
          .summary = "the units of a roster",
          .introduction =
              "Lists the units of a roster with all stats that are not at their default. "
              "As CSV it writes a roster for spreadsheets, which every command reads.",
          .options = {"roster", "ignore", "column", "system"},
          .examples = {{"units --roster examples/magewinds.toml", "who is in the roster"},
                       {"units --roster examples/magewinds.toml --format csv",
                        "the same as a spreadsheet"}},
          .answer = answering(answer_units)};
}

Command Quantities::command() {
  return {
      .name = name,
      .operands = "[SYSTEM]",
      .summary = "what --show and --target can name",
      .introduction =
          "Lists the facts of fights, battles and sequences of a system: what they are, and what "
          "they mean. Their means, deviations, percentiles and odds are quantities, as are "
          "conditions on them: \"attacker.kills >= 2 and not defender.destroyed\".",
      .examples = {{"quantities magewinds", "of one system"}, {"quantities", "of all"}},
      .answer = answering(answer_quantities)};
}

}  // namespace questions
}  // namespace warodds
