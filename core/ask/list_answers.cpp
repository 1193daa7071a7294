// Lists of what there is: systems, units, quantities.
#include "core/ask/command.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"

namespace warodds {
std::string UnitsReport::character_of(const std::string& unit) const {
  std::string stats;
  for (const StatRule& rule : characters) {
    if (rule.unit == unit) stats += (stats.empty() ? "" : ",") + rule.key;
  }
  return stats;
}

namespace {

const char* whose(HoldsFor attacks) {
  return attacks == HoldsFor::both     ? "both sides"
         : attacks == HoldsFor::battle ? "both sides, whole battle"
                                       : "";
}

template <class T>
void append_rows(std::vector<FieldRow>& rows, const std::string& kind, const Fields<T>& fields) {
  for (const Field<T>& field : fields) {
    rows.push_back({kind, std::string(field.name), std::string(field.meaning),
                    std::string(field.unit), field.allowed(),
                    field.text ? "" : field.print(field.fallback), whose(field.holds_for)});
  }
}

Report answer_systems(const questions::Systems& question, const Engines&, const Watch&) {
  SystemsReport report;
  const std::string topic = system_meant(question.topic);
  report.one = !topic.empty();
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    if (report.one && topic != System::name) return;
    SystemRow row{System::name, System::title, {}};
    append_rows(row.fields, "unit", System::unit_fields());
    if (*System::group_word != '\0') {
      append_rows(row.fields, System::group_word, System::group_fields());
    }
    append_rows(row.fields, "situation", System::situation_fields());
    report.systems.push_back(std::move(row));
  });
  if (report.systems.empty()) {
    throw UnknownSystem(unknown_name("system", question.topic, system_names()));
  }
  return report;
}

Report answer_units(const questions::Units& question, const Engines&, const Watch&) {
  const auto roster = load(question.roster, question.system);
  if (!roster) throw Missing("units needs --roster FILE");
  UnitsReport report;
  with_system(system_of(question, roster.get()), "", [&](auto system) {
    using System = decltype(system);
    report.system = System::name;
    report.title = System::title;
    report.group_word = System::group_word;
    for (const auto& field : System::unit_fields()) report.unit_fields.emplace_back(field.name);
    for (const auto& field : System::group_fields()) {
      if (field.name != "name") report.group_fields.push_back(field.column(report.group_word));
    }
    report.armies = roster->armies;
    report.limits = roster->limits;
    report.ranges = roster->ranges;
    report.characters = roster->characters;
    report.titles = roster->titles;
    report.headings = roster->headings;
    report.remarks = roster->remarks;
    for (const UnitText& text : roster->units) {
      const auto unit = std::get<typename System::Unit>(read_unit(System::name, text));
      report.units.push_back({text.name, text.note, unit, changes_of<System>(unit)});
    }
    for (const SheetHeading& heading : roster->headings) {
      for (std::size_t i = heading.before; i < report.units.size(); ++i) {
        report.units[i].heading = heading.text;
      }
    }
  });
  return report;
}

Report answer_quantities(const questions::Quantities& question, const Engines&, const Watch&) {
  QuantitiesReport report;
  report.system = system_meant(question.topic);
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    if (!report.system.empty() && report.system != System::name) return;
    report.systems.push_back({System::name, System::title, list_facts(System::name)});
  });
  if (report.systems.empty()) {
    throw UnknownSystem(unknown_name("system", question.topic, system_names()));
  }
  return report;
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
