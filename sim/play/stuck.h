// Whether nothing can happen any more in a battle.
#pragma once

#include <cstddef>
#include <unordered_map>

#include <boost/functional/hash.hpp>

#include "core/play/rounds.h"
#include "sim/play/fight_plans.h"

namespace warodds::sim {

/// Between two rounds, of which the next is of this phase; or in a round of it.
struct At {
  int phase = 0;
  BattleState state;

  bool operator==(const At&) const = default;
  struct Hash {
    std::size_t operator()(const At& at) const {
      std::size_t sum = at.state.hash();
      boost::hash_combine(sum, at.phase);
      return sum;
    }
  };
};

class Stuck {
 public:
  Stuck(Rounds& rounds, FightPlans& plans) : rounds_(rounds), plans_(plans) {}

  /// Whether no round from there on can change what anybody has lost, move anybody away or end the
  /// battle as it was agreed upon, however the dice fall and whatever is left open.
  bool is_stuck(const At& at);

 private:
  std::unordered_map<At, bool, At::Hash> known_;
  Rounds& rounds_;
  FightPlans& plans_;
};

}  // namespace warodds::sim
