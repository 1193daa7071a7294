#include "core/systems/any_unit.h"

namespace warodds {

const std::string& name_of(const AnyUnit& unit) {
  return std::visit([](const auto& of) -> const std::string& { return of.name; }, unit);
}

int points_of(const AnyUnit& unit) {
  return std::visit([](const auto& of) { return of.points; }, unit);
}

}  // namespace warodds
