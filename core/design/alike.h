// Units that differ in nothing but name and points, and an order of units that is not that of the
// roster's rows: no answer may depend on either.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/play/matchup.h"

namespace warodds {

/// All that decides how a unit fights, as text.
std::string fingerprint(std::string_view system, const AnyUnit& unit);

struct AlikeUnits {
  std::vector<std::size_t> order;  ///< places of the units: kinds together, the dearest first
  std::vector<std::size_t> kind;   ///< of each unit, counted in that order; alike: the same
};
/// `names_count`: units of different names are never alike.
AlikeUnits alike_units(std::string_view system, const std::vector<AnyUnit>& units,
                       bool names_count = false);

}  // namespace warodds
