// Included before everything where mutants stand beside what they change: which of them is alive.
#pragma once

#include <cstdlib>

/// The number in the environment variable WARODDS_MUTANT, or 0: none.
inline const int warodds_mutant_alive = [] {
  const char* number = std::getenv("WARODDS_MUTANT");
  return number != nullptr ? std::atoi(number) : 0;
}();

/// Not a constant expression, so that a mutant of one does not compile, and is built by itself.
template <int number>
constexpr bool warodds_mutant() {
  if (__builtin_is_constant_evaluated()) throw "a mutant of a constant";
  return warodds_mutant_alive == number;
}
