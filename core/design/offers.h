// What budgets buy of each unit at a price.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/design/aim.h"

namespace warodds {

/// A unit at a price, as each budget buys it.
struct Offer {
  int points = 0;
  std::vector<Purchase> bought = {};
  Aim::Numbers numbers = {};  ///< in the contest

  bool same_purchase(const Offer& other) const;
  /// Whether no budget buys less of it, or more.
  bool is_smallest() const;
  bool is_largest() const;
};
using Offers = std::vector<Offer>;

/// What is bought, unit by unit.
Aim::Numbers numbers_of(const Offers& offers);
/// All battles of one list and the other.
std::vector<Contest::Pair> pairs_of(const Offers& offers, const Offers& others);

class Market {
 public:
  /// Prices are multiples of `step`.
  Market(const std::vector<AnyUnit>& units, std::vector<Budget> budgets, int step, Contest& contest)
      : units_(units), budgets_(std::move(budgets)), step_(step), contest_(contest) {}

  bool is_mixed() const { return budgets_.front().buying == Buying::mixed; }
  Offer offer(std::size_t unit, int points) { return offer(unit, points, budgets_.front().buying); }
  Offer offer(std::size_t unit, int points, Buying buying);
  /// The multiple of the step that is nearest to a price.
  int to_step(double price) const;
  /// Other prices near by, two more and two less: at which other whole numbers are bought, or, of
  /// mixed purchases, which all prices change, a little and a little more.
  Offers neighbours(std::size_t unit, const Offer& of);

 private:
  const std::vector<AnyUnit>& units_;
  std::vector<Budget> budgets_;
  int step_;
  Contest& contest_;
  std::map<std::tuple<std::size_t, int, Buying>, Offer> offers_;  ///< those that were asked for
};

}  // namespace warodds
