// Backward induction over the standpoints of a game in which both sides choose before each attack.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/answer/best_play_answer.h"
#include "core/numbers/eigen.h"
#include "core/threads/parallel.h"
#include "core/threads/patience.h"
#include "exact/best_play/plain_plans.h"
#include "exact/best_play/solve.h"

namespace warodds::exact {

template <class System>
class Induction {
 public:
  explicit Induction(const Game<System>& game)
      : game_(game),
        start_(game.start()),
        turns_(game.all_turns()),
        layers_(layers_of(game)),
        plans_(game, laws_) {}

  Solution operator()(const SolveOptions& options) {
    const PerSide<bool> damaged = damageable();
    const int a = end_of_taken(Side::attacker, damaged);
    const int b = end_of_taken(Side::defender, damaged);
    // Damage never comes back: a state leads to itself or to states with more damage in sum. So
    // all turns of one state can be solved before those of states with less.
    const int least = start_.taken.attacker + start_.taken.defender;
    const double states = static_cast<double>(a - start_.taken.attacker) *
                          static_cast<double>(b - start_.taken.defender);
    double done = 0;
    for (int sum = a + b - 2; sum >= least; --sum) {
      std::vector<PerSide<int>> wave;
      for (int taken = start_.taken.attacker; taken < a; ++taken) {
        const int other = sum - taken;
        if (other >= start_.taken.defender && other < b) wave.push_back({taken, other});
      }
      solve_wave(wave);
      done += static_cast<double>(wave.size());
      if (options.progress) options.progress(done / states);
    }
    return solution();
  }

 private:
  using Mixes = std::vector<std::pair<Standpoint, PerSide<MixedStrategy>>>;

  /// The sides that some choice can damage in a state that can be reached: who steps up, or fires
  /// when others have fallen, may do what nobody could at first. All states in which only one side
  /// has taken more are looked at, until the other may take some.
  PerSide<bool> damageable() {
    PerSide<bool> damaged = damageable_when(start_.taken);
    if (turns_.size() == 1 || damaged.attacker == damaged.defender) return damaged;
    const Side worn = damaged.attacker ? Side::attacker : Side::defender;
    PerSide<int> taken = start_.taken;
    while (++taken[worn] < game_.capacity(worn)) {
      if (damageable_when(taken)[enemy_of(worn)]) return {true, true};
    }
    return damaged;
  }
  PerSide<bool> damageable_when(const PerSide<int>& taken) {
    PerSide<bool> damaged;
    for (Standpoint at : game_.starts()) {
      at.taken = taken;
      // Somebody whose choice is known may have to do something else later.
      const PayoffTable table(game_, laws_, at,
                              {game_.choices_if_unknown(Side::attacker, at),
                               game_.choices_if_unknown(Side::defender, at)});
      for (const Side side : both_sides) damaged[side] = damaged[side] || table.damages(side);
    }
    return damaged;
  }

  /// One more than the most damage a side can have taken while the game goes on.
  int end_of_taken(Side side, const PerSide<bool>& damaged) const {
    const bool only_one_decision = turns_.size() == 1;
    if (only_one_decision || !damaged[side]) return start_.taken[side] + 1;
    return game_.capacity(side);
  }

  void solve_wave(const std::vector<PerSide<int>>& wave) {
    std::vector<Mixes> mixes(wave.size());
    in_parallel(wave.size(), [&](std::size_t i) { mixes[i] = solve_state(wave[i]); });
    for (const auto& of_state : mixes) policy_->insert(of_state.begin(), of_state.end());
  }

  PerSide<std::vector<int>> choices(const Standpoint& at) const {
    return {game_.choices(Side::attacker, at), game_.choices(Side::defender, at)};
  }

  /// All decisions at one state, from the fewest turns left to the most.
  Mixes solve_state(const PerSide<int>& taken) {
    Mixes mixes;
    PayoffTables tables;
    auto tables_of_plans = plans_.no_tables();
    for (const PerSide<int>& turns : turns_) {
      check_patience();
      const Standpoint at{turns, taken};
      if (game_.over(at)) continue;  // a side has broken
      const PerSide<std::vector<int>> can = choices(at);
      const PayoffTable& table = tables.of(game_, laws_, at, can);
      const Eigen::MatrixXd low = table.payoffs(game_, layers_, turns, &Layer::low);
      const Eigen::MatrixXd high = table.payoffs(game_, layers_, turns, &Layer::high);
      const Eigen::MatrixXd middle = (low + high) / 2;
      const MatrixGame best = solve_matrix_game(middle);
      value(layers_, at, &Layer::low) = (low.transpose() * best.rows).minCoeff();
      value(layers_, at, &Layer::high) = (high * best.columns).maxCoeff();
      mixes.emplace_back(at, PerSide<MixedStrategy>{mix(can.attacker, best.rows),
                                                    mix(can.defender, best.columns)});
      plans_.follow(at, can, best, tables_of_plans);
      if (at == start_) {
        solution_.choices = can;
        solution_.matrix = to_array2d(middle);
        solution_.first = {to_vector(best.rows), to_vector(best.columns)};
      }
    }
    return mixes;
  }

  static MixedStrategy mix(const std::vector<int>& choices, const Eigen::VectorXd& p) {
    MixedStrategy mix;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const double chance = p[static_cast<Eigen::Index>(i)];
      if (chance > 0) mix.push_back({choices[i], chance});
    }
    return mix;
  }

  Solution solution() {
    solution_.start = start_;
    solution_.low = value(layers_, start_, &Layer::low);
    solution_.high = value(layers_, start_, &Layer::high);
    solution_.plain = plans_.answer();
    solution_.policy = policy_;
    return std::move(solution_);
  }

  const Game<System>& game_;
  const Standpoint start_;
  const std::vector<PerSide<int>> turns_;
  Layers layers_;
  DamageLaws<typename System::Fight> laws_;
  PlainPlans<System> plans_;
  std::shared_ptr<Policy> policy_ = std::make_shared<Policy>();
  Solution solution_;
};

}  // namespace warodds::exact
