// Units bought for the same points: as many figures (models, …) as a budget pays for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/play/matchup.h"
#include "core/systems/any_unit.h"

namespace warodds {

/// What a budget buys of one unit.
struct Purchase {
  std::string unit;
  std::vector<std::pair<std::string, int>> sizes;  ///< of each group, or of the unit: 12 figures
  bool of_groups = false;  ///< whether sizes has their names, not that of a field
  double budget = 0;
  double cost = 0;  ///< what was bought really costs

  /// Whether that is within a tenth of the budget.
  bool near() const { return cost >= 0.9 * budget && cost <= 1.1 * budget; }
  bool operator==(const Purchase&) const = default;
  /// "12 figures", "1 figure", "1 Captain, 3 Man".
  std::string sizes_text() const;
  /// To a tenth of a point, as it is shown.
  double rounded_cost() const;
  /// "12 figures for 96 points".
  std::string text() const;
};

/// Whether units of the system have a size. Where they have none, a unit is one fighter, of whom no
/// budget buys more or less.
bool has_size(std::string_view system);

/// Scales all groups of the unit alike, by budget / points, each rounded to the nearest whole
/// number, at least one. A figure costs what it did (figure_prices()). Throws InputError for a unit
/// without points or without a size.
Purchase buy(AnyUnit& unit, double budget);

/// The same for both sides of a matchup.
PerSide<Purchase> buy(Matchup& matchup, double budget);

/// Adds a purchase to those that are shown, unless it is there already.
void add(const Purchase& purchase, std::vector<Purchase>& shown);

/// The unit at another price.
void set_points(AnyUnit& unit, int points);

}  // namespace warodds
