#include "exact/best_play/solve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "core/threads/parallel.h"
#include "exact/battle/battle.h"
#include "exact/best_play/matrix_game.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Values of all standpoints with the same turns left, secured by each side: row: damage taken by
/// A, column: by B.
struct Layer {
  MatrixXd low;
  MatrixXd high;
};

using Turns = std::pair<int, int>;
using Layers = std::map<Turns, Layer>;

/// What every pair of choices brings at one state of both units: something at once, and the
/// standpoints it leads to. The pairs that cost the same turns lead into the same layer; with a
/// pair a row, what their standpoints are worth is a product of matrices:
///
///   E[V] = sum over x, y of P(attacker deals x) P(defender deals y) V(taken + (y, x)).
class PayoffTable {
 public:
  template <class System>
  PayoffTable(const Game<System>& game, DamageLaws<typename System::Fight>& laws,
              const Standpoint& at, PerSide<std::vector<int>> choices)
      : choices_(std::move(choices)),
        left_{game.capacity(Side::attacker) - at.taken.attacker,
              game.capacity(Side::defender) - at.taken.defender} {
    const auto rows = static_cast<Index>(choices_.attacker.size());
    const auto columns = static_cast<Index>(choices_.defender.size());
    at_once_.setZero(rows, columns);
    for (Index row = 0; row < rows; ++row) {
      for (Index column = 0; column < columns; ++column) {
        const PerSide<int> chosen{choices_.attacker[static_cast<std::size_t>(row)],
                                  choices_.defender[static_cast<std::size_t>(column)]};
        add(game, at, {row, column}, chosen, laws.of(game.fight(at, chosen)));
      }
    }
  }

  const PerSide<std::vector<int>>& choices() const { return choices_; }
  /// Whether any pair of choices can damage a side.
  bool damages(Side side) const { return damages_[side]; }

  /// The payoffs when `turns` are left before the choice.
  MatrixXd payoffs(const Layers& layers, const Turns& turns, MatrixXd Layer::*bound) const {
    MatrixXd sum = at_once_;
    for (const auto& [spent, group] : groups_) {
      const MatrixXd& layer =
          layers.at({turns.first - spent.first, turns.second - spent.second}).*bound;
      const auto value = layer.bottomRightCorner(left_.attacker + 1, left_.defender + 1);
      const auto count = static_cast<Index>(group.cells.size());
      RowMajorMatrix by_suffered;
      if (count > 0) by_suffered = group.dealt.topRows(count) * value.transpose();
      for (Index i = 0; i < count; ++i) {
        const Cell& cell = group.cells[static_cast<std::size_t>(i)];
        sum(cell.row, cell.column) += by_suffered.row(i).dot(group.suffered.row(i));
      }
      for (const auto& [cell, law] : group.together) {
        sum(cell.row, cell.column) += (law * value.transpose().array()).sum();
      }
    }
    return sum;
  }

 private:
  struct Cell {
    Index row;
    Index column;
  };
  struct Group {
    std::vector<Cell> cells;
    RowMajorMatrix dealt;     ///< for each cell: P(the attacker deals so much)
    RowMajorMatrix suffered;  ///< ... P(the defender deals so much)
    std::vector<std::pair<Cell, Eigen::ArrayXXd>> together;  ///< where they go together
  };

  template <class System>
  void add(const Game<System>& game, const Standpoint& at, const Cell& cell,
           const PerSide<int>& chosen, const DamageLaw& law) {
    const PerSide<int> spent = game.spent(chosen);
    double& at_once = at_once_(cell.row, cell.column);
    at_once += game.worth_of_turns(chosen, spent);
    Group& group = groups_[{spent.attacker, spent.defender}];
    const bool both = law.together.has_value();
    damages_.defender = damages_.defender || both || law.each.attacker.size() > 1;
    damages_.attacker = damages_.attacker || both || law.each.defender.size() > 1;
    const auto worth = [&](Side side, const auto& damage) {
      double sum = 0;
      for (Index k = 0; k < damage.size(); ++k) {
        sum += damage[k] * game.worth_of_damage(side, at, static_cast<int>(k));
      }
      return sum;
    };
    if (law.together) {
      at_once += worth(Side::attacker, law.together->rowwise().sum().eval());
      at_once -= worth(Side::defender, law.together->colwise().sum().eval());
      Eigen::ArrayXXd whole = Eigen::ArrayXXd::Zero(left_.defender + 1, left_.attacker + 1);
      const Eigen::ArrayXXd capped = law.joint({left_.defender, left_.attacker});
      whole.topLeftCorner(capped.rows(), capped.cols()) = capped;
      group.together.emplace_back(cell, std::move(whole));
      return;
    }
    at_once += worth(Side::attacker, law.each.attacker);
    at_once -= worth(Side::defender, law.each.defender);
    if (group.cells.empty()) {
      group.dealt.setZero(at_once_.size(), left_.defender + 1);
      group.suffered.setZero(at_once_.size(), left_.attacker + 1);
    }
    const auto place = static_cast<Index>(group.cells.size());
    put_capped(law.each.attacker, group.dealt.row(place));
    put_capped(law.each.defender, group.suffered.row(place));
    group.cells.push_back(cell);
  }

