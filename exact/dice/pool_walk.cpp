#include "exact/dice/pool_walk.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <utility>

#include "exact/dice/law.h"

namespace warodds::exact {
namespace {

// How a reroll is followed from the high faces to the low.
//
// The first roll, the fresh results of forced rerolls and those of own rerolls are independent
// rolls. Let C, F and G be their dice that show face f or more. Forced rerolls take the k highest
// dice of the first roll, so M = max(0, C - k) + F dice of the pool that own rerolls look at show f
// or more. Own rerolls take the r lowest, so min(M, n - r) + G dice of the final pool show f or
// more, where r is the smaller of what is allowed and of the dice below `reroll_below`. r is not
// known until that face is reached: each possible r is followed, and those that turn out wrong are
// dropped there.
//
// All that (C, F, r, G) is hidden behind A, the dice of the final pool that show f or more. Often
// the probabilities of the hidden states, given A, are the same whichever way A was reached; then
// the hidden states need not be told apart (Rogers and Pitman 1981, "Markov functions"). `Walker`
// finds such lumps while it goes: one phase for each direction that the vector of hidden
// probabilities can point in, or, where there would be more directions than hidden states, one for
// each hidden state.

struct Hidden {
  int first = 0;         // C
  int forced = 0;        // F
  int own = 0;           // G
  int chosen = 0;        // r
  bool settled = false;  // all dice still to come are fresh results of own rerolls
  auto operator<=>(const Hidden&) const = default;
};

using Weights = std::map<Hidden, double>;

double sum_of(const Weights& weights) {
  double sum = 0;
  for (const auto& [hidden, weight] : weights) sum += weight;
  return sum;
}

bool same_direction(const Weights& a, double sum_a, const Weights& b, double sum_b) {
  // Roundings differ in the last few bits; different directions differ by far more.
  constexpr double roundings = 1e-12;
  if (a.size() != b.size()) return false;
  for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) {
    const double x = i->second * sum_b;
    const double y = j->second * sum_a;
    if (i->first != j->first || std::abs(x - y) > roundings * std::max(x, y)) return false;
  }
  return true;
}

/// Phases at one number of dice: each a vector of hidden probabilities that sum to 1.
using Phases = std::vector<Weights>;

class Walker {
 public:
  Walker(const Pool& pool, const Critical* critical)
      : dice_(pool.dice),
        forced_(std::min(pool.forced_rerolls, pool.dice)),
        own_(pool.reroll_below <= 1 ? 0 : std::min(pool.own_rerolls, pool.dice)),
        below_(pool.reroll_below),
        critical_(critical) {
    // With no limit, each die decides for itself whether it is rerolled.
    if (forced_ == 0 && own_ == dice_ && below_ <= 6) {
      each_for_itself_ = true;
      own_ = 0;
    }
  }

  PoolWalk walk() {
    PoolWalk result;
    result.dice = dice_;
    at_.assign(size(dice_ + 1), {});
    if (forced_ == 0 && own_ == 0) return independent_dice();
    // Every r gets the weight 1: all but one are going to be dropped. Where any die may be
    // rerolled, r is known from the start.
    Weights start;
    for (int r = below_ >= 7 ? own_ : 0; r <= own_; ++r) start[{0, 0, 0, r, false}] = 1;
    at_[0].push_back(start);
    for (int face = 6; face >= 1; --face) {
      result.levels.push_back({face, steps(face)});
      for (const PoolWalk::Step& step : result.levels.back().steps) {
        result.phases = std::max({result.phases, step.from + 1, step.to + 1});
        result.max_bonus = std::max(result.max_bonus, step.bonus);
      }
    }
    return result;
  }

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }

  /// Dice that do not look at each other: how many more show the next face is a binomial.
  PoolWalk independent_dice() const {
    const std::map<int, double> no_bonus{{0, 1.0}};
    PoolWalk result;
    result.dice = dice_;
    for (int face = 6; face >= 1; --face) {
      std::map<int, PoolWalk::Step> by_bonus;
      for (int dice = 0; dice <= (face == 6 ? 0 : dice_); ++dice) {
        const Law more = binomial(dice_ - dice, at_face(face));
        for (std::size_t x = 0; x < more.p.size(); ++x) {
          const int rolled = more.first + static_cast<int>(x);
          for (const auto& [bonus, probability] : face == 6 ? bonuses(rolled) : no_bonus) {
            PoolWalk::Step& step = by_bonus[bonus];
            if (step.weight.size() == 0) {
              step = {0, 0, bonus, Eigen::ArrayXXd::Zero(dice_ + 1, dice_ + 1)};
            }
            step.weight(dice, dice + rolled) += more.p[x] * probability;
            result.max_bonus = std::max(result.max_bonus, bonus);
          }
        }
      }
      PoolWalk::Level level{face, {}};
      for (auto& [bonus, step] : by_bonus) level.steps.push_back(std::move(step));
      result.levels.push_back(std::move(level));
    }
    return result;
  }

