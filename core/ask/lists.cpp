// Lists of what there is, and what they say: systems, units, quantities.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/command.h"
#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// A field of a system, and of what it is: "unit", the word for a group, "situation".
struct ListedField {
  const char* of;
  const FieldSpec* field;
};

template <class System>
std::vector<ListedField> fields_of() {
  std::vector<ListedField> all;
  const auto add = [&](const char* of, const auto& fields) {
    for (const auto& field : fields) all.push_back({of, &field});
  };
  add("unit", System::unit_fields());
  if (*System::group_word != '\0') add(System::group_word, System::group_fields());
  add("situation", System::situation_fields());
  return all;
}

/// For which attacks it holds.
const char* whose(HoldsFor attacks) {
  return attacks == HoldsFor::both     ? "both sides"
         : attacks == HoldsFor::battle ? "both sides, whole battle"
                                       : "";
}

void state_field(Facts& facts, const ListedField& listed) {
  const FieldSpec& field = *listed.field;
  const std::string fallback = field.text ? "" : field.print(field.fallback);
  const std::string holds_for = whose(field.holds_for);
  std::string in_words(field.meaning);
  if (!field.unit.empty()) in_words += fmt::format(" [{}]", field.unit);
  in_words += "; " + field.allowed();
  if (!fallback.empty()) in_words += "; default " + fallback;
  if (!holds_for.empty()) in_words += "; " + holds_for;
  facts.member("of", listed.of, {.label = "of"});
  facts.member("name", field.name, {.csv = "field", .label = "field"});
  facts.member("meaning", field.meaning);
  facts.member("meaning", in_words, for_people("what it is", Shows::words));
  facts.member("unit", field.unit);
  facts.member("allowed", field.allowed());
  facts.member("default", fallback);
  if (listed.of == std::string_view("situation")) facts.member("holds_for", holds_for);
}

/// Where fields of each kind are said.
void say_kinds(Document& page, std::string_view group_word) {
  page.gap();
  page.note("unit: a [[unit]] of a roster, key=value, --set SIDE.key=value", 0, 2);
  if (!group_word.empty()) {
    page.note(fmt::format("{0}: a [[unit.{0}]], NAME.key=value", group_word));
  }
  page.note("situation: --with key=value");
}

}  // namespace

void state(Facts& facts, const SystemsReport& report) {
  facts.lay_out(
      {.columns = columns_of("version system of field meaning unit allowed default holds_for"),
       .settings = false});
  const auto state_system = [&](auto system) {
    using System = decltype(system);
    facts.to_people([&](Document& page) {
      if (report.one) page.title(System::title, System::name);
    });
    facts.member("name", System::name, {.csv = "system", .label = "system", .column = true});
    facts.member("title", System::title, {.label = "title", .only = Form::not_csv});
    const std::vector<ListedField> fields = fields_of<System>();
    facts.rows("fields", fields, [&](const ListedField& field) { state_field(facts, field); },
               {.label = untitled, .most = fields.size()});
    facts.to_people([&](Document& page) {
      if (report.one) say_kinds(page, System::group_word);
    });
  };
  facts.object([&] {
    state_head(facts, "systems");
    facts.objects("systems", report.systems,
                  [&](const std::string& name) { with_system(name, "", state_system); },
                  {.label = report.one ? "" : untitled});
    facts.to_people([&](Document& page) {
      if (report.one) return;
      page.gap();
      page.note("warodds systems NAME lists every stat, ability and situation key of one.");
    });
  });
}

namespace {

/// A roster: what is written here can be read back.
template <class System>
CsvLayout layout_of(const Roster& roster) {
  std::vector<std::string> columns{"system", "name", "note"};
  const auto add = [&](std::string column) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      columns.push_back(std::move(column));
    }
  };
  for (const auto& field : System::unit_fields()) add(std::string(field.name));
  if (!roster.limits.empty()) {
    for (const FieldSpec& limit : fields_of_limits()) add(std::string(limit.name));
  }
  for (const StatRule& rule : roster.ranges) add(rule.key + std::string(ending_of_ranges));
  if (!roster.characters.empty()) add("#" + std::string(key_of_character));
  if (*System::group_word != '\0') add(System::group_word);
  for (const auto& field : System::group_fields()) {
    if (field.name != "name") add(field.column(System::group_word));
  }
  if (!roster.armies.empty()) {
    for (const char* column : {"army", "count", "with"}) add(column);
  }
  return {.columns = columns, .settings = false, .is_roster = true, .above = roster.titles};
}

