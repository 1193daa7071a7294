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
    Marks marks = 0;  ///< it is fought with these
  };
  /// What each side chooses; empty: as the situation says.
  virtual PerSide<MixedStrategy> mixes(const State& /*state*/, int /*rounds_left*/) {
    throw std::logic_error("no policy chooses before fights");
  }
  virtual Chosen chosen(const State& /*state*/, const PerSide<std::optional<int>>& /*values*/) {
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

/// `ScenarioOf`: has fight(name), which says who attacks in it, and which fights it may be.
template <class ScenarioOf>
class NamedPlans : public FightPlans {
 public:
  explicit NamedPlans(ScenarioOf& scenario) : scenario_(scenario) {}

  const ReadyFight& named(std::uint64_t name) override {
    for (auto next = known_.size(); next <= name; ++next) {
      const auto& of = scenario_.fight(next);
      known_.push_back(this->ready(of.fights, of.by));
    }
    return known_[name];
  }

 protected:
  ScenarioOf& scenario_;

 private:
  std::deque<ReadyFight> known_;
};

/// Of a battle of two units.
template <class System>
class BattlePlans final : public NamedPlans<BattleScenario<System>> {
 public:
  using NamedPlans<BattleScenario<System>>::NamedPlans;
  using State = Scenario::State;

  PerSide<MixedStrategy> mixes(const State& state, int rounds_left) override {
    return battle().mixes(rounds_left, attack(state), this->scenario_.losses_in(state));
  }
  FightPlans::Chosen chosen(const State& state,
                            const PerSide<std::optional<int>>& values) override {
    const std::size_t number = attack(state);
    const PerSide<int> losses = this->scenario_.losses_in(state);
    const auto [known, is_new] = chosen_.try_emplace(
        {number, losses.attacker, losses.defender, values.attacker, values.defender},
        fights_.size());
    if (is_new) {
      fights_.push_back(
          this->ready(battle().attack(number, standing_of(this->scenario_.sides(), losses), values),
                      battle().attacks()[number].by));
    }
    const ReadyFight& fight = fights_[known->second];
    return {&fight, this->scenario_.with_cost(
                        state.marks, battle().cost(number, values, fight.plan.has_value()))};
  }
  bool assigns() const override { return battle().assigns_by_policy(); }
  bool assigns_by_round() const override { return assigns() && battle().changes_by_round(); }
  PerSide<MixedStrategy> assigned(const State& state, int rounds_left,
                                  const PerSide<int>& damage) override {
    return this->scenario_.assigned(state, rounds_left, damage);
  }

 private:
  const Battle<System>& battle() const { return this->scenario_.battle(); }
  std::size_t attack(const State& state) const {
    return static_cast<std::size_t>(this->scenario_.attack_of(state.marks));
  }

  std::map<std::tuple<std::size_t, int, int, std::optional<int>, std::optional<int>>, std::size_t>
      chosen_;
  std::deque<ReadyFight> fights_;
};

}  // namespace warodds::sim
