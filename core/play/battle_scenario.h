// A battle of two units as a scenario. Which attacks there are is said in timeline.h; here the
// states of both sides get numbers. A unit's state is one of its SideStates; marked is the attack
// that is due, by its place in the order, so that marks rise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "core/play/ending.h"
#include "core/play/scenario.h"
#include "core/systems/traits/lost_dice.h"
#include "core/threads/patience.h"

namespace warodds {

template <class System>
class BattleScenario final : public Scenario {
 public:
  using Fights = typename Battle<System>::Fights;

  /// The battle must outlive it.
  explicit BattleScenario(const Battle<System>& battle) : battle_(battle), sides_(battle.sides()) {
    for (const Side side : both_sides) find_states(side);
    dice_.resize(battle.attacks().size());
  }

  int units(Side /*side*/) const override { return 1; }
  State opening() const override {
    const PerSide<int> states = battle_.opening();
    return {{{number(Side::attacker, states.attacker)}, {number(Side::defender, states.defender)}},
            0};
  }
  int hit_points_at_first(Side side) const override {
    return sides_[side].left(sides_[side].lasting(sides_[side].opening()));
  }

  int states(Side side, int /*unit*/) const override {
    return static_cast<int>(units_[side].states.size());
  }
  int lasting(Side side, int /*unit*/, int state) const override {
    return number(side, sides_[side].lasting(losses(side, state)));
  }
  int figures(Side side, int /*unit*/, int state) const override {
    return sides_[side].standing(losses(side, state));
  }
  int hit_points(Side side, int /*unit*/, int state) const override {
    return sides_[side].left(sides_[side].lasting(losses(side, state)));
  }
  std::vector<int> figures_by_rank(Side side, int /*unit*/, int state) const override {
    return sides_[side].standing_by_rank(losses(side, state));
  }
  int kind(Side side, int /*unit*/, int state) const override {
    return sides_[side].gone(losses(side, state)) ? 0 : 1;
  }
  bool comes_to_all(Side /*side*/) const override { return true; }

  int aspect(Marks marks, Side side, int /*unit*/) override {
    if ((marks & round_has_ended) != 0) return of_kind;
    if (is_between_rounds(marks)) return battle_.can_halt() ? of_state : of_kind;
    return follows_policy() ? of_state : first_of_dice + 2 * attack_of(marks) + index(side);
  }
  int seen(Side side, int /*unit*/, int aspect, int state) override {
    return aspect == of_state ? state : dice(side, aspect - first_of_dice, state);
  }

  Next next(const State& state) override {
    Next next;
    if ((state.marks & round_has_ended) != 0) return next;
    const PerSide<int> losses = losses_in(state);
    if (is_between_rounds(state.marks)) {
      Halt halt = Halt::none;
      if ((state.marks & moved_away) != 0) {
        halt = Halt::withdrawal;
      } else if ((state.marks & begun) != 0) {
        halt = battle_.halt_after_round(sides_, losses);
        next.halted = halt != Halt::none;
      }
      const bool gone =
          sides_.attacker.gone(losses.attacker) || sides_.defender.gone(losses.defender);
      if (!gone && halt == Halt::none) return next;
      next.kind = Next::Kind::over;
      next.end = ending_of(sides_, losses, halt).how;
      next.worth = worth_of(next.end);
      return next;
    }
    next.kind = Next::Kind::fight;
    const auto attack = static_cast<std::size_t>(attack_of(state.marks));
    if (battle_.follows_policy()) {
      const Standing standing = standing_of(sides_, losses);
      for (const Side side : both_sides) {
        next.choices[side] = battle_.all_choices(side, attack, standing);
      }
    } else {
      next.fight = fight(attack, state, losses);
      if (!fights_[next.fight].fights) return next;
    }
    const PerSide<std::size_t> ways = battle_.ways(attack);
    for (const Side side : both_sides) next.falls[side] = 1 + static_cast<int>(ways[side]);
    return next;
  }

