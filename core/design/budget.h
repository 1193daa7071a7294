// Units bought for the same points: as many figures (models, …) as a budget pays for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/play/matchup.h"
#include "core/roster/roster.h"
#include "core/systems/any_unit.h"

namespace warodds {

/// How numbers become whole that a budget pays for.
enum class Buying {
  mixed,  ///< one of the two beside it, each as often as spends just the budget
  whole   ///< the nearest
};
constexpr std::string_view word_of(Buying buying) {
  return buying == Buying::mixed ? "mixed" : "whole";
}

/// Points that a side spends.
struct Budget {
  double points = 0;
  Buying buying = Buying::mixed;
  LimitsOfUnits limits = {};           ///< how many may be bought of some units
  std::optional<double> of_side = {};  ///< what the side spends, where this is a part of it
};

/// What a budget buys of one unit.
struct Purchase {
  using Sizes = std::vector<std::pair<std::string, int>>;

  std::string unit;
  Sizes sizes;               ///< of each group, or of the unit: 12 figures
  Sizes more = {};           ///< what is bought at other times, one step more; empty: never
  double share_of_more = 0;  ///< how often that is
  bool of_groups = false;    ///< whether sizes has their names, not that of a field
  double budget = 0;         ///< of the unit: of one of several its share of what the side spends
  double of_side = 0;        ///< what the side spends
  double cost = 0;           ///< what was bought really costs, on average
  bool is_least = false;     ///< whether less of it cannot be bought
  bool is_most = false;      ///< ... or more
  std::string remark = {};   ///< what is to be said of it: how it misses the budget, what stays
  Buying buying = Buying::whole;

  /// Whether that is within a tenth of the budget.
  bool near() const { return cost >= 0.9 * budget && cost <= 1.1 * budget; }
  bool operator==(const Purchase&) const = default;
  /// "12 figures", "1 figure", "1 Captain, 3 Man"; "12 figures, 13 at 37 %" of the times.
  std::string sizes_text() const;
  /// To a tenth of a point, as it is shown.
  double rounded_cost() const;
  /// "12 figures for 96 points".
  std::string text() const;
};

/// What a purchase is, so often.
struct Lot {
  AnyUnit unit;
  double share = 1;
};
struct Bought {
  Purchase purchase;
  std::vector<Lot> lots;  ///< one, or two; the smaller first
};

/// Whether units of the system have a size. Where they have none, a unit is one fighter, of whom no
/// budget buys more or less.
bool has_size(std::string_view system);
/// Throws InputError where they have none, which says what to ask instead.
void require_size(std::string_view system);

/// Scales all groups of the unit alike, by budget / points, each rounded to the nearest whole
/// number, at least one. Mixed, it is two neighbours of all that can be bought so, in such shares
/// that on average they cost the budget; the smallest or the largest alone where all cost more or
/// less. A figure costs what it did (figure_prices()). Throws InputError for a unit without points
/// or without a size, or whose own size is not within its limits.
Bought buy(const AnyUnit& unit, const Budget& budget);

/// How many battles a pair has at most, each way round, when both are bought so.
double battles_of_pair(const std::optional<Budget>& budget);

/// A matchup, or one of those that it is at times: units that a budget buys.
struct Portion {
  Matchup matchup;
  double share = 1;
};
/// Buys the units of a side. Of several each spends a part of what those before it have left: as
/// much as it is of the points of those that are still to come; mixed, all have their larger
/// numbers as often as these say, and at the same times as far as that goes. What is bought is
/// added to `bought`, if not null, each kind once. Throws as buy().
std::vector<Portion> buy_side(const Matchup& matchup, Side side, const Budget& budget,
                              std::vector<Purchase>* bought = nullptr);
/// The same of both sides: each number of the attacker with each of the defender.
std::vector<Portion> buy_sides(const Matchup& matchup, const Budget& budget);

/// Adds a purchase to those that are shown, unless it is there already.
void add(const Purchase& purchase, std::vector<Purchase>& shown);
/// What the budget buys of these units, each kind once; nothing where there is none.
std::vector<Purchase> purchases_of(const std::vector<AnyUnit>& units,
                                   const std::optional<Budget>& budget);

/// The unit at another price.
void set_points(AnyUnit& unit, int points);

}  // namespace warodds
