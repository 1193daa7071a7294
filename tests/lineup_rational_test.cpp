// The law of a lineup against whole numbers: in how many of the 6^(n+m) ways of the dice each
// outcome comes about. Every single probability must be good to 1e-13 of itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "exact/dice/lineup.h"
#include "exact/dice/walked_lineup.h"

namespace warodds {
namespace {

using boost::multiprecision::uint128_t;
using boost::multiprecision::uint256_t;

/// The equally likely faces of one die, by the value they count as: value -> faces.
using Faces = std::map<int, int, std::greater<>>;

int faces_in_all(const Faces& faces) {
  int sum = 0;
  for (const auto& [value, count] : faces) sum += count;
  return sum;
}

template <class Ways>
Ways choose(int of, int some) {
  Ways ways = 1;
  for (int i = 1; i <= some; ++i)
    ways = ways * static_cast<unsigned>(of - some + i) / static_cast<unsigned>(i);
  return ways;
}

template <class Ways>
Ways power(int base, int exponent) {
  Ways result = 1;
  for (int i = 0; i < exponent; ++i) result *= static_cast<unsigned>(base);
  return result;
}

/// [attack hits][defence hits]
template <class Ways>
using Hits = std::vector<std::vector<Ways>>;

std::size_t index(int k) { return static_cast<std::size_t>(k); }

/// In how many ways `some` of so many dice show one of `faces` faces: [of][some].
template <class Ways>
Hits<Ways> ways_to_show(int most, int faces) {
  Hits<Ways> result(index(most + 1));
  for (int of = 0; of <= most; ++of) {
    for (int some = 0; some <= of; ++some) {
      result[index(of)].push_back(choose<Ways>(of, some) * power<Ways>(faces, some));
    }
  }
  return result;
}

/// Lays the dice down from the highest value to the lowest, all dice of one value at once, and
/// counts each pair when its higher die is laid down. Extra hits for critical hits are counted when
/// all attack dice of `critical_from` or more lie there.
template <class Ways>
Hits<Ways> count_ways(const Faces& attack, const Faces& defence, const Lineup& lineup,
                      int critical_from) {
  const int n = lineup.attack.dice;
  const int m = lineup.defence.dice;
  const int most = n + lineup.critical.hits(n);
  const Hits<Ways> none(index(most + 1), std::vector<Ways>(index(m + 1), 0));
  // By the dice that lie there: [attack][defence]. Empty where nothing has come yet.
  using Table = std::vector<std::vector<Hits<Ways>>>;
  const Table nowhere(index(n + 1), std::vector<Hits<Ways>>(index(m + 1)));

  std::set<int, std::greater<>> values;
  for (const auto* faces : {&attack, &defence}) {
    for (const auto& [value, count] : *faces) values.insert(value);
  }
  Table ways = nowhere;
  ways[0][0] = none;
  ways[0][0][0][0] = 1;
  for (auto value = values.begin(); value != values.end(); ++value) {
    const auto count_of = [&](const Faces& faces) {
      const auto found = faces.find(*value);
      return found == faces.end() ? 0 : found->second;
    };
    const int attack_faces = count_of(attack);
    const int defence_faces = count_of(defence);
    const bool beats_phantom = *value > lineup.phantom;
    const auto next = std::next(value);
    const bool sixes_complete =
        *value >= critical_from && (next == values.end() || *next < critical_from);
    const Hits<Ways> attack_ways = ways_to_show<Ways>(n, attack_faces);
    const Hits<Ways> defence_ways = ways_to_show<Ways>(m, defence_faces);
    // After the last value all dice lie there.
    const bool last = next == values.end();

    Table after = nowhere;
    for (int a = 0; a <= n; ++a) {
      for (int d = 0; d <= m; ++d) {
        const Hits<Ways>& from = ways[index(a)][index(d)];
        std::vector<std::pair<int, int>> seen;
        for (int h = 0; h < static_cast<int>(from.size()); ++h) {
          for (int g = 0; g <= m; ++g) {
            if (from[index(h)][index(g)] != 0) seen.emplace_back(h, g);
          }
        }
        if (seen.empty()) continue;
        for (int a2 = last ? n : a; a2 <= (attack_faces == 0 ? a : n); ++a2) {
          for (int d2 = last ? m : d; d2 <= (defence_faces == 0 ? d : m); ++d2) {
            int attack_hits = sixes_complete ? lineup.critical.hits(a2) : 0;
            for (int rank = a + 1; rank <= a2; ++rank) {
              attack_hits += (rank <= m ? rank > d2 : beats_phantom) ? 1 : 0;
            }
            int defence_hits = 0;
            for (int rank = d + 1; rank <= d2; ++rank) {
              defence_hits += (rank <= n ? rank > a2 : beats_phantom) ? 1 : 0;
            }
            const Ways weight = attack_ways[index(n - a)][index(a2 - a)] *
                                defence_ways[index(m - d)][index(d2 - d)];
            Hits<Ways>& to = after[index(a2)][index(d2)];
            if (to.empty()) to = none;
            for (const auto& [h, g] : seen) {
              to[index(h + attack_hits)][index(g + defence_hits)] +=
                  weight * from[index(h)][index(g)];
            }
          }
        }
      }
    }
    ways = std::move(after);
  }
  return ways[index(n)][index(m)];
}

/// Whether every probability, also the tiny ones, is right to 1e-13 of itself.
template <class Ways>
void expect_law(const Eigen::ArrayXXd& law, const Hits<Ways>& ways, const Ways& all,
                const Lineup& lineup) {
  for (std::size_t h = 0; h < ways.size(); ++h) {
    std::vector<Ways> row = ways[h];
    if (!lineup.defence_hits) {
      for (std::size_t g = 1; g < row.size(); ++g) row[0] += row[g];
      row.resize(1);
    }
    for (std::size_t g = 0; g < row.size(); ++g) {
      const auto r = static_cast<Eigen::Index>(h);
      const auto c = static_cast<Eigen::Index>(g);
      const double found = r < law.rows() && c < law.cols() ? law(r, c) : 0;
      const auto should = static_cast<double>(row[g].template convert_to<long double>() /
                                              all.template convert_to<long double>());
      ASSERT_NEAR(found, should, 1e-13 * should)
          << lineup.attack.dice << " v " << lineup.defence.dice << ", " << h << " and " << g
          << " hits: " << row[g] << " of " << all << " ways";
    }
  }
}

/// Both ways to find the law.
template <class Ways = uint128_t>
void expect_same(const Lineup& lineup, const Faces& attack, const Faces& defence,
                 int critical_from = 6) {
  const Hits<Ways> ways = count_ways<Ways>(attack, defence, lineup, critical_from);
  const Ways all = power<Ways>(faces_in_all(attack), lineup.attack.dice) *
                   power<Ways>(faces_in_all(defence), lineup.defence.dice);
  Ways seen = 0;
  for (const auto& row : ways) {
    for (const Ways& count : row) seen += count;
  }
  ASSERT_EQ(seen, all);
  expect_law(exact::lineup_law(lineup), ways, all, lineup);
  expect_law(exact::walked_lineup_law(lineup), ways, all, lineup);
}

Lineup of_pools(int attack, int defence) {
  Lineup lineup;
  lineup.attack.dice = attack;
  lineup.defence.dice = defence;
  return lineup;
}

const Faces plain{{6, 1}, {5, 1}, {4, 1}, {3, 1}, {2, 1}, {1, 1}};

/// A die whose results are adjusted (A8).
Faces adjusted(const Pool& pool) {
  Faces faces;
  for (int face = 1; face <= 6; ++face) {
    ++faces[std::min(std::max(face + pool.adjustment, 0), pool.cap)];
  }
  return faces;
}

/// A die that is rerolled once if it shows less than `below`, out of 36.
Faces rerolled(int below) {
  Faces faces;
  for (int first = 1; first <= 6; ++first) {
    for (int second = 1; second <= 6; ++second) ++faces[first < below ? second : first];
  }
  return faces;
}

TEST(LineupInWholeNumbers, AllPoolsOfUpToSixDice) {
  for (int attack = 0; attack <= 6; ++attack) {
    for (int defence = 0; defence <= 6; ++defence) {
      expect_same(of_pools(attack, defence), plain, plain);
    }
  }
}

TEST(LineupInWholeNumbers, TwentyAgainstTwenty) { expect_same(of_pools(20, 20), plain, plain); }

TEST(LineupInWholeNumbers, FortyAgainstForty) {
  expect_same<uint256_t>(of_pools(40, 40), plain, plain);
}

TEST(LineupInWholeNumbers, UnequalPools) {
  expect_same(of_pools(20, 9), plain, plain);
  expect_same(of_pools(6, 20), plain, plain);
  expect_same(of_pools(25, 3), plain, plain);
  expect_same(of_pools(2, 30), plain, plain);
}

TEST(LineupInWholeNumbers, DefenceThatOnlyWardsOff) {
  Lineup lineup = of_pools(13, 15);
  lineup.defence_hits = false;
  expect_same(lineup, plain, plain);
}

TEST(LineupInWholeNumbers, EveryPhantom) {
  for (int phantom = 0; phantom <= 6; ++phantom) {
    for (const auto& [attack, defence] : {std::pair{9, 5}, std::pair{4, 8}}) {
      Lineup lineup = of_pools(attack, defence);
      lineup.phantom = phantom;
      expect_same(lineup, plain, plain);
    }
  }
}

TEST(LineupInWholeNumbers, CriticalHitsForEachThreeSixes) {
  Lineup lineup = of_pools(14, 10);
  lineup.critical.each = true;
  lineup.critical.bonus = 2;
  expect_same(lineup, plain, plain);
}

TEST(LineupInWholeNumbers, AdjustedResultsAndFinalCriticalHits) {
  for (const int adjustment : {-3, -1, 1, 4}) {
    Lineup lineup = of_pools(12, 9);
    lineup.attack.adjustment = adjustment;
    lineup.attack.cap = 8;
    lineup.defence.adjustment = -1;
    lineup.critical.judged = Critical::Judged::final;
    expect_same(lineup, adjusted(lineup.attack), adjusted(lineup.defence));
  }
}

// All results are 6 or more, and the phantom is not beaten by any: the lowest value of all scores.
TEST(LineupInWholeNumbers, CriticalHitsAtAValueThatDecidesNothing) {
  for (const auto& [attack, defence] : {std::pair{8, 5}, std::pair{3, 7}}) {
    Lineup lineup = of_pools(attack, defence);
    lineup.attack.adjustment = lineup.defence.adjustment = 5;
    lineup.phantom = 12;
    lineup.critical = {Critical::Judged::final, true, 2, 1};
    expect_same(lineup, adjusted(lineup.attack), adjusted(lineup.defence));
  }
}

TEST(LineupInWholeNumbers, ACapThatMakesTheHighFacesEqual) {
  Lineup lineup = of_pools(10, 10);
  lineup.attack.cap = 4;
  lineup.defence.cap = 3;
  lineup.critical.bonus = 0;
  expect_same(lineup, adjusted(lineup.attack), adjusted(lineup.defence));
}

TEST(LineupInWholeNumbers, WithUnlimitedRerollsEachDieDecidesForItself) {
  for (int below = 1; below <= 7; ++below) {
    Lineup lineup = of_pools(11, 12);
    lineup.attack.own_rerolls = 11;
    lineup.attack.reroll_below = below;
    lineup.defence.own_rerolls = 40;
    lineup.critical.bonus = 0;
    expect_same(lineup, rerolled(below), rerolled(4));
  }
}

/// How many dice of a pool show 1, 2, ... 6, and in how many equally likely ways.
using Counts = std::array<int, 6>;
using Rolls = std::map<Counts, uint128_t>;

/// These pools, with so many dice more.
Rolls with_fresh_dice(Rolls pools, int dice) {
  for (; dice > 0; --dice) {
    Rolls more;
    for (const auto& [counts, ways] : pools) {
      for (std::size_t face = 0; face < 6; ++face) {
        Counts next = counts;
        ++next[face];
        more[next] += ways;
      }
    }
    pools = std::move(more);
  }
  return pools;
}

/// The pool after all rerolls, done as at the table (A7): first the highest dice, then the lowest
/// of those that show too little.
Rolls rerolled_at_the_table(const Pool& pool) {
  Rolls fresh_forced;
  for (const auto& [first, ways] : with_fresh_dice({{Counts{}, 1}}, pool.dice)) {
    Counts counts = first;
    int taken = 0;
    for (std::size_t face = 6; face-- > 0;) {
      for (; counts[face] > 0 && taken < pool.forced_rerolls; ++taken) --counts[face];
    }
    fresh_forced[counts] += ways;
  }
  Rolls result;
  for (const auto& [before, ways] : with_fresh_dice(fresh_forced, pool.forced_rerolls)) {
    Counts counts = before;
    int taken = 0;
    for (int face = 1; face < pool.reroll_below; ++face) {
      int& here = counts[static_cast<std::size_t>(face - 1)];
      for (; here > 0 && taken < pool.own_rerolls; ++taken) --here;
    }
    // Dice that are not needed are rolled as well, so that all ways are equally likely.
    const uint128_t all = ways * power<uint128_t>(6, pool.own_rerolls - taken);
    for (const auto& [after, more] : with_fresh_dice({{counts, all}}, taken)) {
      result[after] += more;
    }
  }
  return result;
}

/// The results of the dice, the highest first.
std::vector<int> sorted(const Counts& counts) {
  std::vector<int> dice;
  for (int face = 6; face >= 1; --face) {
    dice.insert(dice.end(), static_cast<std::size_t>(counts[static_cast<std::size_t>(face - 1)]),
                face);
  }
  return dice;
}

// Nine dice with two rerolls of each kind have nine phases: lines of more than one piece.
TEST(LineupInWholeNumbers, ManyDiceWithRerollsOfBothKinds) {
  for (const bool defence_hits : {true, false}) {
    for (const auto& [attack, defence] : {std::pair{9, 9}, std::pair{6, 9}, std::pair{9, 5}}) {
      Lineup lineup = of_pools(attack, defence);
      lineup.attack.forced_rerolls = lineup.attack.own_rerolls = 2;
      lineup.defence.forced_rerolls = lineup.defence.own_rerolls = 2;
      lineup.defence.reroll_below = 3;
      lineup.critical = {Critical::Judged::final, true, 2, 1};
      lineup.defence_hits = defence_hits;
      std::vector<std::pair<std::vector<int>, uint128_t>> attacks, defences;
      for (const auto& [counts, ways] : rerolled_at_the_table(lineup.attack)) {
        attacks.emplace_back(sorted(counts), ways);
      }
      for (const auto& [counts, ways] : rerolled_at_the_table(lineup.defence)) {
        defences.emplace_back(sorted(counts), ways);
      }
      Hits<uint128_t> ways(static_cast<std::size_t>(attack + attack / 2 + 1),
                           std::vector<uint128_t>(static_cast<std::size_t>(defence) + 1));
      for (const auto& [a, of_attack] : attacks) {
        const auto sixes = static_cast<std::size_t>(std::count(a.begin(), a.end(), 6));
        for (const auto& [d, of_defence] : defences) {
          std::size_t hits = sixes / 2;
          std::size_t back = 0;
          for (std::size_t rank = 0; rank < std::max(a.size(), d.size()); ++rank) {
            const int x = rank < a.size() ? a[rank] : lineup.phantom;
            const int y = rank < d.size() ? d[rank] : lineup.phantom;
            hits += x > y && rank < a.size() ? 1 : 0;
            back += y > x && rank < d.size() ? 1 : 0;
          }
          ways[hits][back] += of_attack * of_defence;
        }
      }
      expect_law(exact::walked_lineup_law(lineup), ways,
                 power<uint128_t>(6, attack + 4) * power<uint128_t>(6, defence + 4), lineup);
    }
  }
}

TEST(LineupInWholeNumbers, ForcedRerollsOfAllDiceAreAFreshRoll) {
  Lineup lineup = of_pools(7, 6);
  lineup.attack.forced_rerolls = 7;
  lineup.defence.forced_rerolls = 9;
  lineup.critical.bonus = 0;
  expect_same(lineup, plain, plain);
}

}  // namespace
}  // namespace warodds
