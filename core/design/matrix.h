// Every unit against every other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/cells.h"
#include "core/design/ranking.h"

namespace warodds {

/// Pairs that a matrix may have.
inline constexpr std::size_t most_pairs = 4'000'000;

/// What is set for all cells alike.
struct Conditions {
  std::vector<Setting> stats;      ///< "attacker.hp": of whatever unit stands on that side
  std::vector<Setting> situation;  ///< keys of the situation
};

/// Puts units on both sides of `matchup` and sets the stats. The situation is set already; of the
/// choices in it, those that a unit does not have are not its.
Matchup with_units(Matchup matchup, const PerSide<const AnyUnit*>& units,
                   const Conditions& conditions);
/// A matchup of the system in that situation. Throws InputError.
Matchup in_situation(std::string_view system, const Conditions& conditions, const Use& use);
/// The same of armies that are led so. `command`: for messages.
Matchup in_situation(std::string_view system, const Conditions& conditions,
                     const PerSide<Conduct>& conducts, const std::string& command);
/// Puts an army on either side.
Matchup with_armies(Matchup matchup, const UnitsOfSide& attacker, const UnitsOfSide& defender);

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

struct MatrixQuestion {
  std::string system;
  std::vector<AnyUnit> rows;
  std::optional<std::vector<AnyUnit>> columns;  ///< none: the rows
  Conditions conditions;
  CellQuestion cells;
  std::vector<UnitsOfSide> armies = {};  ///< instead of units; both rows and columns
  PerSide<Conduct> conducts = {};        ///< theirs
};

/// Throws InputError when there are too many pairs.
Matrix answer_matrix(const MatrixQuestion& question, const Watch& watch);

}  // namespace warodds
