// The laws of the small verbs: how many dice succeed, how many wounds are felt.
#pragma once

#include <vector>

#include "core/rules/chance.h"

namespace warodds::exact {

/// Probabilities of `first`, `first` + 1, …; all other values are impossible, or less likely than
/// the smallest double.
struct Law {
  int first = 0;
  std::vector<double> p;
};

/// Below this a probability has lost digits to underflow and is dropped.
constexpr double smallest_probability = 1e-300;

/// Successes among n >= 0 independent dice, each succeeding with `probability`.
Law binomial(int n, double probability);
/// The same, into the memory of an earlier law.
void find_binomial(int n, double probability, Law& law);

/// Wounds felt by a queue of models from n wound dice, for n = 0, 1, 2, … in any order, cheapest in
/// rising order: the law for n + 1 follows from the law for n by one more wound die.
class SavesLaw {
 public:
  explicit SavesLaw(const SaveQueue& queue);

  const Law& of(int wound_dice);
  const SaveQueue& queue() const { return queue_; }

 private:
  void add_wound_die();
  /// P(a wound die is felt by a queue that has felt `wounds`); 0 when nobody is left.
  double felt(int wounds) const;

  SaveQueue queue_;
  int dice_ = 0;
  Law law_{0, {1.0}};
};

}  // namespace warodds::exact
