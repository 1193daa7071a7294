// What a budget buys of each unit at a price, and how even the battles between such purchases are.
#pragma once

#include <string>
#include <vector>

#include "core/design/contest.h"

namespace warodds {

/// How far from one half the odds of a unit may be that is called even.
inline constexpr double even_within = 0.05;

/// A unit at a price, as the budget buys it.
struct Offer {
  int points = 0;
  Purchase bought;
  std::size_t number = 0;  ///< in the contest

  bool same_purchase(const Offer& other) const { return bought.sizes == other.bought.sizes; }
  bool is_smallest() const;
};
using Offers = std::vector<Offer>;

/// How far odds are from even: first by how much they leave the band, then by their squares.
struct Unfairness {
  double outside = 0;
  double squares = 0;

  void add(double odds);
  bool operator<(const Unfairness& other) const;
};

class Market {
 public:
  /// Prices are multiples of `step`.
  /// Once `watch` says to stop, sums over all units are not worked out to their end.
  Market(const std::vector<AnyUnit>& units, double budget, int step, Contest contest,
         const Watch& watch);

  std::size_t size() const { return units_.size(); }
  int step() const { return step_; }
  Offer offer(std::size_t unit, int points);
  /// The multiple of the step that is nearest to a price.
  int to_step(double price) const;
  /// The nearest other numbers that can be bought, two more and two less.
  Offers neighbours(std::size_t unit, const Offer& of);

  /// Whom odds(), odds_of_all() and unfairness() are against.
  void judge_for(EvenFor whom) { even_for_ = whom; }

  /// Who has a price. The others do not count for odds().
  bool has_price(std::size_t unit) const { return has_price_[unit]; }
  void set_aside(std::size_t unit) { has_price_[unit] = false; }
  std::size_t priced() const;

  /// The odds of a unit, bought in that offer, against the offers of the others, or against what is
  /// chosen of all offers. Settled.
  double odds(std::size_t unit, const Offer& offer, const Offers& offers) const;
  /// The same against all others, with the half-width where battles were simulated.
  Odds odds_of_all(std::size_t unit, const Offer& offer, const Offers& offers) const;
  /// How often each of the offers is chosen.
  std::vector<double> shares(const Offers& offers) const;
  /// Of all who have a price.
  Unfairness unfairness(const Offers& offers) const;

  /// Works out the odds of all pairs of one list and the other. False when interrupted.
  bool settle(const Offers& offers, const Offers& others, const Watch& watch);
  /// Whether all of these pairs have been settled.
  bool knows(const Offers& offers, const Offers& others) const;
  const Contest& contest() const { return contest_; }

 private:
  Offers priced_of(const Offers& offers) const;

  const std::vector<AnyUnit>& units_;
  double budget_;
  int step_;
  Contest contest_;
  const Watch& watch_;
  EvenFor even_for_ = EvenFor::mean;
  std::vector<bool> has_price_;
};

}  // namespace warodds
