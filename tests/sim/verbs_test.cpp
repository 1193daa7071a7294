// The random steps of the simulator against their laws, found here by following every die, with a
// chi-square test that fails at once on an outcome that cannot occur.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "core/numbers/chi_square.h"
#include "sim/lanes/lane_chance.h"

namespace warodds::sim {
namespace {

/// Tests in this file; each is made at the level that gives 1e-6 for all together.
constexpr int tests = 60;

using Counts = std::vector<std::uint64_t>;

void expect_law(const std::vector<double>& law, const Counts& counts, const std::string& what) {
  const Eigen::Map<const Eigen::ArrayXd> pmf(law.data(), static_cast<Eigen::Index>(law.size()));
  const ChiSquare test = chi_square(pmf, counts);
  EXPECT_EQ(test.impossible, -1) << what;
  EXPECT_GT(test.p_value, sidak_level(1e-6, tests)) << what;
}

/// The law of the number of successes of n dice, one die after the other.
std::vector<double> successes_law(int n, double p) {
  std::vector<double> law{1};
  for (int i = 0; i < n; ++i) {
    law.push_back(0);
    for (std::size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - p) + law[k - 1] * p;
    law[0] *= 1 - p;
  }
  return law;
}

template <class T>
class Verbs : public ::testing::Test {
 protected:
  Verbs() { chance.restart(11, sizeof(T)); }

  /// Counts outcome(…) over the lanes of many rounds of play() -> lanes; `which` chooses lanes.
  template <class Play>
  Counts count(int rounds, Play play, std::function<bool(std::size_t)> which = nullptr) {
    Counts counts(5000, 0);
    for (int i = 0; i < rounds; ++i) {
      const auto values = Lanes<T>(play()).to_array();
      for (std::size_t lane = 0; lane < values.size(); ++lane) {
        if (!which || which(lane)) ++counts[values[lane]];
      }
    }
    return counts;
  }

