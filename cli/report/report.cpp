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

}  // namespace warodds::cli
