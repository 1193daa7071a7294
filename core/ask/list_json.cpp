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
  const auto add_field = [&](const FieldRow& field) {
    json.member("of", field.kind);
    json.member("name", field.name);
    json.member("meaning", field.meaning);
    json.member("unit", field.unit);
    json.member("allowed", field.allowed);
    json.member("default", field.fallback);
    if (field.kind == "situation") json.member("holds_for", field.holds_for);
  };
  const auto add_system = [&](const SystemRow& system) {
    json.member("name", system.name);
    json.member("title", system.title);
    json.objects("fields", system.fields, add_field);
  };
  json.object([&] {
    add_list_head(json, "systems");
    json.objects("systems", report.systems, add_system);
  });
}

void write(JsonWriter& json, const UnitsReport& report) {
  const auto add_listed = [&](const ListedUnit& unit) {
    json.member("unit", unit.name);
    json.member("note", unit.note);
    add(json, "profile", unit.stats);
  };
  json.object([&] {
    add_head(json, "units", report.system);
    json.objects("units", report.units, add_listed);
  });
}

void write(JsonWriter& json, const QuantitiesReport& report) {
  const auto add_row = [&](const QuantityRow& row) {
    json.member("of", row.of);
    json.member("name", row.name);
    json.member("meaning", row.meaning);
  };
  const auto add_system = [&](const QuantitiesReport::Of& of) {
    json.member("name", of.system);
    json.member("title", of.title);
    json.objects("quantities", of.rows, add_row);
  };
  json.object([&] {
    add_list_head(json, "quantities");
    json.objects("systems", report.systems, add_system);
  });
}

}  // namespace warodds
