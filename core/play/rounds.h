// How the rounds of a battle go, whatever its system: who may be activated, whom it may attack,
// which fight is rolled between which units, what it changes, and when a round and a battle are
// over. Nothing here rolls anything, or chooses what policies leave open: next() says what is to be
// chosen, and by whom.
//
//   rounds.begin(state, phase);
//   for (Moment moment; (moment = rounds.next(state)).next != Moment::Next::round_over;) {
//     unit:   rounds.choose_unit(state, one of moment.options)
//     target: rounds.choose_target(state, one of moment.options)
//     leave:  rounds.choose_leaving(state, whether it does)
//     fight:  roll the fight of rounds.combat(state), then rounds.dealt(state, …)
//   }
//
// What a fight is made of is only known where its system is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/battle_state.h"
#include "core/play/ending.h"
#include "core/play/side_states.h"
#include "core/rules/choice.h"
#include "core/rules/unit_set.h"
#include "core/systems/systems.h"

namespace warodds {

/// Finds states of units as it goes, so each thread has its own.
class Rounds {
 public:
  explicit Rounds(PerSide<std::vector<SideStates>> states) : states_(std::move(states)) {
    for (const Side side : both_sides) {
      for (int unit = 0; unit < units(side); ++unit) all_[side].add(unit);
    }
  }
  virtual ~Rounds() = default;
  Rounds(const Rounds&) = default;
  Rounds& operator=(const Rounds&) = default;

  int units(Side side) const { return static_cast<int>(states_[side].size()); }
  virtual BattleState opening() const = 0;
  /// Of a round, that of the next.
  virtual int phase_after(int phase) const = 0;
  virtual int opening_phase() const = 0;
  /// Rounds are of this phase from now on.
  void set_phase(int phase) { phase_ = phase; }

  /// The state between two rounds, ready for the first choice of a round of this phase.
  virtual void begin(BattleState& state, int phase) = 0;
  /// Of the round that has begun last.
  virtual Moment next(const BattleState& state) = 0;
  virtual void choose_unit(BattleState& state, int unit) = 0;
  virtual void choose_target(BattleState& state, int target) = 0;
  virtual void choose_leaving(BattleState& state, bool leaves) = 0;
  /// Whether it does by its policy.
  virtual bool leaves(const BattleState& state, int rounds_left) const = 0;
  /// Who fights now.
  virtual Combat combat(const BattleState& state) const = 0;
  /// What its fight is; nothing where the rules allow none.
  virtual std::optional<AnyFight> fight(const Combat& combat, const BattleState& state) const = 0;
  /// The first unit of its side that fights as this one does.
  virtual int first_alike(Side side, int unit) const = 0;
  /// The fight has dealt so much damage to one of the battle's sides.
  virtual void suffer(BattleState& state, const Combat& combat, Side side, int damage) = 0;
  /// The fight has taken place, and its damage been suffered. `withdraws`: who is left of the
  /// fight's defender moves away. True if a turn has ended with it, at which damage may be cleared.
  virtual bool fought(BattleState& state, const Combat& combat, bool withdraws) = 0;
  /// Both: so much damage to each side, and what follows.
  void dealt(BattleState& state, const Combat& combat, const PerSide<int>& suffered,
             bool withdraws) {
    for (const Side side : both_sides) suffer(state, combat, side, suffered[side]);
    fought(state, combat, withdraws);
  }

  /// Whether a battle is over as a round is to begin, or somebody may leave it, and how.
  virtual std::optional<BattleEnd> ending(const BattleState& state) const = 0;
  /// Whether, while both sides stand, it ends after a round because one breaks, or by what it is
  /// fought until.
  virtual bool halts(const BattleState& state) const = 0;

  // Of two units of which somebody chooses before fights, or who falls (A11b). `rounds_left` counts
  // the round in hand.

  /// Whether somebody chooses before fights, and what both can before the one that is due, by
  /// values of the rules.
  virtual bool chooses() const = 0;
  virtual PerSide<std::vector<int>> choices(const BattleState& state) const = 0;
  /// What policies choose before it; empty: as the situation says.
  virtual PerSide<MixedStrategy> mixes(const BattleState& state, int rounds_left) const = 0;
  /// Whether policies say who falls, whether that depends on the rounds that are left, and the
  /// states that so much damage leads to.
  virtual bool assigns() const = 0;
  virtual bool assigns_by_round() const = 0;
  virtual PerSide<MixedStrategy> assigned(const BattleState& state, int rounds_left,
                                          const PerSide<int>& damage) = 0;

