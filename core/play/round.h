// How a round of a battle goes, stated once for all engines (rounds.h says what they see of it).
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
#include "core/play/conduct.h"
#include "core/play/due.h"
#include "core/play/ending.h"
#include "core/play/policy.h"
#include "core/play/rolled.h"
#include "core/play/rounds.h"
#include "core/rules/round_so_far.h"
#include "core/rules/unit_set.h"
#include "core/systems/traits/break_off.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/retreat.h"

namespace warodds {

template <class System>
class Round final : public Rounds {
 public:
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;
  using Next = Moment::Next;

  /// The battle must outlive it.
  explicit Round(const Battle<System>& battle) : Rounds(battle.states()), battle_(&battle) {
    waves_ = battle.waves();
    for (const Side side : both_sides) {
      allowed_[side].resize(static_cast<std::size_t>(battle.phases() * battle.size(side)));
    }
  }

  const Battle<System>& battle() const { return *battle_; }
  int phase_after(int phase) const override { return battle_->after(phase); }
  int opening_phase() const override { return battle_->opening_phase(); }

  BattleState opening() const override {
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

  void begin(BattleState& state, int phase) override {
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

  Moment next(const BattleState& state) override {
    const BattleMarks& marks = state.marks;
    if (marks.over) return {};
    if (marks.leaving) return {Next::leave, marks.side, -1, {}, Picks::best};
    Moment moment{Next::fight, marks.side, marks.active};
    if (marks.fighting || (marks.active >= 0 && marks.target >= 0)) return moment;
    if (marks.active < 0) {
      moment.next = Next::unit;
      moment.options = may_act(state, marks.side);
    } else {
      moment.next = Next::target;
      moment.options = candidates(state, marks.side, marks.active);
    }
    follow_policy(battle_->conduct(marks.side), marks, moment);
    return moment;
  }

  void choose_unit(BattleState& state, int unit) override {
    state.marks.active = unit;
    state.marks.last = state.marks.side == Side::attacker ? BattleMarks::Last::attacker
                                                          : BattleMarks::Last::defender;
    if constexpr (AttacksBack<System>) state.marks.acted[state.marks.side].add(unit);
    if constexpr (HasActions<System>) {
      const bool passes = System::passes(battle_->situation(phase_, state.marks.side, unit));
      const Side side = state.marks.side;
      const bool is_open = chooses() && (battle_->is_of_two_units() ||
                                         battle_->leaves_open(side, {unit, unit}, side));
      if (!passes || is_open) return;
      state.marks.active = -1;  // it attacks nobody
      settle(state);
    }
  }

  void choose_target(BattleState& state, int target) override {
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

  void choose_leaving(BattleState& state, bool leaves) override {
    BattleMarks& marks = state.marks;
    if (leaves) {
      marks.left = marks.side;
    } else if (marks.side == Side::attacker && battle_->conduct(Side::defender).may_leave) {
      marks.side = Side::defender;
      return;
    }
    end_round(state);
  }
  bool leaves(const BattleState& state, int rounds_left) const override {
    return battle_->leaves(state.marks.side, standpoint(state, rounds_left));
  }

  Combat combat(const BattleState& state) const override {
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
  std::optional<AnyFight> fight(const Combat& combat, const BattleState& state) const override {
    std::optional<Fights> fights = this->fights(combat, state);
    return fights ? std::optional<AnyFight>(*std::move(fights)) : std::nullopt;
  }
  int first_alike(Side side, int unit) const override { return battle_->first_alike(side, unit); }
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
      const PerSide<int> units = first_of(combat);
      return battle_->fight(phase_, combat.by, units, standing_of(state, units), combat.as_told,
                            state.marks.chosen);
    } catch (const NoAnswer&) {
      return std::nullopt;
    }
  }

  using Rounds::suffer;
  void suffer(BattleState& state, const Combat& combat, Side side, int damage) override {
    if (combat.units[side].is_one()) {
      suffer(state, side, combat.units[side].first(), damage, way(combat, side));
    } else {
      share(state, combat, side, damage);
    }
  }
  /// How damage falls on a side of a fight of one unit of each; 0 of several.
  std::size_t way(const Combat& combat, Side side) const {
    if (!combat.units.attacker.is_one() || !combat.units.defender.is_one()) return 0;
    return battle_->ways(phase_, combat.by,
                         {combat.units.attacker.first(), combat.units.defender.first()})[side];
  }
  bool fought(BattleState& state, const Combat& combat, bool withdraws) override {
    BattleMarks& marks = state.marks;
    if constexpr (JoinsFights<System>) {
      const Side defender = enemy_of(combat.by);
      for (const int unit : combat.units[defender]) {
        if (withdraws && stands(state, defender, unit)) marks.away[defender].add(unit);
      }
      marks.chosen = nothing_chosen;
      ++marks.fought;
    } else {
      marks.attacks += pay(state);
      for (const Side side : both_sides) {
        const int unit = combat.units[side].first();
        if constexpr (!AttacksBack<System>) tire(marks, side, unit);
        if constexpr (!AttacksBack<System>) marks.acted[side].add(unit);
      }
      marks.target = -1;
      marks.chosen = nothing_chosen;
    }
    for (const Side side : both_sides) {
      if (!is_relieved(state, side, combat.units[side])) continue;
      clear_damage(state);
      finish_round(state);  // the next come with the next one
      return ClearsDamage<System>;
    }
    return settle(state);
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

  /// What System::prepare is told of a unit of each side.
  Standing standing_of(const BattleState& state, const PerSide<int>& units) const {
    Standing standing{{}, true};
    for (const Side side : both_sides) {
      states(side, units[side]).tell(losses(state, side, units[side]), side, standing);
    }
    return standing;
  }

  std::optional<BattleEnd> ending(const BattleState& state) const override {
    return ending(state, halt(state));
  }
  /// Whether it is over that way while both sides stand: `halted`.
  std::optional<BattleEnd> ending(const BattleState& state,
                                  const std::optional<BattleEnd>& halted) const {
    const PerSide<bool> stand{!standing(state, Side::attacker).empty(),
                              !standing(state, Side::defender).empty()};
    if (!stand.attacker || !stand.defender) return end_of({!stand.attacker, !stand.defender});
    if (state.marks.left) return BattleEnd::retreated;
    for (const Side side : both_sides) {
      if ((standing(state, side) - state.marks.away[side]).empty()) return BattleEnd::retreated;
    }
    if (halted) return halted;
    for (const Side side : both_sides) {
      if (on_field(state, side).empty()) return BattleEnd::undecided;
    }
    return std::nullopt;
  }
  bool halts(const BattleState& state) const override {
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

  // Of two units of which somebody chooses before fights, or who falls.

  /// The fight that is due.
  Due<System> due(const BattleState& state) const {
    const Combat combat = this->combat(state);
    const PerSide<int> units = first_of(combat);
    return battle_->due(phase_, combat.by, units, standing_of(state, units),
                        reactions(state.marks));
  }
  Standpoint standpoint(const BattleState& state, int rounds_left) const {
    // Once all attacks have been made, by the settings that have held.
    return {state.marks.leaving ? PerSide<int>{rounds_left, -1 - phase_}
                                : turns_left(state.marks, rounds_left),
            {losses(state, Side::attacker, 0), losses(state, Side::defender, 0)}};
  }
  bool chooses() const override {
    return battle_->follows_policy() || (battle_->open() && !battle_->chooses_who_falls());
  }
  PerSide<std::vector<int>> choices(const BattleState& state) const override {
    const Due<System> due = this->due(state);
    PerSide<std::vector<int>> choices{due.choices(Side::attacker), due.choices(Side::defender)};
    if (battle_->is_of_two_units()) return choices;
    const Combat combat = this->combat(state);
    for (const Side side : both_sides) {
      if (!battle_->leaves_open(side, first_of(combat), combat.by)) choices[side] = {not_chosen};
    }
    return choices;
  }
  PerSide<MixedStrategy> mixes(const BattleState& state, int rounds_left) const override {
    if (!battle_->follows_policy()) return {};
    return battle_->mixes(standpoint(state, rounds_left));
  }
  bool assigns() const override { return battle_->assigns_by_policy(); }
  bool assigns_by_round() const override { return assigns() && battle_->changes_by_round(); }
  PerSide<MixedStrategy> assigned(const BattleState& state, int rounds_left,
                                  const PerSide<int>& damage) override {
    PerSide<int> from, suffered;
    for (const Side side : both_sides) {
      SideStates& states = this->states(side, 0);
      from[side] = losses(state, side, 0);
      suffered[side] = std::min(damage[side], states.left(from[side]));
      states.find(from[side], suffered[side]);
    }
    PerSide<MixedStrategy> to;
    for (const Side side : both_sides) {
      if (const AssignmentPolicy* const policy = battle_->assignments(side)) {
        to[side] = policy->at(rounds_left, phase_, attack_due(state.marks), from, suffered)[side];
      } else {
        to[side] = {{states(side, 0).after(from[side], suffered[side]), 1.0}};
      }
    }
    return to;
  }
  double worth_of_damage(Side side, const Casualties& casualties, int damage) const override {
    if (!battle_->is_activation() || damage == 0) return 0;
    const Payoff payoff = battle_->open()->payoff;
    const int lost = payoff == Payoff::damage  ? casualties.amount(damage)
                     : payoff == Payoff::kills ? casualties.kills(damage)
                                               : 0;
    return side == Side::defender ? lost : -lost;
  }
  double worth_of_choices(const BattleState& state) const override {
    if constexpr (HasActions<System>) {
      if (!battle_->is_activation()) return 0;
      const Combat combat = this->combat(state);
      const auto situation =
          battle_->situation(phase_, combat.by, combat.by_unit, state.marks.chosen);
      return System::worth(situation, System::spent(situation));
    }
    return 0;
  }
  double worth_of_end(const BattleState& state, BattleEnd end) const override {
    if (const auto& played_for = battle_->played_for()) return played_for->worth(left(state));
    if (!battle_->is_activation()) return worth_of(end);
    if (battle_->open()->payoff != Payoff::destroyed) return 0;
    return end == BattleEnd::attacker_wins ? 1 : end == BattleEnd::defender_wins ? -1 : 0;
  }

 private:
  static PerSide<int> first_of(const Combat& combat) {
    return {combat.units.attacker.first(), combat.units.defender.first()};
  }
  /// How a battle ends after a round while both sides stand; nothing: it does not.
  std::optional<BattleEnd> halt(const BattleState& state) const {
    if (!state.marks.begun) return std::nullopt;
    return battle_->halt(left(state));
  }
  PerSide<std::vector<UnitLeft>> left(const BattleState& state) const {
    PerSide<std::vector<UnitLeft>> left;
    for (const Side side : both_sides) {
      for (const int unit : all_[side]) {
        left[side].push_back(left_of(states(side, unit), losses(state, side, unit)));
      }
    }
    return left;
  }

  /// What the target of the fight that is due can pay for.
  int reactions(const BattleMarks& marks) const {
    if constexpr (!HasActions<System>) return no_limit;
    const Side target = enemy_of(marks.side);
    return of_unit(marks, target, std::max(marks.target, 0)).actions;
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

  static BattleMarks::OfUnit& of_unit(BattleMarks& marks, Side side, int unit) {
    return marks.units[side][static_cast<std::size_t>(unit)];
  }
  static const BattleMarks::OfUnit& of_unit(const BattleMarks& marks, Side side, int unit) {
    return marks.units[side][static_cast<std::size_t>(unit)];
  }

  /// A fight costs a unit its side's markers, each further one of the round costs one.
  void tire(BattleMarks& marks, Side side, int unit) const {
    if constexpr (BreaksOff<System>) {
      if (battle_->open() && battle_->is_of_two_units()) return;  // its rounds are counted
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
  /// Pays for an attack; how many it is of those that the unit can make.
  int pay(BattleState& state) const {
    BattleMarks& marks = state.marks;
    if constexpr (PaysForAttacks<System>) {
      if (System::points_in_round(battle_->rules(phase_)) != no_limit) {
        marks.points[marks.side] += System::price(battle_->unit(marks.side, marks.active));
      }
    }
    if constexpr (HasActions<System>) {
      auto left = actions_left(marks);
      const auto paid = pay_with(left, marks);
      of_unit(marks, marks.side, marks.active).actions = left.left()[marks.side];
      of_unit(marks, enemy_of(marks.side), marks.target).actions =
          left.left()[enemy_of(marks.side)];
      if (paid.passes) return attacks_in_turn(phase_, marks.side, marks.active) - marks.attacks;
      if (paid.is_free) return 0;
    }
    return 1;
  }

  /// Goes on to the next choice or fight. True if a turn has ended.
  bool settle(BattleState& state) {
    BattleMarks& marks = state.marks;
    if (marks.fighting) {
      if (marks.fought == marks.formed) finish_round(state);
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
      finish_round(state);
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

  /// Where units of both sides can go on, whoever may leave the field is asked first. Where the
  /// battle halts nevertheless is not looked at: what a fight leads to depends on kinds of losses.
  void finish_round(BattleState& state) const {
    end_round(state);
    for (const Side side : both_sides) {
      if (!battle_->conduct(side).may_leave) continue;
      if (ending(state, std::nullopt)) return;
      state.marks.over = false;
      state.marks.leaving = true;
      state.marks.side = side;
      return;
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
  /// By phase and unit, then by the unit's losses.
  PerSide<std::vector<std::vector<std::optional<UnitSet>>>> allowed_;
};

/// The first attack of a side of one unit as the battle begins, while nobody suffers anything;
/// nothing where it makes none, or the rules do not allow it.
template <class System>
std::optional<typename Round<System>::Fights> first_attack(const Battle<System>& battle, Side by) {
  Round<System> round(battle);
  BattleState state = round.opening();
  const int rounds = AttacksBack<System> ? 1 : battle.phases();
  int phase = battle.opening_phase();
  for (int looked_at = 0; looked_at < rounds; ++looked_at, phase = battle.after(phase)) {
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
