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

/// The e-values of a number, of a tilt and of the opposite one.
struct EValues {
  double more = 1;
  double less = 1;
};
EValues e_values(const Distribution& law, double mean, double sd, double seen, double tilt) {
  constexpr double most = 4;
  if (sd == 0) return {};
  const auto weight = [&](double value) {
    return exponential(std::clamp(tilt * (value - mean) / sd, -most, most));
  };
  double of_more = 0, of_less = 0;
  for (int i = 0; i <= law.max(); ++i) {
    const double w = weight(law.value(i)), p = law.probability(i);
    of_more += p * w;
    of_less += p / w;
  }
  const double w = weight(seen);
  return {w / of_more, 1 / w / of_less};
}

}  // namespace

void FairDice::add(const Distribution& law, double seen, double sign) {
  constexpr double largest = 1e300;  // what grows beyond it has long been told
  const double mean = law.mean(), sd = law.sd();
  ++numbers_;
  for (std::size_t i = 0; i < tilts.size(); ++i) {
    const auto [more, less] = e_values(law, mean, sd, seen, sign * tilts[i]);
    more_[i] = std::min(more_[i] * more, largest);
    less_[i] = std::min(less_[i] * less, largest);
  }
  if (evidence() <= most_) return;
  most_ = evidence();
  most_after_ = numbers_;
}

double FairDice::evidence() const { return evidence_of_more() / 2 + evidence_of_less() / 2; }
double FairDice::evidence_of_more() const { return mean_of_products(more_); }
double FairDice::evidence_of_less() const { return mean_of_products(less_); }

}  // namespace warodds
