#include "exact/dice/law.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warodds::exact {

void find_binomial(int n, double probability, Law& law) {
  law.p.clear();
  if (n == 0 || probability <= 0 || probability >= 1) {
    law.first = probability >= 1 ? n : 0;
    law.p.push_back(1);
    return;
  }

  // Relative to the most likely value, by p(k+1)/p(k) = (n-k)/(k+1) · p/(1-p); then normalised. All
  // terms are positive and each step costs two roundings.
  const double odds = probability / (1 - probability);
  const int mode = std::min(static_cast<int>((n + 1.0) * probability), n);
  double weight = 1;
  for (int k = mode; k > 0; --k) {
    weight *= k / ((n - k + 1) * odds);
    if (weight < smallest_probability) break;
    law.p.push_back(weight);
  }
  law.first = mode - static_cast<int>(law.p.size());
  std::reverse(law.p.begin(), law.p.end());
  law.p.push_back(1);
  weight = 1;
  for (int k = mode; k < n; ++k) {
    weight *= (n - k) * odds / (k + 1);
    if (weight < smallest_probability) break;
    law.p.push_back(weight);
  }
  double sum = 0;
  for (const double p : law.p) sum += p;
  for (double& p : law.p) p /= sum;
}

Law binomial(int n, double probability) {
  Law law;
  find_binomial(n, probability, law);
  return law;
}

SavesLaw::SavesLaw(const SaveQueue& queue) : queue_(queue) {}

double SavesLaw::felt(int wounds) const {
  for (const SaveQueue::Place& place : queue_.places) {
    if (wounds < place.capacity) {
      return (1 - place.save.probability()) * (1 - place.ignore.probability());
    }
    wounds -= place.capacity;
  }
  return 0;
}

void SavesLaw::add_wound_die() {
  // p'(k) = p(k) (1 - felt(k)) + p(k-1) felt(k-1)
  law_.p.push_back(0);
  for (std::size_t i = law_.p.size() - 1; i > 0; --i) {
    const double next = felt(law_.first + static_cast<int>(i) - 1);
    const double here = felt(law_.first + static_cast<int>(i));
    law_.p[i] = law_.p[i] * (1 - here) + law_.p[i - 1] * next;
  }
  law_.p[0] *= 1 - felt(law_.first);
  while (law_.p.size() > 1 && law_.p.back() < smallest_probability) law_.p.pop_back();
  std::size_t gone = 0;
  while (gone + 1 < law_.p.size() && law_.p[gone] < smallest_probability) ++gone;
  law_.p.erase(law_.p.begin(), law_.p.begin() + static_cast<std::ptrdiff_t>(gone));
  law_.first += static_cast<int>(gone);
  ++dice_;
}

const Law& SavesLaw::of(int wound_dice) {
  if (wound_dice < dice_) {
    dice_ = 0;
    law_ = {0, {1.0}};
  }
  while (dice_ < wound_dice) add_wound_die();
  return law_;
}

}  // namespace warodds::exact
