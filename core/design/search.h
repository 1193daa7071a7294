// The search of balance and prices: from units as they are, move by move, to odds near an aim. What
// a move is others know: of a stat, or of a price.
#pragma once

#include <functional>
#include <vector>

#include "core/design/aim.h"

namespace warodds {

/// How far each lever has moved, and what that does.
struct Moved {
  std::vector<int> by;    ///< of each lever
  Aim::Numbers numbers;   ///< of the units
  Unfairness unfairness;  ///< how far odds are from what they are to be
  int points = 0;         ///< that all moves count

  bool is_solution() const { return unfairness.outside == 0; }
  bool operator<(const Moved& other) const { return unfairness < other.unfairness; }
};

/// What may be moved.
struct Moves {
  struct Lever {
    std::size_t unit = 0;
    int cost = 1;  ///< points that a move by one counts
  };
  std::vector<Lever> levers;
  /// How far a lever may have moved after one move more.
  std::function<std::vector<int>(const Moved& from, std::size_t lever)> steps;
  /// Enters what a unit is, with its levers moved so, into the contest.
  std::function<void(std::size_t unit, Moved& moved)> enter;
};

struct Found {
  Moved start;
  Moved best;
  std::vector<Moved> others;     ///< of as many points that do it, too
  bool proved_smallest = false;  ///< nothing was left out among fewer points
  bool interrupted = false;
  std::size_t tried = 0;
};

struct SearchSettings {
  std::size_t solutions = 1;  ///< that are wanted, if there are
  int most_points = 0;
  int threads = 0;            ///< that judge sets of moves; 0: all
  bool ends_in_band = false;  ///< make_fairer: what leaves the band nowhere is fair enough
};

/// The fewest points. Level by level: all that can be reached by one point, two points, … As long
/// as that is little work, everything of a level is kept, and a solution found on the next is
/// proved to be smallest; then only what is nearest to the target. Ends with the first level that
/// has a solution, or when more points bring nothing. What then can be taken back or exchanged for
/// less is. Throws NoAnswer when interrupted before any battle was fought.
Found fewest_points(const Moves& moves, const Aim& aim, const SearchSettings& settings);

/// From there to what is fairer than all that is one move away and, as long as not all are even,
/// two. Throws Interrupted: then `moved` is the best so far.
void make_fairer(const Moves& moves, const Aim& aim, const SearchSettings& settings, Moved& moved);

}  // namespace warodds
