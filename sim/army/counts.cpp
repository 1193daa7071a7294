#include "sim/army/counts.h"

#include <cstddef>

#include "core/numbers/intervals.h"

namespace warodds::sim {
namespace {

void add_each(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

bool fits(const ArmyCounts& counts, std::uint64_t trials) {
  if (!fits(counts.sides, trials)) return false;
  for (const Side side : both_sides) {
    for (const ArmyCounts::OfUnit& unit : counts.units[side]) {
      if (!adds_up(unit.survivors, trials)) return false;
      std::int64_t destroyed = 0;
      for (const ArmyCounts::Sums& round : unit.by_round) {
        destroyed += round.destroyed;
        if (round.destroyed < 0 || destroyed > static_cast<std::int64_t>(trials)) return false;
      }
    }
  }
  return true;
}

void add(ArmyCounts::Sums& to, const ArmyCounts::Sums& from, int times) {
  to.destroyed += times * from.destroyed;
  to.left += times * from.left;
  to.left_squared += times * from.left_squared;
  to.hit_points += times * from.hit_points;
  to.hit_points_squared += times * from.hit_points_squared;
}

void add(ArmyCounts& to, const ArmyCounts& from) {
  add(to.sides, from.sides);
  for (const Side side : both_sides) {
    if (to.units[side].size() < from.units[side].size()) {
      to.units[side].resize(from.units[side].size());
    }
    for (std::size_t i = 0; i < from.units[side].size(); ++i) {
      ArmyCounts::OfUnit& unit = to.units[side][i];
      const ArmyCounts::OfUnit& other = from.units[side][i];
      add_each(unit.survivors, other.survivors);
      if (unit.by_round.size() < other.by_round.size()) unit.by_round.resize(other.by_round.size());
      for (std::size_t r = 0; r < other.by_round.size(); ++r) {
        add(unit.by_round[r], other.by_round[r]);
      }
    }
  }
}

bool precise(const ArmyCounts& counts, std::uint64_t trials, Deviations reach, double precision) {
  if (!precise(counts.sides, trials, reach, precision)) return false;
  for (const Side side : both_sides) {
    for (const ArmyCounts::OfUnit& unit : counts.units[side]) {
      std::vector<std::uint64_t> at_least = unit.survivors;
      if (!all_within(at_least, trials, reach, precision)) return false;
      for (std::size_t k = at_least.size() - 1; k > 0; --k) at_least[k - 1] += at_least[k];
      if (!all_within(at_least, trials, reach, precision)) return false;
    }
  }
  return true;
}

BattleAnswer answer_of(const ArmyCounts& counts, const PerSide<std::vector<UnitAtFirst>>& units,
                       const Origin& origin) {
  const auto trials = static_cast<std::int64_t>(origin.trials);
  Counts::Sums opening;
  PerSide<int> standing;
  for (const Side side : both_sides) {
    for (const UnitAtFirst& unit : units[side]) standing[side] += unit.figures;
    opening.left[side] = trials * standing[side];
    opening.left_squared[side] = trials * standing[side] * standing[side];
  }
  BattleAnswer answer = answer_of(counts.sides, opening, standing, origin);
  const Deviations reach = normal_quantile(Confidence(origin.confidence));
  for (const Side side : both_sides) {
    for (std::size_t i = 0; i < units[side].size(); ++i) {
      const UnitAtFirst& first = units[side][i];
      const ArmyCounts::OfUnit& counted = counts.units[side][i];
      UnitAnswer& unit = answer.units[side].emplace_back();
      unit.name = first.name;
      unit.survivors = Distribution::estimated(counted.survivors, origin.confidence, first.figures);
      const std::int64_t figures = first.figures, hit_points = first.hit_points;
      ArmyCounts::Sums sums{0, trials * figures, trials * figures * figures, trials * hit_points,
                            trials * hit_points * hit_points};
      const auto mean = [&](std::int64_t sum, std::int64_t squared, int most) {
        return mean_of(static_cast<double>(sum), static_cast<double>(squared), most, origin.trials,
                       reach);
      };
      const auto destroyed = [&] {
        return share_of(static_cast<std::uint64_t>(sums.destroyed), origin.trials, reach);
      };
      const auto mean_hit_points = [&] {
        return mean(sums.hit_points, sums.hit_points_squared, first.hit_points);
      };
      for (const ArmyCounts::Sums& change : counted.by_round) {
        add(sums, change);
        unit.by_round.push_back(
            {destroyed(), mean(sums.left, sums.left_squared, first.figures), mean_hit_points()});
      }
      if (unit.by_round.size() > most_simulated_rounds) unit.by_round.pop_back();
      unit.destroyed = destroyed();
      unit.mean_hit_points = mean_hit_points();
    }
  }
  return answer;
}

}  // namespace warodds::sim
