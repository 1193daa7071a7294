// A sequence: several attackers on one target, one after the other. Each is fresh; what is left of
// the target is what the next one meets.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/play/actions_left.h"
#include "core/play/army.h"
#include "core/play/rolled.h"
#include "core/play/side_states.h"
#include "core/rules/fight.h"
#include "core/systems/systems.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/capped_damage.h"
#include "core/systems/traits/retreat.h"
#include "core/systems/traits/turn_end.h"
#include "core/text/error.h"

namespace warodds {

/// One step at its place in an order of all steps.
struct PlannedStep {
  std::size_t step = 0;
  bool as_told = true;   ///< false: the target cannot do its part, having spent all it has
  bool is_free = false;  ///< and made again until the target has spent all it has (B6)

  auto operator<=>(const PlannedStep&) const = default;
};

/// Every order of more attackers than these is too many to look at.
inline constexpr std::size_t most_steps_ordered = 7;

template <class System>
class Sequence {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  struct Attack {
    Unit unit;
    Situation situation;
  };
  /// An attack, or an ability that deals so much damage, without answer.
  using Step = std::variant<Attack, Amount>;

  /// `situation` has what is said of the target; it must be the same in all steps. `begun`: how
  /// the target stands, if not as it is at first. Throws InputError and NoAnswer, naming the step,
  /// when one is not possible on the target as it is at first.
  Sequence(Unit target, Situation situation, std::vector<Step> steps,
           std::optional<Standing> begun = {})
      : target_(std::move(target)), situation_(std::move(situation)), steps_(std::move(steps)) {
    if (steps_.empty()) throw Missing("a sequence needs at least one attacker", "by");
    for (std::size_t step = 0; step < size(); ++step) prepare(step);
    for (const Step& step : steps_) {
      if (const auto* attack = std::get_if<Attack>(&step)) {
        of_first_attack_ = attack->situation;
        break;
      }
    }
    Situation of_target;  // whatever is said of the attackers
    for (const auto& field : System::situation_fields()) {
      if (field.of_target) copy(field, situation_, of_target);
    }
    const PerSide<int> taken = System::opening({}, target_, of_target);
    find_states(begun.value_or(Standing{taken}));
    if (states_.gone(states_.opening())) throw Forbidden("the target has nobody left");
  }

  std::size_t size() const { return steps_.size(); }
  /// The damage that a step deals as an ability; null where it is an attack.
  const Amount* ability(std::size_t step) const { return std::get_if<Amount>(&steps_[step]); }

  /// The states of the target. An engine takes a copy.
  const SideStates& target() const { return states_; }
  /// The target in one of its states: who falls.
  Figures target_in(const SideStates& states, int state) const {
    Standing standing;
    states.tell(state, Side::defender, standing);
    return figures_of_target(standing);
  }

  /// Who falls of the attacker of a step, which is fresh; nobody, for an ability.
  const Casualties& attacker(std::size_t step) const { return attackers_[step]; }
  /// Hit points of that attacker; 0 for an ability.
  int hit_points(std::size_t step) const {
    const Casualties& attacker = attackers_[step];
    if constexpr (!ClearsDamage<System>) return attacker.left();
    const std::vector<int> standing = attacker.survivors(0);
    int sum = 0;
    for (std::size_t i = 0; i < standing.size(); ++i) {
      sum += standing[i] * attacker.ranks()[i].hit_points;
    }
    return sum;
  }
  /// Of all attackers together.
  double hit_points() const {
    double sum = 0;
    for (std::size_t step = 0; step < size(); ++step) sum += hit_points(step);
    return sum;
  }
  /// What the attacker of a step loses of them to damage of 0, 1, … `most`; to more, as much as to
  /// `most`. Where damage that downs nobody goes away (A13), only those of the fallen are lost.
  std::vector<int> hit_points_lost(std::size_t step, int most) const {
    const Casualties& attacker = attackers_[step];
    std::vector<int> lost;
    most = std::min(most, attacker.left());
    for (int damage = 0; damage <= most; ++damage) lost.push_back(damage);
    if constexpr (!ClearsDamage<System>) return lost;
    const std::vector<std::vector<int>> standing = attacker.survivors_of_each(most);
    for (std::size_t damage = 0; damage < lost.size(); ++damage) {
      lost[damage] = 0;
      for (std::size_t i = 0; i < attacker.ranks().size(); ++i) {
        lost[damage] += (standing[0][i] - standing[damage][i]) * attacker.ranks()[i].hit_points;
      }
    }
    return lost;
  }
  /// How the damage of a step falls on the target: its way in SideStates::after.
  std::size_t way(std::size_t step) const { return ways_[step]; }
  /// Whether a target that still stands after a step has moved away.
  bool ends(std::size_t step) const {
    const auto* attack = std::get_if<Attack>(&steps_[step]);
    return attack != nullptr && retreats<System>(attack->situation);
  }

