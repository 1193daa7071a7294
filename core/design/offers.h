// What budgets buy of each unit at a price, and how even the battles between such purchases are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/design/contest.h"
#include "core/design/unfairness.h"

namespace warodds {

/// A unit at a price, as each budget buys it.
struct Offer {
  int points = 0;
  std::vector<Purchase> bought = {};
  std::vector<std::size_t> numbers = {};  ///< in the contest

  bool same_purchase(const Offer& other) const;
  /// Whether no budget buys less of it, or more.
  bool is_smallest() const;
  bool is_largest() const;
};
using Offers = std::vector<Offer>;

class Market {
 public:
  /// Prices are multiples of `step`; odds up to `within` from one half are even.
  /// Once `watch` says to stop, sums over all units are not worked out to their end.
  Market(const std::vector<AnyUnit>& units, std::vector<Budget> budgets, int step, double within,
         Contest contest, const Watch& watch);

  std::size_t size() const { return units_.size(); }
  int step() const { return step_; }
  double within() const { return within_; }
  const std::vector<Budget>& budgets() const { return budgets_; }
  bool is_mixed() const { return budgets_.front().buying == Buying::mixed; }
  Offer offer(std::size_t unit, int points);
  /// The same bought in whole numbers.
  Offer offer_whole(std::size_t unit, int points);
  /// The multiple of the step that is nearest to a price.
  int to_step(double price) const;
  /// Other prices near by, two more and two less: at which other whole numbers are bought, or, of
  /// mixed purchases, which all prices change, a little and a little more.
  Offers neighbours(std::size_t unit, const Offer& of);

  /// Whom odds(), odds_of_all() and unfairness() are against.
  void judge_for(EvenFor whom) { even_for_ = whom; }

  /// Who has a price. The others do not count for odds().
  bool has_price(std::size_t unit) const { return has_price_[unit]; }
  void set_aside(std::size_t unit) { has_price_[unit] = false; }
  std::size_t priced() const;

  /// The odds of a unit, bought in that offer, against the offers of the others, or against what is
  /// chosen of all offers; the mean over the budgets. Settled.
  double odds(std::size_t unit, const Offer& offer, const Offers& offers) const;
  /// The same against all others at one budget, with the half-width where battles were simulated.
  Odds odds_of_all(std::size_t unit, const Offer& offer, const Offers& offers,
                   std::size_t budget) const;
  /// The least and the greatest odds of a unit over the budgets, against those who have a price.
  std::pair<double, double> extremes(std::size_t unit, const Offer& offer,
                                     const Offers& offers) const;
  /// How often each of the offers is chosen at a budget.
  std::vector<double> shares(const Offers& offers, std::size_t budget) const;
  /// Whether odds are even.
  bool is_even(double odds) const;
  /// Of all who have a price, at all budgets.
  Unfairness unfairness(const Offers& offers) const { return unfairness(all_numbers(offers)); }
  /// The same of their numbers in the contest, unit by unit.
  Unfairness unfairness(const std::vector<std::size_t>& numbers) const;
  static std::vector<std::size_t> all_numbers(const Offers& offers);

  /// Works out the odds of all pairs of one list and the other. False when interrupted.
  bool settle(const Offers& offers, const Offers& others, const Watch& watch);
  /// Whether all of these pairs have been settled.
  bool knows(const Offers& offers, const Offers& others) const;
  const Contest& contest() const { return contest_; }
  Contest& contest() { return contest_; }

 private:
  const Offer& bought_at(std::size_t unit, int points, Buying buying);
  std::vector<std::size_t> priced_numbers(const std::vector<std::size_t>& numbers,
                                          std::size_t budget) const;
  const std::vector<double>& shares_of(const std::vector<std::size_t>& numbers) const;
  double odds_at(std::size_t unit, const Offer& offer, const Offers& offers,
                 std::size_t budget) const;

  const std::vector<AnyUnit>& units_;
  std::vector<Budget> budgets_;
  int step_;
  double within_;
  Contest contest_;
  const Watch& watch_;
  EvenFor even_for_ = EvenFor::mean;
  std::vector<bool> has_price_;
  std::map<std::tuple<std::size_t, int, Buying>, Offer> offers_;  ///< those that were asked for
  /// How often such numbers are chosen: the same is asked for each unit, until more odds are known.
  mutable std::map<std::vector<std::size_t>, std::vector<double>> chosen_;
};

}  // namespace warodds
