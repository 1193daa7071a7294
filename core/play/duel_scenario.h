// A game of one unit a side as a scenario: who may choose what before each attack, or who falls
// after it (A11b), and where it leads. A unit's state is the damage that it has taken or, where it
// is chosen who falls, what is left of it. Marked is what both can still spend in the round.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/game.h"
#include "core/play/scenario.h"

namespace warodds {

template <class System>
class DuelScenario final : public Scenario {
 public:
  /// The game must outlive it.
  explicit DuelScenario(const Game<System>& game) : game_(game) {
    if constexpr (assigns) {
      battle_.emplace(game.battle());
      timeline_.emplace(
          PerSide<const typename System::Unit*>{&game.units().attacker, &game.units().defender},
          game.given(), game.course());
      for (const Side side : both_sides) {
        sides_[side] =
            SideStates::of_any_choice(battle_->casualties()[side], battle_->damage_lasts());
        if (game.is_known(side)) {
          rules_[side] = by_rule(side, game.given().*System::choice_key[side]);
        }
      }
    }
  }

  int units(Side /*side*/) const override { return 1; }
  State opening() const override {
    PerSide<int> states = game_.start().taken;
    if constexpr (assigns) states = {sides_.attacker.opening(), sides_.defender.opening()};
    return {{{states.attacker}, {states.defender}}, 0};
  }

  int states(Side side, int /*unit*/) const override {
    // Where it is chosen who falls they are found one after the other.
    return assigns ? std::numeric_limits<int>::max() : game_.capacity(side) + 1;
  }
  int lasting(Side side, int /*unit*/, int state) const override {
    return assigns ? sides_[side].lasting(state) : state;
  }
  int figures(Side side, int /*unit*/, int state) const override {
    return assigns ? sides_[side].standing(state) : casualties(side, state).standing();
  }
  int hit_points(Side side, int /*unit*/, int state) const override {
    return assigns ? sides_[side].left(state) : game_.capacity(side) - state;
  }
  std::vector<int> figures_by_rank(Side side, int /*unit*/, int state) const override {
    return assigns ? sides_[side].standing_by_rank(state) : casualties(side, state).survivors(0);
  }
  int kind(Side side, int unit, int state) const override {
    return hit_points(side, unit, state) > 0 ? 1 : 0;
  }
  bool comes_to_all(Side /*side*/) const override { return !assigns; }
  int aspect(Marks marks, Side /*side*/, int /*unit*/) override {
    return (marks & in_round) != 0 || (is_between_rounds(marks) && can_halt()) ? 1 : 0;
  }
  int seen(Side /*side*/, int /*unit*/, int /*aspect*/, int state) override { return state; }

  Next next(const State& state) override {
    Next next;
    const PerSide<int> taken = this->taken(state);
    const bool between = is_between_rounds(state.marks);
    const bool away = (state.marks & moved_away) != 0;
    const bool gone = kind(Side::attacker, 0, taken.attacker) == 0 ||
                      kind(Side::defender, 0, taken.defender) == 0;
    const Standpoint after_round{{away ? Game<System>::moved_away : 0, 0}, taken};
    std::optional<BattleEnd> halt;
    if ((state.marks & begun) != 0 && !gone) {
      halt = assigns ? battle_->halt({{left_of(sides_.attacker, taken.attacker)},
                                      {left_of(sides_.defender, taken.defender)}})
                     : game_.halt(after_round);
    }
    next.halted = halt.has_value();
    const bool too_late = is_second(state.marks) && game_.rounds() < 2;
    const bool ended = away || next.halted || too_late || (state.marks & done) != 0;
    if (gone || (between && ended)) {
      next.kind = Next::Kind::over;
      if constexpr (assigns) {
        next.worth = worth_of(halt.value_or(
            end_of({sides_.attacker.gone(taken.attacker), sides_.defender.gone(taken.defender)})));
      } else {
        next.worth = game_.worth_of_end(after_round);
      }
      if (away) next.end = BattleEnd::retreated;
    } else if ((state.marks & in_round) != 0) {
      next.kind = Next::Kind::fight;
      next.falls = {1, 1};
      if constexpr (assigns) {
        next.fight = fights_.size();
        fights_.push_back({attack_of(state.marks), taken});
      } else {
        const Standpoint at = standpoint(state);
        next.choices = {game_.choices(Side::attacker, at), game_.choices(Side::defender, at)};
      }
    }
    return next;
  }
  Marks chosen(const State& state, const PerSide<int>& /*options*/) override {
    const Marks lasts = state.marks & (second | moved_away | begun | done);
    if ((state.marks & round_has_ended) != 0) return lasts;
    return in_round | (lasts & second) | marked(turns_of_round());
  }
  Then fought(const State& after, bool withdraws) override {
    const PerSide<int> here = turns(after.marks);
    bool clears = false;
    PerSide<int> left{here.attacker - 1, 0};
    if constexpr (assigns) {
      const bool gone = kind(Side::attacker, 0, taken(after).attacker) == 0 ||
                        kind(Side::defender, 0, taken(after).defender) == 0;
      clears = attacks()[attack_of(after.marks)].ends_turn && !gone;
    } else {
      left = game_.turns_after(here, attack_costs[after.marks & cost]);
    }
    const Marks now = after.marks & second;
    if (left.attacker > 0 && !withdraws) return {in_round | now | marked(left), clears};
    Marks later = round_has_ended | (game_.roles_alternate() ? now ^ second : 0);
    if (can_halt()) later |= begun;
    if (game_.payoff() != Payoff::win) later |= done;
    return {withdraws ? later | moved_away : later, clears, withdraws};
  }
  std::vector<OfUnits<int>> suffer(Side side, int /*falls*/, const OfUnits<int>& units,
                                   int damage) override {
    const int state = units.front();
    std::vector<int> states;
    if constexpr (!assigns) {
      states = {std::min(state + damage, game_.capacity(side))};
    } else if (rules_[side]) {
      states = {assigned(side, *rules_[side], state, damage)};
    } else {
      sides_[side].find_choices(state, damage);
      states = sides_[side].choices(state, damage);
    }
    std::vector<OfUnits<int>> options;
    for (const int option : states) options.emplace_back(std::size_t{1}, option);
    return options;
  }

