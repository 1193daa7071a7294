// Every unit against every other, or army; and the order of their strength.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/arena.h"
#include "core/design/cells.h"
#include "core/design/ranking.h"

namespace warodds {

struct Matrix : Table {
  std::vector<std::string> rows;     ///< attackers
  std::vector<std::string> columns;  ///< defenders
  std::vector<Cell> cells;           ///< row by row
  const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }

  /// Where rows and columns are the same units and the odds of winning are known.
  std::optional<Ranking> ranking;
};

struct Standings : Table {
  bool of_armies = false;
  std::vector<std::string> units;      ///< or armies
  std::vector<std::string> opponents;  ///< empty: the units themselves
  Ranking ranking;
};

struct MatrixQuestion {
  Arena arena;
  std::vector<Contestant> rows;  ///< units, or armies
  CellQuestion cells;
  std::optional<std::vector<Contestant>> columns = {};  ///< none: the rows

  bool is_of_armies() const {
    return !rows.empty() && std::holds_alternative<UnitsOfSide>(rows.front().is);
  }
};

/// Throws InputError when there are too many pairs.
Matrix answer_matrix(const MatrixQuestion& question, const Watch& watch);

/// Whole battles of every unit against every other, or against the columns, both ways round.
/// Against others, units of the same name are the same and do not meet. Throws NoAnswer when
/// interrupted, or when there is nobody to meet.
Standings answer_standings(const MatrixQuestion& question, const Watch& watch);

}  // namespace warodds
