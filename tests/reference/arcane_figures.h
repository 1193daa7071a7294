// Arcane Legions: what stands of a unit, and who of it takes damage (A11).
#pragma once

#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "reference.h"

namespace reference {

/// The equal figures of one group; a unit without groups is a single one.
struct Figures {
  int count;
  int hit_points;
  int icons;  ///< Red, blue and white ones that a figure takes with it.
};

/// In roster order.
std::vector<Figures> figures_of(const Unit& unit);

/// Whom a unit still has, and the damage that lies on one of them.
struct Standing {
  std::vector<int> left;  ///< [group]
  int injured = 0;        ///< The group of the figure that the damage lies on.
  int lying = 0;          ///< Less than its hit points.
  /// More figures that damage lies on: {damage, group}, not more on any than is lying above.
  std::vector<std::pair<int, int>> also = {};
  auto operator<=>(const Standing&) const = default;
};

Standing everybody(const std::vector<Figures>& unit);
int figures_left(const Standing& standing);
int lying_on(const Standing& standing);
int hit_points_left(const std::vector<Figures>& unit, const Standing& standing);

/// A13: damage short of lethal disappears.
Standing rested(Standing standing);

/// Everything that the owner may do with some damage (A11).
std::vector<Standing> assignments(const std::vector<Figures>& unit, const Standing& standing,
                                  int damage);

/// What the owner does with it who keeps to a policy: free, listed, fewest or cheapest (A11).
Standing assign(const std::vector<Figures>& unit, const std::string& policy,
                const Standing& standing, int damage);

/// As the situation says, "3" or "3,2" (a figure has 3 and another 2): damage lies where the policy
/// would have put it on figures that have none (A11).
Standing damaged(const std::vector<Figures>& unit, const std::string& policy,
                 const std::string& damage);

/// The unit without its fallen.
Unit unit_left(const Unit& unit, const std::vector<int>& left);

}  // namespace reference
