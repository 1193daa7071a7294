// Stats that move so that the odds of units come near a target.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/design/movable.h"
#include "core/design/search.h"

namespace warodds {

/// A stat of a unit that may move.
struct Lever {
  std::size_t unit = 0;  ///< place in StatMoves::units
  Stat stat;
  int least = 0;  ///< values as stored
  int most = 0;
  int cost = 1;  ///< points that a move by one counts
};

/// Odds that a unit is to have against another, within as much as all odds.
struct WishedOdds {
  std::size_t unit = 0;  ///< places in StatMoves::units
  std::size_t other = 0;
  double odds = 0.5;
};

/// Who is to beat whom in half of their battles or more: places in StatMoves::units.
struct KeptOrder {
  std::size_t stronger = 0;
  std::size_t weaker = 0;
};

class StatMoves : public Moves {
 public:
  StatMoves(std::string of_system, const Contest& contest)
      : system(std::move(of_system)), contest_(contest) {}

  std::size_t unit_count() const override { return units.size(); }
  std::size_t lever_count() const override { return levers.size(); }
  std::size_t unit_of(std::size_t lever) const override { return levers[lever].unit; }
  int cost_of(std::size_t lever) const override { return levers[lever].cost; }
  /// One more and one less; no lever turns back.
  std::vector<int> steps(const Moved& from, std::size_t lever) const override;
  void enter(std::size_t unit, Moved& moved) const override;
  void add_pairs(const Moved& moved, std::vector<Contest::Pair>& pairs) const override;
  Unfairness rate(const Moved& moved) const override;
  double seconds_to_rate() const override;

  std::string system;
  std::vector<AnyUnit> units;  ///< that may change
  std::vector<Lever> levers;   ///< their stats
  double target = 0.5;
  double within = 0.05;
  EvenFor even_for = EvenFor::mean;  ///< choosers: of the units, who meet each other
  std::vector<WishedOdds> wishes;    ///< of units who meet each other
  std::vector<KeptOrder> orders;     ///< likewise
  /// Enters a unit into the contest, bought if there is a budget.
  std::function<std::size_t(const AnyUnit&)> enter_unit;

 private:
  AnyUnit unit_with(std::size_t unit, const std::vector<int>& by) const;
  double odds_of(std::size_t unit, const Moved& moved) const;
  Unfairness rate_for_choosers(const Moved& moved) const;

  const Contest& contest_;
};

}  // namespace warodds