  /// The actions that the target has for all steps together.
  ActionsLeft<System> actions() const { return ActionsLeft<System>::in_sequence(situation_); }
  /// A step, if it is made now; `left`: of the target, before and then after.
  PlannedStep planned(std::size_t step, ActionsLeft<System>& left) const {
    const auto* attack = std::get_if<Attack>(&steps_[step]);
    if (attack == nullptr) return {step};
    const auto paid = left.pay(Side::attacker, attack->unit, attack->situation);
    // Who has attacked for free does so again until the target has spent all it has (B6).
    for (bool again = paid->is_free; again;) {
      again = left.pay(Side::attacker, attack->unit, attack->situation)->is_free;
    }
    return {step, paid->as_told, paid->is_free};
  }
  std::vector<PlannedStep> planned_steps(const std::vector<std::size_t>& order) const {
    std::vector<PlannedStep> planned_steps;
    auto left = actions();
    for (const std::size_t step : order) planned_steps.push_back(planned(step, left));
    return planned_steps;
  }
  /// What is known of an ability without dice: nobody answers it, and nobody else can suffer.
  FightFacts ability_on(const SideStates& states, int state) const {
    Figures target = target_in(states, state);
    return {{Casualties({Rank{1}}, 0), std::move(target.casualties)},
            {{}, std::move(target.kinds)}};
  }
  /// The damage of an ability that counts, of `rolled` on a target in one of its states.
  int counted(int rolled, const SideStates& states, int state) const {
    const int most = CapsDamage<System> ? states.left(state) : rolled;
    return std::clamp(rolled, 0, std::max(most, 0));
  }
  /// The steps as given.
  std::vector<std::size_t> given_order() const {
    std::vector<std::size_t> order(size());
    for (std::size_t step = 0; step < size(); ++step) order[step] = step;
    return order;
  }
  /// Every order of the steps in which something differs, in lexicographic order.
  std::vector<std::vector<std::size_t>> orders() const;

  /// What an attack may turn out to be, with the target in one of its states; nothing where the
  /// rules do not allow it any more.
  std::optional<Fights> fight(const PlannedStep& planned, const SideStates& states,
                              int state) const {
    const auto& attack = std::get<Attack>(steps_[planned.step]);
    Standing standing{{taken_[planned.step], 0}, true};
    states.tell(state, Side::defender, standing);
    Situation situation = attack.situation;
    if constexpr (HasActions<System>) {
      if (!planned.as_told) System::without_reaction(situation);
    }
    try {
      return rolled_fights<System>(attack.unit, target_, situation, standing);
    } catch (const NoAnswer&) {
      return std::nullopt;
    }
  }

 private:
  static bool is_damage(const Step& step) { return std::holds_alternative<Amount>(step); }

  Figures figures_of_target(const Standing& standing) const {
    const Situation& situation = of_first_attack_ ? *of_first_attack_ : situation_;
    return System::figures(Side::defender, target_, situation, standing);
  }

