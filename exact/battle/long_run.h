// What becomes of a battle after very many rounds: by the powers of the chain of its rounds, where
// that has few states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/numbers/waiting_time.h"
#include "exact/battle/chain.h"

namespace warodds::exact {

class LongRun {
 public:
  /// Nothing where the chain is too large: the time of its powers grows with the third power of the
  /// states before the first attack of a round in which battles go on.
  static std::optional<LongRun> of(const Rows& rows, const AttackOrder& order,
                                   const BattleStates& states, const Chain& chain);

  /// The rounds of battles that come into the chain as `entries` says, after so many.
  /// `last`: the round after which they are broken off; 0: never.
  std::shared_ptr<const WaitingTime> rounds(const Spread& entries, int done, int last = 0) const;
  /// Where those are that have gone on for so many.
  Chain::ByAttack after(const Spread& entries, int done, int round) const;

  /// So many battles end in a state, after so many rounds.
  using Ended = std::function<void(std::size_t state, int rounds, double p)>;
  /// Tells of the ends of such battles, of which those between two of the `marks` are told
  /// together: before the first, from there on until before the second, ...
  void tell_ends(const Spread& entries, int done, const std::vector<int>& marks, int last,
                 const Ended& ended) const;

 private:
  static constexpr std::size_t most_nodes = 512, most_steps = 50'000;

  using Node = std::pair<std::size_t, std::size_t>;  ///< attack of the chain, state

  LongRun(const BattleStates& states, const Chain& chain) : states_(states), chain_(chain) {}
  std::vector<double> exits() const;
  std::vector<double> start(const Spread& entries) const;
  Chain::ByAttack by_attack(const std::vector<double>& p) const;
  bool is_final(std::size_t state) const { return states_.over(state) || chain_.stuck(state); }

  const BattleStates& states_;
  const Chain& chain_;
  std::vector<Node> nodes_;
  std::map<Node, std::uint32_t> number_;
  std::vector<ChainStep> steps_;  ///< from node to node
  std::vector<ChainStep> ends_;   ///< from a node to a state in which the battle ends
};

}  // namespace warodds::exact
