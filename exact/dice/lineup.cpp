#include "exact/dice/lineup.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/text/error.h"
#include "core/threads/patience.h"
#include "exact/dice/chosen_lineup.h"
#include "exact/dice/lineup_family.h"
#include "exact/dice/walked_lineup.h"

namespace warodds::exact {

Eigen::ArrayXXd single_lineup_law(const Lineup& lineup) {
  return lineup.is_chosen() ? chosen_lineup_law(lineup) : walked_lineup_law(lineup);
}

Eigen::ArrayXXd lineup_law(const Lineup& lineup) {
  const auto kind = lineup_kind(lineup);
  if (!kind) return single_lineup_law(lineup);
  const PerSide<int> dice{lineup.attack.dice, lineup.defence.dice};
  return LineupFamily(*kind, dice).law(dice);
}

void spend_on(const Lineup& lineup) {
  const Patience* const patience = patience_in_use();
  WorkBudget* const budget = patience != nullptr ? patience->budget : nullptr;
  if (budget != nullptr && !budget->is_new(numbers_of(lineup))) return;
  const PerSide<int> dice{lineup.attack.dice, lineup.defence.dice};
  // Pools this large do not fit into memory.
  constexpr int most_dice_of_a_pool = 1000;
  const bool fits = std::max(dice.attacker, dice.defender) <= most_dice_of_a_pool;
  const auto kind = lineup_kind(lineup);
  const double work = lineup.is_chosen() ? work_of_chosen(lineup)
                      : !fits            ? std::numeric_limits<double>::infinity()
                      : kind             ? LineupFamily::work(*kind, dice)
                                         : work_of_walked(lineup);
  constexpr double most = 1e18;  // that can be counted
  if (!(work <= most)) {
    if (lineup.is_chosen()) return;  // what is too much to choose from is refused there
    throw TooLarge(
        fmt::format("the law of {} dice against {} is too large for the exact engine; "
                    "take --engine sim or auto",
                    dice.attacker, dice.defender));
  }
  if (budget == nullptr) return;
  // One more law of a known lineup family is a share of the family.
  constexpr double of_a_family = 0.3;
  const auto all = static_cast<WorkUnits>(work);
  Lineup of_kind = lineup;
  of_kind.attack.dice = of_kind.defence.dice = 0;
  const WorkUnits foreseen = budget->more_than_before(numbers_of(of_kind), all);
  spend_foreseen(foreseen);
  spend(kind ? static_cast<WorkUnits>(of_a_family * work) : all - foreseen);
}

}  // namespace warodds::exact
