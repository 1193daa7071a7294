// What the lists of what there is say.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/people.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// What a field is and takes, in a sentence.
std::string in_words(const FieldRow& field) {
  std::string text = field.meaning;
  if (!field.unit.empty()) text += " [" + field.unit + "]";
  text += "; " + field.allowed;
  if (!field.fallback.empty()) text += "; default " + field.fallback;
  return field.holds_for.empty() ? text : text + "; " + field.holds_for;
}

/// Where fields of each kind are said.
void say_kinds(Document& page, const SystemRow& system) {
  page.gap();
  page.note("unit: a [[unit]] of a roster, key=value, --set SIDE.key=value", 0, 2);
  for (const FieldRow& field : system.fields) {
    if (field.kind == "unit" || field.kind == "situation") continue;
    page.note(fmt::format("{0}: a [[unit.{0}]], NAME.key=value", field.kind));
    break;
  }
  page.note("situation: --with key=value");
}

}  // namespace

void state(Facts& facts, const SystemsReport& report) {
  facts.lay_out(
      {.columns = columns_of("version system of field meaning unit allowed default holds_for"),
       .settings = false});
  const auto state_field = [&](const FieldRow& field) {
    facts.row([&] {
      facts.member("of", field.kind, {.label = "of"});
      facts.member("name", field.name, {.csv = "field", .label = "field"});
      facts.member("meaning", field.meaning);
      facts.member("meaning", in_words(field), for_people("what it is", Shows::words));
      facts.member("unit", field.unit);
      facts.member("allowed", field.allowed);
      facts.member("default", field.fallback);
      if (field.kind == "situation") facts.member("holds_for", field.holds_for);
    });
  };
  facts.object([&] {
    state_head(facts, "systems");
    facts.objects("systems", report.systems,
                  [&](const SystemRow& system) {
                    facts.to_people([&](Document& page) {
                      if (report.one) page.title(system.title, system.name);
                    });
                    facts.member("name", system.name,
                                 {.csv = "system", .label = "system", .column = true});
                    facts.member("title", system.title, {.label = "title", .only = Form::not_csv});
                    facts.objects("fields", system.fields, state_field,
                                  {.label = untitled, .most = system.fields.size()});
                  },
                  {.label = report.one ? "" : untitled});
    facts.to_people([&](Document& page) {
      if (report.one) return say_kinds(page, report.systems.front());
      page.gap();
      page.note("warodds systems NAME lists every stat, ability and situation key of one.");
    });
  });
}

namespace {

/// A roster: what is written here can be read back.
CsvLayout layout_of(const UnitsReport& report) {
  std::vector<std::string> columns{"system", "name", "note"};
  const auto add = [&](const std::string& column) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      columns.push_back(column);
    }
  };
  for (const std::string& field : report.unit_fields) add(field);
  if (!report.limits.empty()) {
    for (const FieldSpec& limit : fields_of_limits()) add(std::string(limit.name));
  }
  for (const StatRule& rule : report.ranges) add(rule.key + std::string(ending_of_ranges));
  if (!report.characters.empty()) add("#" + std::string(key_of_character));
  if (!report.group_word.empty()) add(report.group_word);
  for (const std::string& field : report.group_fields) add(field);
  if (!report.armies.empty()) {
    for (const char* column : {"army", "count", "with"}) add(column);
  }
  return {.columns = columns, .settings = false, .is_roster = true, .above = report.titles};
}

/// Fields and their values.
std::string values_text(const Values& values) {
  std::string line;
  for (const auto& [key, value] : values) {
    if (key != "name") line += (line.empty() ? "" : ", ") + key + text::no_break + print(value);
  }
  return line;
}

void say_unit(Document& page, const UnitsReport& list, const ListedUnit& unit) {
  const auto say = [&](const std::string& line) { page.note(line, 2, 4); };
  page.heading(shown(unit.name), note_behind(unit.note));
  say(values_text(unit.changes.fields));
  if (const auto of = list.limits.find(unit.name); of != list.limits.end()) {
    const auto& [least, most] = of->second;
    say(most == FigureLimits::no_most ? fmt::format("at least {} may be bought", least)
                                      : fmt::format("{} to {} may be bought", least, most));
  }
  for (const StatRule& rule : list.ranges) {
    if (rule.unit != unit.name) continue;
    say(fmt::format("{} may move within {}", shown(rule.key), shown(rule.range)));
  }
  if (const std::string stats = list.character_of(unit.name); !stats.empty()) {
    say(fmt::format("not to be lost: {}", shown(stats)));
  }
  for (const Values& group : unit.changes.groups) {
    say(fmt::format("{} {}: {}", unit.changes.group_word, shown(print(group.front().second)),
                    values_text(group)));
  }
}

