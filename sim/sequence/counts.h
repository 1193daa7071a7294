// What the simulator counts of many sequences, and what that says about them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/sequence_answer.h"
#include "core/numbers/intervals.h"
#include "core/rules/side.h"
#include "sim/run/outcome_counts.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

/// How many trials gave 0, 1, 2, …
using Tally = std::vector<std::uint64_t>;

inline void count(Tally& tally, int value, std::uint64_t trials) {
  const auto place = static_cast<std::size_t>(value);
  if (tally.size() <= place) tally.resize(place + 1);
  tally[place] += trials;
}

/// What one side does in a step, over the trials in which it takes place.
struct DealsCounts {
  std::vector<Tally> reported;  ///< as the system lists its reports
  Tally damage;
  Tally kills;
  std::vector<std::pair<std::string, Tally>> by_group;
  std::uint64_t destroyed = 0;
};

struct StepCounts {
  std::uint64_t needed = 0;
  std::uint64_t takes_place = 0;
  PerSide<DealsCounts> deals;
  Tally left;    ///< figures of the target after the step
  Tally losses;  ///< figures of the attacker, in all trials
  // hit points that the attacker loses
  double hit_points_lost = 0;
  double hit_points_lost_squared = 0;
};

struct SequenceCounts {
  std::vector<StepCounts> steps;
  std::uint64_t retreated = 0;
  OutcomeCounts outcomes;
};

template <class Archive, Is<DealsCounts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.reported);
  archive(counts.damage);
  archive(counts.kills);
  archive(counts.by_group);
  archive(counts.destroyed);
}
template <class Archive, Is<StepCounts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.needed);
  archive(counts.takes_place);
  for (const Side side : both_sides) archive(counts.deals[side]);
  archive(counts.left);
  archive(counts.losses);
  archive(counts.hit_points_lost);
  archive(counts.hit_points_lost_squared);
}
template <class Archive, Is<SequenceCounts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.steps);
  archive(counts.retreated);
  archive(counts.outcomes);
}

/// Whether so many trials have been counted, in each step, and in none more.
bool fits(const SequenceCounts& counts, std::uint64_t trials);

void add(SequenceCounts& to, const SequenceCounts& from);

/// Whether the interval of every share of all trials is at most `precision` to each side. What is
/// given that a step takes place has fewer trials, and is left to its half-widths.
bool precise(const SequenceCounts& counts, std::uint64_t trials, Deviations reach,
             double precision);

/// One step, but for what is known of its fight without dice (StepAnswer::fight is as `blank`).
StepAnswer answer_of(const StepCounts& counts, const FightAnswer& blank, const Origin& origin);

/// How an order does. `hit_points`: of all attackers.
RankedOrder ranked(const SequenceCounts& counts, std::vector<std::size_t> order, double hit_points,
                   const Origin& origin);

}  // namespace warodds::sim
