// Means over a field of opponents, for whoever changes a unit and asks what that does. Against a
// whole roster the mean odds are those of the ranking.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/design/cells.h"

namespace warodds {

/// Whom a unit meets, and what is set of them ("defender.hp"). As in a ranking, battles are fought
/// both ways round (of fights, only those in which the unit attacks), and the unit does not meet
/// itself: an opponent of its name does not count.
struct Opponents {
  std::vector<AnyUnit> units;
  std::vector<Setting> stats;
};

/// A matchup that is varied, and what is asked of each variant.
struct VariantsQuestion {
  Matchup base;  ///< the unit attacks
  CellQuestion cells;
  std::optional<Opponents> against = {};  ///< instead of the defender of `base`: means over these
};

/// The variants: they are made when they are needed.
struct Variants {
  std::size_t count = 0;
  std::function<Matchup(std::size_t)> at;
};

/// The cells of the variants as they are, or the mean of each quantity over the opponents, for each
/// variant of a matchup in which the unit attacks. Opponents whom the first variant cannot fight do
/// not count (for `odds` they are even, as in a ranking); a variant that cannot fight one of the
/// others is refused, so that means over different opponents are never compared.
std::vector<Cell> answer_variants(const VariantsQuestion& question, const Variants& variants,
                                  std::string_view what, const Watch& watch, Table& table);

/// The opponents that count for a unit of that name.
std::vector<std::string> names_of(const Opponents& opponents, const std::string& unit);

/// The opponent, or "8 opponents, on average".
std::string others_text(const std::string& opponent, const std::vector<std::string>& opponents);

}  // namespace warodds
