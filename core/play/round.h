// How a round of a battle goes, stated once for all engines: who may be activated, whom it may
// attack, which fight is rolled between which units, what it changes, and when a round and a battle
// are over. Nothing here chooses anything: next() says what is to be chosen, and by whom.
//
//   round.begin(state, phase);
//   for (Moment moment; (moment = round.next(state)).next != Moment::Next::round_over;) {
//     unit:   round.choose_unit(state, one of moment.options)
//     target: round.choose_target(state, one of moment.options)
//     fight:  roll round.fights(round.combat(state), state), then round.dealt(state, …)
//   }
//
// What a round is follows from the system's page: whose unit acts next is System::next_to_act.
// Where units attack back, an activation is some attacks of one unit; elsewhere it is one exchange
// with its target, which has then fought, too; where fights are joined, all are formed first
// (traits/joined_fights.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/actions_left.h"
#include "core/play/battle.h"
#include "core/play/battle_state.h"
#include "core/play/ending.h"
#include "core/play/rolled.h"
#include "core/rules/round_so_far.h"
#include "core/rules/unit_set.h"
#include "core/systems/traits/break_off.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/retreat.h"

namespace warodds {

/// Finds states of units as it goes, so each thread has its own.
template <class System>
class Round {
 public:
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;
  using Next = Moment::Next;

