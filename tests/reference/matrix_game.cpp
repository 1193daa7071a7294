// The simplex method in exact fractions, and fixed points of games that may come back to
// themselves.
#include "matrix_game.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

namespace reference {
namespace {

// ---- A matrix game ----

// One table of the simplex method: row i says that its basic variable and the others, with their
// factors, make up `right`; `gain` is what raising a variable adds to the goal.
struct Simplex {
  Matrix factor;
  std::vector<Rational> right;
  std::vector<Rational> gain;
  std::vector<std::size_t> basic;
};

void pivot(Simplex& table, std::size_t row, std::size_t column) {
  const Rational by = table.factor[row][column];
  for (Rational& f : table.factor[row]) f /= by;
  table.right[row] /= by;
  for (std::size_t i = 0; i < table.factor.size(); ++i) {
    const Rational times = table.factor[i][column];
    if (i == row || times == 0) continue;
    for (std::size_t j = 0; j < table.factor[i].size(); ++j) {
      table.factor[i][j] -= times * table.factor[row][j];
    }
    table.right[i] -= times * table.right[row];
  }
  const Rational times = table.gain[column];
  for (std::size_t j = 0; j < table.gain.size(); ++j) {
    table.gain[j] -= times * table.factor[row][j];
  }
  table.basic[row] = column;
}

// Bland's rule, which cannot cycle: the first variable with a gain comes in; of the rows that bound
// it tightest, the one with the first basic variable leaves.
void maximise(Simplex& table) {
  for (;;) {
    std::size_t column = 0;
    while (column < table.gain.size() && table.gain[column] <= 0) ++column;
    if (column == table.gain.size()) return;
    std::optional<std::size_t> leaving;
    Rational tightest;
    for (std::size_t i = 0; i < table.factor.size(); ++i) {
      if (table.factor[i][column] <= 0) continue;
      const Rational bound = table.right[i] / table.factor[i][column];
      if (!leaving || bound < tightest ||
          (bound == tightest && table.basic[i] < table.basic[*leaving])) {
        leaving = i;
        tightest = bound;
      }
    }
    if (!leaving) throw std::logic_error("reference: a matrix game has no bound");
    pivot(table, *leaving, column);
  }
}

}  // namespace

MatrixGame solve_matrix_game(const Matrix& payoff) {
  if (payoff.empty() || payoff.front().empty())
    throw std::invalid_argument("reference: a game without a choice");
  const std::size_t rows = payoff.size();
  const std::size_t columns = payoff.front().size();

  // Raise all payoffs to 1 or more, so that the value is positive.
  Rational lowest = payoff.front().front();
  for (const std::vector<Rational>& row : payoff) {
    if (row.size() != columns)
      throw std::invalid_argument("reference: the rows of a game differ in length");
    for (const Rational& p : row) lowest = std::min(lowest, p);
  }
  const Rational raise = 1 - lowest;

  // Maximise the sum of y >= 0 while no row of (payoff + raise) y exceeds 1: y is the columns'
  // strategy divided by the raised value. Each row has a slack variable, basic at first.
  Simplex table;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Rational> factor;
    for (const Rational& p : payoff[i]) factor.emplace_back(p + raise);
    factor.resize(columns + rows);
    factor[columns + i] = 1;
    table.factor.push_back(factor);
    table.right.emplace_back(1);
    table.basic.push_back(columns + i);
  }
  table.gain.assign(columns, Rational(1));
  table.gain.resize(columns + rows);
  maximise(table);

  std::vector<Rational> column_weight(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    if (table.basic[i] < columns) column_weight[table.basic[i]] = table.right[i];
  }
  Rational sum = 0;
  for (const Rational& weight : column_weight) sum += weight;
  Rational value = 1 / sum - raise;

