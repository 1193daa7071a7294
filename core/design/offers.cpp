#include "core/design/offers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/answer/patience_of.h"

namespace warodds {
namespace {

constexpr int highest_price = 1'000'000;

}  // namespace

bool Offer::same_purchase(const Offer& other) const {
  for (std::size_t i = 0; i < bought.size(); ++i) {
    const Purchase& one = bought[i];
    const Purchase& another = other.bought[i];
    if (one.sizes != another.sizes || one.share_of_more != another.share_of_more) return false;
  }
  return true;
}

bool Offer::is_smallest() const {
  return std::all_of(bought.begin(), bought.end(), [](auto& one) { return one.is_least; });
}

bool Offer::is_largest() const {
  return std::all_of(bought.begin(), bought.end(), [](auto& one) { return one.is_most; });
}

Market::Market(const std::vector<AnyUnit>& units, std::vector<Budget> budgets, int step,
               double within, Contest contest, const Watch& watch)
    : units_(units),
      budgets_(std::move(budgets)),
      step_(step),
      within_(within),
      contest_(std::move(contest)),
      watch_(watch),
      has_price_(units.size(), true) {}

const Offer& Market::bought_at(std::size_t i, int points, Buying buying) {
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

Offer Market::offer(std::size_t i, int points) {
  return bought_at(i, points, budgets_.front().buying);
}

Offer Market::offer_whole(std::size_t i, int points) { return bought_at(i, points, Buying::whole); }

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

std::size_t Market::priced() const {
  return static_cast<std::size_t>(std::count(has_price_.begin(), has_price_.end(), true));
}

namespace {

std::vector<std::size_t> numbers_of(const Offers& offers, std::size_t budget) {
  std::vector<std::size_t> numbers;
  for (const Offer& offer : offers) numbers.push_back(offer.numbers[budget]);
  return numbers;
}

}  // namespace

/// Of those who have a price, what a budget buys.
std::vector<std::size_t> Market::priced_numbers(const std::vector<std::size_t>& numbers,
                                                std::size_t budget) const {
  std::vector<std::size_t> priced;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (has_price_[i]) priced.push_back(numbers[i * budgets_.size() + budget]);
  }
  return priced;
}

double Market::odds_at(std::size_t unit, const Offer& offer, const Offers& offers,
                       std::size_t budget) const {
  if (even_for_ == EvenFor::choosers) {
    const std::vector<std::size_t> priced = priced_numbers(all_numbers(offers), budget);
    if (priced.empty()) return 0.5;
    return contest_.mean_odds(offer.numbers[budget], priced, shares_of(priced)).of_beating.value;
  }
  double sum = 0;
  double count = 0;
  for (std::size_t j = 0; j < offers.size(); ++j) {
    if (j == unit || !has_price_[j]) continue;
    sum += contest_.odds(offer.numbers[budget], offers[j].numbers[budget]);
    ++count;
  }
  return count == 0 ? 0.5 : sum / count;
}

double Market::odds(std::size_t unit, const Offer& offer, const Offers& offers) const {
  double sum = 0;
  for (std::size_t b = 0; b < budgets_.size(); ++b) sum += odds_at(unit, offer, offers, b);
  return sum / static_cast<double>(budgets_.size());
}

std::pair<double, double> Market::extremes(std::size_t unit, const Offer& offer,
                                           const Offers& offers) const {
  std::pair<double, double> found{1, 0};
  for (std::size_t b = 0; b < budgets_.size(); ++b) {
    const double odds = odds_at(unit, offer, offers, b);
    found = {std::min(found.first, odds), std::max(found.second, odds)};
  }
  return found;
}

std::vector<double> Market::shares(const Offers& offers, std::size_t budget) const {
  return shares_of(numbers_of(offers, budget));
}

const std::vector<double>& Market::shares_of(const std::vector<std::size_t>& numbers) const {
  constexpr std::size_t few = 32;
  const auto known = chosen_.find(numbers);
  if (known != chosen_.end()) return known->second;
  if (chosen_.size() == few) chosen_.clear();
  const PatienceInUse patience(patience_of(watch_));
  return chosen_.emplace(numbers, contest_.shares_of_choosers(numbers)).first->second;
}

Odds Market::odds_of_all(std::size_t unit, const Offer& offer, const Offers& offers,
                         std::size_t budget) const {
  if (even_for_ == EvenFor::choosers) {
    return contest_.mean_odds(offer.numbers[budget], numbers_of(offers, budget),
                              shares(offers, budget));
  }
  std::vector<std::size_t> others;
  for (std::size_t j = 0; j < offers.size(); ++j) {
    if (j != unit) others.push_back(offers[j].numbers[budget]);
  }
  return contest_.mean_odds(offer.numbers[budget], others);
}

bool Market::is_even(double odds) const {
  // Nobody is better than even against what is chosen, but for rounding.
  return even_for_ == EvenFor::choosers ? odds >= 0.5 - within_ : std::abs(odds - 0.5) <= within_;
}

std::vector<std::size_t> Market::all_numbers(const Offers& offers) {
  std::vector<std::size_t> numbers;
  for (const Offer& offer : offers) {
    numbers.insert(numbers.end(), offer.numbers.begin(), offer.numbers.end());
  }
  return numbers;
}

Unfairness Market::unfairness(const std::vector<std::size_t>& numbers) const {
  Unfairness sum;
  for (std::size_t b = 0; b < budgets_.size(); ++b) {
    const std::vector<std::size_t> priced = priced_numbers(numbers, b);
    if (priced.size() < 2) continue;
    if (even_for_ == EvenFor::choosers) {
      const std::vector<double>& chosen = shares_of(priced);
      for (const std::size_t number : priced) {
        if (watch_.stopped()) break;
        sum.add(contest_.mean_odds(number, priced, chosen).of_beating.value - 0.5, within_);
      }
      continue;
    }
    for (std::size_t i = 0; i < priced.size() && !watch_.stopped(); ++i) {
      double odds = 0;
      for (std::size_t j = 0; j < priced.size(); ++j) {
        if (j != i) odds += contest_.odds(priced[i], priced[j]);
      }
      sum.add(odds / static_cast<double>(priced.size() - 1) - 0.5, within_);
    }
  }
  return sum;
}

namespace {

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

}  // namespace

bool Market::settle(const Offers& offers, const Offers& others, const Watch& watch) {
  chosen_.clear();
  return contest_.settle(pairs_of(offers, others), watch);
}

bool Market::knows(const Offers& offers, const Offers& others) const {
  return contest_.knows(pairs_of(offers, others));
}

}  // namespace warodds
