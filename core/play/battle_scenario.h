// A battle as a scenario. How a round goes is said in round.h; here its states and marks get
// numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/round.h"
#include "core/play/scenario.h"
#include "core/play/unit_states.h"
#include "core/systems/traits/lost_dice.h"
#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds {

template <class System>
class BattleScenario final : public Scenario {
 public:
  using Fights = typename Round<System>::Fights;

  /// The battle must outlive it.
  explicit BattleScenario(const Battle<System>& battle) : battle_(battle), round_(battle) {
    const BattleState opening = round_.opening();
    for (const Side side : both_sides) {
      if (!battle.chooses_who_falls()) break;
      if (battle.is_known(side)) {
        rules_[side] =
            by_rule(side, battle.situation(0, Side::attacker, 0).*System::choice_key[side]);
      }
    }
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle.size(side); ++unit) {
        units_[side].emplace_back(round_, side, unit);
        if (!battle.chooses_who_falls()) of(side, unit).find_all();
        number(side, unit, opening.losses[side][static_cast<std::size_t>(unit)]);
      }
    }
  }

  // Its units' states are found in its round.
  BattleScenario(const BattleScenario&) = delete;
  BattleScenario& operator=(const BattleScenario&) = delete;

  const Battle<System>& battle() const { return battle_; }
  /// In which it finds states.
  Round<System>& round() { return round_; }
  const Round<System>& round() const { return round_; }
  /// A state as the round has it, which is then of its phase.
  BattleState battle_state(const State& state) {
    BattleState of;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        of.losses[side].push_back(
            at(side, unit, state.units[side][static_cast<std::size_t>(unit)]).losses);
      }
    }
    const Marked& marked = this->marked(state.marks);
    of.marks = marked.marks;
    round_.set_phase(marked.phase);
    round_.find_gone(of);
    return of;
  }
  int units(Side side) const override { return battle_.size(side); }
  State opening() const override {
    const BattleState opening = round_.opening();
    State state;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        const int losses = opening.losses[side][static_cast<std::size_t>(unit)];
        state.units[side].push_back(of(side, unit).known(losses));
      }
    }
    state.marks = number(opening.marks, battle_.opening_phase(), false);
    return state;
  }

  int hit_points_at_first(Side side) const override { return round_.hit_points_at_first(side); }

  int states(Side side, int unit) const override { return of(side, unit).size(); }
  int lasting(Side side, int unit, int state) const override {
    return at(side, unit, state).lasting;
  }
  int figures(Side side, int unit, int state) const override {
    return round_.states(side, unit).standing(at(side, unit, state).losses);
  }
  int hit_points(Side side, int unit, int state) const override {
    const SideStates& states = round_.states(side, unit);
    return states.left(states.lasting(at(side, unit, state).losses));
  }
  std::vector<int> figures_by_rank(Side side, int unit, int state) const override {
    return round_.states(side, unit).standing_by_rank(at(side, unit, state).losses);
  }
  int kind(Side side, int unit, int state) const override { return at(side, unit, state).kind; }
  bool comes_to_all(Side side) const override {
    return (battle_.size(side) == 1 || !AttacksBack<System>)&&!battle_.chooses_who_falls() &&
           !round_.comes_in_waves(side);
  }

  int aspect(Marks marks, Side side, int unit) override {
    if ((marks & round_has_ended) != 0) return of_kind;
    if (is_between_rounds(marks) || marked(marks).marks.leaving) {
      if (battle_.until() || battle_.played_for()) return of_state;
      return battle_.can_break() ? of_figures : of_kind;
    }
    if (battle_.follows_policy() || battle_.open()) return of_state;
    const Marked& marked = this->marked(marks);
    if (marked.marks.fighting || (marked.marks.active >= 0 && marked.marks.target >= 0)) {
      const Combat combat = this->combat(marks);
      if (!combat.units[side].has(unit)) return of_nothing;
      return tells_dice() ? first_of_dice + 2 * marked.phase + (combat.by == side ? 0 : 1)
                          : of_state;
    }
    const Conduct& conduct = battle_.conduct(marked.marks.side);
    const bool by_hit_points =
        marked.marks.active < 0
            ? side == marked.marks.side && (conduct.activate == Activation::weakest ||
                                            conduct.activate == Activation::strongest)
            : side != marked.marks.side && (conduct.targets == Targeting::weakest ||
                                            conduct.targets == Targeting::strongest);
    return by_hit_points ? of_hit_points : of_kind;
  }
  int seen(Side side, int unit, int aspect, int state) override {
    if (aspect == of_state) return state;
    if (aspect == of_figures) return figures(side, unit, state);
    if (aspect == of_hit_points) {
      return round_.states(side, unit).left(at(side, unit, state).losses);
    }
    return of(side, unit).dice(state, aspect - first_of_dice);
  }

  Next next(const State& state) override {
    Next next;
    if ((state.marks & round_has_ended) != 0) return next;
    const BattleState of = battle_state(state);
    if (is_between_rounds(state.marks)) {
      const std::optional<BattleEnd> end = round_.ending(of);
      if (!end) return next;
      next.kind = Next::Kind::over;
      next.end = *end;
      next.leaves = *end == BattleEnd::retreated && of.marks.left;
      next.side = of.marks.left.value_or(Side::attacker);
      next.worth = worth(of, *end);
      next.halted = round_.halts(of);
      return next;
    }
    const Moment moment = round_.next(of);
    if (moment.next == Moment::Next::fight) {
      next.kind = Next::Kind::fight;
      const Combat combat = round_.combat(of);
      if (round_.chooses()) {
        next.choices = round_.choices(of);
      } else {
        next.fight = fight(combat, state);
        if (!fights_[next.fight].fights) return next;
      }
      for (const Side side : both_sides) {
        // Only how several share it depends on the phase.
        const UnitSet units = combat.units[side];
        const Way way{units, units.is_one() ? 0 : marked(state.marks).phase,
                      round_.way(combat, side)};
        next.falls[side] =
            1 + static_cast<int>(falls_.try_emplace(way, ways_.size()).first->second);
        if (falls_.size() > ways_.size()) ways_.push_back(way);
      }
      return next;
    }
    next.kind = Next::Kind::choice;
    next.side = moment.side;
    next.picks = moment.picks;
    if (moment.next == Moment::Next::leave) {
      next.leaves = true;
      next.units = {0};  // it stays where the battle ends now
      if (!round_.ending(of)) next.units.push_back(1);
      return next;
    }
    next.at_enemies = moment.next == Moment::Next::target;
    if (moment.picks == Picks::weakest || moment.picks == Picks::strongest) {
      next.picks = Picks::any;
      next.units = {picked(round_, of, moment)};
      return next;
    }
    for (const int unit : moment.options) next.units.push_back(unit);
    return next;
  }

  double worth(const State& state) override {
    return worth(battle_state(state), BattleEnd::undecided);
  }

  Marks chosen(const State& state, int unit) override {
    const int phase = marked(state.marks).phase;
    if ((state.marks & round_has_ended) != 0) {
      return number(marked(state.marks).marks, battle_.after(phase), false);
    }
    BattleState of = battle_state(state);
    if (is_between_rounds(state.marks)) {
      round_.begin(of, phase);
      make_only_choices(of);
      return number(of.marks, phase, true);
    }
    const Moment::Next next = round_.next(of).next;
    if (next == Moment::Next::unit) {
      round_.choose_unit(of, unit);
    } else if (next == Moment::Next::target) {
      round_.choose_target(of, unit);
    } else {
      round_.choose_leaving(of, unit != 0);
    }
    return number(of.marks, phase, true);
  }
  Then fought(const State& after, bool withdraws) override {
    BattleState of = battle_state(after);
    const PerSide<UnitSet> away = of.marks.away;
    const bool clears = round_.fought(of, round_.combat(of), withdraws);
    make_only_choices(of);
    return {number(of.marks, marked(after.marks).phase, true), clears, !(of.marks.away == away)};
  }
  std::vector<OfUnits<int>> suffer(Side side, int falls, const OfUnits<int>& units,
                                   int damage) override {
    if (battle_.chooses_who_falls()) return may_fall(side, units, damage);
    const auto [hurt, phase, way] = ways_[static_cast<std::size_t>(falls) - 1];
    round_.set_phase(phase);
    BattleState of;
    for (int unit = 0; unit < battle_.size(side); ++unit) {
      of.losses[side].push_back(at(side, unit, units[static_cast<std::size_t>(unit)]).losses);
    }
    if (hurt.is_one()) {
      round_.suffer(of, side, hurt.first(), damage, way);
    } else {
      Combat combat;
      combat.units[side] = hurt;
      round_.suffer(of, combat, side, damage);
    }
    OfUnits<int> after = units;
    for (const int unit : hurt) {
      const auto place = static_cast<std::size_t>(unit);
      after[place] = number(side, unit, of.losses[side][place]);
    }
    return {after};
  }

  /// A fight that next() has named.
  struct OfFight {
    Side by = Side::attacker;
    /// Its attacker being `by`; nothing where the rules do not allow it.
    std::optional<Fights> fights;
  };
  const OfFight& fight(std::uint64_t name) const { return fights_[name]; }

  // Of battles of two units in which something is chosen before a fight, or who falls.

  /// Who fights there.
  Combat combat(Marks marks) {
    BattleState of;
    of.marks = marked(marks).marks;
    round_.set_phase(marked(marks).phase);
    return round_.combat(of);
  }
  int phase(const State& state) const { return marked(state.marks).phase; }
  /// The phase, and which attack of the round is due.
  std::pair<int, std::size_t> attack_due(Marks marks) {
    round_.set_phase(marked(marks).phase);
    return {marked(marks).phase, round_.attack_due(marked(marks).marks)};
  }
  /// As such an attack is due, the sides being in these states of theirs.
  State before(int phase, std::size_t attack, const PerSide<int>& losses) {
    BattleState of = round_.opening();
    for (const Side side : both_sides) of.losses[side].front() = losses[side];
    round_.find_gone(of);
    round_.begin(of, phase);
    make_only_choices(of);
    while (!of.marks.over && round_.attack_due(of.marks) < attack) {
      round_.fought(of, round_.combat(of), false);
      make_only_choices(of);
    }
    return {{{number(Side::attacker, 0, losses.attacker)},
             {number(Side::defender, 0, losses.defender)}},
            number(of.marks, phase, true)};
  }
  int losses(Side side, int state) const { return at(side, 0, state).losses; }

  /// The states of a side that assigns its damage by a rule (A11b). Damage already there lies where
  /// it lies, which need not be where the rule would have put it.
  SideStates by_rule(Side side, int rule) const {
    SideStates states = round_.states(side, 0);
    auto situation = battle_.situation(0, Side::attacker, 0);
    situation.*System::choice_key[side] = rule;
    Standing standing;
    standing.remains[side] = states.remains(states.opening());
    states.assign_by(System::figures(side, battle_.unit(side, 0), situation, standing).casualties);
    return states;
  }
  /// Where damage leads by such a rule.
  int assigned(Side side, SideStates& rule, int state, int damage) {
    SideStates& states = round_.states(side, 0);
    const int same = rule.state_with(states.remains(at(side, 0, state).losses));
    rule.find(same, damage);
    return number(side, 0, states.state_with(rule.remains(rule.after(same, damage))));
  }

  /// Where a policy says who falls: the states, by their numbers here, that the fight that is due
  /// leads to when it has done so much damage.
  PerSide<MixedStrategy> assigned(const State& state, int rounds_left, const PerSide<int>& damage) {
    PerSide<MixedStrategy> to = round_.assigned(battle_state(state), rounds_left, damage);
    for (const Side side : both_sides) {
      for (WeightedChoice& one : to[side]) one.value = number(side, 0, one.value);
    }
    return to;
  }
  /// The fight that is due when both have chosen so, what is then marked, and what it costs and is
  /// so worth to the attacker's side.
  struct Chosen {
    OfFight fight;
    Marks marks = 0;
    double worth = 0;
  };
  Chosen chosen_fight(const State& state, const PerSide<int>& chosen) {
    BattleState of = battle_state(state);
    of.marks.chosen = chosen;
    const Combat combat = round_.combat(of);
    Chosen as{{combat.by, round_.fights(combat, of)}, state.marks};
    // What was chosen is looked at again only where it has to be paid for.
    if (HasActions<System>) as.marks = number(of.marks, marked(state.marks).phase, true);
    as.worth = round_.worth_of_choices(of);
    return as;
  }

 private:
  enum Aspect { of_state = of_kind + 1, of_figures, of_hit_points, first_of_dice };

  /// On whom damage falls, and how.
  struct Way {
    UnitSet units;
    int phase = 0;
    std::size_t way = 0;

    auto operator<=>(const Way&) const = default;
  };

  struct Marked {
    BattleMarks marks;
    int phase = 0;

    bool operator==(const Marked&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Marked& marked) const {
      std::size_t sum = marked.marks.hash();
      boost::hash_combine(sum, marked.phase);
      return sum;
    }
  };

  UnitStates<System>& of(Side side, int unit) {
    return units_[side][static_cast<std::size_t>(unit)];
  }
  const UnitStates<System>& of(Side side, int unit) const {
    return units_[side][static_cast<std::size_t>(unit)];
  }
  const UnitState& at(Side side, int unit, int state) const { return of(side, unit).at(state); }
  int number(Side side, int unit, int losses) { return of(side, unit).number(losses); }
  /// Whether a fight looks at no more of a unit than the dice that it rolls.
  bool tells_dice() const { return LosesOnlyDice<System> && !battle_.chooses_who_falls(); }

  /// Where damage may lead a side whose owner chooses who falls.
  std::vector<OfUnits<int>> may_fall(Side side, const OfUnits<int>& units, int damage) {
    if (rules_[side]) return {{assigned(side, *rules_[side], units.front(), damage)}};
    const int from = at(side, 0, units.front()).losses;
    SideStates& states = round_.states(side, 0);
    states.find_choices(from, damage);
    std::vector<OfUnits<int>> options;
    for (const int option : states.choices(from, damage)) {
      options.emplace_back(std::size_t{1}, number(side, 0, option));
    }
    return options;
  }
  const Marked& marked(Marks marks) const { return marked_[marks & index_of_marks]; }
  Marks number(const BattleMarks& marks, int phase, bool within) const {
    const auto [known, is_new] = numbers_.try_emplace({marks, phase}, marked_.size());
    if (is_new) marked_.push_back(known->first);
    if (known->second > index_of_marks) {
      throw NoAnswer("what may be marked in a round is beyond what can be worked out exactly");
    }
    const Marks number = known->second;
    if (!within) return number;
    return (marks.over ? round_has_ended : in_round | how_far(marks) << bits_of_index) | number;
  }
  /// A number that rises with everything that happens in a round.
  static Marks how_far(const BattleMarks& marks) {
    constexpr int most = (1 << bits_of_actions) - 1;
    int acted = 0, actions = 0;
    for (const Side side : both_sides) {
      acted += marks.acted[side].size();
      for (const BattleMarks::OfUnit& unit : marks.units[side]) {
        actions += std::min(unit.actions, most);
      }
    }
    const bool active = marks.active >= 0;
    Marks far = 0;
    const auto then = [&far](int bits, int value) {
      far = far << bits | static_cast<Marks>(std::min(value, (1 << bits) - 1));
    };
    then(2, !marks.leaving ? 0 : marks.side == Side::attacker ? 1 : 2);
    then(1, marks.fighting ? 1 : 0);
    then(7, marks.fought);
    then(8, acted);
    then(1, active == AttacksBack<System> ? 0 : 1);
    then(7, marks.attacks);
    then(bits_of_actions, most - std::min(actions, most));
    then(1, marks.target >= 0 ? 1 : 0);
    return far;
  }

  double worth(const BattleState& state, BattleEnd end) const {
    return battle_.share_of(round_.worth_of_end(state, end));
  }

  /// Of two units neither has whom to choose.
  void make_only_choices(BattleState& state) {
    if (!battle_.is_of_two_units()) return;
    for (;;) {
      const Moment moment = round_.next(state);
      if (moment.next == Moment::Next::unit) {
        round_.choose_unit(state, 0);
      } else if (moment.next == Moment::Next::target) {
        round_.choose_target(state, 0);
      } else {
        return;
      }
    }
  }

  std::uint64_t fight(const Combat& combat, const State& state) {
    const int phase = marked(state.marks).phase;
    std::vector<int> key{phase, combat.by == Side::attacker ? 0 : 1,
                         of(combat.by, combat.by_unit).alike(), combat.as_told ? 1 : 0};
    for (const Side side : both_sides) {
      key.push_back(-1);
      for (const int unit : combat.units[side]) {
        const int one = state.units[side][static_cast<std::size_t>(unit)];
        const int dice = 2 * phase + (combat.by == side ? 0 : 1);
        key.push_back(of(side, unit).alike());
        key.push_back(tells_dice() ? of(side, unit).dice(one, dice) : at(side, unit, one).losses);
      }
    }
    const auto [known, is_new] = names_.try_emplace(std::move(key), fights_.size());
    if (is_new) fights_.push_back({combat.by, round_.fights(combat, battle_state(state))});
    return known->second;
  }

  static constexpr int bits_of_index = 22, bits_of_actions = 13;
  static constexpr Marks index_of_marks = (Marks{1} << bits_of_index) - 1;

  const Battle<System>& battle_;
  Round<System> round_;
  PerSide<std::optional<SideStates>> rules_;  ///< by which damage is assigned that is known
  PerSide<std::vector<UnitStates<System>>> units_;
  mutable std::unordered_map<Marked, Marks, Hash> numbers_;
  mutable std::deque<Marked> marked_;
  std::unordered_map<std::vector<int>, std::uint64_t, boost::hash<std::vector<int>>> names_;
  std::deque<OfFight> fights_;
  std::map<Way, std::size_t> falls_;
  std::vector<Way> ways_;
};

}  // namespace warodds
