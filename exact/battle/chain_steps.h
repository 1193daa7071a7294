// A battle stepped from round to round through the chain (chain.h), sixteen turns at a time.
//
// Losses never come back, so what happens in a group of nodes depends, turn by turn, on groups of
// less damage and on the group itself only. A block of turns is worked out group after group, by
// rising damage: within the group turn after turn, then on to all that it leads to, each entry of a
// row for all turns of the block. So the rows, most of what there is to read, are read once for
// sixteen turns: round by round, battles of 40 and 60 figures of two hit points a side took 1.8 and
// 2.3 times as long.
//
// A long battle is in few of its groups at a time; the others are passed over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "exact/battle/chain.h"
#include "exact/battle/endings.h"
#include "exact/battle/states.h"
#include "exact/dice/aligned_doubles.h"
#include "exact/dice/vector_sums.h"

namespace warodds::exact {

class ChainSteps {
 public:
  /// Told of each round how the battles stand after it that go on, and those that end with it.
  /// False: no more rounds are wanted.
  using AfterRound = std::function<bool(const Tally& left, const Tally& ending)>;

  ChainSteps(const Chain& chain, const BattleStates& states);

  /// Plays on from `now`, the states before the first attack of the chain, none of them final,
  /// until no more rounds are wanted. Then `now` is what goes on, and what has ended is added to
  /// `ended`, by state. What `now_and_then` throws comes out.
  void play(Spread& now, std::vector<double>& ended, const AfterRound& after_round,
            const std::function<void()>& now_and_then);
  /// The attack of the chain that comes next then.
  std::size_t next_attack() const { return next_attack_; }

 private:
  static constexpr std::size_t at_once = spread_length;  // turns
  using OfTurns = std::array<double, at_once>;

  /// Tallies of the same round of each turn.
  struct Tallies {
    OfTurns p{};
    PerSide<OfTurns> destroyed{};
    PerSide<OfTurns> left{};

    void add(const double* more, const PerSide<int>& standing);
    Tally of_turn(std::size_t turn) const;
  };

  const double* after(std::size_t attack, std::size_t state) const {
    return arrivals_[attack].data() + state * at_once;
  }
  std::size_t before(std::size_t attack) const {
    return (attack + chain_.attacks() - 1) % chain_.attacks();
  }
  /// Sees to it that arrivals of all groups below this one are counted, from nothing.
  void use_before(std::size_t end);
  void clear(std::size_t group);
  /// Works out a block of turns.
  void play_block(const std::function<void()>& now_and_then);
  /// What comes to the nodes of a group from groups of less damage and from the block before.
  void come_in(const NodeGroup& group);
  /// And what goes on within the group, turn after turn. Whether there is anything.
  bool go_round(std::uint32_t group);
  /// From there to wherever the nodes lead, these among them.
  void go_on(const NodeGroup& group);
  /// Calls work(round of a turn, attack, state) for each attack that leads to a round's beginning
  /// in a group that is used.
  template <class Work>
  void for_each_beginning(Work&& work) const;
  /// Tells of the rounds of a block. False: no more are wanted, and what is left of them is in
  /// `now`.
  bool tell(Spread& now, std::vector<double>& ended, const AfterRound& after_round);

  const Chain& chain_;
  const BattleStates& states_;
  std::vector<std::size_t> round_of_;  ///< by attack: the round of the turn that it is in
  std::size_t rounds_ = 0;             ///< of a turn
  std::vector<std::size_t> over_;      ///< states
  /// By attack that led there, state and turn; of groups that are used and of `over_`.
  std::vector<AlignedDoubles> arrivals_;
  std::vector<char> used_;       ///< by group
  std::size_t used_before_ = 0;  ///< all groups behind the first that anything comes to
  std::vector<double> carried_;  ///< by state: before the chain's first attack, between two blocks
  std::vector<double> within_;   ///< by node of a group and turn
  std::size_t next_attack_ = 0;
};

}  // namespace warodds::exact
