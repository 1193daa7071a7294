#include "core/design/offers.h"

#include <algorithm>
#include <cmath>

namespace warodds {
namespace {

constexpr int highest_price = 1'000'000;

}  // namespace

bool Offer::same_purchase(const Offer& other) const {
  return std::equal(bought.begin(), bought.end(), other.bought.begin(),
                    [](const Purchase& one, const Purchase& another) {
                      return one.sizes == another.sizes &&
                             one.share_of_more == another.share_of_more;
                    });
}

bool Offer::is_smallest() const {
  return std::all_of(bought.begin(), bought.end(), [](auto& one) { return one.is_least; });
}

bool Offer::is_largest() const {
  return std::all_of(bought.begin(), bought.end(), [](auto& one) { return one.is_most; });
}

Aim::Numbers numbers_of(const Offers& offers) {
  Aim::Numbers numbers;
  for (const Offer& offer : offers) {
    numbers.insert(numbers.end(), offer.numbers.begin(), offer.numbers.end());
  }
  return numbers;
}

std::vector<Contest::Pair> pairs_of(const Offers& offers, const Offers& others) {
  std::vector<Contest::Pair> pairs;
  for (const Offer& one : offers) {
    for (const Offer& other : others) {
      for (std::size_t b = 0; b < one.numbers.size(); ++b) {
        pairs.emplace_back(one.numbers[b], other.numbers[b]);
      }
    }
  }
  return pairs;
}

Offer Market::offer(std::size_t i, int points, Buying buying) {
  const auto known = offers_.find({i, points, buying});
  if (known != offers_.end()) return known->second;
  AnyUnit unit = units_[i];
  set_points(unit, points);
  Offer offer{points};
  for (Budget budget : budgets_) {
    budget.buying = buying;
    Bought bought = buy(unit, budget);
    offer.bought.push_back(std::move(bought.purchase));
    offer.numbers.push_back(contest_.enter(bought.lots));
  }
  return offers_.emplace(std::tuple(i, points, buying), std::move(offer)).first->second;
}

int Market::to_step(double price) const {
  const double steps = std::clamp(std::round(price / step_), 1.0, 1.0 * highest_price / step_);
  return static_cast<int>(steps) * step_;
}

Offers Market::neighbours(std::size_t unit, const Offer& of) {
  Offers found;
  const int most = std::min(2 * of.points, highest_price);
  for (const int direction : {-1, 1}) {
    Offer last = of;
    int seen = 0;
    for (int points = of.points + direction * step_; seen < 2 && points >= step_ && points <= most;
         points += direction * step_) {
      const Offer next = offer(unit, points);
      if (next.same_purchase(last)) continue;
      found.push_back(next);
      last = next;
      ++seen;
      if (!is_mixed()) continue;
      // The next one is farther away.
      constexpr double stride = 0.04;
      const double farther = of.points * (1 + direction * stride);
      points = direction > 0 ? std::max(points, to_step(farther) - step_)
                             : std::min(points, to_step(farther) + step_);
    }
  }
  return found;
}

}  // namespace warodds