  Marks chosen(const State& state, const PerSide<int>& /*options*/) override {
    const Marks lasts = state.marks & (moved_away | begun | attack_due);
    return (state.marks & round_has_ended) != 0 ? lasts : in_round | (lasts & attack_due);
  }
  Then fought(const State& after, bool withdraws) override {
    const auto number = static_cast<std::size_t>(attack_of(after.marks));
    const PerSide<int> losses = losses_in(after);
    const bool gone =
        sides_.attacker.gone(losses.attacker) || sides_.defender.gone(losses.defender);
    const bool leaves = withdraws && !gone;
    const bool clears = battle_.attacks()[number].ends_turn;
    const std::size_t then = battle_.order().after(number, attack_costs[after.marks & cost_of]);
    const Marks marks = static_cast<Marks>(then) << bits_of_cost;
    if (!gone && !leaves && !battle_.order().begins_round(then)) return {in_round | marks, clears};
    Marks later = round_has_ended | (gone ? first_of_next_round(number) : marks);
    if (battle_.can_halt()) later |= begun;
    if (leaves) later |= moved_away;
    return {later, clears, leaves};
  }
  std::vector<OfUnits<int>> suffer(Side side, int falls, const OfUnits<int>& units,
                                   int damage) override {
    const int from = losses(side, units.front());
    const auto way = static_cast<std::size_t>(falls) - 1;
    const int suffered = std::min(damage, sides_[side].greatest(from, way));
    sides_[side].find(from, suffered, way);
    return {{number(side, sides_[side].after(from, suffered, way))}};
  }

  // Of battles that follow a policy.

  /// Whether somebody chooses before a fight, or who falls, as a policy says.
  bool follows_policy() const { return battle_.follows_policy() || battle_.assigns_by_policy(); }
  const Battle<System>& battle() const { return battle_; }
  const PerSide<SideStates>& sides() const { return sides_; }
  /// A state of SideStates, and the number that it has here.
  int losses(Side side, int state) const {
    return units_[side].states[static_cast<std::size_t>(state)];
  }
  int number(Side side, int losses) const { return units_[side].number.at(losses); }
  PerSide<int> losses_in(const State& state) const {
    return {losses(Side::attacker, state.units.attacker.front()),
            losses(Side::defender, state.units.defender.front())};
  }
  /// The states, by their numbers here, that a fight leads to which has done so much damage.
  PerSide<MixedStrategy> assigned(const State& state, int rounds_left, const PerSide<int>& damage) {
    const PerSide<int> from = losses_in(state);
    PerSide<int> suffered;
    for (const Side side : both_sides) {
      suffered[side] = std::min(damage[side], sides_[side].left(from[side]));
      sides_[side].find(from[side], suffered[side]);
    }
    PerSide<MixedStrategy> to = battle_.assigned(
        sides_, rounds_left, static_cast<std::size_t>(attack_of(state.marks)), from, suffered);
    for (const Side side : both_sides) {
      for (WeightedChoice& one : to[side]) one.value = number(side, one.value);
    }
    return to;
  }
  /// The attack that is due where so much is marked in a round.
  static int attack_of(Marks marks) {
    return static_cast<int>((marks & attack_due) >> bits_of_cost);
  }
  /// The same marks of a fight that costs so much.
  static Marks with_cost(Marks marks, const PerSide<int>& spent) {
    return marks | static_cast<Marks>(number_of_cost(spent));
  }

  /// A fight that next() has named.
  struct OfFight {
    Side by = Side::attacker;
    /// Its attacker being `by`; nothing where the rules do not allow it.
    std::optional<Fights> fights;
  };
  const OfFight& fight(std::uint64_t name) const { return fights_[name]; }

 private:
  enum Aspect { of_kind, of_state, first_of_dice };

  // The attack that is due, so that marks rise, and what a fight costs.
  static constexpr int bits_of_cost = 2;
  static constexpr Marks cost_of = (Marks{1} << bits_of_cost) - 1;
  static constexpr Marks attack_due = (Marks{1} << 32) - 1 - cost_of;
  // What ends it between two rounds, or may.
  static constexpr Marks moved_away = Marks{1} << 40, begun = moved_away << 1;

  struct Unit {
    std::vector<int> states;              ///< of SideStates, by rising lasting losses
    std::unordered_map<int, int> number;  ///< of these
  };

  static int index(Side side) { return side == Side::attacker ? 0 : 1; }

  Marks first_of_next_round(std::size_t number) const {
    const AttackOrder& order = battle_.order();
    while (!order.begins_round(order.after(number))) number = order.after(number);
    return static_cast<Marks>(order.after(number)) << bits_of_cost;
  }

