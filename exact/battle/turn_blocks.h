// Battles stepped from round to round, a block of turns of the chain (visits.h) at a time.
//
// Losses never come back, so what happens in a group of places depends, turn by turn, on groups of
// less damage and on the group itself only. A block of turns is worked out group after group, by
// rising damage: within the group turn after turn, then on to all that it leads to, each entry of a
// row for all turns of the block. So the rows, most of what there is to read, are read once for
// sixteen turns, and what they are added to is whole cache lines.
//
// The next block needs of a group no more than how it stood at the end of this one. So another
// thread follows through the groups, one block behind, and nobody waits for all others. A long
// battle is in few of its groups at a time: those that none of a block's turns comes to are passed
// over, 64 at once (ways.h).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/play/attack_order.h"
#include "exact/battle/endings.h"
#include "exact/battle/rows.h"
#include "exact/battle/states.h"
#include "exact/battle/visits.h"
#include "exact/dice/aligned_doubles.h"
#include "exact/dice/vector_sums.h"

namespace warodds::exact {

class TurnBlocks {
 public:
  /// Told of each round how the battles stand after it that go on, and those that end with it.
  /// False: no more rounds are wanted.
  using AfterRound = std::function<bool(const Tally& left, const Tally& ending)>;

  TurnBlocks(const Rows& rows, const AttackOrder& order, const BattleStates& states,
             const Chain& chain);

  /// Whether this is faster than round by round. Where rows are short, most of the work is to look
  /// at the states; of a long battle they are in few at a time, and not for sixteen turns.
  static bool pays(const Rows& rows) {
    constexpr double long_enough = 16;
    return rows.mean_length() >= long_enough;
  }

  /// Plays on from `now`, the states before the first attack of the chain, none of them final,
  /// until no more rounds are wanted. Then `now` is what goes on, and what has ended is added to
  /// `ended`, by state. `now_and_then` is called by the thread that asks.
  void play(Spread& now, std::vector<double>& ended, const AfterRound& after_round,
            const std::function<void()>& now_and_then) const;

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

  struct Block {
    /// Arrivals by attack that led there, state and turn; of places that are used and of states in
    /// which a side is gone.
    std::vector<AlignedDoubles> arrivals;
    std::vector<char> used;       ///< by part: its places
    std::size_t used_before;      ///< all parts behind the first one with anybody
    std::vector<Tallies> left;    ///< by round of a turn
    std::vector<Tallies> ending;  ///< likewise
    std::vector<double> within;   ///< room to work in: what is in the places of a group, by turn

    const double* after(std::size_t attack, std::size_t state) const {
      return arrivals[attack].data() + state * at_once;
    }
  };

  /// Battles that are before the first attack of the chain between two blocks.
  struct Carried {
    AlignedDoubles p;       ///< by state; only of parts with anybody
    std::vector<char> any;  ///< by part: there may be somebody
  };

  std::size_t attacks() const { return rows_.attacks() - order_.again; }
  std::size_t before(std::size_t attack) const { return (attack + attacks() - 1) % attacks(); }
  bool begins_round(std::size_t attack) const {
    return attack == 0 || order_.begins_round(order_.again + attack);
  }
  /// Whether battles end that are before an attack in this state, which is not over.
  bool is_final(std::size_t attack, std::size_t state) const {
    return begins_round(attack) && chain_.stuck(state);
  }
  /// Begins a block.
  void clear(Block& block) const;
  /// Makes sure that the places of a part are used.
  void use(std::size_t part, Block& block) const;
  /// The first group of a part; that behind the last part.
  std::size_t first_group(std::size_t part) const {
    return std::min(part * Ways::groups_of_a_part, chain_.groups().size());
  }
  /// Works out the groups of a part, which was so before the first of these turns, and what is
  /// carried on from there.
  void work_out(std::size_t part, const Carried& carried, Block& block, Carried& carried_on) const;
  /// What comes into the places of a group from groups of less damage and, if any has been carried
  /// there, from the block before, to `block.within`.
  void come_in(const PlaceGroup& group, const Carried& carried, bool any, Block& block) const;
  /// And what goes on within the group, turn after turn. Whether there is anything.
  bool go_round(const PlaceGroup& group, const GroupWays& ways, Block& block) const;
  /// From there to wherever the places lead, these among them.
  void go_on(const PlaceGroup& group, Block& block) const;
  /// What then is where a round of the group begins.
  void tally(const PlaceGroup& group, Block& block) const;
  /// What ends because a side is gone.
  void tally_over(Block& block) const;
  /// Tells of the rounds of a block. False: no more are wanted, and what is left of them is in
  /// `now`.
  bool tell(const Block& block, Spread& now, std::vector<double>& ended,
            const AfterRound& after_round) const;

  const Rows& rows_;
  const AttackOrder& order_;
  const BattleStates& states_;
  const Chain& chain_;
  std::vector<std::size_t> round_of_;  ///< by attack: the round of the turn that it is in
  std::vector<std::size_t> first_of_;  ///< by round: the attack before which the next one begins
  std::vector<std::size_t> over_;      ///< states
};

}  // namespace warodds::exact
