// What the simulator counts of battles of sides of several units: what it counts of any battle, and
// the same of each unit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/answer/battle_answer.h"
#include "sim/battle/counts.h"

namespace warodds::sim {

struct ArmyCounts {
  /// Of one unit in all battles together; of a round what it has changed.
  struct Sums {
    std::int64_t destroyed = 0;
    std::int64_t left = 0;
    std::int64_t left_squared = 0;
    std::int64_t hit_points = 0;
    std::int64_t hit_points_squared = 0;
  };
  struct OfUnit {
    std::vector<std::uint64_t> survivors;
    std::vector<Sums> by_round;
  };

  Counts sides;
  PerSide<std::vector<OfUnit>> units;
};

template <class Archive, Is<ArmyCounts::Sums> Sums>
void members(Archive& archive, Sums& sums) {
  archive(sums.destroyed);
  archive(sums.left);
  archive(sums.left_squared);
  archive(sums.hit_points);
  archive(sums.hit_points_squared);
}
template <class Archive, Is<ArmyCounts::OfUnit> OfUnit>
void members(Archive& archive, OfUnit& unit) {
  archive(unit.survivors);
  archive(unit.by_round);
}
template <class Archive, Is<ArmyCounts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.sides);
  for (const Side side : both_sides) archive(counts.units[side]);
}

/// Whether so many battles have been counted, of each unit too.
bool fits(const ArmyCounts& counts, std::uint64_t trials);

void add(ArmyCounts::Sums& to, const ArmyCounts::Sums& from, int times = 1);
void add(ArmyCounts& to, const ArmyCounts& from);

/// Whether the interval of every share is at most `precision` to each side.
bool precise(const ArmyCounts& counts, std::uint64_t trials, Deviations reach, double precision);

/// A unit as the battles begin.
struct UnitAtFirst {
  std::string name;
  int figures = 0;
  int hit_points = 0;
};

/// The answer that the counts give.
BattleAnswer answer_of(const ArmyCounts& counts, const PerSide<std::vector<UnitAtFirst>>& units,
                       const Origin& origin);

}  // namespace warodds::sim
