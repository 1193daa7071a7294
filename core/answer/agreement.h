// The same question put to two engines, one exact, one simulated: whether their answers agree.
#pragma once

#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/engine.h"

namespace warodds {

/// One simulated quantity tested against its exact distribution.
struct AgreementTest {
  std::string side;  ///< "attacker", "defender", "both" or "step 1"
  std::string quantity;
  double statistic = 0;
  int degrees = 0;
  double p_value = 1;
  int impossible = -1;  ///< an outcome seen whose exact probability is 0
  bool agrees = true;
};

struct Agreement {
  Origin simulation;
  double level = 0.001;   ///< chance of a false alarm over all tests
  double each_level = 0;  ///< the level of each
  std::vector<AgreementTest> tests;
  bool agrees = true;

  /// Whether that they agree says nothing: so few trials had no two outcomes to be told apart.
  bool compares_nothing() const;
};

/// Compares every law that they tell by Pearson's chi-square: what a step deals over the trials in
/// which it takes place.
Agreement compare(const Answer& exact, const Answer& simulated);

}  // namespace warodds