void say_units(Document& page, const UnitsReport& list) {
  std::string text = counted(list.units.size(), "unit");
  if (list.armies.size() == 1) text += " and an army";
  if (list.armies.size() > 1) text += " and " + std::to_string(list.armies.size()) + " armies";
  page.note(fmt::format("{} of {}", text, list.title));
  for (const std::string& remark : list.remarks) page.note(remark, 2, 4);
  std::string heading;
  for (const ListedUnit& unit : list.units) {
    if (unit.heading != heading) page.gap();
    if (unit.heading != heading) page.faint(shown(unit.heading));
    heading = unit.heading;
    say_unit(page, list, unit);
  }
  for (const ArmyText& army : list.armies) {
    page.heading(shown(army.name), note_behind(army.note));
    std::string line = army.points ? fmt::format("army of {} points: ", *army.points) : "army: ";
    for (const SidePart& part : army.parts) {
      line += (&part == &army.parts.front() ? "" : " + ") + written(part);
    }
    page.note(line, 2, 4);
  }
  page.gap();
  page.note("Fields that are not shown have their default: warodds systems " + list.system);
}

/// In CSV a row for each part, beside those of the units.
void state_army(Facts& facts, const ArmyText& army) {
  facts.member("name", army.name, {.csv = "army", .column = true});
  facts.member("note", army.note, only_json);
  if (army.points) facts.member("points", *army.points, only_json);
  facts.objects("units", army.parts, [&](const SidePart& part) {
    facts.row([&] {
      facts.member("unit", std::get<std::string>(part.unit), {.csv = "name"});
      facts.member("count", part.count);
      if (facts.is_for(Form::csv)) return facts.member("with", with_of(part));
      if (part.with.empty()) return;
      facts.object(
          "situation",
          [&] {
            for (const Setting& setting : part.with) facts.member(setting.key, setting.value);
          },
          map_of_data);
    });
  });
}

}  // namespace

void state(Facts& facts, const UnitsReport& report) {
  const Naming in_csv{.only = Form::csv};
  facts.lay_out(layout_of(report));
  facts.to_people([&](Document& page) { say_units(page, report); });
  facts.object([&] {
    state_head(facts, "units", report.system);
    auto heading = report.headings.begin();
    const auto state_headings = [&](std::size_t before) {
      for (; heading != report.headings.end() && heading->before <= before; ++heading) {
        facts.row([&] {
          facts.member("system", "", in_csv);
          facts.member("name", heading->text, in_csv);
        });
      }
    };
    std::size_t place = 0;
    facts.objects("units", report.units, [&](const ListedUnit& unit) {
      state_headings(place++);
      if (!unit.heading.empty()) facts.member("heading", unit.heading, only_json);
      facts.member("unit", unit.name, {.csv = "name", .column = true});
      facts.begin_row();
      facts.member("note", unit.note);
      if (const auto of = report.limits.find(unit.name); of != report.limits.end()) {
        if (of->second.least > 1) facts.member("least", of->second.least);
        if (of->second.most < FigureLimits::no_most) facts.member("most", of->second.most);
      }
      for (const StatRule& rule : report.ranges) {
        if (rule.unit != unit.name) continue;
        facts.member(rule.key + std::string(ending_of_ranges), rule.range, map_of_data);
      }
      if (const std::string stats = report.character_of(unit.name); !stats.empty()) {
        facts.member(key_of_character, stats, {.csv = "#character"});
      }
      facts.member("profile", [&] { state_profile(facts, unit.stats, as_keyed, true); });
    });
    state_headings(report.units.size());
    if (!report.armies.empty()) {
      facts.objects("armies", report.armies,
                    [&](const ArmyText& army) { state_army(facts, army); });
    }
    if (!report.remarks.empty()) facts.member("remarks", report.remarks, only_json);
  });
}

void state(Facts& facts, const QuantitiesReport& report) {
  facts.lay_out(
      {.columns = columns_of("version system of quantity is meaning"), .settings = false});
  const auto state_fact = [&](const ListedFact& fact) {
    facts.row([&] {
      facts.member("of", fact.of, {.label = "of"});
      facts.member("name", fact.name, {.csv = "quantity", .label = "name"});
      facts.member("is", fact.is, {.label = "is"});
      facts.member("meaning", fact.meaning, {.label = "meaning", .as = Shows::words});
    });
  };
  facts.object([&] {
    state_head(facts, "quantities");
    facts.objects(
        "systems", report.systems,
        [&](const QuantitiesReport::Of& of) {
          facts.to_people([&](Document& page) { page.title(of.title, of.system); });
          facts.member("name", of.system, {.csv = "system", .column = true});
          facts.member("title", of.title, only_json);
          facts.objects("quantities", of.facts, state_fact,
                        {.label = "quantities", .most = of.facts.size(), .is_asked = true});
        },
        asked_for);
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

}  // namespace warodds
