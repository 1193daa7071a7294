// What players choose, from the odds of every pair. Internal: the header has Eigen in it.
#pragma once

#include <functional>
#include <optional>

#include "core/design/ranking.h"
#include "core/design/ratings.h"

namespace warodds {

/// Nothing where it was `stopped`. `copies`: as of solve_choosing().
std::optional<Choosing> choosing_of(const OddsOfPairs& odds, const std::function<bool()>& stopped,
                                    const std::vector<double>& copies = {});

}  // namespace warodds