  /// Probability that a die of the first roll that shows `face` or less in the end shows `face`.
  double at_face(int face) const {
    if (!each_for_itself_) return 1.0 / face;
    const double rerolled = (below_ - 1) / 6.0;
    const auto final_share = [&](int f) { return (f >= below_ ? 1.0 : 0.0) + rerolled; };
    double total = 0;
    for (int f = 1; f <= face; ++f) total += final_share(f);
    return final_share(face) / total;
  }

  /// Critical hits, with their probabilities, when `sixes` dice of the first roll show six (or do
  /// so after each die was rerolled for itself).
  std::map<int, double> bonuses(int sixes) const {
    if (critical_ == nullptr || critical_->judged != Critical::Judged::natural) return {{0, 1.0}};
    if (!each_for_itself_) return {{critical_->hits(sixes), 1.0}};
    std::map<int, double> result;
    const Law natural = binomial(sixes, 1 / (1 + (below_ - 1) / 6.0));
    for (std::size_t i = 0; i < natural.p.size(); ++i) {
      result[critical_->hits(natural.first + static_cast<int>(i))] += natural.p[i];
    }
    return result;
  }

  int looked_at(const Hidden& hidden) const {  // M
    return std::max(0, hidden.first - forced_) + hidden.forced;
  }

  int final_dice(const Hidden& hidden) const {  // A
    return std::min(looked_at(hidden), dice_ - hidden.chosen) + hidden.own;
  }

  /// Drops wrong guesses of r, and forgets what no longer matters, once all faces from
  /// `reroll_below` up are known. `dice` is A.
  Weights settle(int dice, const Weights& weights) const {
    Weights settled;
    for (const auto& [hidden, weight] : weights) {
      if (!hidden.settled && hidden.chosen != std::min(own_, dice_ - looked_at(hidden))) continue;
      settled[forget(dice, hidden)] += weight;
    }
    return settled;
  }

  /// Once the dice that stay are complete, only fresh results of own rerolls are to come: as many
  /// as are missing from the final pool.
  Hidden forget(int dice, const Hidden& hidden) const {
    if (hidden.settled || looked_at(hidden) < dice_ - hidden.chosen) return hidden;
    const int to_come = dice_ - dice;
    return {0, 0, 0, to_come, true};
  }

  using Arrivals = std::map<std::pair<int, int>, Weights>;  // by final dice and bonus

  void add(Arrivals& arrivals, int dice, int bonus, const Hidden& hidden, double weight) const {
    if (weight > 0) arrivals[{dice, bonus}][hidden] += weight;
  }

  /// Everything that can happen at `face` from the hidden states of one phase with `dice` dice.
  Arrivals arrivals(int face, int dice, const Weights& phase) const {
    Arrivals result;
    for (const auto& [hidden, weight] : phase) {
      if (hidden.settled) {
        const Law own = binomial(hidden.chosen, 1.0 / face);
        for (std::size_t z = 0; z < own.p.size(); ++z) {
          const int more = own.first + static_cast<int>(z);
          add(result, dice + more, 0, {0, 0, 0, hidden.chosen - more, true}, weight * own.p[z]);
        }
        continue;
      }
      const Law first = binomial(dice_ - hidden.first, at_face(face));
      const Law forced = binomial(forced_ - hidden.forced, 1.0 / face);
      const Law own = binomial(hidden.chosen - hidden.own, 1.0 / face);
      for (std::size_t x = 0; x < first.p.size(); ++x) {
        const int rolled = first.first + static_cast<int>(x);
        const auto scored = face == 6 ? bonuses(rolled) : std::map<int, double>{{0, 1.0}};
        for (std::size_t y = 0; y < forced.p.size(); ++y) {
          for (std::size_t z = 0; z < own.p.size(); ++z) {
            Hidden next = hidden;
            next.first += rolled;
            next.forced += forced.first + static_cast<int>(y);
            next.own += own.first + static_cast<int>(z);
            // More dice stay than r leaves: r was a wrong guess.
            if (face >= below_ && looked_at(next) > dice_ - next.chosen) continue;
            const int more = final_dice(next);
            if (face < below_) next = forget(more, next);
            for (const auto& [bonus, probability] : scored) {
              add(result, more, bonus, next,
                  weight * first.p[x] * forced.p[y] * own.p[z] * probability);
            }
          }
        }
      }
    }
    if (face == below_) {
      for (auto& [key, weights] : result) weights = settle(key.first, weights);
    }
    return result;
  }

