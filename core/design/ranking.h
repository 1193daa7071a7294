// Units in the order of their strength, from the odds of every pair.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warodds {

/// Three that beat each other in a ring, and by how much at the closest of the three.
struct Cycle {
  int first;   ///< beats second
  int second;  ///< beats third
  int third;   ///< beats first
  double margin;
};

struct Ranking {
  struct Row {
    int unit = 0;
    double odds = 0;                    ///< mean odds of beating another
    std::optional<double> rating = {};  ///< Bradley-Terry
    int points = 0;
    std::optional<double> half_width = {};  ///< of the odds, if battles were simulated
  };
  std::vector<Row> rows;                         ///< best first
  std::vector<std::pair<int, int>> dominations;  ///< (better, worse)
  std::vector<Cycle> cycles;
  std::vector<std::string>
      left_out;  ///< what is not here because there are too many units, and why
};

/// The mean of odds whose half-widths have this sum; of exact ones there is none. The same dice may
/// have been rolled for all: their errors may all point the same way.
std::optional<double> half_width_of_mean(double sum, double count);

}  // namespace warodds
