// CSV of what there is to say.
#include <algorithm>

#include "core/answer/version.h"
#include "core/ask/csv.h"

namespace warodds {

std::string csv_of(const SystemsReport& report) {
  Csv csv;
  csv.row("version", "system", "of", "field", "meaning", "unit", "allowed", "default", "holds_for");
  for (const SystemRow& system : report.systems) {
    for (const FieldRow& field : system.fields) {
      csv.row(version(), system.name, field.kind, field.name, field.meaning, field.unit,
              field.allowed, field.fallback, field.holds_for);
    }
  }
  return csv.take();
}

std::string csv_of(const UnitsReport& list) {
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
  csv.texts(columns).end();
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
    visit_unit(unit.stats, [&](auto system, const auto& of) {
      const Profile profile = profile_of<decltype(system)>(of);
      write(profile.fields, unit.note, "");
      for (const Values& group : profile.groups) write(group, "", print(group.front().second));
    });
  }
  return csv.take();
}

std::string csv_of(const QuantitiesReport& report) {
  Csv csv;
  csv.row("version", "system", "of", "quantity", "meaning");
  for (const QuantitiesReport::Of& of : report.systems) {
    for (const QuantityRow& one : of.rows) {
      csv.row(version(), of.system, one.of, one.name, one.meaning);
    }
  }
  return csv.take();
}

}  // namespace warodds
