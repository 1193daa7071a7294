#include "core/ask/json.h"

#include "core/ask/facts.h"

namespace warodds {
namespace {

std::string written(const Report& report, JsonWriter json) {
  std::visit([&](const auto& of) { state(json, of); }, report);
  return json.text();
}

}  // namespace

std::string to_line(const Report& report, std::string_view id) {
  return written(report, JsonWriter(JsonWriter::Layout::one_line, id));
}

std::string to_json(const Report& report, bool pretty) {
  if (!pretty) return to_line(report, "");
  // A part of a simulation is one line, so that parts can be put one behind the other.
  if (std::holds_alternative<PartReport>(report)) return to_line(report, "") + '\n';
  return written(report, JsonWriter(JsonWriter::Layout::many_lines)) + '\n';
}

}  // namespace warodds