  /// The battle must outlive it.
  explicit Round(const Battle<System>& battle) : battle_(&battle), states_(battle.states()) {
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle.size(side); ++unit) all_[side].add(unit);
      allowed_[side].resize(static_cast<std::size_t>(battle.phases() * battle.size(side)));
    }
  }

  const Battle<System>& battle() const { return *battle_; }
  /// The states of a unit, as far as they have been found.
  const SideStates& states(Side side, int unit) const {
    return states_[side][static_cast<std::size_t>(unit)];
  }
  SideStates& states(Side side, int unit) { return states_[side][static_cast<std::size_t>(unit)]; }

  BattleState opening() const {
    BattleState state{battle_->opening(), {}, {}};
    for (const Side side : both_sides) {
      state.marks.units[side].resize(states_[side].size());
      for (const int unit : all_[side]) {
        for (int round = 0; round < battle_->rounds_before(); ++round) {
          tire(state.marks, side, unit);
        }
      }
    }
    find_gone(state);
    return state;
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

  /// A state of another who walks through such a battle, with the numbers that losses have here.
  BattleState adopted(const Round& from, BattleState state) {
    for (const Side side : both_sides) {
      for (const int unit : all_[side]) {
        const auto place = static_cast<std::size_t>(unit);
        int& losses = state.losses[side][place];
        if (states_[side][place].chosen()) {
          losses = states_[side][place].state_with(from.states(side, unit).remains(losses));
        }
      }
    }
    return state;
  }

  /// Rounds are of this phase from now on.
  void set_phase(int phase) { phase_ = phase; }

  /// The state between two rounds, ready for the first choice of a round of this phase.
  void begin(BattleState& state, int phase) {
    set_phase(phase);
    state.marks.over = false;
    state.marks.begun = battle_->can_halt();
    if constexpr (HasActions<System>) {
      for (const Side side : both_sides) {
        for (auto& unit : state.marks.units[side]) unit.actions = battle_->actions(side, phase);
      }
    }
    settle(state);
  }

  /// Of the round that has begun last.
  Moment next(const BattleState& state) {
    const BattleMarks& marks = state.marks;
    if (marks.over) return {};
    if (!marks.fighting) {
      if (marks.active < 0) return {Next::unit, marks.side, -1, may_act(state, marks.side)};
      if (marks.target < 0) {
        return {Next::target, marks.side, marks.active,
                candidates(state, marks.side, marks.active)};
      }
    }
    return {Next::fight, marks.side, marks.active, {}};
  }

  void choose_unit(BattleState& state, int unit) {
    state.marks.active = unit;
    state.marks.last = state.marks.side == Side::attacker ? BattleMarks::Last::attacker
                                                          : BattleMarks::Last::defender;
    if constexpr (AttacksBack<System>) state.marks.acted[state.marks.side].add(unit);
  }

  void choose_target(BattleState& state, int target) {
    BattleMarks& marks = state.marks;
    const Side enemy = enemy_of(marks.side);
    if (battle_->conduct(marks.side).targets == Targeting::spread) {
      ++of_unit(marks, enemy, target).chosen;
    }
    if constexpr (!JoinsFights<System>) {
      marks.target = target;
    } else {
      int& fight = of_unit(marks, enemy, target).fight;
      if (fight < 0) {
        fight = marks.formed++;
        marks.acted[enemy].add(target);
        of_unit(marks, marks.side, marks.active).selected = true;
      }
      of_unit(marks, marks.side, marks.active).fight = fight;
      marks.acted[marks.side].add(marks.active);
      marks.active = -1;
      settle(state);
    }
  }

  /// Who fights now.
  Combat combat(const BattleState& state) const {
    const BattleMarks& marks = state.marks;
    Combat combat;
    if constexpr (JoinsFights<System>) {
      // Fights are selected in turn.
      const Side first = battle_->first(phase_);
      combat.by = marks.fought % 2 == 0 ? first : enemy_of(first);
      for (const Side side : both_sides) {
        for (int unit = 0; unit < battle_->size(side); ++unit) {
          if (of_unit(marks, side, unit).fight == marks.fought) combat.units[side].add(unit);
        }
      }
      for (const int unit : combat.units[combat.by]) {
        if (of_unit(marks, combat.by, unit).selected) combat.by_unit = unit;
      }
      return combat;
    }
    combat.units[marks.side] = UnitSet::of(marks.active);
    combat.units[enemy_of(marks.side)] = UnitSet::of(marks.target);
    if constexpr (AttacksBack<System>) combat.by = marks.side;
    combat.by_unit = combat.units[combat.by].first();
    if constexpr (HasActions<System>) combat.as_told = can_be_told(marks);
    return combat;
  }

  /// What the fight may turn out to be, its attacker being `by`; nothing where the rules do not
  /// allow it: then nothing happens.
  std::optional<Fights> fights(const Combat& combat, const BattleState& state) const {
    try {
      if constexpr (JoinsFights<System>) {
        if (!battle_->is_of_two_units()) {
          const PerSide<Members<System>> members{members_of(combat, state, Side::attacker),
                                                 members_of(combat, state, Side::defender)};
          return rolled_fights<System>(in_roles(members, combat.by),
                                       battle_->situation(phase_, combat.by, combat.by_unit));
        }
      }
      const PerSide<int> units{combat.units.attacker.first(), combat.units.defender.first()};
      return battle_->fight(phase_, combat.by, units, standing_of(state, units), combat.as_told,
                            state.marks.chosen);
    } catch (const NoAnswer&) {
      return std::nullopt;
    }
  }

  /// The fight has dealt so much damage to one of the battle's sides.
  void suffer(BattleState& state, const Combat& combat, Side side, int damage) {
    if (combat.units[side].is_one()) {
      suffer(state, side, combat.units[side].first(), damage, way(combat, side));
    } else {
      share(state, combat, side, damage);
    }
  }
  /// The same to one of its units, the damage falling so (SideStates::after).
  void suffer(BattleState& state, Side side, int unit, int damage, std::size_t way = 0) {
    if (damage == 0) return;
    SideStates& states = this->states(side, unit);
    int& losses = state.losses[side][static_cast<std::size_t>(unit)];
    damage = std::min(damage, states.greatest(losses, way));
    states.find(losses, damage, way);
    losses = states.after(losses, damage, way);
    if (states.gone(losses)) state.gone[side].add(unit);
  }
  /// How damage falls on a side of a fight of one unit of each; 0 of several.
  std::size_t way(const Combat& combat, Side side) const {
    if (!combat.units.attacker.is_one() || !combat.units.defender.is_one()) return 0;
    return battle_->ways(phase_, combat.by,
                         {combat.units.attacker.first(), combat.units.defender.first()})[side];
  }
  /// The fight has taken place, and its damage been suffered. `withdraws`: who is left of the
  /// fight's defender moves away. True if a turn has ended with it, at which damage may be cleared.
  bool fought(BattleState& state, const Combat& combat, bool withdraws) {
    BattleMarks& marks = state.marks;
    if constexpr (JoinsFights<System>) {
      const Side defender = enemy_of(combat.by);
      for (const int unit : combat.units[defender]) {
        if (withdraws && stands(state, defender, unit)) marks.away[defender].add(unit);
      }
      marks.chosen = nothing_chosen;
      ++marks.fought;
    } else {
      const bool is_free = pay(state);
      for (const Side side : both_sides) {
        const int unit = combat.units[side].first();
        if constexpr (!AttacksBack<System>) tire(marks, side, unit);
        if constexpr (!AttacksBack<System>) marks.acted[side].add(unit);
      }
      if (!is_free) ++marks.attacks;
      marks.target = -1;
      marks.chosen = nothing_chosen;
    }
    return settle(state);
  }
  /// Both: so much damage to each side, and what follows.
  void dealt(BattleState& state, const Combat& combat, const PerSide<int>& suffered,
             bool withdraws) {
    for (const Side side : both_sides) suffer(state, combat, side, suffered[side]);
    fought(state, combat, withdraws);
  }

  /// Enemies that the rules allow a unit to attack with such losses, whatever these have lost
  /// themselves.
  UnitSet allowed(Side side, int unit, int losses) {
    if constexpr (!AttacksBack<System>) {
      UnitSet all;
      for (int enemy = 0; enemy < battle_->size(enemy_of(side)); ++enemy) all.add(enemy);
      return all;
    }
    const auto place = static_cast<std::size_t>(phase_ * battle_->size(side) + unit);
    std::vector<std::optional<UnitSet>>& known = allowed_[side][place];
    const auto state = static_cast<std::size_t>(losses);
    if (known.size() <= state) known.resize(std::max(state + 1, states(side, unit).found()));
    if (!known[state]) known[state] = find_allowed(side, unit, losses);
    return *known[state];
  }

  // What is left.

  bool stands(const BattleState& state, Side side, int unit) const {
    return !state.gone[side].has(unit);
  }
  UnitSet standing(const BattleState& state, Side side) const {
    return all_[side] - state.gone[side];
  }
  /// Those that can still do something and be attacked.
  UnitSet on_field(const BattleState& state, Side side) const {
    return standing(state, side) - state.marks.away[side] - state.marks.tired[side];
  }
  int hit_points(const BattleState& state, Side side, int unit) const {
    return states(side, unit).left(losses(state, side, unit));
  }

  /// What System::prepare is told of a unit of each side.
  Standing standing_of(const BattleState& state, const PerSide<int>& units) const {
    Standing standing{{}, true};
    for (const Side side : both_sides) {
      states(side, units[side]).tell(losses(state, side, units[side]), side, standing);
    }
    return standing;
  }

  /// Whether a battle is over as a round is to begin, and how.
  std::optional<BattleEnd> ending(const BattleState& state) const {
    const PerSide<bool> stand{!standing(state, Side::attacker).empty(),
                              !standing(state, Side::defender).empty()};
    if (!stand.attacker || !stand.defender) return end_of({!stand.attacker, !stand.defender});
    for (const Side side : both_sides) {
      if ((standing(state, side) - state.marks.away[side]).empty()) return BattleEnd::retreated;
    }
    if (const auto halted = halt(state)) return halted;
    for (const Side side : both_sides) {
      if (on_field(state, side).empty()) return BattleEnd::undecided;
    }
    return std::nullopt;
  }
  /// Whether, while both sides stand, it ends after a round because one breaks, or by what it is
  /// fought until.
  bool halts(const BattleState& state) const {
    return !standing(state, Side::attacker).empty() && !standing(state, Side::defender).empty() &&
           halt(state).has_value();
  }

  // What both can still do in a round of a battle of two units in which they choose.

  /// Attacks of both sides, at most.
  int attacks_in_round(int phase) const {
    if constexpr (!AttacksBack<System>) return 1;
    return attacks_in_turn(phase, Side::attacker, 0) + attacks_in_turn(phase, Side::defender, 0);
  }
  /// As Standpoint has it: attacks of both sides that can still be made, with the one that is due,
  /// and the reactions of its target, where they cost something; in an activation, actions.
  PerSide<int> turns_left(const BattleMarks& marks, int rounds_left) const {
    const bool counts_actions = battle_->actions(Side::attacker, phase_) != no_limit;
    if (counts_actions && battle_->is_activation()) return actions_of(marks);
    if constexpr (!AttacksBack<System>) return {rounds_left, 0};
    int attacks = attacks_in_turn(phase_, marks.side, 0) - marks.attacks;
    int reactions = 0;
    if (counts_actions) {
      attacks = std::min(attacks, actions_of(marks)[marks.side]);
      reactions = actions_of(marks)[enemy_of(marks.side)];
    }
    const Side first = battle_->first(phase_);
    if (marks.side == first) attacks += attacks_in_turn(phase_, enemy_of(first), 0);
    int phase = phase_, later = rounds_left - 1;
    for (; later > 0 && battle_->after(phase) != phase; --later) {
      phase = battle_->after(phase);
      attacks += attacks_in_round(phase);
    }
    return {attacks + later * attacks_in_round(phase), reactions};
  }
  /// Which attack of the round is due.
  std::size_t attack_due(const BattleMarks& marks) const {
    return static_cast<std::size_t>(attacks_in_round(phase_) - turns_left(marks, 1).attacker);
  }
  /// What the target of the fight that is due can pay for.
  int reactions(const BattleMarks& marks) const {
    if constexpr (!HasActions<System>) return no_limit;
    const Side target = enemy_of(marks.side);
    return of_unit(marks, target, std::max(marks.target, 0)).actions;
  }

 private:
  /// How a battle ends after a round while both sides stand; nothing: it does not.
  std::optional<BattleEnd> halt(const BattleState& state) const {
    if (!state.marks.begun) return std::nullopt;
    PerSide<std::vector<UnitLeft>> left;
    for (const Side side : both_sides) {
      for (const int unit : all_[side]) {
        left[side].push_back(left_of(states(side, unit), losses(state, side, unit)));
      }
    }
    return battle_->halt(left);
  }

  PerSide<int> actions_of(const BattleMarks& marks) const {
    return {of_unit(marks, Side::attacker, 0).actions, of_unit(marks, Side::defender, 0).actions};
  }
  /// As far as its actions go; in an activation nothing else is a limit.
  int attacks_in_turn(int phase, Side side, int unit) const {
    const int actions = battle_->actions(side, phase);
    if constexpr (AttacksBack<System>) {
      if (battle_->is_activation()) return actions;
      return std::min(System::attacks_in_turn(battle_->situation(phase, side, unit)), actions);
    }
    return 1;
  }

  int losses(const BattleState& state, Side side, int unit) const {
    return state.losses[side][static_cast<std::size_t>(unit)];
  }
  static BattleMarks::OfUnit& of_unit(BattleMarks& marks, Side side, int unit) {
    return marks.units[side][static_cast<std::size_t>(unit)];
  }
  static const BattleMarks::OfUnit& of_unit(const BattleMarks& marks, Side side, int unit) {
    return marks.units[side][static_cast<std::size_t>(unit)];
  }

  /// A fight costs a unit its side's markers, each further one of the round costs one.
  void tire(BattleMarks& marks, Side side, int unit) const {
    if constexpr (BreaksOff<System>) {
      if (battle_->open()) return;  // its rounds are counted
      const int limit = System::endurance(battle_->unit(side, unit));
      if (limit == 0) return;
      const int more =
          marks.acted[side].has(unit) ? 1 : System::markers(side, battle_->rules(phase_));
      int& markers = of_unit(marks, side, unit).markers;
      markers = std::min(markers + more, limit);
      if (markers == limit) marks.tired[side].add(unit);
    }
  }

  /// Units of a side that may be activated now.
  UnitSet may_act(const BattleState& state, Side side) {
    const UnitSet waiting = on_field(state, side) - state.marks.acted[side];
    if constexpr (!AttacksBack<System>) {
      return on_field(state, enemy_of(side)).empty() ? UnitSet() : waiting;
    }
    UnitSet units;
    for (const int unit : waiting) {
      if (can_attack(state, side, unit)) units.add(unit);
    }
    return units;
  }
  /// Whether a unit can make an attack of its own.
  bool can_attack(const BattleState& state, Side side, int unit) {
    if (!stands(state, side, unit)) return false;
    if constexpr (HasActions<System>) {
      if (of_unit(state.marks, side, unit).actions == 0) return false;
    }
    if constexpr (PaysForAttacks<System>) {
      const int price = System::price(battle_->unit(side, unit));
      const int points = System::points_in_round(battle_->rules(phase_));
      if (price > 0 && price > points - state.marks.points[side]) return false;
    }
    return !candidates(state, side, unit).empty();
  }

  /// Enemies that a unit may attack, or whose fight it may be in: those it is pinned to, if any of
  /// them is among them.
  UnitSet candidates(const BattleState& state, Side side, int unit) {
    UnitSet enemies = on_field(state, enemy_of(side));
    if constexpr (AttacksBack<System>) {
      enemies = enemies & allowed(side, unit, losses(state, side, unit));
    } else if constexpr (JoinsFights<System>) {
      // Whoever finds no enemy that is free joins a fight.
      const UnitSet free = enemies - state.marks.acted[enemy_of(side)];
      if (!free.empty()) enemies = free;
    }
    const UnitSet pinned = enemies & battle_->pinned(side, unit);
    return pinned.empty() ? enemies : pinned;
  }

  UnitSet find_allowed(Side side, int unit, int losses) const {
    UnitSet enemies;
    if (battle_->is_activation() && side == Side::defender) return enemies;
    const Side enemy = enemy_of(side);
    for (int target = 0; target < battle_->size(enemy); ++target) {
      PerSide<int> units;
      units[side] = unit;
      units[enemy] = target;
      Standing standing{{}, true};
      states(side, unit).tell(losses, side, standing);
      states(enemy, target).tell(states(enemy, target).opening(), enemy, standing);
      try {
        battle_->fight_at_first(phase_, side, units, standing);
        enemies.add(target);
      } catch (const NoAnswer&) {
        continue;
      }
    }
    return enemies;
  }

  Members<System> members_of(const Combat& combat, const BattleState& state, Side side) const {
    Members<System> members;
    for (const int unit : combat.units[side]) {
      members.push_back(
          {&battle_->unit(side, unit), states(side, unit).taken(losses(state, side, unit))});
    }
    return members;
  }
  /// Damage to the units of a side in one fight.
  void share(BattleState& state, const Combat& combat, Side side, int damage) {
    if constexpr (JoinsFights<System>) {
      if (damage == 0) return;
      std::vector<int> units;
      for (const int unit : combat.units[side]) units.push_back(unit);
      for (const MemberDamage& part :
           System::order_of_damage(members_of(combat, state, side), battle_->rules(phase_))) {
        const int here = std::min(damage, part.most);
        suffer(state, side, units[part.member], here);
        damage -= here;
      }
    }
  }

  /// The attack that is about to be made, as it can be paid for.
  auto pay_with(ActionsLeft<System>& left, const BattleMarks& marks) const {
    return *left.pay(marks.side, battle_->unit(marks.side, marks.active),
                     battle_->situation(phase_, marks.side, marks.active, marks.chosen));
  }
  ActionsLeft<System> actions_left(const BattleMarks& marks) const {
    PerSide<int> left;
    left[marks.side] = of_unit(marks, marks.side, marks.active).actions;
    left[enemy_of(marks.side)] = of_unit(marks, enemy_of(marks.side), marks.target).actions;
    return ActionsLeft<System>::of(left);
  }
  bool can_be_told(const BattleMarks& marks) const {
    auto left = actions_left(marks);
    return pay_with(left, marks).as_told;
  }
  /// Pays for an attack; whether it was none of those that the unit can make.
  bool pay(BattleState& state) const {
    BattleMarks& marks = state.marks;
    if constexpr (PaysForAttacks<System>) {
      if (System::points_in_round(battle_->rules(phase_)) != no_limit) {
        marks.points[marks.side] += System::price(battle_->unit(marks.side, marks.active));
      }
    }
    bool is_free = false;
    if constexpr (HasActions<System>) {
      auto left = actions_left(marks);
      is_free = pay_with(left, marks).is_free;
      of_unit(marks, marks.side, marks.active).actions = left.left()[marks.side];
      of_unit(marks, enemy_of(marks.side), marks.target).actions =
          left.left()[enemy_of(marks.side)];
    }
    return is_free;
  }

  /// Goes on to the next choice or fight. True if a turn has ended.
  bool settle(BattleState& state) {
    BattleMarks& marks = state.marks;
    if (marks.fighting) {
      if (marks.fought == marks.formed) end_round(state);
      return false;
    }
    if constexpr (AttacksBack<System>) {
      if (marks.active >= 0) {
        const int most = attacks_in_turn(phase_, marks.side, marks.active);
        if (marks.attacks < most && can_attack(state, marks.side, marks.active)) return false;
      }
      marks.attacks = 0;
    }
    marks.active = -1;
    RoundSoFar so_far;
    so_far.first = battle_->first(phase_);
    for (const Side side : both_sides) so_far.waiting[side] = may_act(state, side).size();
    if (marks.last != BattleMarks::Last::nobody) {
      so_far.last = marks.last == BattleMarks::Last::attacker ? Side::attacker : Side::defender;
    }
    const std::optional<Side> next = System::next_to_act(battle_->rules(phase_), so_far);
    const bool ends = so_far.last && next != so_far.last && ends_turn(!next);
    if (ends) clear_damage(state);
    if (next) {
      marks.side = *next;
    } else if (JoinsFights<System> && marks.formed > 0) {
      marks.fighting = true;
    } else {
      end_round(state);
    }
    return ends;
  }

  /// Whether damage is cleared when a side has made its attacks.
  bool ends_turn(bool of_round) const {
    if constexpr (ClearsDamage<System>) {
      return of_round || !System::turn_holds_both_sides(battle_->rules(phase_));
    }
    return false;
  }
  void clear_damage(BattleState& state) const {
    if constexpr (ClearsDamage<System>) {
      for (const Side side : both_sides) {
        for (int unit = 0; unit < battle_->size(side); ++unit) {
          int& losses = state.losses[side][static_cast<std::size_t>(unit)];
          losses = states(side, unit).lasting(losses);
        }
      }
    }
  }

  /// What is only of a round is forgotten.
  static void end_round(BattleState& state) {
    static_cast<RoundMarks&>(state.marks) = {};
    for (const Side side : both_sides) {
      for (BattleMarks::OfUnit& unit : state.marks.units[side]) unit = {.markers = unit.markers};
    }
  }

  const Battle<System>* battle_;
  int phase_ = 0;
  PerSide<UnitSet> all_;
  PerSide<std::vector<SideStates>> states_;
  /// By phase and unit, then by the unit's losses.
  PerSide<std::vector<std::vector<std::optional<UnitSet>>>> allowed_;
};

/// The first attack of a side of one unit as the battle begins, while nobody suffers anything;
/// nothing where it makes none, or the rules do not allow it.
template <class System>
std::optional<typename Round<System>::Fights> first_attack(const Battle<System>& battle, Side by) {
  Round<System> round(battle);
  BattleState state = round.opening();
  const int phases = AttacksBack<System> ? 1 : battle.phases();
  for (int phase = 0; phase < phases; ++phase) {
    round.begin(state, phase);
    for (;;) {
      const Moment moment = round.next(state);
      if (moment.next == Moment::Next::round_over) break;
      if (moment.next == Moment::Next::unit) {
        round.choose_unit(state, 0);
      } else if (moment.next == Moment::Next::target) {
        round.choose_target(state, 0);
      } else {
        const Combat combat = round.combat(state);
        if (combat.by == by) return round.fights(combat, state);
        round.dealt(state, combat, {}, false);
      }
    }
  }
  return std::nullopt;
}

}  // namespace warodds
