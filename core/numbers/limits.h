// How much may be asked of an engine. Stated once, for the library as for the command line.
#pragma once

#include <cstdint>

namespace warodds {

/// The values from `least` to `most`.
template <class Value>
struct Limits {
  Value least;
  Value most;

  /// False for what is not a number.
  constexpr bool allow(Value value) const { return value >= least && value <= most; }
};

inline constexpr Limits<std::uint64_t> limits_of_trials{1, 1'000'000'000'000'000};
/// The half-width that is asked for instead of a number of trials, a probability. The smallest
/// needs fewer trials than are allowed, at every confidence.
inline constexpr Limits<double> limits_of_precision{1e-6, 0.5};
inline constexpr Limits<double> limits_of_confidence{0.5, 0.999999999};
/// Where a number of threads is given; 0 stands for as many as the machine has.
inline constexpr Limits<int> limits_of_threads{1, 4096};
/// In seconds, where there is a time limit.
inline constexpr Limits<double> limits_of_time{0.001, 1e9};
/// Rounds of a battle, where they are given.
inline constexpr Limits<int> limits_of_rounds{1, 10'000};

}  // namespace warodds
