// The walk of a pool as a chain of single states, a state being a number of dice and a phase; and
// the steps of this chain in the form in which many sums at once are quick.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "exact/dice/pool_walk.h"

namespace warodds::exact {

/// The states that a pool can be in, by rising number of dice.
struct PoolStates {
  std::vector<int> dice;   ///< of each state
  std::vector<int> first;  ///< the place of the first state with 0, 1, … dice; last, of all states

  int count() const { return static_cast<int>(dice.size()); }
  int with(int number) const { return after(number) - before(number); }
  int before(int number) const { return first[static_cast<std::size_t>(number)]; }
  int after(int number) const { return first[static_cast<std::size_t>(number) + 1]; }
};

/// Ends of a step, all with the same number of dice and critical hits, and the states from which it
/// can come there.
struct Fan {
  static constexpr std::size_t most_ends = 4;

  int dice = 0;
  std::span<const int> places;      ///< of one end or of `most_ends`, among those with as many dice
  int bonus = 0;                    ///< critical hits scored on the way
  std::span<const int> from;        ///< states, rising
  const double* weights = nullptr;  ///< of the first end from each of `from`, then of the next
};

/// One value down.
class PoolStep {
 public:
  /// From a state to a number of dice and a phase.
  struct Edge {
    int dice = 0;
    int phase = 0;
    int bonus = 0;
    int from = 0;
    double weight = 0;
  };

  /// Of a pool of `dice` dice. No two edges may have the same ends.
  PoolStep(int dice, std::vector<Edge> edges);
  PoolStep(const PoolStep&) = delete;
  PoolStep(PoolStep&&) = default;
  ~PoolStep() = default;

  /// The states after it.
  const PoolStates& after() const { return after_; }
  /// Of each of them the phase.
  const std::vector<int>& phases() const { return phases_; }
  /// What leads to so many dice or more, by rising number.
  std::span<const Fan> to(int dice) const;

 private:
  /// The place of its end among the states with as many dice. There may be none yet.
  int place_of(const Edge& edge);
  /// Of ends with the same number of dice and critical hits, each with all edges that lead there.
  void add_fan(std::span<const std::span<const Edge>> ends);

  PoolStates after_;
  std::vector<int> phases_;
  std::vector<int> places_;
  std::vector<int> from_;
  std::vector<double> weights_;
  std::vector<Fan> fans_;
  std::vector<std::size_t> first_fan_;  ///< by the number of dice; last, of all
};

/// The face values at which some die can count, in descending order.
using WalkedValues = std::set<int, std::greater<>>;

/// Whether it matters which of its states a pool is in at the last value. If not, that value is not
/// walked: after the one before it no phases are told apart.
enum class LastValue { decides, decides_nothing };

/// The steps of the walk for these values, which are all of its own and those of another's. Where
/// the pool has no such value, it stays as it is. Before the first there is one state: no dice.
std::vector<PoolStep> steps_at(const PoolWalk& walk, const WalkedValues& values, LastValue last);

/// Where there is one state, no dice.
PoolStates first_states(int most_dice);

}  // namespace warodds::exact
