// The rounds of a battle in which its settings still change, up to the chain of those in which they
// change no more.
#pragma once

#include <cstddef>
#include <vector>

#include "exact/battle/chain.h"

namespace warodds::exact {

class Changing {
 public:
  /// A battle that begins in `opening`.
  Changing(const Rows& rows, const AttackOrder& order, const BattleStates& states,
           const Chain& chain, std::size_t opening);

  /// Whether nothing can happen any more in a state that is not over, before the first attack of a
  /// round.
  bool stuck(std::size_t attack, std::size_t state) const;

  /// The battles that come into the chain, and those that have ended before.
  const Spread& going_on() const { return going_on_; }
  struct Ended {
    std::size_t state;
    int rounds;  ///< after which it ended
    double p;
  };
  const std::vector<Ended>& ended() const { return ended_; }
  /// Rounds before the chain, of battles that last that long.
  int rounds_before() const { return rounds_before_; }
  /// The expected number of rounds before the chain.
  double rounds() const { return rounds_; }

 private:
  const Rows& rows_;
  const AttackOrder& order_;
  const BattleStates& states_;
  const Chain& chain_;
  Spread going_on_;
  std::vector<Ended> ended_;
  double rounds_ = 0;
  int rounds_before_ = 0;
};

}  // namespace warodds::exact
