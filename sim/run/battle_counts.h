// What the simulator counts of many battles, and what that says about them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/answer/told.h"
#include "core/play/side_states.h"
#include "core/rules/side.h"
#include "sim/run/outcome_counts.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

/// Rounds after which battles are broken off that nobody has asked to break off. Of such a
/// simulation there is no answer.
inline constexpr int most_rounds_unasked = 1'000'000;

struct BattleCounts {
  /// Of a side or a unit, in all battles together, over and going on.
  struct Sums {
    std::int64_t destroyed = 0;
    std::int64_t left = 0;
    std::int64_t left_squared = 0;
    std::int64_t hit_points = 0;
    std::int64_t hit_points_squared = 0;

    void add(const Sums& other, int times = 1);
    /// So many battles in which so much is left.
    void count(std::int64_t figures, std::int64_t hit_points_left, std::int64_t battles);
  };
  /// [r]: what round r has changed, or all from most_simulated_rounds on.
  using ByRound = std::vector<Sums>;

  std::uint64_t broken_off = 0;              ///< undecided because of the last round
  PerSide<ByRound> sides;                    ///< without hit points
  PerSide<std::vector<ByRound>> units = {};  ///< of sides of several
  OutcomeCounts outcomes;
};

template <class Archive, Is<BattleCounts::Sums> Sums>
void members(Archive& archive, Sums& sums) {
  archive(sums.destroyed);
  archive(sums.left);
  archive(sums.left_squared);
  archive(sums.hit_points);
  archive(sums.hit_points_squared);
}
template <class Archive, Is<BattleCounts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.broken_off);
  for (const Side side : both_sides) {
    archive(counts.sides[side]);
    archive(counts.units[side]);
  }
  archive(counts.outcomes);
}

/// Whether so many battles have been counted, and no sum is more than they allow.
bool fits(const BattleCounts& counts, std::uint64_t trials);
void add(BattleCounts& to, const BattleCounts& from);

/// The answer that the counts give; `units`: as the battles begin. Throws NoAnswer where some
/// battles were broken off though they should go to their end: nobody knows how they end.
Answer answer_of(BattleCounts counts, Unread unread, const PerSide<std::vector<UnitLeft>>& units,
                 bool to_the_end);

}  // namespace warodds::sim
