// What odds are wanted of units, and how near they come to them.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "core/design/contest.h"

namespace warodds {

/// Against whom a unit is to be even.
enum class EvenFor {
  mean,      ///< the mean of all others
  choosers,  ///< who choose among all units, itself included, to win (core/design/equilibrium.h)
};
constexpr std::string_view word_of(EvenFor whom) {
  return whom == EvenFor::mean ? "mean" : "choosers";
}

/// What odds units are to have.
struct Wanted {
  double target = 0.5;
  double within = 0.05;  ///< odds so far from the target are as wanted
  EvenFor even_for = EvenFor::mean;
};

/// How far odds are from what they are to be, all together: first by how much they leave the band
/// about the target, then by their squares.
struct Unfairness {
  // Where simulation or rounding decides, the edge belongs to the band.
  static constexpr double rounding = 1e-12;

  double outside = 0;  ///< the sum of what lies outside
  double squares = 0;  ///< the sum of the squares of all distances from the target

  /// Odds so far from the target, in either direction, of which so much is allowed.
  void add(double distance, double within);
  bool operator<(const Unfairness& other) const;
};

/// Thrown where the watch says to stop: what has been found by then is the answer.
struct Interrupted {};

class Aim : public Wanted {
 public:
  /// Of each unit, what it is in the contest at every budget; unit by unit.
  using Numbers = std::vector<std::size_t>;

  /// Odds that a unit is to have against another: these, within as much as all odds, or more.
  struct Wish {
    std::size_t unit = 0;
    std::size_t other = 0;
    double odds = 0.5;
    bool or_more = false;

    /// How far these odds are from the wish.
    double off(double of) const { return or_more ? std::min(of - odds, 0.0) : of - odds; }
  };
  enum class Whom { counted, all };

  /// Once `watch` says to stop, sums are not worked out to their end.
  Aim(Contest& contest, std::size_t units, std::size_t budgets, const Watch& watch);

  std::vector<bool> counts;        ///< units that are to be even; the others nobody looks at
  std::vector<std::size_t> field;  ///< whom they meet, in the contest; empty: each other
  std::vector<Wish> wishes;        ///< of units that meet each other

  Contest& contest() const { return contest_; }
  const Watch& watch() const { return watch_; }
  /// Throws Interrupted when it is time to stop.
  void go_on() const;
  /// Has these battles fought, or throws Interrupted.
  void settle(const std::vector<Contest::Pair>& pairs) const;
  std::size_t units() const { return counts.size(); }
  std::size_t counted() const;

  /// The odds of a unit at a budget: against the others, or against what is chosen of all. Settled.
  Odds odds(std::size_t unit, const Numbers& numbers, std::size_t budget, Whom whom) const;
  /// How often each unit is chosen at a budget.
  std::vector<double> shares(const Numbers& numbers, std::size_t budget) const;
  /// How far these odds are from what is wanted, and whether they are near enough.
  double off(double odds) const;
  bool is_even(double odds) const { return std::abs(off(odds)) <= within + Unfairness::rounding; }
  /// So far odds may be from a wish.
  double within_of(const Wish& wish) const { return wish.or_more ? 0 : within; }
  /// Whether those of a unit are at all budgets, among those who count.
  bool is_even(std::size_t unit, const Numbers& numbers) const;
  Unfairness unfairness(const Numbers& numbers) const;
  /// Those of sets of units one after the other, each like the one before but for a few units: what
  /// has not changed is not added up anew.
  class Unfairnesses;
  /// Seconds that one takes, roughly.
  double seconds_to_rate() const;
  /// All battles that decide it, but for those that decide it `before`.
  void add_pairs(const Numbers& numbers, const Numbers& before,
                 std::vector<Contest::Pair>& pairs) const;

 private:
  Numbers at(std::size_t budget, const Numbers& numbers, Whom whom,
             std::optional<std::size_t> without = {}) const;
  std::vector<double> shares_of(const Numbers& choices) const;

  Contest& contest_;
  std::size_t budgets_;
  const Watch& watch_;
  /// How often such numbers are chosen: the same is asked for each unit.
  mutable std::map<Numbers, std::vector<double>> chosen_;
  mutable std::mutex mutex_;
};

class Aim::Unfairnesses {
 public:
  explicit Unfairnesses(const Aim& aim) : aim_(aim) {}
  Unfairness of(const Numbers& numbers);

 private:
  template <class F>
  void for_each_other(std::size_t place, F&& f) const;
  /// The odds of each unit against all who count of the others. Settled.
  void add_up(const Numbers& numbers);

  const Aim& aim_;
  Numbers before_;
  std::vector<double> sums_;  ///< of odds, of each unit at each budget
};

}  // namespace warodds