  struct Move {
    int dice = 0;
    int phase = 0;
    int bonus = 0;
    Weights weights;
  };

  std::vector<PoolWalk::Step> steps(int face) {
    std::vector<std::vector<Move>> moves(size(dice_ + 1));  // by the number of dice they end with
    for (int dice = 0; dice <= dice_; ++dice) {
      for (std::size_t phase = 0; phase < at_[size(dice)].size(); ++phase) {
        for (auto& [key, weights] : arrivals(face, dice, at_[size(dice)][phase])) {
          // Settled and unsettled hidden states never point the same way: kept apart from the
          // start.
          Weights settled;
          Weights open;
          for (const auto& [hidden, weight] : weights) {
            (hidden.settled ? settled : open)[hidden] = weight;
          }
          for (Weights* part : {&settled, &open}) {
            if (part->empty()) continue;
            moves[size(key.first)].push_back(
                {dice, static_cast<int>(phase), key.second, std::move(*part)});
          }
        }
      }
    }

    std::map<std::tuple<int, int, int>, PoolWalk::Step> steps;
    const auto record = [&](const Move& move, int to, int dice, double weight) {
      PoolWalk::Step& step = steps[{move.phase, to, move.bonus}];
      if (step.weight.size() == 0) {
        step = {move.phase, to, move.bonus, Eigen::ArrayXXd::Zero(dice_ + 1, dice_ + 1)};
      }
      step.weight(move.dice, dice) += weight;
    };
    for (int dice = 0; dice <= dice_; ++dice) {
      Phases& phases = at_[size(dice)];
      phases = phases_of(moves[size(dice)]);
      const bool by_hidden_state = phases.size() > 1 && all_single(phases);
      for (const Move& move : moves[size(dice)]) {
        if (by_hidden_state) {
          for (std::size_t to = 0; to < phases.size(); ++to) {
            const auto found = move.weights.find(phases[to].begin()->first);
            if (found != move.weights.end()) {
              record(move, static_cast<int>(to), dice, found->second);
            }
          }
        } else {
          const double sum = sum_of(move.weights);
          std::size_t to = 0;
          while (!same_direction(phases[to], 1, move.weights, sum)) ++to;
          record(move, static_cast<int>(to), dice, sum);
        }
      }
    }
    std::vector<PoolWalk::Step> result;
    for (auto& [key, step] : steps) result.push_back(std::move(step));
    return result;
  }

  static bool all_single(const Phases& phases) {
    return std::all_of(phases.begin(), phases.end(),
                       [](const Weights& w) { return w.size() == 1; });
  }

  /// The directions in which the moves to one number of dice point; or the hidden states
  /// themselves, if they are fewer.
  static Phases phases_of(const std::vector<Move>& moves) {
    std::map<Hidden, bool> states;
    for (const Move& move : moves) {
      for (const auto& [hidden, weight] : move.weights) states[hidden] = true;
    }
    Phases directions;
    for (const Move& move : moves) {
      const double sum = sum_of(move.weights);
      const bool known = std::any_of(directions.begin(), directions.end(), [&](const Weights& d) {
        return same_direction(d, 1, move.weights, sum);
      });
      if (known) continue;
      directions.push_back(move.weights);
      for (auto& [hidden, weight] : directions.back()) weight /= sum;
      if (directions.size() >= states.size()) break;
    }
    if (directions.size() < states.size()) return directions;
    Phases single;
    for (const auto& [hidden, unused] : states) single.push_back({{hidden, 1.0}});
    return single;
  }

