#include "exact/dice/chosen_lineup.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/rules/face_pools.h"
#include "core/rules/reroll_choice.h"
#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

// Probability is poured over pools (face_pools.h): what lies on a pool that lacks dice runs on, a
// sixth to each pool with one more, until it lies on whole pools. First over those of the first
// rolls; then, for each pair of pools, from what the attacker keeps of its pool; then from what the
// defender keeps.

using Mass = std::vector<double>;  ///< by the number of a pool

/// Rolls all dice that are missing.
void roll(const FacePools& pools, Mass& mass) {
  for (std::size_t pool = pools.size(); pool-- > pools.whole();) {
    if (mass[pool] == 0) continue;
    const double share = mass[pool] / 6;
    for (const std::uint32_t more : pools.one_more(pool)) mass[more] += share;
  }
}

/// Without so many of the highest dice.
FacePools::Faces without_highest(FacePools::Faces faces, int lifted) {
  for (std::size_t face = faces.size(); face-- > 0;) {
    const int here = std::min<int>(lifted, faces[face]);
    faces[face] = static_cast<std::uint8_t>(faces[face] - here);
    lifted -= here;
  }
  return faces;
}

/// What a pool shows when forced rerolls are over: by `level` of the sixes of the first roll, then
/// by the number of the pool.
template <class Level>
std::vector<Mass> before_own_rerolls(const Pool& pool, std::size_t levels, const Level& level) {
  const FacePools any(pool.dice, pool.dice);
  Mass thrown(any.size(), 0.0);
  thrown.back() = 1;
  roll(any, thrown);
  const int forced = std::clamp(pool.forced_rerolls, 0, pool.dice);
  const FacePools lifted(pool.dice, forced);
  std::vector<Mass> mass(levels, Mass(lifted.size(), 0.0));
  for (std::size_t number = 0; number < any.whole(); ++number) {
    const FacePools::Faces& faces = any.faces(number);
    mass[level(faces[5])][lifted.number(without_highest(faces, forced))] += thrown[number];
  }
  for (Mass& of_level : mass) {
    roll(lifted, of_level);
    of_level.resize(lifted.whole());
  }
  return mass;
}

class ChosenLineup {
 public:
  ChosenLineup(const Lineup& lineup, const RerollChoice& choice)
      : lineup_(lineup),
        choice_(choice),
        attacks_(choice.pools(Side::attacker)),
        defences_(choice.pools(Side::defender)) {}

  Eigen::ArrayXXd law() const {
    const std::vector<Mass> attack = before_own_rerolls(
        lineup_.attack, choice_.levels(), [&](int sixes) { return choice_.level(sixes); });
    const Mass defence =
        before_own_rerolls(lineup_.defence, 1, [](int) { return std::size_t{0}; }).front();
    Eigen::ArrayXXd law = nothing();
    for (std::size_t level = 0; level < choice_.levels(); ++level) {
      add_replies(level, attacked(level, attack[level], defence), law);
    }
    return law;
  }

 private:
  Eigen::ArrayXXd nothing() const {
    const Pool& attack = lineup_.attack;
    return Eigen::ArrayXXd::Zero(attack.dice + lineup_.critical.hits(attack.dice) + 1,
                                 lineup_.defence_hits ? lineup_.defence.dice + 1 : 1);
  }

  /// When the attacker has rolled again: by the defence pool, then the attack pool.
  Mass attacked(std::size_t level, const Mass& attack, const Mass& defence) const {
    Mass pairs(attacks_.whole() * defences_.whole());
    in_parallel(
        defences_.whole(),
        [&](std::size_t d) {
          Mass mass(attacks_.size(), 0.0);
          for (std::size_t a = 0; a < attacks_.whole(); ++a) {
            mass[choice_.kept(Side::attacker, level, a, d)] += attack[a] * defence[d];
          }
          roll(attacks_, mass);
          std::copy_n(mass.begin(), attacks_.whole(),
                      pairs.begin() + static_cast<std::ptrdiff_t>(d * attacks_.whole()));
        },
        is_much());
    return pairs;
  }

  /// Adds the hits when the defender has rolled again, too. Blocks of attack pools are added up by
  /// themselves, so that the sum does not depend on the threads.
  void add_replies(std::size_t level, const Mass& pairs, Eigen::ArrayXXd& law) const {
    constexpr std::size_t block = 64;
    const int critical_hits = choice_.critical_hits(level);
    std::vector<Eigen::ArrayXXd> laws((attacks_.whole() + block - 1) / block, nothing());
    in_parallel(
        laws.size(),
        [&](std::size_t i) {
          Mass mass;
          for (std::size_t a = i * block; a < std::min(attacks_.whole(), (i + 1) * block); ++a) {
            mass.assign(defences_.size(), 0.0);
            for (std::size_t d = 0; d < defences_.whole(); ++d) {
              mass[choice_.kept(Side::defender, level, a, d)] += pairs[d * attacks_.whole() + a];
            }
            roll(defences_, mass);
            for (std::size_t d = 0; d < defences_.whole(); ++d) {
              const LineupHits<int> hits = choice_.hits(a, d);
              laws[i](hits.attack + critical_hits, hits.defence) += mass[d];
            }
          }
        },
        is_much());
    for (const Eigen::ArrayXXd& part : laws) law += part;
  }

  bool is_much() const { return attacks_.size() * defences_.size() > 200'000; }

  const Lineup& lineup_;
  const RerollChoice& choice_;
  const FacePools& attacks_;
  const FacePools& defences_;
};

}  // namespace

Eigen::ArrayXXd chosen_lineup_law(const Lineup& lineup) {
  return ChosenLineup(lineup, *reroll_choice(lineup)).law();
}

double work_of_chosen(const Lineup& lineup) {
  constexpr double per_choice = 50'000, per_step = 3;  // measured
  return per_choice + RerollChoice::work(lineup) * per_step;
}

}  // namespace warodds::exact