  /// All states that a side may come to.
  void find_states(Side side) {
    SideStates& states = sides_[side];
    std::vector<int> found;
    if (states.chosen() && !battle_.assigns_by_policy()) {
      std::unordered_map<int, int> seen;
      const auto add = [&](int one) {
        if (seen.try_emplace(one, 0).second) found.push_back(one);
      };
      add(battle_.opening()[side]);
      std::size_t ways = 0;
      for (std::size_t number = 0; number < battle_.attacks().size(); ++number) {
        ways = std::max(ways, battle_.ways(number)[side] + 1);
      }
      for (std::size_t i = 0; i < found.size(); ++i) {
        const int from = found[i];
        add(states.lasting(from));
        for (std::size_t way = 0; way < ways; ++way) {
          const int most = states.greatest(from, way);
          spend_on_damages(most);
          states.find(from, most, way);
          for (int damage = 1; damage <= most; ++damage) add(states.after(from, damage, way));
        }
      }
    } else {
      for (std::size_t one = 0; one < states.found(); ++one) found.push_back(static_cast<int>(one));
    }
    const auto key = [&](int one) {
      const int lasting = states.lasting(one);
      return std::tuple(states.taken(lasting), lasting, states.taken(one), one);
    };
    std::sort(found.begin(), found.end(), [&](int x, int y) { return key(x) < key(y); });
    for (const int one : found) {
      units_[side].number[one] = static_cast<int>(units_[side].states.size());
      units_[side].states.push_back(one);
    }
  }

  /// What an attack looks at of a side's state: the dice that the side rolls, numbered; the state
  /// itself where that is not all. `as`: twice the attack, and one more of the defender's side.
  int dice(Side side, int as, int state) {
    std::vector<int>& known = dice_[static_cast<std::size_t>(as / 2)][side];
    if (known.empty()) known = find_dice(side, static_cast<std::size_t>(as / 2));
    return known[static_cast<std::size_t>(state)];
  }
  std::vector<int> find_dice(Side side, std::size_t attack) {
    const int states = this->states(side, 0);
    const Side role = in_role(side, battle_.attacks()[attack].by);
    constexpr int gone = -1, not_allowed = -2;
    std::map<std::vector<int>, int> numbers;
    std::vector<int> dice;
    for (int state = 0; LosesOnlyDice<System> && state < states; ++state) {
      std::vector<int> rolled{gone};
      if (kind(side, 0, state) != 0) {
        PerSide<int> both = battle_.opening();
        both[side] = losses(side, state);
        const auto fights = battle_.attack(attack, standing_of(sides_, both));
        rolled = {not_allowed};
        if (fights) rolled.clear();
        for (std::size_t i = 0; fights && i < fights->fights().size(); ++i) {
          const auto& fight = fights->fights()[i];
          if (!loses_only_dice<System>(fight)) return all_apart(states);
          rolled.push_back(pool_size<System>(fight, role));
        }
      }
      dice.push_back(numbers.try_emplace(rolled, static_cast<int>(numbers.size())).first->second);
    }
    return dice.empty() ? all_apart(states) : dice;
  }
  static std::vector<int> all_apart(int states) {
    std::vector<int> apart;
    for (int state = 0; state < states; ++state) apart.push_back(state);
    return apart;
  }

  std::uint64_t fight(std::size_t attack, const State& state, const PerSide<int>& losses) {
    const auto as = static_cast<int>(attack) * 2;
    const auto dice = [&](Side side) {
      return this->dice(side, as + index(side), state.units[side].front());
    };
    const auto [known, is_new] = names_.try_emplace(
        std::tuple(attack, dice(Side::attacker), dice(Side::defender)), fights_.size());
    if (is_new) {
      fights_.push_back(
          {battle_.attacks()[attack].by, battle_.attack(attack, standing_of(sides_, losses))});
    }
    return known->second;
  }

  const Battle<System>& battle_;
  PerSide<SideStates> sides_;
  PerSide<Unit> units_;
  std::vector<PerSide<std::vector<int>>> dice_;  ///< by attack, side and state
  std::map<std::tuple<std::size_t, int, int>, std::uint64_t> names_;
  std::deque<OfFight> fights_;
};

}  // namespace warodds
