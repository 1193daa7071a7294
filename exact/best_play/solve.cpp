#include "exact/best_play/solve.h"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "exact/battle/battle.h"
#include "exact/best_play/induction.h"
#include "exact/best_play/matrix_game.h"
#include "exact/cost/cost.h"

namespace warodds::exact {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A decision made once for a whole battle: each pair of choices is a battle of its own.
template <class System>
Solution solve_once(const Game<System>& game, const SolveOptions& options) {
  Solution solution;
  solution.start = game.start();
  for (const Side side : both_sides) {
    solution.choices[side] = game.choices(side, solution.start);
  }
  const auto& [rows, columns] = solution.choices;
  const auto count = [](const std::vector<int>& list) { return static_cast<Index>(list.size()); };
  solution.matrix.resize(count(rows), count(columns));
  for (Index row = 0; row < count(rows); ++row) {
    for (Index column = 0; column < count(columns); ++column) {
      const PerSide<int> chosen{rows[static_cast<std::size_t>(row)],
                                columns[static_cast<std::size_t>(column)]};
      const BattleAnswer outcome = battle(
          Battle<System>(game.units().attacker, game.units().defender, game.situation(chosen)),
          {game.rounds()});
      solution.matrix(row, column) =
          outcome.win(Side::attacker).value +
          (outcome.end(BattleEnd::both_destroyed).value + outcome.end(BattleEnd::undecided).value) /
              2;
      if (options.progress) {
        options.progress(static_cast<double>(row * count(columns) + column + 1) /
                         static_cast<double>(solution.matrix.size()));
      }
    }
  }
  const MatrixGame best = solve_matrix_game(solution.matrix);
  solution.first = {best.rows, best.columns};
  solution.low = best.low;
  solution.high = best.high;
  auto policy = std::make_shared<Policy>();
  PerSide<MixedStrategy>& mix = (*policy)[solution.start];
  for (const Side side : both_sides) {
    const VectorXd& p = solution.first[side];
    for (std::size_t i = 0; i < solution.choices[side].size(); ++i) {
      const auto place = static_cast<Index>(i);
      const int choice = solution.choices[side][i];
      if (p[place] > 0) mix[side].push_back({choice, p[place]});
      PlainPlan plain{side, game.name(side, choice), 0, 0};
      if (side == Side::attacker) {
        plain.against_best = solution.matrix.row(place).dot(best.columns);
        plain.against_answer = solution.matrix.row(place).minCoeff();
      } else {
        plain.against_best = solution.matrix.col(place).dot(best.rows);
        plain.against_answer = solution.matrix.col(place).maxCoeff();
      }
      solution.plain.push_back(plain);
    }
  }
  solution.policy = policy;
  return solution;
}

template <class System>
double seconds(const Game<System>& game) {
  if constexpr (Game<System>::chosen_once()) {
    // Each pair of choices is a battle of its own.
    return 9 * predicted_seconds(AnyBattle(
                   Battle<System>(game.units().attacker, game.units().defender, game.given())));
  } else {
    return cost::of_game(game);
  }
}

}  // namespace

Solution solve(const AnyGame& game, const SolveOptions& options) {
  if (!std::isfinite(predicted_seconds(game))) {
    throw NoAnswer("this game has too many states and choices to be solved in memory");
  }
  return std::visit(
      [&]<class System>(const Game<System>& of_system) {
        if constexpr (Game<System>::chosen_once())
          return solve_once(of_system, options);
        else
          return Induction<System>(of_system)(options);
      },
      game);
}

double predicted_seconds(const AnyGame& game) {
  return std::visit([](const auto& of_system) { return seconds(of_system); }, game);
}

}  // namespace warodds::exact
