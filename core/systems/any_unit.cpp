#include "core/systems/any_unit.h"

#include <vector>

#include "core/rules/points.h"

namespace warodds {

const std::string& name_of(const AnyUnit& unit) {
  return std::visit([](const auto& of) -> const std::string& { return of.name; }, unit);
}

int points_of(const AnyUnit& unit) {
  return std::visit(
      [](const auto& of) {
        std::vector<PricedGroup> groups;
        for (const auto& group : of.groups) {
          if constexpr (requires { group.own_points; }) {
            groups.push_back({group.count, group.own_points});
          }
        }
        return cost_of(of.points, groups);
      },
      unit);
}

}  // namespace warodds
