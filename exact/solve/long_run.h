// What becomes of a battle after very many rounds: by the powers of the chain of its rounds, where
// that has few states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/numbers/distribution.h"
#include "core/numbers/waiting_time.h"
#include "core/play/ending.h"
#include "exact/solve/graph.h"

namespace warodds::exact {

/// Battles between two rounds.
using Population = std::vector<std::pair<Graph::Place, double>>;

/// Where one round leads, each of many places by itself.
struct Led {
  int from = 0;  ///< which of these
  Graph::Place to;
  double p = 0;
  bool ends = false;  ///< the battle is over, or nothing can happen any more: `to` is where it was
  BattleEnd how = BattleEnd::undecided;
};

class LongRun {
 public:
  using Round = std::function<std::vector<Led>(const std::vector<Graph::Place>&)>;
  /// Of battles from there on. Nothing where there are more states than so many.
  static std::optional<LongRun> of(const Population& battles, std::size_t most_nodes,
                                   const Round& round);

  /// Rounds from now on, of so many battles, of which `done` have been fought. `last`: the one
  /// after which they are broken off; 0: never.
  Tail tail(const Population& battles, int done, int last) const;

  /// So many battles end in a place, after so many rounds.
  using Ended = std::function<void(const Graph::Place&, BattleEnd, int rounds, double p)>;
  /// Tells of the ends of such battles, of which those between two of the `marks` are told
  /// together: before the first, from there on until before the second, ...
  void tell_ends(const Population& battles, int done, const std::vector<int>& marks, int last,
                 const Ended& ended) const;

 private:
  static constexpr std::size_t most_steps = 50'000;

  using Key = std::tuple<int, int, int>;
  struct End {
    Graph::Place place;
    BattleEnd how = BattleEnd::undecided;
  };

  static Key key(const Graph::Place& place) { return {place.node, place.row, place.column}; }
  std::vector<double> start(const Population& battles) const;
  std::vector<double> exits() const;

  std::map<Key, std::uint32_t> numbers_;  ///< of those in which battles go on
  std::map<Key, std::uint32_t> finals_;   ///< of those in which they end
  std::vector<Graph::Place> nodes_;
  std::vector<End> ends_;
  std::vector<ChainStep> steps_;    ///< from node to node
  std::vector<ChainStep> endings_;  ///< from a node to an end
};

}  // namespace warodds::exact
