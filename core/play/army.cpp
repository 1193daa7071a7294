#include "core/play/army.h"

#include <fmt/format.h>

#include <algorithm>

namespace warodds {

std::vector<std::string> numbered(const std::vector<std::string>& names) {
  std::vector<std::string> numbered;
  for (std::size_t unit = 0; unit < names.size(); ++unit) {
    const auto here = names.begin() + static_cast<std::ptrdiff_t>(unit);
    const auto all = std::count(names.begin(), names.end(), names[unit]);
    const auto before = std::count(names.begin(), here, names[unit]);
    numbered.push_back(all == 1 ? names[unit] : fmt::format("{} {}", names[unit], before + 1));
  }
  return numbered;
}

}  // namespace warodds
