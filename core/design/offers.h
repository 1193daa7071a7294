// What budgets buy of each unit at a price.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/design/search.h"

namespace warodds {

/// A unit at a price, as each budget buys it.
struct Offer {
  std::vector<Purchase> bought = {};
  Aim::Numbers numbers = {};  ///< in the contest

  bool same_purchase(const Offer& other) const;
  /// Whether no budget buys less of it, or more.
  bool is_smallest() const;
  bool is_largest() const;
};

class Market {
 public:
  /// Prices are multiples of `step`.
  Market(std::vector<AnyUnit> units, std::vector<Budget> budgets, int step, Contest& contest)
      : units_(std::move(units)), budgets_(std::move(budgets)), step_(step), contest_(contest) {}

  Buying buying() const { return budgets_.front().buying; }
  bool is_mixed() const { return buying() == Buying::mixed; }
  const Offer& offer(std::size_t unit, int points) { return offer(unit, points, buying()); }
  const Offer& offer(std::size_t unit, int points, Buying buying);
  /// Has a unit cost so much: the levers of the search are prices.
  void put(std::size_t unit, int points, Moved& prices) { put(unit, points, buying(), prices); }
  void put(std::size_t unit, int points, Buying buying, Moved& prices);
  /// The multiple of the step that is nearest to a price.
  int to_step(double price) const;
  /// Other prices near by, two more and two less: at which other whole numbers are bought, or, of
  /// mixed purchases, which all prices change, a little and a little more.
  std::vector<int> neighbours(std::size_t unit, int of);

 private:
  std::vector<AnyUnit> units_;
  std::vector<Budget> budgets_;
  int step_;
  Contest& contest_;
  std::map<std::tuple<std::size_t, int, Buying>, Offer> offers_;  ///< those that were asked for
};

}  // namespace warodds