  // Where it is chosen who falls.

  const PerSide<SideStates>& sides() const { return sides_; }
  /// The attacks of a round.
  const std::vector<RoundAttack>& attacks() const { return timeline_->order().attacks; }
  /// What such an attack may turn out to be; nothing where the rules allow none.
  std::optional<Mixture<typename System::Fight>> attack(std::size_t number,
                                                        const PerSide<int>& states) const {
    const Side by = attacks()[number].by;
    try {
      return rolled_fights<System>(game_.units()[by], game_.units()[enemy_of(by)],
                                   timeline_->situation(number),
                                   in_roles(standing_of(sides_, states), by));
    } catch (const NoAnswer&) {
      return std::nullopt;
    }
  }
  /// The attack of a fight that next() has named, and the states before it.
  const std::pair<std::size_t, PerSide<int>>& fight(std::uint64_t name) const {
    return fights_[name];
  }
  std::size_t attack_of(Marks marks) const {
    return attacks().size() - static_cast<std::size_t>(turns(marks).attacker);
  }
  State before(std::size_t attack, const PerSide<int>& states) const {
    const int left = static_cast<int>(attacks().size() - attack);
    return {{{states.attacker}, {states.defender}}, in_round | marked({left, 0})};
  }
  /// The states of a side that assigns its damage by a rule. Damage already there lies where it
  /// lies, which need not be where the rule would have put it.
  SideStates by_rule(Side side, int rule) const {
    SideStates states = sides_[side];
    auto situation = game_.given();
    situation.*System::choice_key[side] = rule;
    Standing standing;
    standing.remains[side] = states.remains(states.opening());
    states.assign_by(System::figures(side, game_.units()[side], situation, standing).casualties);
    return states;
  }
  /// Where damage leads by a rule.
  int assigned(Side side, SideStates& rule, int state, int damage) {
    const int same = rule.state_with(sides_[side].remains(state));
    rule.find(same, damage);
    return sides_[side].state_with(rule.remains(rule.after(same, damage)));
  }

  // Where something is chosen before an attack.

  /// What is marked besides of a fight that costs so much.
  static Marks marks_of(const PerSide<int>& spent) { return number_of_cost(spent); }
  /// Where it is decided which fight there is, in a round after which so many can be fought.
  Standpoint standpoint(const State& state, int rounds_after) const {
    return {game_.turns_left(rounds_after, turns(state.marks)), taken(state)};
  }
  /// The same in one of the first rounds.
  Standpoint standpoint(const State& state) const {
    return standpoint(state, game_.rounds() - (is_second(state.marks) ? 2 : 1));
  }
  /// Whether a round of which such a state is may be the one with so many left.
  bool is_in_round(const State& state, int rounds_left) const {
    const bool even = (game_.rounds() - rounds_left) % 2 == 0;
    return !game_.roles_alternate() || is_second(state.marks) != even;
  }

 private:
  static constexpr bool assigns = Game<System>::assigns_damage();

  /// Whether it is a round of those in which the sides have changed roles.
  static bool is_second(Marks marks) { return (marks & second) != 0; }

  // From what both can still spend, so that marks rise, to what a fight costs.
  static constexpr int bits_of_turns = 16, bits_of_cost = 2;
  static constexpr Marks most_turns = (Marks{1} << bits_of_turns) - 1;
  static constexpr Marks cost = (Marks{1} << bits_of_cost) - 1;
  static constexpr Marks second = Marks{1} << 40;
  // What ends it between two rounds, or may.
  static constexpr Marks moved_away = second << 1, begun = second << 2, done = second << 3;

  static Marks marked(const PerSide<int>& turns) {
    return ((most_turns - static_cast<Marks>(turns.attacker)) << bits_of_turns |
            (most_turns - static_cast<Marks>(turns.defender)))
           << bits_of_cost;
  }
  static PerSide<int> turns(Marks marks) {
    const Marks number = marks >> bits_of_cost;
    return {static_cast<int>(most_turns - (number >> bits_of_turns & most_turns)),
            static_cast<int>(most_turns - (number & most_turns))};
  }
  static PerSide<int> taken(const State& state) {
    return {state.units.attacker.front(), state.units.defender.front()};
  }
  Casualties casualties(Side side, int state) const {
    return Casualties(game_.casualties()[side].ranks(), state);
  }

  PerSide<int> turns_of_round() const {
    if constexpr (assigns) return {static_cast<int>(attacks().size()), 0};
    return game_.turns_of_round();
  }
  bool can_halt() const { return assigns ? battle_->can_halt() : game_.can_halt(); }

  const Game<System>& game_;
  std::optional<Battle<System>> battle_;
  std::optional<Timeline<System>> timeline_;
  PerSide<SideStates> sides_;
  PerSide<std::optional<SideStates>> rules_;  ///< of sides whose choice is known
  std::deque<std::pair<std::size_t, PerSide<int>>> fights_;
};

}  // namespace warodds
