// The law of the rounds of battles that go on for long, and of what hardly ever happens: against
// a chain of one round after the other that is written down here from the rules of Raiders of
// Arcana (C2 to C6), with no shortcut.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "exact/answers.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

using Number = long double;
using Vector = std::vector<Number>;
using Steps = std::vector<Vector>;

struct Fighters {
  int figures, hp, cd, as, arm, extra_defence;

  std::string text() const {
    return "figures=" + std::to_string(figures) + ";hp=" + std::to_string(hp) +
           ";cd=" + std::to_string(cd) + ";as=" + std::to_string(as) +
           ";arm=" + std::to_string(arm) + ";extra-defence=" + std::to_string(extra_defence);
  }
  int all() const { return figures * hp; }
  int standing(int wounds) const { return figures - wounds / hp; }
};

/// Of a die of ten that must reach a number.
Number chance(int target) { return static_cast<Number>(std::clamp(11 - target, 0, 10)) / 10; }

Vector binomial(int dice, Number p) {
  Vector law(static_cast<std::size_t>(dice) + 1, 0);
  law[0] = 1;
  for (int die = 0; die < dice; ++die) {
    for (std::size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - p) + law[k - 1] * p;
    law[0] *= 1 - p;
  }
  return law;
}

/// Wounds of one round: all dice attack; each die of the extra defence that reaches the attack
/// skill takes one away.
Vector wounds(const Fighters& by, int standing, const Fighters& of) {
  const int dice = by.cd * standing;
  const Vector cancelled = binomial(of.extra_defence, chance(by.as));
  Vector law(static_cast<std::size_t>(dice) + 1, 0);
  for (std::size_t c = 0; c < cancelled.size(); ++c) {
    const Vector hits = binomial(std::max(dice - static_cast<int>(c), 0), chance(of.arm));
    for (std::size_t k = 0; k < hits.size(); ++k) law[k] += cancelled[c] * hits[k];
  }
  return law;
}

/// Rounds of two sides, by the wounds of both: those in which both stand.
struct RoundsOfBattle {
  Steps step;    ///< to where both still stand
  Vector win;    ///< the attacker alone stands after the round
  Vector start;  ///< no wounds
};

RoundsOfBattle rounds_of(const Fighters& a, const Fighters& b) {
  const auto count = static_cast<std::size_t>(a.all() * b.all());
  RoundsOfBattle rounds{Steps(count, Vector(count, 0)), Vector(count, 0), Vector(count, 0)};
  rounds.start[0] = 1;
  for (int x = 0; x < a.all(); ++x) {
    for (int y = 0; y < b.all(); ++y) {
      const auto here = static_cast<std::size_t>(x * b.all() + y);
      const Vector to_b = wounds(a, a.standing(x), b), to_a = wounds(b, b.standing(y), a);
      for (std::size_t i = 0; i < to_a.size(); ++i) {
        for (std::size_t j = 0; j < to_b.size(); ++j) {
          const int then_x = x + static_cast<int>(i), then_y = y + static_cast<int>(j);
          const Number p = to_a[i] * to_b[j];
          if (then_x < a.all() && then_y < b.all()) {
            rounds.step[here][static_cast<std::size_t>(then_x * b.all() + then_y)] += p;
          } else if (then_x < a.all()) {
            rounds.win[here] += p;
          }
        }
      }
    }
  }
  return rounds;
}

Vector times(const Vector& v, const Steps& m) {
  Vector result(v.size(), 0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = 0; j < v.size(); ++j) result[j] += v[i] * m[i][j];
  }
  return result;
}

Vector after(const RoundsOfBattle& rounds, long long steps) {
  Vector v = rounds.start;
  Steps power = rounds.step;
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) v = times(v, power);
    Steps square;
    for (const Vector& row : power) square.push_back(times(row, power));
    power = std::move(square);
  }
  return v;
}

Number sum(const Vector& v) {
  Number all = 0;
  for (const Number p : v) all += p;
  return all;
}

/// x with x = given + step x: wounds only grow, so the last state comes first.
Vector solved(const Steps& step, const Vector& given) {
  Vector x(given.size(), 0);
  for (std::size_t i = given.size(); i-- > 0;) {
    Number right = given[i];
    for (std::size_t j = i + 1; j < given.size(); ++j) right += step[i][j] * x[j];
    x[i] = right / (1 - step[i][i]);
  }
  return x;
}