  LaneChance<T> chance;
};

using Widths = ::testing::Types<std::uint8_t, std::uint32_t>;
TYPED_TEST_SUITE(Verbs, Widths);

TYPED_TEST(Verbs, successes_follow_the_binomial_law) {
  for (const auto& [n, target] : std::vector<std::pair<int, Target>>{{0, at_least(3, 6)},
                                                                     {1, at_least(4, 6)},
                                                                     {7, at_least(3, 6)},
                                                                     {8, at_most(2, 6)},
                                                                     {12, at_least(5, 10)},
                                                                     {5, at_most(37, 100)},
                                                                     {5, at_least(7, 6)},
                                                                     {5, at_least(1, 6)},
                                                                     {5, at_most(0, 6)},
                                                                     {5, at_most(6, 6)},
                                                                     {250, at_least(6, 6)}}) {
    const int dice = n;
    const Target what = target;
    const Counts counts = this->count(2000, [&] { return this->chance.successes(dice, what); });
    expect_law(successes_law(n, target.probability()), counts, std::to_string(n) + " dice");
  }
}

TYPED_TEST(Verbs, lanes_may_have_different_numbers_of_dice) {
  std::array<TypeParam, lane_count> numbers;
  for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
    numbers[lane] = static_cast<TypeParam>(lane % 8 == 7 ? 200 : lane % 8);
  }
  const Lanes<TypeParam> n(numbers);
  for (const Target& target : {at_least(5, 6), at_most(2, 6)}) {
    for (const std::size_t kind : {0u, 1u, 4u, 7u}) {
      const Counts counts = this->count(
          2000, [&] { return this->chance.successes(n, target); },
          [&](std::size_t lane) { return lane % 8 == kind; });
      expect_law(successes_law(static_cast<int>(numbers[kind]), 1.0 / 3), counts,
                 std::to_string(numbers[kind]) + " dice in this lane");
    }
  }
}

TEST(WideVerbs, thousands_of_dice_follow_the_binomial_law) {
  LaneChance<std::uint32_t> chance;
  chance.restart(12, 0);
  Counts same(5000, 0), by_lane(5000, 0);
  for (int i = 0; i < 500; ++i) {
    for (const auto value : chance.successes(1000, at_least(4, 6)).to_array()) ++same[value];
    const auto n = Lanes<std::uint32_t>(1000);
    for (const auto value : chance.successes(n, at_most(1, 10)).to_array()) ++by_lane[value];
  }
  expect_law(successes_law(1000, 0.5), same, "1000 dice");
  expect_law(successes_law(1000, 0.1), by_lane, "1000 dice by lane");
}

TYPED_TEST(Verbs, low_and_high_ends_share_out_the_same_dice) {
  LaneChance<TypeParam> other;
  other.restart(11, sizeof(TypeParam));
  for (int i = 0; i < 50; ++i) {
    const auto high = this->chance.successes(20, at_least(5, 6));
    const auto low = other.successes(20, at_most(4, 6));
    for (const auto sum : (high + low).to_array()) ASSERT_EQ(sum, 20u);
  }
}

// Saves

/// Follows one wound die after the other; adds the probability of each number of wounds taken.
void follow(const SaveQueue& queue, std::size_t place, int taken_here, int dice, int taken,
            double p, std::vector<double>& law) {
  while (place < queue.places.size() && taken_here == queue.places[place].capacity) {
    ++place;
    taken_here = 0;
  }
  if (dice == 0 || place == queue.places.size()) {
    law[static_cast<std::size_t>(taken)] += p;
    return;
  }
  const double save = queue.places[place].save.probability();
  const double ignore = queue.places[place].ignore.probability();
  const double felt = (1 - save) * (1 - ignore);
  if (felt < 1) follow(queue, place, taken_here, dice - 1, taken, p * (1 - felt), law);
  follow(queue, place, taken_here + 1, dice - 1, taken + 1, p * felt, law);
}

std::vector<double> saves_law(int n, const SaveQueue& queue) {
  std::vector<double> law(static_cast<std::size_t>(n) + 1, 0);
  follow(queue, 0, 0, n, 0, 1, law);
  return law;
}

TYPED_TEST(Verbs, saves_take_the_wound_dice_one_at_a_time_through_the_places) {
  const Target none{6, 0, false};
  const std::vector<SaveQueue> queues{
      {},
      {{{3, at_least(4, 6), none}}},
      {{{100, at_least(3, 6), at_least(5, 6)}}},
      {{{2, at_least(3, 6), none},
        {0, at_least(2, 6), none},
        {1, at_most(3, 10), at_least(6, 6)},
        {2, none, at_most(2, 6)},
        {3, none, none}}},
      {{{1, none, none}, {2, at_least(5, 6), none}, {100, none, none}}},
      {{{1000, none, none}}}};
  std::array<TypeParam, lane_count> numbers;
  for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
    numbers[lane] = static_cast<TypeParam>(lane % 8 < 4 ? 3 : 11);
  }
  const Lanes<TypeParam> n(numbers);
  for (const SaveQueue& queue : queues) {
    for (const bool many : {false, true}) {
      const Counts counts = this->count(
          2000, [&] { return this->chance.saves(n, queue); },
          [&](std::size_t lane) { return (lane % 8 >= 4) == many; });
      expect_law(saves_law(many ? 11 : 3, queue), counts,
                 std::to_string(queue.places.size()) + " places");
    }
  }
}

