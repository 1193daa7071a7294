#include "core/answer/fight_until.h"

#include <fmt/format.h>

#include <memory>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

void fight_until(const Event& event, AnyBattle& battle) {
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
  std::visit(
      [&](auto& of) {
        const auto outcome =
            std::make_shared<const BattleOutcome>(event.facts(), of.kinds(), of.sides());
        of.fight_until(
            [event, outcome](const PerSide<SideStates>& sides, const PerSide<int>& states) {
              std::vector<double> values;
              outcome->tell(sides, states, Halt::none, 0, values);
              return event.holds(values);
            });
      },
      battle);
}

}  // namespace warodds
