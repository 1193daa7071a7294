// The units of a roster in the order of their strength.
#pragma once

#include <string>
#include <vector>

#include "core/design/matrix.h"

namespace warodds {

struct Standings : Table {
  bool of_armies = false;
  std::vector<std::string> units;      ///< or armies
  std::vector<std::string> opponents;  ///< empty: the units themselves
  Ranking ranking;
};

/// Whole battles of every unit against every other, or against the columns, both ways round.
/// Against others, units of the same name are the same and do not meet. Throws NoAnswer when
/// interrupted, or when there is nobody to meet.
Standings answer_standings(const MatrixQuestion& question, const Watch& watch);

}  // namespace warodds
