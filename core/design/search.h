// The search of balance and prices: from units as they are, move by move, to odds near a target.
// What a move is, and how near it comes, others know: stats (core/design/stat_moves.h) and prices.
#pragma once

#include <vector>

#include "core/design/contest.h"
#include "core/design/unfairness.h"

namespace warodds {

/// How far each lever has moved, and what that does.
struct Moved {
  std::vector<int> by;               ///< of each lever
  std::vector<std::size_t> numbers;  ///< of each unit at each budget, in the contest
  Unfairness unfairness;             ///< how far odds are from what they are to be
  int points = 0;                    ///< that all moves count

  bool is_solution() const { return unfairness.outside == 0; }
  bool operator<(const Moved& other) const { return unfairness < other.unfairness; }
};

/// What may be moved, and what it is to lead to.
class Moves {
 public:
  virtual ~Moves() = default;

  virtual std::size_t unit_count() const = 0;
  virtual std::size_t lever_count() const = 0;
  virtual std::size_t unit_of(std::size_t lever) const = 0;
  /// Points that a move by one counts.
  virtual int cost_of(std::size_t /*lever*/) const { return 1; }
  /// How far a lever may have moved after one move more.
  virtual std::vector<int> steps(const Moved& from, std::size_t lever) const = 0;
  /// Enters what a unit is, with its levers moved so, into the contest.
  virtual void enter(std::size_t unit, Moved& moved) const = 0;
  virtual void add_pairs(const Moved& moved, std::vector<Contest::Pair>& pairs) const = 0;
  /// Of pairs that have been settled.
  virtual Unfairness rate(const Moved& moved) const = 0;
  /// Seconds that this takes, roughly.
  virtual double seconds_to_rate() const { return 0; }
  /// Whether make_fairer need not try two moves for this unit's sake.
  virtual bool is_even(const Moved& /*moved*/, std::size_t /*unit*/) const { return false; }

  bool meet_each_other = false;     ///< the units are each other's opponents ...
  std::vector<std::size_t> others;  ///< ... or these are, in the contest
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
Found fewest_points(const Moves& moves, const SearchSettings& settings, Contest& contest,
                    const Watch& watch);

/// From there to what is fairer than all that is one move away and, as long as not all are even,
/// two. False when interrupted: then `moved` is the best so far.
bool make_fairer(const Moves& moves, const SearchSettings& settings, Contest& contest,
                 const Watch& watch, Moved& moved);

}  // namespace warodds
