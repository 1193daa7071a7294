#include "exact/dice/rerolled_walk.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <tuple>
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
// the hidden states need not be told apart (Rogers and Pitman 1981, "Markov functions").
// `RerolledWalk` finds such lumps while it goes: one phase for each direction that the vector of
// hidden probabilities can point in, or, where there would be more directions than hidden states,
// one for each hidden state.

/// In this order, states that come from the same ones stand side by side.
struct Hidden {
  bool settled = false;  // all dice still to come are fresh results of own rerolls
  int chosen = 0;        // r
  int own = 0;           // G
  int forced = 0;        // F
  int first = 0;         // C
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

class RerolledWalk {
 public:
  RerolledWalk(const Pool& pool, const Critical* critical)
      : dice_(pool.dice),
        forced_(std::min(pool.forced_rerolls, pool.dice)),
        own_(pool.reroll_below <= 1 ? 0 : std::min(pool.own_rerolls, pool.dice)),
        below_(pool.reroll_below),
        critical_(critical) {}

  PoolWalk walk() {
    PoolWalk result;
    at_.assign(size(dice_ + 1), {});
    // Every r gets the weight 1: all but one are going to be dropped. Where any die may be
    // rerolled, r is known from the start.
    Weights start;
    for (int r = below_ >= 7 ? own_ : 0; r <= own_; ++r) start[{false, r, 0, 0, 0}] = 1;
    at_[0].push_back(start);
    for (int face = 6; face >= 1; --face) result.push_back(level(face));
    return result;
  }

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }

  /// Critical hits when `more` dice of the first roll show `face`.
  int bonus(int face, int more) const {
    const bool scored =
        face == 6 && critical_ != nullptr && critical_->judged == Critical::Judged::natural;
    return scored ? critical_->hits(more) : 0;
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
    return {true, to_come, 0, 0, 0};
  }

  /// Where a phase can go at one face, by final dice and critical hits.
  using Arrivals = std::map<std::pair<int, int>, Weights>;

  static void add(Arrivals& arrivals, int dice, int bonus, const Hidden& hidden, double weight) {
    if (weight > 0) arrivals[{dice, bonus}][hidden] += weight;
  }

  /// Only fresh results of own rerolls are to come.
  void settled_arrivals(int face, int dice, const Hidden& hidden, double weight,
                        Arrivals& result) const {
    const Law own = binomial(hidden.chosen, 1.0 / face);
    for (std::size_t z = 0; z < own.p.size(); ++z) {
      const int more = own.first + static_cast<int>(z);
      add(result, dice + more, 0, {true, hidden.chosen - more, 0, 0, 0}, weight * own.p[z]);
    }
  }

  /// Each of the three kinds of rolls may show the face.
  void open_arrivals(int face, const Hidden& hidden, double weight, Arrivals& result) const {
    const Law first = binomial(dice_ - hidden.first, 1.0 / face);
    const Law forced = binomial(forced_ - hidden.forced, 1.0 / face);
    const Law own = binomial(hidden.chosen - hidden.own, 1.0 / face);
    for (std::size_t x = 0; x < first.p.size(); ++x) {
      const int rolled = first.first + static_cast<int>(x);
      for (std::size_t y = 0; y < forced.p.size(); ++y) {
        for (std::size_t z = 0; z < own.p.size(); ++z) {
          Hidden next = hidden;
          next.first += rolled;
          next.forced += forced.first + static_cast<int>(y);
          next.own += own.first + static_cast<int>(z);
          // More dice stay than r leaves: r was a wrong guess.
          if (face >= below_ && looked_at(next) > dice_ - next.chosen) continue;
          const int dice = final_dice(next);
          if (face < below_) next = forget(dice, next);
          add(result, dice, bonus(face, rolled), next,
              weight * first.p[x] * forced.p[y] * own.p[z]);
        }
      }
    }
  }

  /// Everything that can happen at `face` from the hidden states of one phase with `dice` dice.
  Arrivals arrivals(int face, int dice, const Weights& phase) const {
    Arrivals result;
    for (const auto& [hidden, weight] : phase) {
      if (hidden.settled) {
        settled_arrivals(face, dice, hidden, weight, result);
      } else {
        open_arrivals(face, hidden, weight, result);
      }
    }
    if (face == below_) {
      for (auto& [key, weights] : result) weights = settle(key.first, weights);
    }
    return result;
  }

