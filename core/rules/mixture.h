// What an attack may turn out to be once its random amounts have been rolled: one of several
// fights, each with its probability. Most attacks have no random amounts and are one fight.
#pragma once

#include <utility>
#include <vector>

#include "core/rules/amount.h"

namespace warodds {

template <class FightOfSystem>
class Mixture {
 public:
  using Fight = FightOfSystem;
  using System = typename Fight::System;

  Mixture() : fights_(1) {}
  /// A fight that is certain. Not explicit: wherever an attack is asked for, a fight will do.
  Mixture(Fight fight) { fights_.push_back(std::move(fight)); }
  /// `fight_of`: for each combination of what the amounts may come to, the place of the fight that
  /// it leads to. The results of the last amount change fastest, each from its least to its most.
  Mixture(std::vector<Fight> fights, std::vector<double> weights, std::vector<Amount> amounts,
          std::vector<int> fight_of)
      : fights_(std::move(fights)),
        weights_(std::move(weights)),
        amounts_(std::move(amounts)),
        fight_of_(std::move(fight_of)) {}

  bool is_certain() const { return fights_.size() == 1; }
  /// At least one; no two of them are equal.
  const std::vector<Fight>& fights() const { return fights_; }
  double weight(std::size_t i) const { return is_certain() ? 1.0 : weights_[i]; }
  /// What does not depend on the amounts: who falls, what the attack costs.
  const Fight& any() const { return fights_.front(); }

  /// What is rolled to find out which fight it is.
  const std::vector<Amount>& amounts() const { return amounts_; }
  const std::vector<int>& fight_of() const { return fight_of_; }

 private:
  std::vector<Fight> fights_;
  std::vector<double> weights_;
  std::vector<Amount> amounts_;
  std::vector<int> fight_of_;
};

}  // namespace warodds
