#include "core/roster/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warodds {

void Faults::report(const std::string& file) const {
  constexpr std::size_t most_told = 20;
  if (all_.empty()) return;
  if (all_.size() == 1) throw all_.front();
  std::string message = fmt::format("{}: {} errors", file, all_.size());
  for (std::size_t i = 0; i < std::min(all_.size(), most_told); ++i) {
    message += std::string("\n  ") + all_[i].what();
  }
  if (all_.size() > most_told) message += fmt::format("\n  and {} more", all_.size() - most_told);
  throw InputError(message, ErrorCode::bad_roster, "", file);
}

}  // namespace warodds