  /// More than the last place counts as the last.
  template <class Row>
  static void put_capped(const VectorXd& law, Row row) {
    const Index whole = std::min(law.size(), row.size());
    row.head(whole) = law.head(whole).transpose();
    if (law.size() > whole) row[whole - 1] += law.tail(law.size() - whole).sum();
  }

  PerSide<std::vector<int>> choices_;
  PerSide<int> left_;
  PerSide<bool> damages_;
  MatrixXd at_once_;
  std::map<Turns, Group> groups_;
};

/// All numbers of turns that a game can pass through, those with fewest first.
std::vector<Turns> all_turns(const PerSide<int>& most) {
  std::vector<Turns> turns;
  for (int a = 1; a <= most.attacker; ++a) {
    for (int d = 0; d <= most.defender; ++d) turns.emplace_back(a, d);
  }
  std::stable_sort(turns.begin(), turns.end(), [](const Turns& x, const Turns& y) {
    return x.first + x.second < y.first + y.second;
  });
  return turns;
}

/// A plan that names one choice for good, and what it is worth everywhere.
struct PlanValue {
  Side side;
  int value;
  std::string name;
  Layers layers;  ///< low: against the best answer; high: against best play
};

template <class System>
class Solver {
 public:
  explicit Solver(const Game<System>& game)
      : game_(game), start_(game.start()), turns_(all_turns(start_.turns)) {
    prepare_layers(layers_);
    name_plans();
  }

  Solution operator()(const SolveOptions& options) {
    const PayoffTable first(game_, laws_, start_, choices(start_));
    const int a = end_of_taken(Side::attacker, first);
    const int b = end_of_taken(Side::defender, first);
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
  /// One more than the most damage a side can have taken while the game goes on.
  int end_of_taken(Side side, const PayoffTable& first) const {
    const bool only_one_decision = turns_.size() == 1;
    if (only_one_decision || !first.damages(side)) return start_.taken[side] + 1;
    return game_.capacity(side);
  }

  void prepare_layers(Layers& layers) const {
    const Index rows = game_.capacity(Side::attacker) + 1;
    const Index columns = game_.capacity(Side::defender) + 1;
    MatrixXd end(rows, columns);
    for (Index a = 0; a < rows; ++a) {
      for (Index b = 0; b < columns; ++b) {
        end(a, b) = game_.worth_of_end({{0, 0}, {static_cast<int>(a), static_cast<int>(b)}});
      }
    }
    for (int d = 0; d <= start_.turns.defender; ++d) {
      for (int a = 0; a <= start_.turns.attacker; ++a) layers[{a, d}] = {end, end};
    }
  }

  /// The plans that a key's words name, where the rules allow them.
  void name_plans() {
    for (const Side side : both_sides) {
      const auto key = System::choice_key[side];
      if (key == nullptr || game_.choices(side, start_).size() < 2) continue;
      for (const auto& field : System::situation_fields()) {
        if (field.number != key) continue;
        for (const auto& [word, value] : field.words) {
          PerSide<int> chosen{game_.choices(Side::attacker, start_).front(),
                              game_.choices(Side::defender, start_).front()};
          chosen[side] = value;
          try {
            game_.fight(start_, chosen);
          } catch (const NoAnswer&) {
            continue;  // nothing to fire with
          }
          plans_.push_back({side, value, std::string(word), {}});
          prepare_layers(plans_.back().layers);
        }
      }
    }
  }

  void solve_wave(const std::vector<PerSide<int>>& wave) {
    std::vector<std::vector<std::pair<Standpoint, PerSide<MixedStrategy>>>> mixes(wave.size());
    in_parallel(wave.size(), [&](std::size_t i) { mixes[i] = solve_state(wave[i]); });
    for (const auto& of_state : mixes) policy_->insert(of_state.begin(), of_state.end());
  }

  PerSide<std::vector<int>> choices(const Standpoint& at) const {
    return {game_.choices(Side::attacker, at), game_.choices(Side::defender, at)};
  }

  /// All decisions at one state, from the fewest turns left to the most.
  std::vector<std::pair<Standpoint, PerSide<MixedStrategy>>> solve_state(
      const PerSide<int>& taken) {
    std::vector<std::pair<Standpoint, PerSide<MixedStrategy>>> mixes;
    std::optional<PayoffTable> table;
    std::vector<std::optional<PayoffTable>> of_plans(plans_.size());
    for (const Turns& turns : turns_) {
      const Standpoint at{{turns.first, turns.second}, taken};
      const PerSide<std::vector<int>> can = choices(at);
      if (!table || !(table->choices() == can)) table.emplace(game_, laws_, at, can);
      const MatrixXd low = table->payoffs(layers_, turns, &Layer::low);
      const MatrixXd high = table->payoffs(layers_, turns, &Layer::high);
      const MatrixXd middle = (low + high) / 2;
      const MatrixGame best = solve_matrix_game(middle);
      value(layers_, at, &Layer::low) = (low.transpose() * best.rows).minCoeff();
      value(layers_, at, &Layer::high) = (high * best.columns).maxCoeff();
      mixes.emplace_back(at, PerSide<MixedStrategy>{mix(can.attacker, best.rows),
                                                    mix(can.defender, best.columns)});
      for (std::size_t i = 0; i < plans_.size(); ++i)
        follow_plan(plans_[i], of_plans[i], at, can, best);
      if (at == start_) {
        solution_.choices = can;
        solution_.matrix = middle;
        solution_.first = {best.rows, best.columns};
      }
    }
    return mixes;
  }

  void follow_plan(PlanValue& plan, std::optional<PayoffTable>& table, const Standpoint& at,
                   PerSide<std::vector<int>> can, const MatrixGame& best) {
    can[plan.side] = {game_.affordable_or_first(plan.side, plan.value, at)};
    if (!table || !(table->choices() == can)) table.emplace(game_, laws_, at, can);
    const Turns turns{at.turns.attacker, at.turns.defender};
    const MatrixXd answered = table->payoffs(plan.layers, turns, &Layer::low);
    const MatrixXd against_best = table->payoffs(plan.layers, turns, &Layer::high);
    const bool of_attacker = plan.side == Side::attacker;
    value(plan.layers, at, &Layer::low) = of_attacker ? answered.minCoeff() : answered.maxCoeff();
    value(plan.layers, at, &Layer::high) =
        of_attacker ? against_best.row(0).dot(best.columns) : against_best.col(0).dot(best.rows);
  }

  static double& value(Layers& layers, const Standpoint& at, MatrixXd Layer::*bound) {
    return (layers.at({at.turns.attacker, at.turns.defender}).*bound)(at.taken.attacker,
                                                                      at.taken.defender);
  }

  static MixedStrategy mix(const std::vector<int>& choices, const VectorXd& p) {
    MixedStrategy mix;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const double chance = p[static_cast<Index>(i)];
      if (chance > 0) mix.push_back({choices[i], chance});
    }
    return mix;
  }

