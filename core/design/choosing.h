// What players choose, from the odds of every pair. Internal: the header has Eigen in it.
#pragma once

#include <functional>
#include <optional>

#include "core/design/ranking.h"
#include "core/design/ratings.h"

namespace warodds {

/// Nothing where it was `stopped`.
std::optional<Choosing> choosing_of(const OddsOfPairs& odds, const std::function<bool()>& stopped);

}  // namespace warodds
