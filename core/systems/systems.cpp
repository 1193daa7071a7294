#include "core/systems/systems.h"

#include "core/text/text.h"

namespace warodds {

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  Systems::for_each([&](auto system) { names.emplace_back(decltype(system)::name); });
  return names;
}

std::string system_meant(std::string_view text) {
  std::string meant(text);
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    const std::string small = lower(text);
    if (small == System::name || small == lower(System::title)) meant = System::name;
  });
  return meant;
}

}  // namespace warodds
