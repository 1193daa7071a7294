// Which stats to move, and by how much, so that the odds of some units come near a target: found by
// the number of points that they move by, the fewest first.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/design/contest.h"
#include "core/design/movable.h"
#include "core/design/unfairness.h"

namespace warodds {

/// A stat of a unit that may move.
struct Lever {
  std::size_t unit = 0;  ///< place in BalanceSearch::units
  Stat stat;
  int least = 0;  ///< values as stored
  int most = 0;
  int cost = 1;  ///< points that a move by one counts
};

/// How far each lever has moved, and what that does.
struct Moved {
  std::vector<int> by;               ///< of each lever
  std::vector<std::size_t> numbers;  ///< of each unit, in the contest
  std::vector<double> odds;          ///< of each unit
  Unfairness unfairness;             ///< how far they are from the target
  int points = 0;                    ///< that all moves count

  bool is_solution() const { return unfairness.outside == 0; }
  bool operator<(const Moved& other) const { return unfairness < other.unfairness; }
};

/// Odds that a unit is to have against another, within as much as all odds.
struct WishedOdds {
  std::size_t unit = 0;  ///< places in BalanceSearch::units
  std::size_t other = 0;
  double odds = 0.5;
};

/// Who is to beat whom in half of their battles or more: places in BalanceSearch::units.
struct KeptOrder {
  std::size_t stronger = 0;
  std::size_t weaker = 0;
};

struct BalanceSearch {
  std::string system;
  std::vector<AnyUnit> units;       ///< that may change
  std::vector<Lever> levers;        ///< their stats
  bool meet_each_other = false;     ///< the units are each other's opponents ...
  std::vector<std::size_t> others;  ///< ... or these are, in the contest
  double target = 0.5;
  double within = 0.05;
  EvenFor even_for = EvenFor::mean;  ///< choosers: of the units, who meet each other
  int threads = 0;                   ///< that judge sets of changes; 0: all
  std::vector<WishedOdds> wishes;    ///< of units who meet each other
  std::vector<KeptOrder> orders;     ///< likewise
  std::size_t solutions = 1;         ///< that are wanted, if there are
  int most_points = 0;
  /// Enters a unit into the contest, bought if there is a budget.
  std::function<std::size_t(const AnyUnit&)> enter;
};

struct Found {
  Moved start;
  Moved best;
  std::vector<Moved> others;     ///< of as many points that do it, too
  bool proved_smallest = false;  ///< nothing was left out among fewer points
  bool interrupted = false;
  std::size_t tried = 0;
};

/// Level by level: all that can be reached by one point, two points, … As long as that is little
/// work, everything of a level is kept, and a solution found on the next is proved to be smallest;
/// then only what is nearest to the target. Ends with the first level that has a solution, or when
/// more points bring nothing. What then can be taken back or exchanged for less is. Throws NoAnswer
/// when interrupted before any battle was fought.
Found search(const BalanceSearch& problem, Contest& contest, const Watch& watch);

/// The unit with all its levers moved.
AnyUnit moved_unit(const BalanceSearch& problem, std::size_t unit, const std::vector<int>& by);

}  // namespace warodds