/// The heading of a spreadsheet that a unit stands under; empty: there is none.
std::string heading_of(const Roster& roster, std::size_t unit) {
  std::string text;
  for (const SheetHeading& heading : roster.headings) {
    if (heading.before <= unit) text = heading.text;
  }
  return text;
}

/// The stats that make a unit what it is, with commas; empty: none is said.
std::string character_of(const Roster& roster, const std::string& unit) {
  std::string stats;
  for (const StatRule& rule : roster.characters) {
    if (rule.unit == unit) stats += (stats.empty() ? "" : ",") + rule.key;
  }
  return stats;
}

/// Fields and their values.
std::string values_text(const Values& values) {
  std::string line;
  for (const auto& [key, value] : values) {
    if (key != "name") line += (line.empty() ? "" : ", ") + key + text::no_break + print(value);
  }
  return line;
}

void say_unit(Document& page, const Roster& roster, const UnitText& unit, const Profile& changes) {
  const auto say = [&](const std::string& line) { page.note(line, 2, 4); };
  page.heading(shown(unit.name), note_behind(unit.note));
  say(values_text(changes.fields));
  if (const auto of = roster.limits.find(unit.name); of != roster.limits.end()) {
    const auto& [least, most] = of->second;
    say(most == FigureLimits::no_most ? fmt::format("at least {} may be bought", least)
                                      : fmt::format("{} to {} may be bought", least, most));
  }
  for (const StatRule& rule : roster.ranges) {
    if (rule.unit != unit.name) continue;
    say(fmt::format("{} may move within {}", shown(rule.key), shown(rule.range)));
  }
  if (const std::string stats = character_of(roster, unit.name); !stats.empty()) {
    say(fmt::format("not to be lost: {}", shown(stats)));
  }
  for (const Values& group : changes.groups) {
    say(fmt::format("{} {}: {}", changes.group_word, shown(print(group.front().second)),
                    values_text(group)));
  }
}

template <class System>
void say_units(Document& page, const UnitsReport& report) {
  const Roster& roster = *report.roster;
  std::string text = counted(report.units.size(), "unit");
  if (roster.armies.size() == 1) text += " and an army";
  if (roster.armies.size() > 1) text += fmt::format(" and {} armies", roster.armies.size());
  page.note(fmt::format("{} of {}", text, System::title));
  say_lines(page, roster.remarks);
  std::string heading;
  for (std::size_t i = 0; i < report.units.size(); ++i) {
    if (const std::string next = heading_of(roster, i); next != heading) {
      page.gap();
      page.faint(shown(heading = next));
    }
    const auto& unit = std::get<typename System::Unit>(report.units[i]);
    say_unit(page, roster, roster.units[i], changes_of<System>(unit));
  }
  for (const ArmyText& army : roster.armies) {
    page.heading(shown(army.name), note_behind(army.note));
    const std::string what =
        army.points ? fmt::format("army of {} points: ", *army.points) : "army: ";
    page.note(what + written(army.parts), 2, 4);
  }
  page.gap();
  page.note("Fields that are not shown have their default: warodds systems " + roster.system);
}

/// In CSV a row for each part, beside those of the units.
void state_army(Facts& facts, const ArmyText& army) {
  facts.member("name", army.name, {.csv = "army", .column = true});
  facts.member("note", army.note, only_json);
  facts.member_if_any("points", army.points, only_json);
  facts.rows("units", army.parts, [&](const SidePart& part) {
    facts.member("unit", std::get<std::string>(part.unit), {.csv = "name"});
    facts.member("count", part.count);
    if (facts.is_for(Form::csv)) return facts.member("with", with_of(part));
    state_settings(facts, "situation", part.with);
  });
}

}  // namespace

