// JSON of the lists of what there is.
#include "core/answer/version.h"
#include "core/ask/json.h"

namespace warodds {
namespace {

void add_list_head(JsonWriter& json, const char* command) {
  json.member("version", version());
  json.member("command", command);
}

}  // namespace

void write(JsonWriter& json, const SystemsReport& report) {
  const auto write_field = [&](const FieldRow& field) {
    json.object([&] {
      json.member("of", field.kind);
      json.member("name", field.name);
      json.member("meaning", field.meaning);
      json.member("unit", field.unit);
      json.member("allowed", field.allowed);
      json.member("default", field.fallback);
      if (field.kind == "situation") json.member("holds_for", field.holds_for);
    });
  };
  const auto write_system = [&](const SystemRow& system) {
    json.object([&] {
      json.member("name", system.name);
      json.member("title", system.title);
      json.array("fields", system.fields, write_field);
    });
  };
  json.object([&] {
    add_list_head(json, "systems");
    json.array("systems", report.systems, write_system);
  });
}

void write(JsonWriter& json, const UnitsReport& report) {
  const auto write_unit = [&](const ListedUnit& unit) {
    json.object([&] {
      json.member("unit", unit.name);
      json.member("note", unit.note);
      add(json, "profile", unit.profile);
    });
  };
  json.object([&] {
    add_head(json, "units", report.system);
    json.array("units", report.units, write_unit);
  });
}

void write(JsonWriter& json, const QuantitiesReport& report) {
  const auto write_row = [&](const QuantityRow& row) {
    json.object([&] {
      json.member("of", row.of);
      json.member("name", row.name);
      json.member("meaning", row.meaning);
    });
  };
  const auto write_system = [&](const QuantitiesReport::Of& of) {
    json.object([&] {
      json.member("name", of.system);
      json.member("title", of.title);
      json.array("quantities", of.rows, write_row);
    });
  };
  json.object([&] {
    add_list_head(json, "quantities");
    json.array("systems", report.systems, write_system);
  });
}

}  // namespace warodds