  /// From `dice` dice in `phase` to hidden states that agree in their dice.
  struct Move {
    int dice = 0;
    int phase = 0;
    int bonus = 0;
    Weights weights;
  };

  /// The moves at `face`, by the number of dice they end with.
  std::vector<std::vector<Move>> moves(int face) const {
    std::vector<std::vector<Move>> result(size(dice_ + 1));
    for (int dice = 0; dice <= dice_; ++dice) {
      for (std::size_t phase = 0; phase < at_[size(dice)].size(); ++phase) {
        for (const auto& [key, weights] : arrivals(face, dice, at_[size(dice)][phase])) {
          // Settled and open hidden states never point the same way: kept apart from the start.
          Weights settled;
          Weights open;
          for (const auto& [hidden, weight] : weights) {
            (hidden.settled ? settled : open)[hidden] = weight;
          }
          for (Weights* part : {&settled, &open}) {
            if (part->empty()) continue;
            result[size(key.first)].push_back(
                {dice, static_cast<int>(phase), key.second, std::move(*part)});
          }
        }
      }
    }
    return result;
  }

  /// The number of the first state with each number of dice; last, of all states.
  std::vector<Eigen::Index> first_states() const {
    std::vector<Eigen::Index> first{0};
    for (const Phases& phases : at_) {
      first.push_back(first.back() + static_cast<Eigen::Index>(phases.size()));
    }
    return first;
  }

  /// Takes all pools one face down: finds the phases that the moves lead to, for each number of
  /// dice, and sums the moves between each pair of phases.
  PoolLevel level(int face) {
    const std::vector<std::vector<Move>> all_moves = moves(face);
    const std::vector<Eigen::Index> before = first_states();
    for (int dice = 0; dice <= dice_; ++dice) at_[size(dice)] = phases_of(all_moves[size(dice)]);
    const std::vector<Eigen::Index> after = first_states();
    PoolLevel level{face, {}, DiceWeights::Zero(after.back(), before.back()), {}};
    std::vector<std::vector<double>> scored(static_cast<std::size_t>(after.back()));
    for (int dice = 0; dice <= dice_; ++dice) {
      const Phases& phases = at_[size(dice)];
      level.dice.resize(level.dice.size() + phases.size(), dice);
      const auto record = [&](const Move& move, std::size_t to, double weight) {
        const Eigen::Index state = after[size(dice)] + static_cast<Eigen::Index>(to);
        level.weights(state, before[size(move.dice)] + move.phase) += weight;
        std::vector<double>& of_state = scored[static_cast<std::size_t>(state)];
        of_state.resize(std::max(of_state.size(), size(move.bonus) + 1));
        of_state[size(move.bonus)] += weight;
      };
      const bool by_hidden_state = phases.size() > 1 && all_single(phases);
      for (const Move& move : all_moves[size(dice)]) {
        if (!by_hidden_state) {
          const double sum = sum_of(move.weights);
          record(move, phase_along(phases, move.weights, sum), sum);
          continue;
        }
        for (std::size_t to = 0; to < phases.size(); ++to) {
          const auto found = move.weights.find(phases[to].begin()->first);
          if (found != move.weights.end()) record(move, to, found->second);
        }
      }
    }
    if (face == 6 && critical_ != nullptr && critical_->judged == Critical::Judged::natural) {
      // Before it there is one state.
      for (std::size_t state = 0; state < scored.size(); ++state) {
        for (double& p : scored[state]) p /= level.weights(static_cast<Eigen::Index>(state), 0);
      }
      level.scored = std::move(scored);
    }
    return level;
  }

  /// The phase that points where `weights` do; there is one.
  static std::size_t phase_along(const Phases& phases, const Weights& weights, double sum) {
    std::size_t phase = 0;
    while (!same_direction(phases[phase], 1, weights, sum)) ++phase;
    return phase;
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
  std::vector<Phases> at_;  // by number of dice
};

}  // namespace

PoolWalk rerolled_walk(const Pool& pool, const Critical* critical) {
  return RerolledWalk(pool, critical).walk();
}

}  // namespace warodds::exact
