// What one stage of a fight costs the exact engine, heard from its random steps as they are played
// with bounds instead of numbers.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/rules/bounds.h"
#include "exact/dice/lineup.h"

namespace warodds::exact {

class StageCost : public BoundsListener {
 public:
  double outcomes = 1;  ///< of one state before the stage, at most
  double seconds = 0;   ///< for the laws of its lineups

  void rolled(const Bounds& dice, const Target& target) override {
    if (target.faces == 0 || target.faces == target.sides) return;
    outcomes *= binomial_width(dice, target.probability());
  }
  void lined_up(const Lineup& lineup, const LineupHits<Bounds>& hits) override {
    outcomes *= hits.attack.width() * hits.defence.width();
    seconds += predicted_seconds(lineup);
  }
  void saved(const Bounds& dice, const Bounds& felt) override {
    outcomes *= std::min(felt.width(), binomial_width(dice, 0.5));
  }

 private:
  /// Numbers of successes that are likely enough to be kept: up to 37 standard deviations to each
  /// side before a double underflows.
  static double binomial_width(const Bounds& dice, double p) {
    const auto n = static_cast<double>(dice.most());
    return std::min(n + 1, 75 * std::sqrt(n * p * (1 - p)) + 40);
  }
};

}  // namespace warodds::exact
