// Where the numbers of an answer come from.
#pragma once

#include <cstdint>
#include <string>

namespace warodds {

struct Origin {
  bool exact = true;
  std::string reason;  ///< why this engine was taken
  // of a simulation
  std::uint64_t trials = 0;
  std::uint64_t seed = 0;
  double confidence = 0;         ///< of all half-widths
  bool partial = false;          ///< ended before all that was asked for was done ...
  std::string why_partial = {};  ///< ... and why
};

}  // namespace warodds
