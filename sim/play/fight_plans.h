// The fights of a battle, made ready for dice as they come up. Fights of units that are alike are
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/round.h"
#include "sim/run/extent.h"
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
  /// `alike`: the first unit of its side that fights as each does.
  FightPlans(Rounds& rounds, PerSide<std::vector<int>> alike)
      : rounds_(rounds), alike_(std::move(alike)) {}
  virtual ~FightPlans() = default;

  /// The fight that takes place in a state, which says what has been chosen.
  const ReadyFight& of(int phase, const Combat& combat, const BattleState& state);

  /// That a trial of any of the fights may roll.
  std::int64_t most_dice() const { return most_dice_; }
  std::size_t known() const { return ready_.size(); }

 protected:
  virtual ReadyFight prepare(const Combat& combat, const BattleState& state) = 0;

 private:
  using Key = std::vector<int>;
  /// By the losses of the attacker's unit, then of the defender's.
  using OfPair = std::vector<std::vector<const ReadyFight*>>;

  const ReadyFight*& place_of(int phase, const Combat& combat, const BattleState& state);
  bool changes(const Combat& combat, const BattleState& state, Side side, int damage);

  Rounds& rounds_;
  PerSide<std::vector<int>> alike_;
  std::vector<OfPair> of_two_;  ///< by the phase and both units, where nothing has been chosen
  Key key_;
  std::unordered_map<Key, const ReadyFight*, boost::hash<Key>> others_;
  std::deque<ReadyFight> ready_;
  std::int64_t most_dice_ = 1;
};

/// Of a battle.
template <class System>
class BattlePlans final : public FightPlans {
 public:
  explicit BattlePlans(Round<System>& round) : FightPlans(round, alike(round)), round_(round) {}

 protected:
  ReadyFight prepare(const Combat& combat, const BattleState& state) override {
    ReadyFight ready{{}, combat.by, {}, false, false, round_.worth_of_choices(state)};
    if (const auto fights = round_.fights(combat, state)) {
      ready.plan = make_plan(*fights);
      ready.most = in_roles(most_damage_of(*fights), enemy_of(combat.by));
      ready.withdraws = fights->any().withdraws;
    }
    return ready;
  }

 private:
  static PerSide<std::vector<int>> alike(const Round<System>& round) {
    PerSide<std::vector<int>> alike;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < round.units(side); ++unit) {
        alike[side].push_back(round.battle().first_alike(side, unit));
      }
    }
    return alike;
  }

  Round<System>& round_;
};

}  // namespace warodds::sim