  int dice_;
  int forced_;
  int own_;
  int below_;
  const Critical* critical_;
  bool each_for_itself_ = false;
  std::vector<Phases> at_;  // by number of dice
};

/// First one step, then the other.
std::vector<PoolWalk::Step> compose(const std::vector<PoolWalk::Step>& first,
                                    const std::vector<PoolWalk::Step>& then) {
  std::map<std::tuple<int, int, int>, Eigen::ArrayXXd> sums;
  for (const PoolWalk::Step& a : first) {
    for (const PoolWalk::Step& b : then) {
      if (a.to != b.from) continue;
      Eigen::ArrayXXd& sum = sums[{a.from, b.to, a.bonus + b.bonus}];
      const Eigen::ArrayXXd product = (a.weight.matrix() * b.weight.matrix()).array();
      sum = sum.size() == 0 ? product : Eigen::ArrayXXd(sum + product);
    }
  }
  std::vector<PoolWalk::Step> result;
  for (auto& [key, weight] : sums) {
    const auto [from, to, bonus] = key;
    result.push_back({from, to, bonus, std::move(weight)});
  }
  return result;
}

/// Splits the steps so that each ends with numbers of dice that score the same critical hits.
void score_final_sixes(PoolWalk::Level& level, const Critical& critical) {
  std::map<std::tuple<int, int, int>, Eigen::ArrayXXd> split;
  for (const PoolWalk::Step& step : level.steps) {
    for (Eigen::Index dice = 0; dice < step.weight.cols(); ++dice) {
      if ((step.weight.col(dice) == 0).all()) continue;
      const int bonus = critical.hits(static_cast<int>(dice));
      Eigen::ArrayXXd& weight = split[{step.from, step.to, bonus}];
      if (weight.size() == 0) {
        weight = Eigen::ArrayXXd::Zero(step.weight.rows(), step.weight.cols());
      }
      weight.col(dice) = step.weight.col(dice);
    }
  }
  level.steps.clear();
  for (auto& [key, weight] : split) {
    const auto [from, to, bonus] = key;
    level.steps.push_back({from, to, bonus, std::move(weight)});
  }
}

}  // namespace

double walk_work(const Pool& pool) {
  // Hidden states (C, F, r, G) times the rolls from each, over six faces.
  const double dice = pool.dice + 1.0;
  const double forced = std::min(pool.forced_rerolls, pool.dice) + 1.0;
  const bool unlimited = pool.forced_rerolls == 0 && pool.own_rerolls >= pool.dice;
  const double own = unlimited ? 1 : std::min(pool.own_rerolls, pool.dice) + 1.0;
  const double merges = pool.adjustment == 0 && pool.cap >= 6 ? 0 : 6;
  return 6 * (dice * forced * own * (own + 1) / 2) * (dice / 2) * (forced + 1) / 2 * (own + 1) / 2 +
         merges * dice * dice * dice / 50;
}

double most_phases(const Pool& pool) {
  const bool unlimited = pool.forced_rerolls == 0 && pool.own_rerolls >= pool.dice;
  // Seen: about as many as dice may be rerolled, of each kind, and twice that.
  const double forced = std::min(pool.forced_rerolls, pool.dice);
  const double own = unlimited ? 0 : std::min(pool.own_rerolls, pool.dice);
  return (1 + 2 * forced) * (1 + 2 * own);
}

PoolWalk walk(const Pool& pool, const Critical* critical) {
  PoolWalk walk = Walker(pool, critical).walk();
  std::vector<PoolWalk::Level> by_value;
  for (PoolWalk::Level& level : walk.levels) {
    level.value = std::min(std::max(level.value + pool.adjustment, 0), pool.cap);
    if (!by_value.empty() && by_value.back().value == level.value) {
      by_value.back().steps = compose(by_value.back().steps, level.steps);
    } else {
      by_value.push_back(std::move(level));
    }
  }
  walk.levels = std::move(by_value);
  if (critical != nullptr && critical->judged == Critical::Judged::final) {
    PoolWalk::Level* last_six = nullptr;
    for (PoolWalk::Level& level : walk.levels) {
      if (level.value >= 6) last_six = &level;
    }
    if (last_six != nullptr) {
      score_final_sixes(*last_six, *critical);
      walk.max_bonus = critical->hits(pool.dice);
    }
  }
  return walk;
}

}  // namespace warodds::exact
