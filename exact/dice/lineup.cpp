#include "exact/dice/lineup.h"

#include <algorithm>
#include <limits>

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

double predicted_seconds(const Lineup& lineup) {
  if (lineup.is_chosen()) return predicted_chosen_seconds(lineup);
  const PerSide<int> dice{lineup.attack.dice, lineup.defence.dice};
  // Pools this large do not fit into memory.
  constexpr int most_dice_of_a_pool = 1000;
  if (std::max(dice.attacker, dice.defender) > most_dice_of_a_pool) {
    return std::numeric_limits<double>::infinity();
  }
  const auto kind = lineup_kind(lineup);
  return kind ? LineupFamily::predicted_seconds(*kind, dice) : predicted_walked_seconds(lineup);
}

}  // namespace warodds::exact