TEST(WideVerbs, thousands_of_wound_dice_are_saved_from) {
  LaneChance<std::uint32_t> chance;
  chance.restart(13, 0);
  const SaveQueue queue{{{10'000, at_least(4, 6), {}}}};
  Counts counts(5000, 0);
  for (int i = 0; i < 300; ++i) {
    for (const auto taken : chance.saves(Lanes<std::uint32_t>(700), queue).to_array())
      ++counts[taken];
  }
  expect_law(successes_law(700, 0.5), counts, "700 wound dice");

  const SaveQueue full{{{400, at_least(2, 6), {}}, {100, {}, {}}}};
  for (const auto taken : chance.saves(Lanes<std::uint32_t>(100'000), full).to_array()) {
    EXPECT_EQ(taken, 500u);
  }
}

// Lineup

struct PoolOutcome {
  std::vector<int> dice;  ///< final, sorted from high to low
  int sixes;              ///< natural ones of the first roll
  auto operator<=>(const PoolOutcome&) const = default;
};
using PoolLaw = std::map<PoolOutcome, double>;

/// Calls f(faces) for all ways in which n dice can fall.
void for_all_falls(int n, std::vector<int>& faces, const std::function<void()>& f) {
  if (n == 0) return f();
  for (int face = 1; face <= 6; ++face) {
    faces.push_back(face);
    for_all_falls(n - 1, faces, f);
    faces.pop_back();
  }
}

/// Every die of every roll and reroll.
PoolLaw pool_law(const Pool& pool) {
  PoolLaw law;
  const auto sorted = [](std::vector<int> dice) {
    std::sort(dice.begin(), dice.end(), std::greater<>());
    return dice;
  };
  std::vector<int> first;
  for_all_falls(pool.dice, first, [&] {
    const int sixes = static_cast<int>(std::count(first.begin(), first.end(), 6));
    std::vector<int> forced = sorted(first);
    const int forced_rerolls = std::min(pool.forced_rerolls, pool.dice);
    forced.erase(forced.begin(), forced.begin() + forced_rerolls);
    for_all_falls(forced_rerolls, forced, [&] {
      std::vector<int> own = sorted(forced);
      int again = 0;
      while (again < pool.own_rerolls && !own.empty() && own.back() < pool.reroll_below) {
        own.pop_back();
        ++again;
      }
      for_all_falls(again, own, [&] {
        std::vector<int> final = own;
        for (int& die : final) die = std::min(std::max(die + pool.adjustment, 0), pool.cap);
        law[{sorted(final), sixes}] += std::pow(6.0, -(pool.dice + forced_rerolls + again));
      });
    });
  });
  return law;
}

/// The law of 16 * attack hits + defence hits.
std::vector<double> lineup_law(const Lineup& lineup) {
  std::vector<double> law(256, 0);
  const PoolLaw attacks = pool_law(lineup.attack), defences = pool_law(lineup.defence);
  for (const auto& [attack, p] : attacks) {
    for (const auto& [defence, q] : defences) {
      std::size_t attack_hits = 0, defence_hits = 0;
      const std::size_t a = attack.dice.size(), d = defence.dice.size();
      for (std::size_t i = 0; i < std::min(a, d); ++i) {
        if (attack.dice[i] > defence.dice[i]) ++attack_hits;
        if (attack.dice[i] < defence.dice[i]) ++defence_hits;
      }
      for (std::size_t i = d; i < a; ++i) attack_hits += attack.dice[i] > lineup.phantom ? 1 : 0;
      for (std::size_t i = a; i < d; ++i) defence_hits += defence.dice[i] > lineup.phantom ? 1 : 0;
      const Critical& critical = lineup.critical;
      const auto sixes = critical.judged == Critical::Judged::natural
                             ? attack.sixes
                             : std::count_if(attack.dice.begin(), attack.dice.end(),
                                             [](int die) { return die >= 6; });
      attack_hits += static_cast<std::size_t>(critical.hits(static_cast<int>(sixes)));
      law[16 * attack_hits + (lineup.defence_hits ? defence_hits : 0)] += p * q;
    }
  }
  return law;
}

TYPED_TEST(Verbs, lineups_follow_the_law_of_all_dice) {
  std::vector<Lineup> lineups(6);
  lineups[0].attack.dice = lineups[0].defence.dice = 1;
  lineups[1].attack.dice = 4;
  lineups[1].defence.dice = 3;
  lineups[2].attack.dice = 2;
  lineups[2].defence.dice = 4;
  lineups[2].phantom = 4;
  lineups[2].critical = {Critical::Judged::final, true, 1, 2};
  lineups[3].attack = {3, 1, 2, 4, 1, Pool::no_cap};
  lineups[3].defence = {2, 1, 1, 7, -2, Pool::no_cap};
  lineups[3].critical.count = 1;
  lineups[4].attack = {3, 2, 1, 3, 3, 5};
  lineups[4].defence = {3, 0, 3, 5, 2, 6};
  lineups[4].defence_hits = false;
  lineups[5].defence.dice = 3;
  lineups[5].phantom = 0;
  for (std::size_t i = 0; i < lineups.size(); ++i) {
    const Lineup lineup = lineups[i];
    const Counts counts = this->count(5000, [&] {
      const auto hits = this->chance.lineup(lineup);
      return hits.attack * Lanes<TypeParam>(16) + hits.defence;
    });
    expect_law(lineup_law(lineup), counts, "lineup " + std::to_string(i));
  }
}

TEST(WideVerbs, what_is_reported_more_than_once_adds_up) {
  LaneChance<std::uint8_t> chance;
  chance.restart(1, 0);
  chance.report(Side::attacker, 0, 3);
  chance.report(Side::attacker, 0, 4);
  EXPECT_EQ(chance.take_reported(Side::attacker, 0).to_array()[63], 7);
  EXPECT_EQ(chance.take_reported(Side::attacker, 0).to_array()[63], 0);
  EXPECT_EQ(chance.take_reported(Side::defender, 0).to_array()[0], 0);
}

}  // namespace
}  // namespace warodds::sim
