// The stages of every combat system, compiled for the simulator.
#include "sim/run/plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

namespace warodds::sim {

std::vector<std::uint64_t> trials_of_fights(Dice& dice, const Rolls& rolls, std::uint64_t trials) {
  if (rolls.fights == 1) return {trials};
  std::vector<std::uint64_t> counts(rolls.fights, 0);
  for (std::uint64_t done = 0; done < trials; done += lane_count) {
    std::array<std::size_t, lane_count> combination{};
    for (const Amount& amount : rolls.amounts) {
      // Faces count from 0, so their sum is what exceeds the least. Of dice that are taken off it
      // is what is missing from the most; to exceed the least by as much is as likely.
      std::array<int, lane_count> sum{};
      for (int die = 0; die < std::abs(amount.dice()); ++die) {
        const auto faces = dice.roll(amount.sides()).to_array();
        for (std::size_t i = 0; i < lane_count; ++i) sum[i] += faces[i];
      }
      const auto results = static_cast<std::size_t>(amount.most() - amount.least() + 1);
      for (std::size_t i = 0; i < lane_count; ++i) {
        combination[i] = combination[i] * results + static_cast<std::size_t>(sum[i]);
      }
    }
    const auto live = static_cast<std::size_t>(std::min<std::uint64_t>(trials - done, lane_count));
    for (std::size_t i = 0; i < live; ++i) {
      ++counts[static_cast<std::size_t>(rolls.fight_of[combination[i]])];
    }
  }
  return counts;
}

Plan make_plan(const AnyFight& any) {
  return std::visit([](const auto& fight) { return make_plan(fight); }, any);
}

}  // namespace warodds::sim
