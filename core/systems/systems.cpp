#include "core/systems/systems.h"

namespace warodds {

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  Systems::for_each([&](auto system) { names.emplace_back(decltype(system)::name); });
  return names;
}

}  // namespace warodds
