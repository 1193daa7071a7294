#include "core/answer/fight_until.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
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
    if (fact.round > 0) {
      throw InputError(
          fmt::format("'{}': how a round ended is not known later; say how it stands, as in "
                      "attacker.survivors <= 3",
                      shown(event.text())));
    }
    if (fact.kind == OutcomeFact::Kind::end) {
      throw InputError(
          fmt::format("'{}': who wins is known only at the end; say what is left then, as in "
                      "attacker.survivors <= 3",
                      shown(event.text())));
    }
  }
}

/// Whether the event holds of what is left in such a battle.
template <class System>
typename Battle<System>::Until holding(const Event& event, const Battle<System>& of) {
  const auto outcome = std::make_shared<const BattleOutcome>(event.facts(), of);
  return [event, outcome](const PerSide<std::vector<UnitLeft>>& left) {
    std::vector<double> values;
    outcome->tell(left, values);
    return event.holds(values);
  };
}

/// The swing in such a battle, and the least and the most that it can be.
template <class System>
typename Battle<System>::PlayedFor swing_of(const Battle<System>& of) {
  const auto outcome = std::make_shared<const BattleOutcome>(
      std::vector<OutcomeFact>{{OutcomeFact::Kind::swing, Side::attacker}}, of);
  typename Battle<System>::PlayedFor swing;
  swing.worth = [outcome](const PerSide<std::vector<UnitLeft>>& left) {
    std::vector<double> values;
    outcome->tell(left, values);
    return values.front();
  };
  const auto with_none_of = [&](Side side) {
    PerSide<std::vector<UnitLeft>> left;
    for (const Side each : both_sides) {
      for (const SideStates& unit : of.states()[each]) {
        UnitLeft& all = left[each].emplace_back(left_of(unit, unit.opening()));
        if (each != side) continue;
        all = {0, 0, std::vector<int>(all.by_rank.size(), 0)};
      }
    }
    return swing.worth(left);
  };
  swing.least = with_none_of(Side::attacker);
  swing.most = with_none_of(Side::defender);
  return swing;
}

}  // namespace

void play_for_swing(AnyBattle& battle) {
  std::visit([](auto& of) { of.play_for(swing_of(of)); }, battle);
}

void fight_until(const Event& event, AnyBattle& battle) {
  require_known_after_a_round(event);
  std::visit([&](auto& of) { of.fight_until(holding(event, of)); }, battle);
}

}  // namespace warodds
