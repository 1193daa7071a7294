// What designers ask: many fights or battles at once.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/numbers.h"
#include "cli/quantity.h"
#include "cli/question.h"
#include "core/design/ratings.h"

namespace warodds::cli {

/// Trials of each of many simulations, unless said otherwise.
inline constexpr std::uint64_t default_trials_of_many = 100'000;

/// The quantities of one fight or battle, in the order asked for.
struct Cell {
  enum class State : char { not_reached, exact, simulated, refused };
  State state = State::not_reached;
  bool partial = false;        ///< a simulation that had to end early
  std::vector<Number> values;  ///< empty if refused or not reached
};

/// What all cells have in common.
struct Table {
  std::string system;
  std::string title;
  std::vector<Quantity> quantities;
  std::vector<std::string> given;  ///< the --with and --set settings
  std::uint64_t trials = 0;
  std::uint64_t seed = 0;
  double confidence = 0;
  std::size_t exact = 0;      ///< cells answered exactly
  std::size_t simulated = 0;  ///< ... and by simulation
  std::size_t refused = 0;    ///< attacks the rules forbid
  std::string a_refusal;      ///< why, of one of them
  bool partial = false;       ///< interrupted
};

/// Every unit against every other.
struct Matrix : Table {
  std::vector<std::string> rows;     ///< attackers
  std::vector<std::string> columns;  ///< defenders
  std::vector<Cell> cells;           ///< row by row
  const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }

  /// Where rows and columns are the same units and the odds of winning are known.
  struct Ranking {
    struct Row {
      int unit = 0;
      double odds = 0;                    ///< mean odds of beating another, both ways round
      std::optional<double> rating = {};  ///< Bradley-Terry
      int points = 0;
      std::optional<double> fair_points = {};  ///< at which the unit would be an average one
    };
    std::vector<Row> rows;                         ///< best first
    std::vector<std::pair<int, int>> dominations;  ///< (better, worse)
    std::vector<Cycle> cycles;
  };
  std::optional<Ranking> ranking;
};

/// A grid of settings.
struct Sweep : Table {
  PerSide<std::string> units;
  std::vector<std::string> keys;
  std::vector<std::vector<std::string>> points;  ///< a value for each key
  std::vector<Cell> cells;
};

/// What one point more or less of each stat does.
struct Worth : Table {
  std::string unit;
  std::vector<std::string> opponents;
  std::vector<Number> base;  ///< by quantity
  struct Row {
    std::string key;
    std::string value;                        ///< as it is
    std::optional<std::vector<Number>> less;  ///< quantities with one less; none at the limit
    std::optional<std::vector<Number>> more;
    double effect = 0;  ///< the larger change of the first quantity
  };
  std::vector<Row> rows;  ///< largest effect first
};

/// The setting that brings a quantity nearest to a target.
struct Tuning : Table {
  PerSide<std::string> units;
  std::vector<std::string> keys;
  double target = 0;
  std::string method;
  struct Candidate {
    std::vector<std::string> values;
    Number number;
  };
  std::vector<Candidate> tried;   ///< in the order of the grid
  std::vector<std::size_t> best;  ///< places in `tried`: one, or all that cannot be told apart
};

Matrix answer_matrix(const Arguments& arguments, const std::atomic<bool>* stop);
Sweep answer_sweep(const Arguments& arguments, const std::atomic<bool>* stop);
Worth answer_value(const Arguments& arguments, const std::atomic<bool>* stop);
Tuning answer_tune(const Arguments& arguments, const std::atomic<bool>* stop);

}  // namespace warodds::cli