  Solution solution() {
    solution_.start = start_;
    solution_.low = value(layers_, start_, &Layer::low);
    solution_.high = value(layers_, start_, &Layer::high);
    for (PlanValue& plan : plans_) {
      solution_.plain.push_back({plan.side, plan.name, value(plan.layers, start_, &Layer::high),
                                 value(plan.layers, start_, &Layer::low)});
    }
    solution_.policy = policy_;
    return std::move(solution_);
  }

  const Game<System>& game_;
  const Standpoint start_;
  const std::vector<Turns> turns_;
  Layers layers_;
  std::vector<PlanValue> plans_;
  DamageLaws<typename System::Fight> laws_;
  std::shared_ptr<Policy> policy_ = std::make_shared<Policy>();
  Solution solution_;
};

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
  const Standpoint start = game.start();
  if constexpr (Game<System>::chosen_once()) {
    return 9 * predicted_seconds(AnyBattle(
                   Battle<System>(game.units().attacker, game.units().defender, game.given())));
  } else {
    PerSide<double> choices;
    PerSide<double> left;
    for (const Side side : both_sides) {
      choices[side] = static_cast<double>(game.choices(side, start).size());
      left[side] = game.capacity(side) - start.taken[side];
    }
    const double pairs = choices.attacker * choices.defender;
    const double states = left.attacker * left.defender;
    const double turns = start.turns.attacker * (start.turns.defender + 1.0);
    constexpr double most_numbers = 3e8;  // of the tables and of the policy
    const double numbers = pairs * (left.attacker + left.defender) + 8 * states * turns +
                           states * turns * (choices.attacker + choices.defender);
    if (numbers > most_numbers) return std::numeric_limits<double>::infinity();
    // Choices and damage left shrink alike from state to state: means of powers of a uniform.
    const double payoffs = states * pairs * left.attacker * left.defender / 9 * turns * 0.3e-9;
    const double tables = states * pairs / 4 * 3e-6;
    const double programmes = states * turns * std::pow(choices.attacker + choices.defender, 2) /
                              4 * choices.attacker * 2e-9;
    return payoffs + tables + programmes;
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
          return Solver<System>(of_system)(options);
      },
      game);
}

double predicted_seconds(const AnyGame& game) {
  return std::visit([](const auto& of_system) { return seconds(of_system); }, game);
}

}  // namespace warodds::exact
