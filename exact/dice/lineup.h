// The law of a lineup: how many hits each side scores when two pools are sorted and compared.
#pragma once

#include <Eigen/Core>

#include "core/rules/chance.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {

/// P(attack hits = row, defence hits = column). Attack hits include critical hits; without
/// `lineup.defence_hits` there is one column.
Eigen::ArrayXXd lineup_law(const Lineup& lineup);

/// The same of a lineup that is of no kind (lineup_family.h).
Eigen::ArrayXXd single_lineup_law(const Lineup& lineup);

/// Counts the law of a lineup as work (core/threads/patience.h), once for each question, before it
/// is looked up or worked out. Throws TooLarge where it would not fit into memory.
void spend_on(const Lineup& lineup);

}  // namespace warodds::exact
