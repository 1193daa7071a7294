#include "core/design/offers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warodds {
namespace {

constexpr int highest_price = 1'000'000;

}  // namespace

bool Offer::is_smallest() const {
  return std::all_of(bought.sizes.begin(), bought.sizes.end(),
                     [](const auto& size) { return size.second == 1; });
}

void Unfairness::add(double odds) {
  const double off = std::abs(odds - 0.5);
  outside += std::max(0.0, off - even_within);
  squares += off * off;
}

bool Unfairness::operator<(const Unfairness& other) const {
  constexpr double rounding = 1e-12;
  if (std::abs(outside - other.outside) > rounding) return outside < other.outside;
  return squares < other.squares - rounding;
}

Market::Market(const std::vector<AnyUnit>& units, double budget, int step, Contest contest,
               const Watch& watch)
    : units_(units),
      budget_(budget),
      step_(step),
      contest_(std::move(contest)),
      watch_(watch),
      has_price_(units.size(), true) {}

Offer Market::offer(std::size_t i, int points) {
  AnyUnit unit = units_[i];
  set_points(unit, points);
  Offer offer{points, buy(unit, budget_), 0};
  offer.number = contest_.enter(unit);
  return offer;
}

int Market::to_step(double price) const {
  const double steps = std::clamp(std::round(price / step_), 1.0, 1.0 * highest_price / step_);
  return static_cast<int>(steps) * step_;
}

Offers Market::neighbours(std::size_t unit, const Offer& of) {
  Offers found;
  for (const int direction : {-1, 1}) {
    Offer last = of;
    int seen = 0;
    const int most = std::min(2 * of.points, highest_price);
    for (int points = of.points + direction * step_; seen < 2 && points >= step_ && points <= most;
         points += direction * step_) {
      const Offer next = offer(unit, points);
      if (next.same_purchase(last)) continue;
      found.push_back(next);
      last = next;
      ++seen;
    }
  }
  return found;
}

std::size_t Market::priced() const {
  return static_cast<std::size_t>(std::count(has_price_.begin(), has_price_.end(), true));
}

namespace {

std::vector<std::size_t> numbers_of(const Offers& offers) {
  std::vector<std::size_t> numbers;
  for (const Offer& offer : offers) numbers.push_back(offer.number);
  return numbers;
}

}  // namespace

Offers Market::priced_of(const Offers& offers) const {
  Offers priced;
  for (std::size_t j = 0; j < offers.size(); ++j) {
    if (has_price_[j]) priced.push_back(offers[j]);
  }
  return priced;
}

double Market::odds(std::size_t unit, const Offer& offer, const Offers& offers) const {
  if (even_for_ == EvenFor::choosers) {
    const Offers priced = priced_of(offers);
    if (priced.empty()) return 0.5;
    return contest_.mean_odds(offer.number, numbers_of(priced), shares(priced)).of_beating.value;
  }
  double sum = 0;
  double count = 0;
  for (std::size_t j = 0; j < offers.size(); ++j) {
    if (j == unit || !has_price_[j]) continue;
    sum += contest_.odds(offer.number, offers[j].number);
    ++count;
  }
  return count == 0 ? 0.5 : sum / count;
}

std::vector<double> Market::shares(const Offers& offers) const {
  return contest_.shares_of_choosers(numbers_of(offers));
}

Odds Market::odds_of_all(std::size_t unit, const Offer& offer, const Offers& offers) const {
  if (even_for_ == EvenFor::choosers) {
    return contest_.mean_odds(offer.number, numbers_of(offers), shares(offers));
  }
  std::vector<std::size_t> others;
  for (std::size_t j = 0; j < offers.size(); ++j) {
    if (j != unit) others.push_back(offers[j].number);
  }
  return contest_.mean_odds(offer.number, others);
}

Unfairness Market::unfairness(const Offers& offers) const {
  Unfairness sum;
  if (even_for_ == EvenFor::choosers) {
    const Offers priced = priced_of(offers);
    if (priced.empty()) return sum;
    const std::vector<std::size_t> numbers = numbers_of(priced);
    const std::vector<double> of_choosers = shares(priced);
    for (const std::size_t number : numbers) {
      sum.add(contest_.mean_odds(number, numbers, of_choosers).of_beating.value);
    }
    return sum;
  }
  for (std::size_t i = 0; i < offers.size() && !watch_.stopped(); ++i) {
    if (has_price_[i]) sum.add(odds(i, offers[i], offers));
  }
  return sum;
}

namespace {

std::vector<Contest::Pair> pairs_of(const Offers& offers, const Offers& others) {
  std::vector<Contest::Pair> pairs;
  for (const Offer& one : offers) {
    for (const Offer& other : others) pairs.emplace_back(one.number, other.number);
  }
  return pairs;
}

}  // namespace

bool Market::settle(const Offers& offers, const Offers& others, const Watch& watch) {
  return contest_.settle(pairs_of(offers, others), watch);
}

bool Market::knows(const Offers& offers, const Offers& others) const {
  return contest_.knows(pairs_of(offers, others));
}

}  // namespace warodds
