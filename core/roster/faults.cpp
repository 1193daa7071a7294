#include "core/roster/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/text/error.h"

namespace warodds {

void Faults::report(const std::string& file) const {
  constexpr std::size_t most_told = 20;
  if (all_.empty()) return;
  if (all_.size() == 1) throw InputError(all_.front());
  std::string message = fmt::format("{}: {} errors", file, all_.size());
  for (std::size_t i = 0; i < std::min(all_.size(), most_told); ++i) message += "\n  " + all_[i];
  if (all_.size() > most_told) message += fmt::format("\n  and {} more", all_.size() - most_told);
  throw InputError(message);
}

}  // namespace warodds
