// What the lists of what there is say.
#include <algorithm>

#include "core/ask/facts.h"

namespace warodds {

CsvLayout layout_of(const SystemsReport&) {
  return {.columns = {"version", "system", "of", "field", "meaning", "unit", "allowed", "default",
                      "holds_for"},
          .settings = false};
}

void state(Facts& facts, const SystemsReport& report) {
  const auto state_field = [&](const FieldRow& field) {
    facts.row([&] {
      facts.member("of", field.kind);
      facts.member("name", field.name, {.csv = "field"});
      facts.member("meaning", field.meaning);
      facts.member("unit", field.unit);
      facts.member("allowed", field.allowed);
      facts.member("default", field.fallback);
      if (field.kind == "situation") facts.member("holds_for", field.holds_for);
    });
  };
  facts.object([&] {
    state_head(facts, "systems");
    facts.objects("systems", report.systems, [&](const SystemRow& system) {
      facts.member("name", system.name, {.csv = "system", .column = true});
      facts.member("title", system.title, only_json);
      facts.objects("fields", system.fields, state_field);
    });
  });
}

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

namespace {

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

CsvLayout layout_of(const QuantitiesReport&) {
  return {.columns = {"version", "system", "of", "quantity", "meaning"}, .settings = false};
}

void state(Facts& facts, const QuantitiesReport& report) {
  const auto state_quantity = [&](const QuantityRow& row) {
    facts.row([&] {
      facts.member("of", row.of);
      facts.member("name", row.name, {.csv = "quantity"});
      facts.member("meaning", row.meaning);
    });
  };
  facts.object([&] {
    state_head(facts, "quantities");
    facts.objects(
        "systems", report.systems,
        [&](const QuantitiesReport::Of& of) {
          facts.member("name", of.system, {.csv = "system", .column = true});
          facts.member("title", of.title, only_json);
          facts.objects("quantities", of.rows, state_quantity);
          facts.objects("facts", of.facts, state_quantity);
        },
        asked_for);
  });
}

}  // namespace warodds