void state(Facts& facts, const UnitsReport& report) {
  const Roster& roster = *report.roster;
  with_system(roster.system, "", [&](auto system) {
    facts.lay_out(layout_of<decltype(system)>(roster));
    facts.to_people([&](Document& page) { say_units<decltype(system)>(page, report); });
  });
  facts.object([&] {
    state_head(facts, "units", roster.system);
    auto heading = roster.headings.begin();
    const auto state_headings = [&](std::size_t before) {
      for (; heading != roster.headings.end() && heading->before <= before; ++heading) {
        facts.row([&] {
          facts.member("system", "", only_csv);
          facts.member("name", heading->text, only_csv);
        });
      }
    };
    std::size_t place = 0;
    facts.objects("units", report.units, [&](const AnyUnit& unit) {
      const std::string& name = roster.units[place].name;
      state_headings(place);
      const std::string under = heading_of(roster, place);
      facts.member_if_any("heading", under, only_json);
      facts.member("unit", name, {.csv = "name", .column = true});
      facts.begin_row();
      facts.member("note", roster.units[place++].note);
      state_limits(facts, roster.limits, name);
      for (const StatRule& rule : roster.ranges) {
        if (rule.unit != name) continue;
        facts.member(rule.key + std::string(ending_of_ranges), rule.range, map_of_data);
      }
      if (const std::string stats = character_of(roster, name); !stats.empty()) {
        facts.member(key_of_character, stats, {.csv = "#character"});
      }
      facts.member("profile", [&] { state_profile(facts, unit, as_keyed, true); });
    });
    state_headings(report.units.size());
    if (!roster.armies.empty()) {
      facts.objects("armies", roster.armies,
                    [&](const ArmyText& army) { state_army(facts, army); });
    }
    facts.member_if_any("remarks", roster.remarks, only_json);
  });
}

void state(Facts& facts, const QuantitiesReport& report) {
  facts.lay_out(
      {.columns = columns_of("version system of quantity is meaning"), .settings = false});
  const auto state_fact = [&](const ListedFact& fact) {
    facts.member("of", fact.of, {.label = "of"});
    facts.member("name", fact.name, {.csv = "quantity", .label = "name"});
    facts.member("is", fact.is, {.label = "is"});
    facts.member("meaning", fact.meaning, {.label = "meaning", .as = Shows::words});
  };
  facts.object([&] {
    state_head(facts, "quantities");
    const auto state_system = [&](auto system) {
      using System = decltype(system);
      facts.to_people([&](Document& page) { page.title(System::title, System::name); });
      facts.member("name", System::name, {.csv = "system", .column = true});
      facts.member("title", System::title, only_json);
      const std::vector<ListedFact> all = list_facts(System::name);
      facts.rows("quantities", all, state_fact,
                 {.label = "quantities", .most = all.size(), .is_asked = true});
    };
    facts.objects(
        "systems", report.systems,
        [&](const std::string& name) { with_system(name, "", state_system); }, asked_for);
  });
  facts.to_people([&](Document& page) {
    page.gap();
    page.note(
        "SIDE is attacker or defender. What is yes or no stands alone, and is its probability. Of "
        "a count, or points, ask for NAME.mean, NAME.sd, NAME.median, NAME.pN (N from 1 to 99), or "
        "compare it; conditions may be joined:");
    page.note("\"attacker.kills >= 2 and not defender.destroyed\", \"win and rounds <= 3\"", 2, 4);
  });
}

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
  return {.operands = "[SYSTEM]",
          .summary = "the combat systems; every stat and key of one",
          .introduction =
              "Lists the combat systems. With the name of one: every stat and ability of its units "
              "and every key of the situation, with meaning, range and default.",
          .examples = {{"systems", "the four systems"},
                       {"systems raiders-of-arcana", "all there is to say in one"}},
          .answer = answering(answer_systems)};
}

Command Units::command() {
  return {.operands = "--roster FILE",
          .summary = "the units of a roster",
          .introduction =
              "Lists the units of a roster with all stats that are not at their default. "
              "As CSV it writes a roster for spreadsheets, which every command reads. --output "
              "army.columns keeps what --column, --ignore and --system say of army.csv: every "
              "command reads that beside it.",
          .examples = {{"units --roster examples/magewinds.toml", "who is in the roster"},
                       {"units --roster examples/magewinds.toml --format csv",
                        "the same as a spreadsheet"}},
          .answer = answering(answer_units)};
}

Command Quantities::command() {
  return {
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
