// A battle stepped round by round: the distribution of rounds, and how things stand after each.
#pragma once

#include <functional>
#include <vector>

#include "core/answer/battle_answer.h"
#include "exact/battle/visits.h"

namespace warodds::exact {

/// Stepping ends where less probability than this is left.
inline constexpr double nothing_left = 1e-12;

class RoundByRound {
 public:
  /// Whether nothing can happen any more in a state that is not over, before the first attack of a
  /// round.
  using Stuck = std::function<bool(std::size_t attack, std::size_t state)>;
  /// Called before each round with its first attack, the states the battle may be in and the rounds
  /// left; it must see to it that the rows of these states are there.
  using Prepare = std::function<void(std::size_t attack, const Spread&, int rounds_left)>;

  RoundByRound(const Rows& rows, const AttackOrder& order, const BattleStates& states, Stuck stuck,
               Prepare prepare)
      : rows_(rows),
        order_(order),
        states_(states),
        stuck_(std::move(stuck)),
        prepare_(std::move(prepare)) {}

  /// Steps until `last` rounds have been fought (0: until nothing is left that can be told), and
  /// fills in all of the answer but its origin. Returns what is left.
  double operator()(std::size_t opening, int last, BattleAnswer& answer);

 private:
  /// Puts aside the battles that are over or stuck after a round.
  void sort_out();

  const Rows& rows_;
  const AttackOrder& order_;
  const BattleStates& states_;
  Stuck stuck_;
  Prepare prepare_;
  std::size_t attack_ = 0;  ///< the first of the round to come
  Spread now_;
  Spread next_;
  Spread ended_;                     ///< battles that are over or stuck
  std::vector<double> ended_after_;  ///< by rounds
  double left_ = 0;
};

}  // namespace warodds::exact
