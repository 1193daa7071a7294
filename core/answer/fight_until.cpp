#include "core/answer/fight_until.h"

#include <fmt/format.h>

#include <memory>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/play/army_round.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

namespace {

void require_known_after_a_round(const Event& event) {
  for (const OutcomeFact& fact : event.facts()) {
    if (fact.kind == OutcomeFact::Kind::rounds) {
      throw InputError(
          fmt::format("'{}': how many rounds are fought is said by --rounds", shown(event.text())));
    }
    if (fact.kind == OutcomeFact::Kind::end) {
      throw InputError(
          fmt::format("'{}': who wins is known only at the end; say what is left then, as in "
                      "attacker.survivors <= 3",
                      shown(event.text())));
    }
  }
}

/// Whether the event holds of states of both sides of such a battle.
template <class System>
typename Battle<System>::Until holding(const Event& event, const Battle<System>& of) {
  const auto outcome = std::make_shared<const BattleOutcome>(event.facts(), of.kinds(), of.sides());
  return [event, outcome](const PerSide<SideStates>& sides, const PerSide<int>& states) {
    std::vector<double> values;
    outcome->tell(sides, states, Halt::none, 0, values);
    return event.holds(values);
  };
}

/// What is left of a unit of several.
template <class System>
BattleOutcome::Left left_of(const ArmyRound<System>& round, const ArmyState& state, Side side,
                            int unit) {
  const SideStates& states = round.states(side, unit);
  const int losses = state.losses[side][static_cast<std::size_t>(unit)];
  return {states.standing(losses), states.left(states.lasting(losses)),
          states.standing_by_rank(losses)};
}

/// The same of a state of sides of several units.
template <class System>
typename ArmyBattle<System>::Until holding(const Event& event, const ArmyBattle<System>& of) {
  const auto outcome = std::make_shared<const BattleOutcome>(event.facts(), of);
  return [event, outcome](const ArmyRound<System>& round, const ArmyState& state) {
    PerSide<std::vector<double>> told;
    PerSide<int> left, at_first;
    const ArmyState opening = round.opening();
    for (const Side side : both_sides) {
      outcome->tell_of(
          side, [&](int unit) { return left_of(round, state, side, unit); }, told[side]);
      for (int unit = 0; unit < round.battle().size(side); ++unit) {
        left[side] += left_of(round, state, side, unit).hit_points;
        at_first[side] += left_of(round, opening, side, unit).hit_points;
      }
    }
    std::vector<double> values;
    outcome->tell({BattleEnd::undecided, who_is_ahead(left, at_first)}, 0,
                  {&told.attacker, &told.defender}, values);
    return event.holds(values);
  };
}

}  // namespace

void fight_until(const Event& event, AnyBattle& battle) {
  require_known_after_a_round(event);
  std::visit([&](auto& of) { of.fight_until(holding(event, of)); }, battle);
}

void fight_until(const Event& event, AnyArmyBattle& battle) {
  require_known_after_a_round(event);
  std::visit(
      [&](auto& of) {
        if (of.is_of_two_units()) {
          of.fight_until({}, holding(event, of.of_two_units()));
        } else {
          of.fight_until(holding(event, of));
        }
      },
      battle);
}

void fight_until(const Event& event, AnyGame& game) {
  require_known_after_a_round(event);
  std::visit([&](auto& of) { of.fight_until(holding(event, of.battle())); }, game);
}

}  // namespace warodds
