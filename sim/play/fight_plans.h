// The fights of a battle, made ready for dice as they come up. Fights of units that are alike are
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/rounds.h"
#include "sim/run/plan.h"

namespace warodds::sim {

/// A fight made ready.
struct ReadyFight {
  std::optional<Plan> plan;  ///< nothing where the rules allow none
  Side by = Side::attacker;  ///< its attacker, of the battle's sides
  PerSide<int> most;         ///< that each of these may suffer
  bool withdraws = false;    ///< who is left of its defenders moves away
  bool may_change = false;   ///< something that lasts, by itself
  double worth = 0;          ///< to the attacker's side: what it costs that both have chosen so
  std::size_t number = 0;    ///< among the thread's
};

/// One thread's.
class FightPlans {
 public:
  explicit FightPlans(Rounds& rounds);

  /// The fight that takes place in a state, which says what has been chosen.
  const ReadyFight& of(int phase, const Combat& combat, const BattleState& state);

  /// That a trial of any of the fights may roll.
  std::int64_t most_dice() const { return most_dice_; }
  std::size_t known() const { return ready_.size(); }

 private:
  using Key = std::vector<std::uint64_t>;

  ReadyFight prepare(const Combat& combat, const BattleState& state) const;
  bool changes(const Combat& combat, const BattleState& state, Side side, int damage);

  Rounds& rounds_;
  PerSide<std::vector<int>> alike_;  ///< by unit: the first of its side that fights as it does
  Key key_;                          ///< whose memory is used again
  std::unordered_map<Key, const ReadyFight*, boost::hash<Key>> known_;
  std::deque<ReadyFight> ready_;
  std::int64_t most_dice_ = 1;
};

}  // namespace warodds::sim
