// CSV (RFC 4180): a header row, one observation a row, numbers that read back to the same double.
#include <fmt/format.h>

#include <algorithm>

#include "cli/csv.h"
#include "cli/report.h"
#include "cli/text.h"
#include "cli/version.h"

namespace warodds::cli {
std::string fight_csv(const Question& question, const Answer& answer) {
  Csv csv;
  origin_header(csv);
  row(csv, {"side", "quantity", "statistic", "k", "value", "half_width"});
  for (const Side side : both_sides) {
    const SideAnswer& deals = answer.deals[side];
    const auto observe = [&](const std::string& quantity, const char* statistic,
                             std::optional<std::uint64_t> k, const Number& number) {
      origin(csv, question, answer.engine);
      csv.field(to_string(side)).field(quantity).field(statistic);
      if (k) csv.field(*k);
      if (!k) csv.field("");
      csv.field(number.value).field(number.half_width);
      csv.end();
    };
    for (const Series* series : deals.series()) {
      observe(series->name, "mean", std::nullopt, series->mean);
      observe(series->name, "sd", std::nullopt, {series->sd});
      for (std::size_t k = 0; k < series->pmf.size(); ++k) {
        observe(series->name, "probability", k, series->pmf[k]);
        observe(series->name, "at_least", k, series->at_least[k]);
      }
    }
    observe("destroyed", "probability", std::nullopt, deals.destroyed);
    if (deals.knockback) observe("knockback", "probability", std::nullopt, *deals.knockback);
    if (deals.damage_per_order_point) {
      observe("damage_per_order_point", "mean", std::nullopt, *deals.damage_per_order_point);
    }
  }
  return csv.take();
}

std::string explain_csv(const Question& question) {
  Csv csv;
  row(csv, {"version", "system", "attacker", "defender", "rule", "what", "how"});
  for (const ExplanationStep& step : question.why) {
    row(csv, {program_version, question.system, question.units.attacker, question.units.defender,
              step.rule, step.what, step.how});
  }
  return csv.take();
}

std::string check_csv(const Question& question, const Check& check) {
  Csv csv;
  origin_header(csv);
  row(csv, {"side", "quantity", "chi_square", "degrees", "p_value", "level", "agrees"});
  for (const Comparison& one : check.comparisons) {
    origin(csv, question, check.simulation);
    csv.field(one.side).field(one.quantity).field(one.statistic);
    csv.field(static_cast<std::uint64_t>(one.degrees)).field(one.p_value).field(check.each_level);
    csv.field(one.agrees ? "yes" : "no");
    csv.end();
  }
  return csv.take();
}

std::string systems_csv(const std::vector<SystemRow>& systems) {
  Csv csv;
  row(csv, {"version", "system", "of", "field", "meaning", "unit", "allowed", "default"});
  for (const SystemRow& system : systems) {
    for (const FieldRow& field : system.fields) {
      row(csv, {program_version, system.name, field.kind, field.name, field.meaning, field.unit,
                field.allowed, field.fallback});
    }
  }
  return csv.take();
}

std::string units_csv(const UnitList& list) {
  // A roster: what is written here can be read back.
  std::vector<std::string> columns{"system", "name", "note"};
  const auto add = [&](const std::string& column) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      columns.push_back(column);
    }
  };
  for (const std::string& field : list.unit_fields) add(field);
  if (!list.group_word.empty()) add(list.group_word);
  for (const std::string& field : list.group_fields) add(field);

  Csv csv;
  for (const std::string& column : columns) csv.field(column);
  csv.end();
  for (const ListedUnit& unit : list.units) {
    const auto write = [&](const Values& values, const std::string& note,
                           const std::string& group) {
      for (const std::string& column : columns) {
        const auto value = std::find_if(values.begin(), values.end(),
                                        [&](const auto& entry) { return entry.first == column; });
        csv.field(column == "system"          ? list.system
                  : column == "name"          ? unit.name
                  : column == "note"          ? note
                  : column == list.group_word ? group
                  : value != values.end()     ? print(value->second)
                                              : "");
      }
      csv.end();
    };
    write(unit.profile.fields, unit.note, "");
    for (const Values& group : unit.profile.groups) write(group, "", print(group.front().second));
  }
  return csv.take();
}

}  // namespace warodds::cli
