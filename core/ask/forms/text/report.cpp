#include "core/ask/forms/text/report.h"

namespace warodds {

std::string to_text(const Report& report, const Style& style) {
  return std::visit([&](const auto& of) { return text::text_of(of, style); }, report);
}

/// A part of a simulation is for the program itself, and the same in every format.
std::string text::text_of(const PartReport& report, const Style&) { return to_json(report, true); }

}  // namespace warodds