Number product(const Vector& v, const Vector& w) {
  Number all = 0;
  for (std::size_t i = 0; i < v.size(); ++i) all += v[i] * w[i];
  return all;
}

void expect_close(double value, Number right, const std::string& what) {
  if (right < 1e-280L) {
    EXPECT_LT(value, 1e-279) << what;
  } else {
    EXPECT_NEAR(value / static_cast<double>(right), 1, 1e-11) << what;
  }
}

TEST(LongBattles, GoOnAsTheirRoundsSay) {
  std::mt19937 random(45);
  const auto between = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  const auto drawn = [&] {
    return Fighters{between(1, 2), between(1, 3),  between(1, 2),
                    between(2, 6), between(5, 11), between(0, 4)};
  };
  int slow = 0;
  for (int battle = 0; battle < 60; ++battle) {
    const Fighters a = drawn(), b = drawn();
    const RoundsOfBattle rounds = rounds_of(a, b);
    bool ends = true;
    for (std::size_t i = 0; i < rounds.start.size(); ++i) {
      ends = ends && rounds.step[i][i] < 1;
    }
    if (!ends) continue;
    SCOPED_TRACE(a.text() + " against " + b.text());
    const auto matchup = testing::matchup_of<RaidersOfArcana>(
        a.text(), b.text(), "attacker-attack=all;defender-attack=all");
    const Battle<RaidersOfArcana> fought(matchup.units.attacker, matchup.units.defender,
                                         matchup.situation);
    BattleQuestion question{fought};
    const std::vector<int> asked{1, 7, 150, 20'000, 300'000, 1'000'000};
    for (const int n : asked) {
      const std::string text = "rounds >= " + std::to_string(n);
      question.asked.besides.push_back({Event(text, OutcomeOf::battle)});
      question.asked.besides.push_back({Event(text + " and win", OutcomeOf::battle)});
    }
    const Answer answer = exact::battle(question, {});
    const Vector ones(rounds.start.size(), 1), wins = solved(rounds.step, rounds.win);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Vector before = after(rounds, asked[i] - 1);
      const std::string what = "rounds >= " + std::to_string(asked[i]);
      expect_close(answer.rounds.at_least(asked[i]), sum(before), what);
      expect_close(answer.laws[2 * i].probability().value, sum(before), what + ", as an event");
      expect_close(answer.laws[2 * i + 1].probability().value, product(before, wins),
                   what + " and win");
    }
    const Vector rest = solved(rounds.step, ones);
    Vector given = ones;
    for (std::size_t i = 0; i < given.size(); ++i) given[i] += 2 * product(rounds.step[i], rest);
    const Number mean = rest[0], square = solved(rounds.step, given)[0];
    expect_close(answer.mean_rounds.value, mean, "mean");
    expect_close(answer.rounds.mean(), mean, "mean of the law");
    if (square - mean * mean > 1e-6L) {
      expect_close(answer.rounds.sd(), std::sqrt(square - mean * mean), "sd");
    }
    for (const double q : {0.05, 0.5, 0.95}) {
      const int k = answer.rounds.quantile(q);
      EXPECT_LE(static_cast<double>(sum(after(rounds, k))), 1 - q + 1e-9) << q;
      EXPECT_GE(static_cast<double>(sum(after(rounds, k - 1))), 1 - q - 1e-9) << q;
    }
    slow += answer.mean_rounds.value > 1000 ? 1 : 0;

    // Broken off after so many rounds: what goes on then is undecided.
    const Answer until = exact::battle({fought, 400}, {});
    const Vector then = after(rounds, 400);
    expect_close(until.end(BattleEnd::undecided).value, sum(then), "undecided");
    expect_close(until.rounds.at_least(250), sum(after(rounds, 249)), "250 of 400 rounds");
    expect_close(until.rounds.at_least(400), sum(after(rounds, 399)), "400 of 400 rounds");
    EXPECT_EQ(until.rounds.at_least(401), 0);
  }
  EXPECT_GE(slow, 1);
}

}  // namespace
}  // namespace warodds
