// What the simulator counts of many battles, and what that says about them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/numbers/intervals.h"
#include "core/rules/side.h"
#include "sim/run/outcome_counts.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

/// Rounds after which battles are broken off that nobody has asked to break off. Of such a
/// simulation there is no answer.
inline constexpr int most_rounds_unasked = 1'000'000;

/// What is counted of many battles.
struct Counts {
  std::vector<std::uint64_t> ends = std::vector<std::uint64_t>(kinds_of_end, 0);
  std::vector<std::uint64_t> ahead = std::vector<std::uint64_t>(kinds_of_ahead, 0);
  std::uint64_t broken_off = 0;  ///< undecided because of the last round
  std::vector<std::uint64_t> rounds;
  PerSide<std::vector<std::uint64_t>> survivors;

  /// Of all battles together, over and going on; by_round[r] is what round r has changed, or
  /// all from most_simulated_rounds on.
  struct Sums {
    PerSide<std::int64_t> destroyed;
    PerSide<std::int64_t> left;
    PerSide<std::int64_t> left_squared;
  };
  std::vector<Sums> by_round;
  OutcomeCounts outcomes;
};

template <class Archive, Is<Counts::Sums> Sums>
void members(Archive& archive, Sums& sums) {
  for (const Side side : both_sides) {
    archive(sums.destroyed[side]);
    archive(sums.left[side]);
    archive(sums.left_squared[side]);
  }
}
template <class Archive, Is<Counts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.ends);
  archive(counts.ahead);
  archive(counts.broken_off);
  archive(counts.rounds);
  for (const Side side : both_sides) archive(counts.survivors[side]);
  archive(counts.by_round);
  archive(counts.outcomes);
}

/// Whether so many battles have been counted, in each list, and no sum is more than they allow.
bool fits(const Counts& counts, std::uint64_t trials);

void add(Counts::Sums& to, const Counts::Sums& from, int times = 1);
void add(Counts& to, const Counts& from);

/// Whether the interval of every share is at most `precision` to each side.
bool precise(const Counts& counts, std::uint64_t trials, Deviations reach, double precision);

/// Throws NoAnswer if some of so many battles were broken off though they should go to their end:
/// nobody knows how they end.
void require_all_ended(std::uint64_t broken_off, std::uint64_t trials);

/// The answer that the counts give. `opening`: the sums before the first round; `standing`: the
/// figures that each side has then.
BattleAnswer answer_of(const Counts& counts, const Counts::Sums& opening,
                       const PerSide<int>& standing, const Origin& origin);

}  // namespace warodds::sim
