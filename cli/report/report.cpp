#include "cli/report/report.h"

#include <type_traits>

#include "cli/report/csv.h"

namespace warodds::cli {

std::string to_text(const Report& report, const Style& style) {
  return std::visit([&](const auto& of) { return text_of(of, style); }, report);
}

std::string to_csv(const Report& report, const CsvShape& shape) {
  const std::string csv = std::visit(
      [&](const auto& of) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(of)>, Matrix>) {
          return csv_of(of, shape);
        } else {
          return csv_of(of);
        }
      },
      report);
  return shape.semicolons ? with_semicolons(csv) : csv;
}

// A part of a simulation is for the program itself, and the same in every format.
std::string text_of(const PartReport& report, const Style&) { return to_json(report, true); }
std::string csv_of(const PartReport& report) { return to_json(report, true); }

}  // namespace warodds::cli