  /// The states of the target. Where steps differ in who falls first, they are what is left of it.
  void find_states(Standing standing) {
    ways_.assign(size(), 0);
    const Figures first = figures_of_target(standing);
    const auto figures_of = [&](std::size_t step) {
      const auto* attack = std::get_if<Attack>(&steps_[step]);
      if (attack == nullptr) return figures_of_target(standing);
      return System::figures(Side::defender, target_, attack->situation, standing);
    };
    bool alike = true;
    for (std::size_t step = 0; step < size(); ++step) {
      const Figures figures = figures_of(step);
      alike = alike && figures.casualties.ranks() == first.casualties.ranks() &&
              figures.casualties.falling() == first.casualties.falling() &&
              figures.kinds == first.kinds;
    }
    states_ = SideStates(first.casualties, DamageLasts::battle);
    if (alike) return;
    standing.changing = true;
    const Casualties casualties = figures_of_target(standing).casualties;
    std::vector<Falling> ways;
    for (std::size_t step = 0; step < size(); ++step) {
      const Falling falling = figures_of(step).casualties.falling();
      const auto known = std::find(ways.begin(), ways.end(), falling);
      ways_[step] = static_cast<std::size_t>(known - ways.begin());
      if (known == ways.end()) ways.push_back(falling);
    }
    states_ = SideStates(casualties, DamageLasts::battle, std::move(ways));
  }

  /// Makes sure that a step is possible at first. Whatever is wrong is said with its number.
  void prepare(std::size_t step) {
    taken_.push_back(0);
    attackers_.emplace_back();
    const auto* attack = std::get_if<Attack>(&steps_[step]);
    if (attack == nullptr) return;
    const std::string where = size() == 1 ? "" : fmt::format("step {}: ", step + 1);
    try {
      const Fights fights = rolled_fights<System>(attack->unit, target_, attack->situation);
      attackers_.back() = fights.any().casualties.attacker;
      taken_.back() = System::opening(attack->unit, target_, attack->situation).attacker;
    } catch (const InputError& error) {
      throw InputError(where + error.what(), error);
    } catch (const NoAnswer& error) {
      throw NoAnswer(where + error.what(), error);
    }
  }

  /// The first step that is the same as this one.
  std::size_t first_like(std::size_t step) const;

  Unit target_;
  Situation situation_;
  std::vector<Step> steps_;
  std::optional<Situation> of_first_attack_;
  std::vector<int> taken_;             ///< by the attacker of each step, before
  std::vector<Casualties> attackers_;  ///< of each step
  SideStates states_;
  std::vector<std::size_t> ways_;  ///< by step
};

/// A sequence of any system.
using AnySequence = Systems::AnyOf<Sequence>;

template <class System>
std::size_t Sequence<System>::first_like(std::size_t step) const {
  for (std::size_t other = 0; other < step; ++other) {
    if (is_damage(steps_[other]) != is_damage(steps_[step])) continue;
    if (const Amount* damage = ability(step)) {
      if (*damage == *ability(other)) return other;
      continue;
    }
    const auto& a = std::get<Attack>(steps_[step]);
    const auto& b = std::get<Attack>(steps_[other]);
    if (a.unit.name == b.unit.name && same_stats<System>(a.unit, b.unit) &&
        same_fields(System::situation_fields(), a.situation, b.situation)) {
      return other;
    }
  }
  return step;
}

template <class System>
std::vector<std::vector<std::size_t>> Sequence<System>::orders() const {
  std::vector<std::size_t> like;
  for (std::size_t step = 0; step < size(); ++step) like.push_back(first_like(step));
  std::vector<std::size_t> kinds = like;
  std::sort(kinds.begin(), kinds.end());
  std::vector<std::vector<std::size_t>> orders;
  do {
    // Steps that are the same come in the order in which they were given.
    std::vector<std::size_t> next(size(), 0);
    std::vector<std::size_t> order;
    for (const std::size_t kind : kinds) {
      std::size_t& step = next[kind];
      while (like[step] != kind) ++step;
      order.push_back(step++);
    }
    orders.push_back(std::move(order));
  } while (std::next_permutation(kinds.begin(), kinds.end()));
  return orders;
}

}  // namespace warodds