  // What battles that are left open are played for, to the attacker's side.

  /// What damage is worth at once; `casualties`: of that side in the fight.
  virtual double worth_of_damage(Side side, const Casualties& casualties, int damage) const = 0;
  /// What it costs that both have chosen so.
  virtual double worth_of_choices(const BattleState& state) const = 0;
  /// That it ends so.
  virtual double worth_of_end(const BattleState& state, BattleEnd end) const = 0;

  // What is left.

  /// The states of a unit, as far as they have been found.
  const SideStates& states(Side side, int unit) const {
    return states_[side][static_cast<std::size_t>(unit)];
  }
  SideStates& states(Side side, int unit) { return states_[side][static_cast<std::size_t>(unit)]; }
  static int losses(const BattleState& state, Side side, int unit) {
    return state.losses[side][static_cast<std::size_t>(unit)];
  }
  /// Of a state in which nothing but the losses is known of the units.
  void find_gone(BattleState& state) const {
    for (const Side side : both_sides) {
      state.gone[side] = {};
      for (const int unit : all_[side]) {
        if (states(side, unit).gone(losses(state, side, unit))) state.gone[side].add(unit);
      }
    }
  }
  bool stands(const BattleState& state, Side side, int unit) const {
    return !state.gone[side].has(unit);
  }
  UnitSet standing(const BattleState& state, Side side) const {
    return all_[side] - state.gone[side];
  }
  /// Those that can still do something and be attacked.
  UnitSet on_field(const BattleState& state, Side side) const {
    UnitSet present = standing(state, side) - state.marks.away[side];
    for (const UnitSet wave : waves_[side]) {
      if ((present & wave).empty()) continue;
      present = present & wave;
      break;
    }
    return present - state.marks.tired[side];
  }
  bool comes_in_waves(Side side) const { return !waves_[side].empty(); }
  /// Whether a fight of these units of a side was the last of their wave, and another comes.
  bool is_relieved(const BattleState& state, Side side, UnitSet fought) const {
    const UnitSet present = standing(state, side) - state.marks.away[side];
    return !present.empty() &&
           std::any_of(waves_[side].begin(), waves_[side].end(), [&](UnitSet wave) {
             return wave.has(fought.first()) && (present & wave).empty();
           });
  }
  int hit_points(const BattleState& state, Side side, int unit) const {
    return states(side, unit).left(losses(state, side, unit));
  }
  /// Of a side, from which on what it has lost is counted.
  int hit_points_at_first(Side side) const {
    int sum = 0;
    for (const SideStates& unit : states_[side]) sum += unit.left(unit.lasting(unit.opening()));
    return sum;
  }
  /// Damage to one unit, which falls so (SideStates::after).
  void suffer(BattleState& state, Side side, int unit, int damage, std::size_t way = 0) {
    if (damage == 0) return;
    SideStates& states = this->states(side, unit);
    int& losses = state.losses[side][static_cast<std::size_t>(unit)];
    damage = std::min(damage, states.greatest(losses, way));
    states.find(losses, damage, way);
    losses = states.after(losses, damage, way);
    if (states.gone(losses)) state.gone[side].add(unit);
  }

 protected:
  int phase_ = 0;
  PerSide<UnitSet> all_;
  PerSide<std::vector<UnitSet>> waves_ = {};  ///< that come one after the other; none: at once
  PerSide<std::vector<SideStates>> states_;
};

/// Which of the options is the weakest or the strongest, the one listed first among equals.
inline int picked(const Rounds& rounds, const BattleState& state, const Moment& moment) {
  const auto left = [&](int unit) { return rounds.hit_points(state, moment.of(), unit); };
  const bool weakest = moment.picks != Picks::strongest;
  int best = moment.options.first();
  int of_best = left(best);
  for (const int unit : moment.options) {
    const int of_unit = left(unit);
    if (weakest ? of_unit >= of_best : of_unit <= of_best) continue;
    best = unit;
    of_best = of_unit;
  }
  return best;
}

}  // namespace warodds
