#include "sim/run/extent.h"

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>

#include "core/rules/reroll_choice.h"
#include "core/text/error.h"
#include "sim/lanes/lane_chance.h"

namespace warodds::sim {

void ExtentListener::rolled(const Bounds& rolled, const Target&) { dice += rolled.most(); }

void ExtentListener::lined_up(const Lineup& lineup, const LineupHits<Bounds>&) {
  // A battle looks up decisions for each of its lineups, and all of them stay in memory.
  constexpr double most_work = 2e8;
  if (lineup.is_chosen() && RerollChoice::work(lineup) > most_work) {
    throw TooLarge(fmt::format(
        "the best rerolls of {} attack dice against {} defence dice are too many to be "
        "looked up by the simulator; give reroll-below a number, or take --engine exact",
        lineup.attack.dice, lineup.defence.dice));
  }
  for (const Pool* pool : {&lineup.attack, &lineup.defence}) {
    const int n = std::max(pool->dice, 0);
    dice += std::int64_t{n} + std::clamp(pool->forced_rerolls, 0, n) +
            std::clamp(pool->own_rerolls, 0, n);
  }
}

void ExtentListener::saved(const Bounds& rolled, const Bounds&) { dice += 2 * rolled.most(); }

void ExtentListener::reported(Side side, int what, const Bounds& count) {
  if (static_cast<std::size_t>(what) >= most_reports) {
    throw std::logic_error("LaneChance has no room for so many reports");
  }
  Bounds& sum = reports[side][what];
  sum = sum + count;
}

void extend(Extent& extent, const ExtentListener& heard, const PerSide<Bounds>& damage) {
  extent.dice = std::max(extent.dice, std::min(heard.dice, Bounds::enough));
  for (const Side side : both_sides) {
    extent.most_damage[side] = std::max(extent.most_damage[side], damage[side].most());
    extent.peak = std::max(extent.peak, damage[side].peak());
    for (const auto& [what, bounds] : heard.reports[side]) {
      std::int64_t& most = extent.most_reported[side][what];
      most = std::max(most, bounds.most());
      extent.peak = std::max(extent.peak, bounds.peak());
    }
  }
}

}  // namespace warodds::sim
