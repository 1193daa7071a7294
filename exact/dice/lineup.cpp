#include "exact/dice/lineup.h"

#include "exact/dice/lineup_family.h"
#include "exact/dice/walked_lineup.h"

namespace warodds::exact {

Eigen::ArrayXXd lineup_law(const Lineup& lineup) {
  const auto kind = lineup_kind(lineup);
  if (!kind) return walked_lineup_law(lineup);
  const PerSide<int> dice{lineup.attack.dice, lineup.defence.dice};
  return LineupFamily(*kind, dice).law(dice);
}

double predicted_seconds(const Lineup& lineup) { return predicted_walked_seconds(lineup); }

}  // namespace warodds::exact
