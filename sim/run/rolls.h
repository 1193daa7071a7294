// Random amounts rolled with physical dice. Trials that rolled the same play the same fight, so the
// trials of a chunk are told apart by what they rolled and then played fight by fight.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rules/amount.h"
#include "sim/lanes/lane_chance.h"

namespace warodds::sim {

/// What is rolled before an attack, and which fight it leads to (see core/rules/mixture.h).
struct Rolls {
  std::vector<Amount> amounts;
  std::vector<int> fight_of;
  std::size_t fights = 1;
};

/// Rolls all amounts for every trial; how many trials play each fight.
template <class T>
std::vector<std::uint64_t> roll_amounts(LaneChance<T>& chance, const Rolls& rolls,
                                        std::uint64_t trials);

/// The same; nothing is rolled where there is only one fight.
template <class T>
std::vector<std::uint64_t> trials_of_fights(LaneChance<T>& chance, const Rolls& rolls,
                                            std::uint64_t trials) {
  if (rolls.fights == 1) return {trials};
  return roll_amounts(chance, rolls, trials);
}

}  // namespace warodds::sim
