// JSON of the lists of what there is.
#include "core/answer/version.h"
#include "core/ask/json.h"

namespace warodds {

Json json_of(const SystemsReport& report) {
  Json json{{"version", version()}, {"command", "systems"}};
  Json list = Json::array();
  for (const SystemRow& system : report.systems) {
    Json fields = Json::array();
    for (const FieldRow& field : system.fields) {
      fields.push_back({{"of", field.kind},
                        {"name", field.name},
                        {"meaning", field.meaning},
                        {"unit", field.unit},
                        {"allowed", field.allowed},
                        {"default", field.fallback}});
      if (field.kind == "situation") fields.back()["holds_for"] = field.holds_for;
    }
    list.push_back({{"name", system.name}, {"title", system.title}, {"fields", std::move(fields)}});
  }
  json["systems"] = std::move(list);
  return json;
}

Json json_of(const UnitsReport& report) {
  Json json = head("units", report.system);
  Json units = Json::array();
  for (const ListedUnit& unit : report.units) {
    units.push_back({{"unit", unit.name}, {"note", unit.note}, {"profile", json_of(unit.profile)}});
  }
  json["units"] = std::move(units);
  return json;
}

Json json_of(const QuantitiesReport& report) {
  Json json{{"version", version()}, {"command", "quantities"}};
  Json list = Json::array();
  for (const QuantitiesReport::Of& of : report.systems) {
    Json quantities = Json::array();
    for (const QuantityRow& row : of.rows) {
      quantities.push_back({{"of", row.of}, {"name", row.name}, {"meaning", row.meaning}});
    }
    list.push_back(
        {{"name", of.system}, {"title", of.title}, {"quantities", std::move(quantities)}});
  }
  json["systems"] = std::move(list);
  return json;
}

}  // namespace warodds
