#include "cli/report/report.h"

namespace warodds::cli {

std::string to_text(const Report& report, const Style& style) {
  return std::visit([&](const auto& of) { return text_of(of, style); }, report);
}

}  // namespace warodds::cli
