// How well exact numbers must agree.
#pragma once

namespace warodds::testing {

/// The most by which probabilities of the exact engine may differ from fractions, or from
/// themselves worked out another way; moments by as much for each unit.
inline constexpr double exactness = 1e-12;

}  // namespace warodds::testing
