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

const Offer& Market::offer(std::size_t i, int points, Buying buying) {
  const auto known = offers_.find({i, points, buying});
  if (known != offers_.end()) return known->second;
  AnyUnit unit = units_[i];
  set_points(unit, points);
  Offer offer;
  for (Budget budget : budgets_) {
    budget.buying = buying;
    Bought bought = buy(unit, budget);
    offer.bought.push_back(std::move(bought.purchase));
    offer.numbers.push_back(contest_.enter(bought.lots));
  }
  return offers_.emplace(std::tuple(i, points, buying), std::move(offer)).first->second;
}

void Market::put(std::size_t unit, int points, Buying buying, Moved& prices) {
  const Aim::Numbers& numbers = offer(unit, points, buying).numbers;
  prices.by[unit] = points;
  std::copy(numbers.begin(), numbers.end(),
            prices.numbers.begin() + static_cast<std::ptrdiff_t>(unit * numbers.size()));
}

int Market::to_step(double price) const {
  const double steps = std::clamp(std::round(price / step_), 1.0, 1.0 * highest_price / step_);
  return static_cast<int>(steps) * step_;
}

std::vector<int> Market::neighbours(std::size_t unit, int of) {
  std::vector<int> found;
  const int most = std::min(2 * of, highest_price);
  for (const int direction : {-1, 1}) {
    int last = of, seen = 0;
    for (int points = of + direction * step_; seen < 2 && points >= step_ && points <= most;
         points += direction * step_) {
      if (offer(unit, points).same_purchase(offer(unit, last))) continue;
      found.push_back(points);
      last = points;
      ++seen;
      if (!is_mixed()) continue;
      // The next one is farther away.
      constexpr double stride = 0.04;
      const double farther = of * (1 + direction * stride);
      points = direction > 0 ? std::max(points, to_step(farther) - step_)
                             : std::min(points, to_step(farther) + step_);
    }
  }
  return found;
}

}  // namespace warodds
