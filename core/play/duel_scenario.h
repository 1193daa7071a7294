// A game of one unit a side as a scenario: who may choose what before each attack, and where it
// leads. A unit's state is the damage that it has taken; marked is what both can still spend in the
// round.
#pragma once

#include <algorithm>
#include <vector>

#include "core/play/game.h"
#include "core/play/scenario.h"

namespace warodds {

template <class System>
class DuelScenario final : public Scenario {
 public:
  /// The game must outlive it.
  explicit DuelScenario(const Game<System>& game) : game_(game) {}

  int units(Side /*side*/) const override { return 1; }
  State opening() const override {
    const PerSide<int> taken = game_.start().taken;
    return {{{taken.attacker}, {taken.defender}}, 0};
  }

  int states(Side side, int /*unit*/) const override { return game_.capacity(side) + 1; }
  int lasting(Side /*side*/, int /*unit*/, int state) const override { return state; }
  int figures(Side side, int /*unit*/, int state) const override {
    return casualties(side, state).standing();
  }
  int hit_points(Side side, int /*unit*/, int state) const override {
    return game_.capacity(side) - state;
  }
  std::vector<int> figures_by_rank(Side side, int /*unit*/, int state) const override {
    return casualties(side, state).survivors(0);
  }
  int kind(Side side, int /*unit*/, int state) const override {
    return state < game_.capacity(side) ? 1 : 0;
  }
  bool comes_to_all(Side /*side*/) const override { return true; }
  int aspect(Marks marks, Side /*side*/, int /*unit*/) override {
    return (marks & in_round) != 0 || (is_between_rounds(marks) && game_.can_halt()) ? 1 : 0;
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
    next.halted = (state.marks & begun) != 0 && game_.halt(after_round) != Halt::none;
    const bool too_late = is_second(state.marks) && game_.rounds() < 2;
    const bool ended = away || next.halted || too_late || (state.marks & done) != 0;
    if (gone || (between && ended)) {
      next.kind = Next::Kind::over;
      next.worth = game_.worth_of_end(after_round);
      if (away) next.end = BattleEnd::retreated;
    } else if ((state.marks & in_round) != 0) {
      next.kind = Next::Kind::fight;
      next.falls = {1, 1};
      const Standpoint at = standpoint(state);
      next.choices = {game_.choices(Side::attacker, at), game_.choices(Side::defender, at)};
    }
    return next;
  }
  Marks chosen(const State& state, const PerSide<int>& /*options*/) override {
    const Marks lasts = state.marks & (second | moved_away | begun | done);
    if ((state.marks & round_has_ended) != 0) return lasts;
    return in_round | (lasts & second) | marked(game_.turns_of_round());
  }
  Then fought(const State& after, bool withdraws) override {
    const PerSide<int> left =
        game_.turns_after(turns(after.marks), attack_costs[after.marks & cost]);
    const Marks now = after.marks & second;
    if (left.attacker > 0 && !withdraws) return {in_round | now | marked(left)};
    Marks later = round_has_ended | (game_.roles_alternate() ? now ^ second : 0);
    if (game_.can_halt()) later |= begun;
    if (game_.payoff() != Payoff::win) later |= done;
    return {withdraws ? later | moved_away : later, false, withdraws};
  }
  OfUnits<int> suffer(Side side, int /*falls*/, const OfUnits<int>& units, int damage) override {
    return {std::min(units.front() + damage, game_.capacity(side))};
  }

  /// What is marked besides of a fight that costs so much.
  static Marks marks_of(const PerSide<int>& spent) { return number_of_cost(spent); }
  /// Of a battle: between two rounds that are not the first.
  State between_later_rounds(const PerSide<int>& taken) const {
    return {{{taken.attacker}, {taken.defender}}, round_has_ended | (game_.can_halt() ? begun : 0)};
  }
  /// Wherever something may be chosen in a round.
  std::vector<State> in_a_round(const PerSide<int>& taken) const {
    std::vector<State> states;
    for (const PerSide<int>& turns : game_.all_turns()) {
      if (turns.attacker > game_.turns_of_round().attacker) break;
      for (const Marks roles : {Marks{0}, second}) {
        if (roles != 0 && !game_.roles_alternate()) break;
        states.push_back({{{taken.attacker}, {taken.defender}}, in_round | roles | marked(turns)});
      }
    }
    return states;
  }
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

  const Game<System>& game_;
};

}  // namespace warodds
