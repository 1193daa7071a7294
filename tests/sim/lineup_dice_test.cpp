// The lineup of the simulator, which never sorts, against sorting: lane by lane, on the very same
// dice.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "sim/lanes/lane_chance.h"
#include "sim/random/dice.h"

namespace warodds::sim {
namespace {

/// One trial's pool, step by step as core/rules/chance.h lists them.
struct SortedPool {
  std::vector<int> dice;
  int natural_sixes = 0;

  void sort() { std::sort(dice.begin(), dice.end(), std::greater<>()); }

  void finish(const Pool& pool) {
    for (int& die : dice) die = std::min(std::max(die + pool.adjustment, 0), pool.cap);
    sort();
  }
};

/// Throws dice in every lane: whole bytes of three dice first, the rest from one more row (see
/// Dice::at_least). `all_the_same`: known to be the same number in all lanes.
void throw_dice(Dice& dice, const std::vector<int>& n, bool all_the_same,
                std::vector<SortedPool>& pools) {
  constexpr int per_byte = 3;
  const auto add = [&](const std::uint8_t* row, std::size_t lane, int digits) {
    int byte = row[lane];
    for (int i = 0; i < digits; ++i, byte /= 6) pools[lane].dice.push_back(byte % 6 + 1);
  };
  const int most = *std::max_element(n.begin(), n.end());
  // In runs, so that a count fits into a byte.
  for (int first = 0; first < most; first += 255) {
    const int longest = std::min(most - first, 255);
    const auto left = [&](std::size_t lane) { return std::clamp(n[lane] - first, 0, 255); };
    for (int i = 0; i < longest / per_byte; ++i) {
      const std::uint8_t* const row = dice.row(6);
      for (std::size_t lane = 0; lane < pools.size(); ++lane) {
        if (left(lane) / per_byte > i) add(row, lane, per_byte);
      }
    }
    if (all_the_same && longest % per_byte == 0) continue;
    const std::uint8_t* const row = dice.row(6);
    for (std::size_t lane = 0; lane < pools.size(); ++lane) add(row, lane, left(lane) % per_byte);
  }
}

/// Rolls one pool in all lanes.
std::vector<SortedPool> roll_pool(Dice& dice, const Pool& pool) {
  std::vector<SortedPool> pools(lane_count);
  throw_dice(dice, std::vector<int>(lane_count, pool.dice), true, pools);
  const int forced = std::min(pool.forced_rerolls, pool.dice);
  for (SortedPool& own : pools) {
    own.natural_sixes = static_cast<int>(std::count(own.dice.begin(), own.dice.end(), 6));
    own.sort();
    own.dice.erase(own.dice.begin(), own.dice.begin() + forced);
  }
  throw_dice(dice, std::vector<int>(lane_count, forced), true, pools);
  std::vector<int> again(lane_count);
  for (std::size_t lane = 0; lane < pools.size(); ++lane) {
    SortedPool& own = pools[lane];
    own.sort();
    while (again[lane] < pool.own_rerolls && !own.dice.empty() &&
           own.dice.back() < pool.reroll_below) {
      own.dice.pop_back();
      ++again[lane];
    }
  }
  throw_dice(dice, again, false, pools);
  for (SortedPool& own : pools) own.finish(pool);
  return pools;
}

LineupHits<int> compare(const Lineup& lineup, const SortedPool& attack, const SortedPool& defence) {
  LineupHits<int> hits{0, 0};
  for (std::size_t i = 0; i < std::max(attack.dice.size(), defence.dice.size()); ++i) {
    const int a = i < attack.dice.size() ? attack.dice[i] : lineup.phantom;
    const int d = i < defence.dice.size() ? defence.dice[i] : lineup.phantom;
    if (a > d && i < attack.dice.size()) ++hits.attack;
    if (d > a && i < defence.dice.size() && lineup.defence_hits) ++hits.defence;
  }
  const auto final_sixes =
      std::count_if(attack.dice.begin(), attack.dice.end(), [](int die) { return die >= 6; });
  hits.attack += lineup.critical.hits(lineup.critical.judged == Critical::Judged::natural
                                          ? attack.natural_sixes
                                          : static_cast<int>(final_sixes));
  return hits;
}

template <class T>
void check(const Lineup& lineup, LaneChance<T>& chance, std::uint64_t chunk) {
  chance.restart(9, chunk);
  Dice dice;
  dice.restart(9, chunk);
  // Twice, so that the second one starts in the middle of the dice.
  for (int round = 0; round < 2; ++round) {
    const std::vector<SortedPool> attack = roll_pool(dice, lineup.attack);
    const std::vector<SortedPool> defence = roll_pool(dice, lineup.defence);
    const auto hits = chance.lineup(lineup);
    const auto attack_hits = hits.attack.to_array();
    const auto defence_hits = hits.defence.to_array();
    for (std::size_t lane = 0; lane < attack.size(); ++lane) {
      const LineupHits<int> expected = compare(lineup, attack[lane], defence[lane]);
      ASSERT_EQ(static_cast<int>(attack_hits[lane]), expected.attack) << "chunk " << chunk;
      ASSERT_EQ(static_cast<int>(defence_hits[lane]), expected.defence) << "chunk " << chunk;
    }
  }
}

TEST(LineupDice, hits_are_those_of_sorted_dice_in_every_lane_and_for_every_rule) {
  std::mt19937 random(1);
  const auto pick = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  LaneChance<std::uint8_t> narrow;
  LaneChance<std::uint32_t> wide;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto pool = [&] {
      Pool p;
      p.dice = pick(0, 3) == 0 ? pick(0, 40) : pick(0, 8);
      if (pick(0, 1) == 0) p.forced_rerolls = pick(0, 10);
      if (pick(0, 1) == 0) p.own_rerolls = pick(0, 10);
      p.reroll_below = pick(0, 8);
      if (pick(0, 1) == 0) p.adjustment = pick(-8, 8);
      if (pick(0, 2) == 0) p.cap = pick(0, 9);
      return p;
    };
    Lineup lineup;
    lineup.attack = pool();
    lineup.defence = pool();
    lineup.phantom = pick(0, 2) == 0 ? pick(0, 10) : 2;
    lineup.critical.judged = pick(0, 1) == 0 ? Critical::Judged::natural : Critical::Judged::final;
    lineup.critical.each = pick(0, 1) == 0;
    lineup.critical.count = pick(1, 4);
    lineup.critical.bonus = pick(0, 3);
    lineup.defence_hits = pick(0, 3) != 0;
    check(lineup, narrow, i);
    check(lineup, wide, i);
    if (HasFatalFailure()) return;
  }
}

TEST(LineupDice, pools_of_hundreds_of_dice_are_compared_as_well) {
  LaneChance<std::uint8_t> narrow;
  LaneChance<std::uint32_t> wide;
  Lineup lineup;
  lineup.attack.dice = 250;
  lineup.attack.own_rerolls = 100;
  lineup.defence.dice = 240;
  lineup.defence.forced_rerolls = 200;
  check(lineup, narrow, 0);
  lineup.attack.dice = 1300;
  lineup.attack.own_rerolls = 700;
  lineup.defence.dice = 1000;
  lineup.defence.forced_rerolls = 600;
  lineup.critical.each = true;
  check(lineup, wide, 0);
}

}  // namespace
}  // namespace warodds::sim
