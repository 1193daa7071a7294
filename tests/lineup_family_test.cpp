// One walk for all lineups of a kind: the same laws as each lineup by itself, to the last bit,
// whatever was asked for before and by whom.
#include "exact/dice/lineup_family.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/threads/parallel.h"
#include "exact/dice/lineup.h"
#include "exact/dice/lineup_cache.h"
#include "exact/dice/walked_lineup.h"

namespace warodds {
namespace {

bool same_bits(const Eigen::ArrayXXd& a, const Eigen::ArrayXXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a == b).all();
}

/// Lineups of all kinds of up to `most` dice a side.
class RandomLineups {
 public:
  Lineup next(int most) {
    Lineup lineup;
    for (Pool* pool : {&lineup.attack, &lineup.defence}) {
      pool->dice = between(0, most);
      if (between(0, 3) == 0) pool->own_rerolls = pool->dice + between(0, 1);
      pool->reroll_below = between(1, 7);
      if (between(0, 1) == 0) pool->adjustment = between(-3, 3);
      if (between(0, 2) == 0) pool->cap = between(3, 8);
    }
    lineup.phantom = between(0, 8);
    lineup.critical = {between(0, 1) == 0 ? Critical::Judged::final : Critical::Judged::natural,
                       between(0, 1) == 0, between(1, 4), between(0, 2)};
    lineup.defence_hits = between(0, 3) > 0;
    return lineup;
  }

  int between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

 private:
  std::mt19937_64 random_{17};
};

std::string text_of(const Lineup& lineup) {
  return std::to_string(lineup.attack.dice) + " v " + std::to_string(lineup.defence.dice) +
         ", phantom " + std::to_string(lineup.phantom);
}

TEST(LineupFamily, GivesEachLineupTheSameBitsHoweverManyDiceItWasMadeFor) {
  RandomLineups lineups;
  for (int drawn = 0; drawn < 1000; ++drawn) {
    const Lineup lineup = lineups.next(drawn % 50 == 0 ? 25 : 8);
    const auto kind = exact::lineup_kind(lineup);
    if (!kind) continue;
    const PerSide<int> dice{lineup.attack.dice, lineup.defence.dice};
    const exact::LineupFamily larger(
        *kind, {dice.attacker + lineups.between(0, 12), dice.defender + lineups.between(0, 12)});
    ASSERT_TRUE(same_bits(larger.law(dice), exact::lineup_law(lineup))) << text_of(lineup);
  }
}

TEST(LineupFamily, DoesNotDependOnTheNumberOfThreads) {
  Lineup lineup;
  lineup.attack.dice = 43;
  lineup.defence.dice = 34;
  const auto law_by = [&](int threads) {
    const ThreadsInUse some(threads);
    return exact::lineup_law(lineup);
  };
  const Eigen::ArrayXXd alone = law_by(1);
  const Eigen::ArrayXXd together = law_by(4);
  EXPECT_TRUE(same_bits(alone, together));
}

TEST(LineupFamily, IsNotForDiceThatLookAtThePool) {
  Lineup lineup;
  lineup.attack.dice = 4;
  lineup.defence.dice = 3;
  EXPECT_TRUE(exact::lineup_kind(lineup));
  lineup.defence.forced_rerolls = 1;
  EXPECT_FALSE(exact::lineup_kind(lineup));
  lineup.defence.forced_rerolls = 0;
  lineup.attack.own_rerolls = 3;
  EXPECT_FALSE(exact::lineup_kind(lineup));
  lineup.attack.own_rerolls = 4;  // each die for itself
  EXPECT_TRUE(exact::lineup_kind(lineup));
  lineup.phantom = 6;  // three sixes are more than the ranks that count
  EXPECT_FALSE(exact::lineup_kind(lineup));
  lineup.critical.bonus = 0;
  EXPECT_TRUE(exact::lineup_kind(lineup));
}

/// Pools up to 12 v 10 of three kinds, one of them with rerolls.
std::vector<Lineup> all_pools() {
  std::vector<Lineup> lineups;
  for (int a = 0; a <= 12; ++a) {
    for (int d = 0; d <= 10; ++d) {
      Lineup lineup;
      lineup.attack.dice = a;
      lineup.defence.dice = d;
      lineups.push_back(lineup);
      lineup.attack.adjustment = 1;
      lineup.defence_hits = false;
      lineups.push_back(lineup);
      if (a > 5 || d > 5) continue;
      lineup.attack.own_rerolls = 2;
      lineups.push_back(lineup);
    }
  }
  return lineups;
}

TEST(LineupCache, DoesNotDependOnTheOrderOfTheQuestions) {
  std::vector<Lineup> lineups = all_pools();
  std::mt19937_64 random(3);
  for (int order = 0; order < 6; ++order) {
    exact::LineupCache cache;
    if (order == 1) std::reverse(lineups.begin(), lineups.end());
    if (order > 1) std::shuffle(lineups.begin(), lineups.end(), random);
    if (order == 5) {
      Lineup largest;
      largest.attack.dice = 30;
      largest.defence.dice = 15;
      cache.law(largest);
    }
    for (const Lineup& lineup : lineups) {
      ASSERT_TRUE(same_bits(cache.law(lineup), exact::lineup_law(lineup))) << text_of(lineup);
    }
  }
}

TEST(LineupCache, DoesNotDependOnTheThreadsThatAsk) {
  const std::vector<Lineup> lineups = all_pools();
  exact::LineupCache cache;
  std::vector<std::vector<const Eigen::ArrayXXd*>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t) {
    threads.emplace_back([&, t] {
      std::vector<std::size_t> order(lineups.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::shuffle(order.begin(), order.end(), std::mt19937_64(t));
      found[t].resize(lineups.size());
      for (const std::size_t i : order) found[t][i] = &cache.law(lineups[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < lineups.size(); ++i) {
    for (const auto& laws : found) ASSERT_EQ(laws[i], found[0][i]) << "computed twice";
    ASSERT_TRUE(same_bits(*found[0][i], exact::lineup_law(lineups[i]))) << text_of(lineups[i]);
  }
}

TEST(LineupCache, CopesWithPoolsThatAreLargeOnOneSideOnly) {
  exact::LineupCache cache;
  for (const auto& [attack, defence] : {std::pair{300, 1}, {1, 300}, {2, 290}, {300, 2}}) {
    Lineup lineup;
    lineup.attack.dice = attack;
    lineup.defence.dice = defence;
    EXPECT_TRUE(same_bits(cache.law(lineup), exact::lineup_law(lineup))) << text_of(lineup);
  }
}

}  // namespace
}  // namespace warodds
