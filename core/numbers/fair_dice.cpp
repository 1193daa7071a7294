#include "core/numbers/fair_dice.h"

#include <algorithm>
#include <numeric>

namespace warodds {
namespace {

/// exp(x) for |x| <= 4, of arithmetic alone: the same digits wherever it is compiled.
double exponential(double x) {
  constexpr int halvings = 10, terms = 8;
  const double small = x / (1 << halvings);
  double sum = 1;
  for (int i = terms; i > 0; --i) sum = 1 + small / i * sum;
  for (int i = 0; i < halvings; ++i) sum *= sum;
  return sum;
}

double mean_of_products(const std::array<double, FairDice::tilts.size()>& products) {
  return std::accumulate(products.begin(), products.end(), 0.0) /
         static_cast<double>(products.size());
}

}  // namespace

double FairDice::e_value(const NumberLaw& law, double seen, double tilt) {
  constexpr double most = 4;
  const double sd = law.sd(), mean = law.mean().value;
  if (law.is_certain() || sd == 0) return 1;
  const auto weight = [&](double value) {
    return exponential(std::clamp(tilt * (value - mean) / sd, -most, most));
  };
  double mean_weight = 0;
  for (const NumberLaw::Value& one : law.values()) mean_weight += one.p * weight(one.value);
  return weight(seen) / mean_weight * law.sum();
}

void FairDice::add(const NumberLaw& law, double seen, double sign) {
  constexpr double largest = 1e300;  // what grows beyond it has long been told
  ++numbers_;
  for (std::size_t i = 0; i < tilts.size(); ++i) {
    more_[i] = std::min(more_[i] * e_value(law, seen, sign * tilts[i]), largest);
    less_[i] = std::min(less_[i] * e_value(law, seen, -sign * tilts[i]), largest);
  }
  if (evidence() <= most_) return;
  most_ = evidence();
  most_after_ = numbers_;
}

double FairDice::evidence() const { return evidence_of_more() / 2 + evidence_of_less() / 2; }
double FairDice::evidence_of_more() const { return mean_of_products(more_); }
double FairDice::evidence_of_less() const { return mean_of_products(less_); }

}  // namespace warodds
