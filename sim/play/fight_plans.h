// The fights that a scenario names, made ready for dice as they come up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/play/battle_scenario.h"
#include "core/play/scenario.h"
#include "core/rules/choice.h"
#include "sim/run/extent.h"
#include "sim/run/plan.h"

namespace warodds::sim {

/// A fight made ready.
struct ReadyFight {
  std::optional<Plan> plan;  ///< nothing where the rules allow none
  Side by = Side::attacker;  ///< its attacker, of the battle's sides
  PerSide<int> most;         ///< that each of these may suffer
  bool withdraws = false;    ///< who is left of its defenders moves away
};

/// One thread's.
class FightPlans {
 public:
  using State = Scenario::State;

  virtual ~FightPlans() = default;
  virtual const ReadyFight& named(std::uint64_t name) = 0;

  // Where a policy chooses before fights, or who falls. `rounds_left` counts the round in hand.

  struct Chosen {
    const ReadyFight* fight = nullptr;
    Marks marks = 0;   ///< it is fought with these
    double worth = 0;  ///< what it costs is worth so much to the attacker's side
  };
  /// What each side chooses; empty: as the situation says.
  virtual PerSide<MixedStrategy> mixes(const State& /*state*/, int /*rounds_left*/) {
    throw std::logic_error("no policy chooses before fights");
  }
  virtual Chosen chosen(const State& /*state*/, const PerSide<int>& /*values*/) {
    throw std::logic_error("nothing is chosen before fights");
  }
  /// Whether a policy says who falls, and whether that depends on the rounds that are left.
  virtual bool assigns() const { return false; }
  virtual bool assigns_by_round() const { return false; }
  /// The states of either side's unit that so much damage leads to.
  virtual PerSide<MixedStrategy> assigned(const State& /*state*/, int /*rounds_left*/,
                                          const PerSide<int>& /*damage*/) {
    throw std::logic_error("no policy says who falls");
  }

  /// That a trial of any of the fights may roll.
  std::int64_t most_dice() const { return most_dice_; }

 protected:
  template <class Fights>
  ReadyFight ready(const std::optional<Fights>& fights, Side by) {
    ReadyFight ready{{}, by, {}, false};
    if (!fights) return ready;
    ready.plan = make_plan(*fights);
    ready.most = in_roles(most_damage_of(*fights), enemy_of(by));
    ready.withdraws = fights->any().withdraws;
    most_dice_ = std::max(most_dice_, ready.plan->extent.dice);
    return ready;
  }

 private:
  std::int64_t most_dice_ = 1;
};

/// Of a battle.
template <class System>
class BattlePlans final : public FightPlans {
 public:
  using State = Scenario::State;

  BattlePlans(BattleScenario<System>& scenario, const Battle<System>& battle)
      : scenario_(scenario), battle_(battle) {}

  const ReadyFight& named(std::uint64_t name) override {
    for (auto next = known_.size(); next <= name; ++next) {
      const auto& of = scenario_.fight(next);
      known_.push_back(this->ready(of.fights, of.by));
    }
    return known_[name];
  }
  PerSide<MixedStrategy> mixes(const State& state, int rounds_left) override {
    return scenario_.mixes(state, rounds_left);
  }
  Chosen chosen(const State& state, const PerSide<int>& values) override {
    const auto [known, is_new] =
        chosen_.try_emplace({state.marks, state.units.attacker.front(),
                             state.units.defender.front(), values.attacker, values.defender},
                            Chosen{});
    if (is_new) {
      const auto [fight, marks, worth] = scenario_.chosen_fight(state, values);
      fights_.push_back(this->ready(fight.fights, fight.by));
      known->second = {&fights_.back(), marks, worth};
    }
    return known->second;
  }
  bool assigns() const override { return battle_.assigns_by_policy(); }
  bool assigns_by_round() const override { return assigns() && battle_.changes_by_round(); }
  PerSide<MixedStrategy> assigned(const State& state, int rounds_left,
                                  const PerSide<int>& damage) override {
    return scenario_.assigned(state, rounds_left, damage);
  }

 private:
  BattleScenario<System>& scenario_;
  const Battle<System>& battle_;
  std::deque<ReadyFight> known_, fights_;
  std::map<std::tuple<Marks, int, int, int, int>, Chosen> chosen_;
};

}  // namespace warodds::sim