  // The proof. The rows' strategy is what the slack variables would lose.
  Rational row_sum = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const Rational weight = -table.gain[columns + i];
    if (weight < 0) throw std::logic_error("reference: no strategy for the rows");
    row_sum += weight;
    Rational against = 0;
    for (std::size_t j = 0; j < columns; ++j) against += payoff[i][j] * column_weight[j];
    if (against > value * sum) throw std::logic_error("reference: a row beats the value");
  }
  if (row_sum != sum) throw std::logic_error("reference: the strategies disagree");
  for (std::size_t j = 0; j < columns; ++j) {
    if (column_weight[j] < 0) throw std::logic_error("reference: no strategy for the columns");
    Rational against = 0;
    for (std::size_t i = 0; i < rows; ++i) against -= table.gain[columns + i] * payoff[i][j];
    if (against < value * sum) throw std::logic_error("reference: a column beats the value");
  }
  for (Rational& weight : column_weight) weight /= sum;
  std::vector<Rational> row_strategy;
  for (std::size_t i = 0; i < rows; ++i) row_strategy.push_back(-table.gain[columns + i] / sum);
  return {value, row_strategy, column_weight};
}

// The value is 0, so y is best if no row gets more than 0 against it. Multiples of such are a cone;
// cut off where they sum to 1 it begins at y = 0, where the slack variables are basic.
Rational most_among_best(const Matrix& payoff, const std::vector<Rational>& weights) {
  const std::size_t n = payoff.size();
  Simplex table;
  for (std::size_t i = 0; i <= n; ++i) {
    std::vector<Rational> factor = i < n ? payoff[i] : std::vector<Rational>(n, Rational(1));
    factor.resize(n + n + 1);
    factor[n + i] = 1;
    table.factor.push_back(factor);
    table.right.emplace_back(i < n ? 0 : 1);
    table.basic.push_back(n + i);
  }
  table.gain = weights;
  table.gain.resize(n + n + 1);
  maximise(table);
  Rational most = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    if (table.basic[i] < n) most += weights[table.basic[i]] * table.right[i];
  }
  return most;
}

Rational matrix_game_value(const Matrix& payoff) { return solve_matrix_game(payoff).value; }

Dual matrix_game_value(const std::vector<std::vector<Dual>>& payoff) {
  Matrix values;
  for (const std::vector<Dual>& row : payoff) {
    values.emplace_back();
    for (const Dual& p : row) values.back().push_back(p.value);
  }
  const MatrixGame game = solve_matrix_game(values);
  Dual result{game.value, 0};
  for (std::size_t i = 0; i < payoff.size(); ++i) {
    for (std::size_t j = 0; j < payoff[i].size(); ++j) {
      result.slope += game.rows[i] * game.columns[j] * payoff[i][j].slope;
    }
  }
  return result;
}

namespace {

// Down to a multiple of 2^-bits: fractions would grow without end.
Rational rounded(const Rational& number, int bits) {
  const boost::multiprecision::mpz_int scale = boost::multiprecision::mpz_int(1) << bits;
  return Rational(boost::multiprecision::mpz_int(numerator(number) * scale / denominator(number)),
                  scale);
}

}  // namespace

// The round is worth no more and no less than coming back to it is, so round(v) - v falls as v
// rises: its zero is bracketed, and found by Newton's method where that stays inside. Between the
// points where a choice changes the round is linear in v (without mixed choices), so that the last
// step hits the zero exactly.
Rational worth_of_coming_back(const std::function<Dual(const Dual&)>& round) {
  constexpr int precise_bits = 90;
  constexpr int exact_tries = 10;
  const Rational tiny = Rational(1) / (boost::multiprecision::mpz_int(1) << precise_bits);
  Rational at(1, 2);
  Rational low = 0;
  Rational high = 1;
  bool low_tried = false;
  bool high_tried = false;
  for (int tries = 1; tries < 1000; ++tries) {
    const Dual found = round({at, 1});
    const Rational above = found.value - at;
    if (above == 0) return at;
    (above > 0 ? low : high) = at;
    (above > 0 ? low_tried : high_tried) = true;
    if (high - low < tiny || (above < tiny && -above < tiny)) return at;
    Rational next = (low + high) / 2;
    if (found.slope < 1) {
      const Rational newton = at + above / (1 - found.slope);
      const bool above_low = newton > low || (newton == low && !low_tried);
      const bool below_high = newton < high || (newton == high && !high_tried);
      if (above_low && below_high) next = newton;
    }
    at = tries < exact_tries ? next : rounded(next, precise_bits + 30);
  }
  throw std::logic_error("reference: no worth of coming back was found");
}

}  // namespace reference
