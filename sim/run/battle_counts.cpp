#include "sim/run/battle_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/numbers/intervals.h"
#include "core/text/error.h"

namespace warodds::sim {
namespace {

using ByRound = BattleCounts::ByRound;

bool rounds_fit(const ByRound& rounds, std::uint64_t trials) {
  std::int64_t destroyed = 0;
  return std::all_of(rounds.begin(), rounds.end(), [&](const BattleCounts::Sums& round) {
    destroyed += round.destroyed;
    return round.destroyed >= 0 && destroyed <= static_cast<std::int64_t>(trials);
  });
}

void add_rounds(ByRound& to, const ByRound& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t round = 0; round < from.size(); ++round) to[round].add(from[round]);
}

/// How a side or a unit stands after each round.
std::vector<UnitRoundAnswer> after_rounds(const ByRound& rounds, const UnitLeft& first,
                                          const Origin& origin) {
  const Deviations reach = normal_quantile(Confidence(origin.confidence));
  const auto mean = [&](std::int64_t sum, std::int64_t squared, int most) {
    return mean_of(static_cast<double>(sum), static_cast<double>(squared), most, origin.trials,
                   reach);
  };
  BattleCounts::Sums sums;
  sums.count(first.figures, first.hit_points, static_cast<std::int64_t>(origin.trials));
  std::vector<UnitRoundAnswer> told;
  for (const BattleCounts::Sums& change : rounds) {
    if (told.size() == most_simulated_rounds) break;
    sums.add(change);
    told.push_back({share_of(static_cast<std::uint64_t>(sums.destroyed), origin.trials, reach),
                    mean(sums.left, sums.left_squared, first.figures),
                    mean(sums.hit_points, sums.hit_points_squared, first.hit_points)});
  }
  return told;
}

}  // namespace

void BattleCounts::Sums::add(const Sums& other, int times) {
  destroyed += times * other.destroyed;
  left += times * other.left;
  left_squared += times * other.left_squared;
  hit_points += times * other.hit_points;
  hit_points_squared += times * other.hit_points_squared;
}

void BattleCounts::Sums::count(std::int64_t figures, std::int64_t hit_points_left,
                               std::int64_t battles) {
  destroyed += figures == 0 ? battles : 0;
  left += battles * figures;
  left_squared += battles * figures * figures;
  hit_points += battles * hit_points_left;
  hit_points_squared += battles * hit_points_left * hit_points_left;
}

bool fits(const BattleCounts& counts, std::uint64_t trials) {
  return counts.broken_off <= trials && fits(counts.outcomes, trials) &&
         std::all_of(both_sides.begin(), both_sides.end(), [&](Side side) {
           return rounds_fit(counts.sides[side], trials) &&
                  counts.sides[side].size() == counts.sides.attacker.size() &&
                  std::all_of(counts.units[side].begin(), counts.units[side].end(),
                              [&](const ByRound& unit) { return rounds_fit(unit, trials); });
         });
}

void add(BattleCounts& to, const BattleCounts& from) {
  to.broken_off += from.broken_off;
  for (const Side side : both_sides) {
    add_rounds(to.sides[side], from.sides[side]);
    std::vector<ByRound>& units = to.units[side];
    if (units.size() < from.units[side].size()) units.resize(from.units[side].size());
    for (std::size_t i = 0; i < from.units[side].size(); ++i) {
      add_rounds(units[i], from.units[side][i]);
    }
  }
  add(to.outcomes, from.outcomes);
}

Answer answer_of(BattleCounts counts, Unread unread, const PerSide<std::vector<UnitLeft>>& units,
                 bool to_the_end) {
  Answer& answer = unread.answer;
  const Origin& origin = answer.origin;
  PerSide<std::vector<UnitRoundAnswer>> rounds;
  for (const Side side : both_sides) {
    UnitLeft all;
    for (const UnitLeft& unit : units[side]) all.figures += unit.figures;
    rounds[side] = after_rounds(counts.sides[side], all, origin);
    const std::size_t told = answer.units[side].size();
    if (counts.units[side].size() != told) TallyReader::not_these();
    for (std::size_t i = 0; i < told; ++i) {
      std::vector<UnitRoundAnswer>& by_round = answer.units[side][i].by_round;
      by_round = after_rounds(counts.units[side][i], units[side][i], origin);
      by_round.resize(rounds.attacker.size());
    }
  }
  for (std::size_t round = 0; round < rounds.attacker.size(); ++round) {
    const UnitRoundAnswer &a = rounds.attacker[round], &b = rounds.defender[round];
    answer.by_round.push_back(
        {static_cast<int>(round) + 1, {a.destroyed, b.destroyed}, {a.mean_left, b.mean_left}});
  }
  if (to_the_end && counts.broken_off > 0) {
    throw TooLarge(fmt::format(
        "{} of {} simulated battles had not ended after {} rounds; say with --rounds after how "
        "many they are broken off, or take --engine exact",
        counts.broken_off, origin.trials, most_rounds_unasked));
  }
  std::vector<OutcomeLaw> found =
      laws_of(std::move(counts.outcomes), unread.to_find, origin.confidence);
  return std::move(unread).read(std::move(found));
}

}  // namespace warodds::sim
