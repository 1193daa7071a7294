// A battle of sides of several units as a scenario. How a round goes is said in army_round.h; here
// its states and marks get numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/army_policy.h"
#include "core/play/army_round.h"
#include "core/play/scenario.h"
#include "core/systems/traits/lost_dice.h"
#include "core/text/error.h"

namespace warodds {

template <class System>
class ArmyScenario final : public Scenario {
 public:
  using Round = ArmyRound<System>;

  /// The battle must outlive it.
  explicit ArmyScenario(const ArmyBattle<System>& battle) : battle_(battle), round_(battle) {
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle.size(side); ++unit) {
        units_[side].emplace_back();
        find_states(side, unit);
      }
    }
  }

  int units(Side side) const override { return battle_.size(side); }
  State opening() const override {
    const ArmyState opening = round_.opening();
    State state;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        const int losses = opening.losses[side][static_cast<std::size_t>(unit)];
        state.units[side].push_back(of(side, unit).number.at(losses));
      }
    }
    state.marks = number(opening.marks, 0, false);
    return state;
  }

  int states(Side side, int unit) const override {
    return static_cast<int>(of(side, unit).states.size());
  }
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
  bool comes_to_all(Side /*side*/) const override { return !AttacksBack<System>; }

  int aspect(Marks marks, Side side, int unit) override {
    if ((marks & round_has_ended) != 0) return of_kind;
    if (is_between_rounds(marks)) {
      return battle_.until() ? of_state : battle_.can_break() ? of_figures : of_kind;
    }
    const Marked& marked = this->marked(marks);
    if (marked.marks.fighting || (marked.marks.active >= 0 && marked.marks.target >= 0)) {
      ArmyState state;
      state.marks = marked.marks;
      round_.set_phase(marked.phase);
      const Combat combat = round_.combat(state);
      if (!combat.units[side].has(unit)) return of_kind;
      return LosesOnlyDice<System> ? first_of_dice + 2 * marked.phase + (combat.by == side ? 0 : 1)
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
    return dice(side, unit, state, aspect - first_of_dice);
  }

  Next next(const State& state) override {
    Next next;
    if ((state.marks & round_has_ended) != 0) return next;
    const ArmyState of = army_state(state);
    if (is_between_rounds(state.marks)) {
      const std::optional<BattleEnd> end = round_.ending(of);
      if (!end) return next;
      next.kind = Next::Kind::over;
      next.end = *end;
      next.worth = worth_of(*end);
      next.halted = round_.halts(of);
      return next;
    }
    const Moment moment = round_.next(of);
    if (moment.next == Moment::Next::fight) {
      next.kind = Next::Kind::fight;
      const Combat combat = round_.combat(of);
      next.fight = fight(combat, state);
      if (!fights_[next.fight].fights) return next;
      for (const Side side : both_sides) {
        // Only how several share it depends on the phase.
        const UnitSet units = combat.units[side];
        const int phase = units.is_one() ? 0 : marked(state.marks).phase;
        next.falls[side] =
            1 + static_cast<int>(falls_.try_emplace({units, phase}, ways_.size()).first->second);
        if (falls_.size() > ways_.size()) ways_.emplace_back(units, phase);
      }
      return next;
    }
    next.kind = Next::Kind::choice;
    next.side = moment.side;
    const std::optional<UnitSet> taken = taken_by_policy(round_, of, moment);
    for (const int unit : taken ? *taken : moment.options) next.stands_for.push_back(unit);
    next.options[moment.side] = static_cast<int>(next.stands_for.size());
    if (taken) next.p.assign(next.stands_for.size(), 1 / static_cast<double>(taken->size()));
    return next;
  }

  Marks chosen(const State& state, const PerSide<int>& options) override {
    const int phase = marked(state.marks).phase;
    if ((state.marks & round_has_ended) != 0) {
      return number(marked(state.marks).marks, battle_.after(phase), false);
    }
    ArmyState of = army_state(state);
    if (is_between_rounds(state.marks)) {
      round_.begin(of, phase);
      return number(of.marks, phase, true);
    }
    const Moment moment = round_.next(of);
    const std::optional<UnitSet> taken = taken_by_policy(round_, of, moment);
    int number_of_option = options[moment.side];
    for (const int unit : taken ? *taken : moment.options) {
      if (number_of_option-- > 0) continue;
      if (moment.next == Moment::Next::unit) {
        round_.choose_unit(of, unit);
      } else {
        round_.choose_target(of, unit);
      }
      break;
    }
    return number(of.marks, phase, true);
  }
  Then fought(const State& after, bool withdraws) override {
    ArmyState of = army_state(after);
    const PerSide<UnitSet> away = of.marks.away;
    const bool clears = round_.fought(of, round_.combat(of), withdraws);
    return {number(of.marks, marked(after.marks).phase, true), clears, !(of.marks.away == away)};
  }
  std::vector<OfUnits<int>> suffer(Side side, int falls, const OfUnits<int>& units,
                                   int damage) override {
    const auto [hurt, phase] = ways_[static_cast<std::size_t>(falls) - 1];
    Combat combat;
    combat.units[side] = hurt;
    round_.set_phase(phase);
    ArmyState of;
    for (int unit = 0; unit < battle_.size(side); ++unit) {
      of.losses[side].push_back(at(side, unit, units[static_cast<std::size_t>(unit)]).losses);
    }
    round_.suffer(of, combat, side, damage);
    OfUnits<int> after = units;
    for (const int unit : hurt) {
      const auto place = static_cast<std::size_t>(unit);
      after[place] = this->of(side, unit).number.at(of.losses[side][place]);
    }
    return {after};
  }

  /// A fight that next() has named.
  struct OfFight {
    Side by = Side::attacker;
    /// Its attacker being `by`; nothing where the rules do not allow it.
    std::optional<typename Round::Fights> fights;
  };
  const OfFight& fight(std::uint64_t name) const { return fights_[name]; }

 private:
  enum Aspect { of_kind, of_state, of_figures, of_hit_points, first_of_dice };

  struct OfState {
    int losses = 0;  ///< a state of the unit's SideStates
    int lasting = 0;
    int kind = 0;
  };
  struct Unit {
    std::vector<OfState> states;
    std::unordered_map<int, int> number;  ///< of SideStates' states
    std::vector<std::vector<int>> dice;   ///< by phase and role, then by state
  };
  struct Marked {
    ArmyMarks marks;
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

  Unit& of(Side side, int unit) { return units_[side][static_cast<std::size_t>(unit)]; }
  const Unit& of(Side side, int unit) const { return units_[side][static_cast<std::size_t>(unit)]; }
  const OfState& at(Side side, int unit, int state) const {
    return of(side, unit).states[static_cast<std::size_t>(state)];
  }

  /// All states that a unit may come to, by rising lasting losses.
  void find_states(Side side, int unit) {
    const SideStates& states = round_.states(side, unit);
    ArmyState state = round_.opening();
    Combat combat;
    combat.units[side] = UnitSet::of(unit);
    int& losses = state.losses[side][static_cast<std::size_t>(unit)];
    std::vector<int> found;
    std::unordered_map<int, int> seen;
    const auto add = [&](int one) {
      if (seen.try_emplace(one, 0).second) found.push_back(one);
    };
    add(losses);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const int from = found[i];
      add(states.lasting(from));
      spend_on_damages(states.left(from));
      for (int damage = states.left(from); damage > 0; --damage) {  // the most finds all
        losses = from;
        round_.suffer(state, combat, side, damage);
        add(losses);
      }
    }
    const auto key = [&](int one) {
      const int lasting = states.lasting(one);
      return std::tuple(states.taken(lasting), lasting, states.taken(one), one);
    };
    std::sort(found.begin(), found.end(), [&](int x, int y) { return key(x) < key(y); });
    Unit& of = this->of(side, unit);
    for (std::size_t i = 0; i < found.size(); ++i) of.number[found[i]] = static_cast<int>(i);
    std::map<std::vector<std::uint64_t>, int> kinds;
    for (const int one : found) {
      OfState next{one, of.number.at(states.lasting(one)), 0};
      if (!states.gone(one)) {
        std::vector<std::uint64_t> allowed;  // in each phase
        for (int phase = 0; phase < battle_.phases(); ++phase) {
          round_.set_phase(phase);
          allowed.push_back(round_.allowed(side, unit, one).bits());
        }
        next.kind = 1 + kinds.try_emplace(allowed, static_cast<int>(kinds.size())).first->second;
      }
      of.states.push_back(next);
    }
  }

  /// What a fight looks at of a unit: the dice that it rolls against each enemy, numbered; the
  /// state itself where that is not all. `as`: twice the phase, and one more if it is attacked.
  int dice(Side side, int unit, int state, int as) {
    std::vector<std::vector<int>>& all = of(side, unit).dice;
    const auto role = static_cast<std::size_t>(as);
    if (all.size() <= role) all.resize(role + 1);
    if (all[role].empty()) all[role] = find_dice(side, unit, as);
    return all[role][static_cast<std::size_t>(state)];
  }
  std::vector<int> find_dice(Side side, int unit, int as) {
    const auto states = static_cast<int>(of(side, unit).states.size());
    const bool attacks = as % 2 == 0;
    std::map<std::vector<int>, int> numbers;
    std::vector<int> dice;
    round_.set_phase(as / 2);
    for (int state = 0; state < states; ++state) {
      std::vector<int> rolled;
      ArmyState one = round_.opening();
      one.losses[side][static_cast<std::size_t>(unit)] = at(side, unit, state).losses;
      if (at(side, unit, state).kind == 0) rolled.push_back(-1);
      for (int enemy = 0; enemy < battle_.size(enemy_of(side)) && rolled != std::vector{-1};
           ++enemy) {
        Combat combat;
        combat.by = attacks ? side : enemy_of(side);
        combat.units[side] = UnitSet::of(unit);
        combat.units[enemy_of(side)] = UnitSet::of(enemy);
        combat.by_unit = attacks ? unit : enemy;
        const auto fights = round_.fights(combat, one);
        if (!fights) {
          rolled.push_back(-2);
          continue;
        }
        for (const auto& fight : fights->fights()) {
          if (!loses_only_dice<System>(fight)) {
            dice.clear();
            for (int each = 0; each < states; ++each) dice.push_back(each);
            return dice;
          }
          rolled.push_back(pool_size<System>(fight, attacks ? Side::attacker : Side::defender));
        }
      }
      dice.push_back(numbers.try_emplace(rolled, static_cast<int>(numbers.size())).first->second);
    }
    return dice;
  }

  const Marked& marked(Marks marks) const { return marked_[marks & index_of_marks]; }
  Marks number(const ArmyMarks& marks, int phase, bool within) const {
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
  static Marks how_far(const ArmyMarks& marks) {
    int acted = 0, actions = 0;
    for (const Side side : both_sides) {
      acted += marks.acted[side].size();
      for (const ArmyMarks::OfUnit& unit : marks.units[side]) actions += unit.actions;
    }
    constexpr int most = (1 << bits_of_actions) - 1;
    const bool active = marks.active >= 0;
    Marks far = 0;
    const auto then = [&far](int bits, int value) {
      far = far << bits | static_cast<Marks>(std::min(value, (1 << bits) - 1));
    };
    then(1, marks.fighting ? 1 : 0);
    then(7, marks.fought);
    then(8, acted);
    then(1, active == AttacksBack<System> ? 0 : 1);
    then(7, marks.attacks);
    then(bits_of_actions, most - std::min(actions, most));
    then(1, marks.target >= 0 ? 1 : 0);
    return far;
  }
  ArmyState army_state(const State& state) {
    PerSide<OfUnits<int>> losses;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        losses[side].push_back(
            at(side, unit, state.units[side][static_cast<std::size_t>(unit)]).losses);
      }
    }
    const Marked& marked = this->marked(state.marks);
    round_.set_phase(marked.phase);
    return round_.state(std::move(losses), marked.marks);
  }

  std::uint64_t fight(const Combat& combat, const State& state) {
    const int phase = marked(state.marks).phase;
    std::vector<int> key{phase, combat.by == Side::attacker ? 0 : 1, combat.by_unit,
                         combat.as_told ? 1 : 0};
    for (const Side side : both_sides) {
      key.push_back(-1);
      for (const int unit : combat.units[side]) {
        const int losses = state.units[side][static_cast<std::size_t>(unit)];
        const int dice = 2 * phase + (combat.by == side ? 0 : 1);
        key.push_back(unit);
        key.push_back(LosesOnlyDice<System> ? this->dice(side, unit, losses, dice) : losses);
      }
    }
    const auto [known, is_new] = names_.try_emplace(std::move(key), fights_.size());
    if (is_new) fights_.push_back({combat.by, round_.fights(combat, army_state(state))});
    return known->second;
  }

  static constexpr int bits_of_index = 24, bits_of_actions = 13;
  static constexpr Marks index_of_marks = (Marks{1} << bits_of_index) - 1;

  const ArmyBattle<System>& battle_;
  Round round_;
  PerSide<std::vector<Unit>> units_;
  mutable std::unordered_map<Marked, Marks, Hash> numbers_;
  mutable std::deque<Marked> marked_;
  std::unordered_map<std::vector<int>, std::uint64_t, boost::hash<std::vector<int>>> names_;
  std::deque<OfFight> fights_;
  std::map<std::pair<UnitSet, int>, std::size_t> falls_;
  std::vector<std::pair<UnitSet, int>> ways_;  ///< whose damage, and in which phase
};

}  // namespace warodds
