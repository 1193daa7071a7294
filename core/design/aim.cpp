#include "core/design/aim.h"

#include "core/design/equilibrium.h"
#include "core/threads/patience.h"

namespace warodds {

void Unfairness::add(double distance, double within) {
  const double off = std::abs(distance);
  outside += off <= within + rounding ? 0 : off - within;
  squares += off * off;
}

bool Unfairness::operator<(const Unfairness& other) const {
  if (std::abs(outside - other.outside) > rounding) return outside < other.outside;
  return squares < other.squares - rounding;
}

Aim::Aim(Contest& contest, std::size_t units, std::size_t budgets, const Watch& watch)
    : counts(units, true), contest_(contest), budgets_(budgets), watch_(watch) {}

void Aim::go_on() const {
  if (watch_.stopped()) throw Interrupted{};
}

void Aim::settle(const std::vector<Contest::Pair>& pairs) const {
  if (!contest_.settle(pairs, watch_)) throw Interrupted{};
}

std::size_t Aim::counted() const {
  return static_cast<std::size_t>(std::count(counts.begin(), counts.end(), true));
}

Aim::Numbers Aim::at(std::size_t budget, const Numbers& numbers, Whom whom,
                     std::optional<std::size_t> without) const {
  Numbers of_budget;
  for (std::size_t i = 0; i < units(); ++i) {
    const bool is_meant = i != without && (whom == Whom::all || counts[i]);
    if (is_meant) of_budget.push_back(numbers[i * budgets_ + budget]);
  }
  return of_budget;
}

std::vector<double> Aim::shares_of(const Numbers& choices) const {
  constexpr std::size_t few = 32;
  {
    const std::lock_guard lock(mutex_);
    const auto known = chosen_.find(choices);
    if (known != chosen_.end()) return known->second;
  }
  const PatienceInUse patience(watch_.patience());
  const auto found = solve_choosing(contest_, choices, is_patience_over);
  const std::vector<double> shares(found.shares.begin(), found.shares.end());
  const std::lock_guard lock(mutex_);
  if (chosen_.size() >= few) chosen_.clear();
  chosen_[choices] = shares;
  return shares;
}

std::vector<double> Aim::shares(const Numbers& numbers, std::size_t budget) const {
  return shares_of(at(budget, numbers, Whom::all));
}

Odds Aim::odds(std::size_t unit, const Numbers& numbers, std::size_t budget, Whom whom) const {
  const std::size_t number = numbers[unit * budgets_ + budget];
  if (!field.empty()) return contest_.mean_odds(number, field);
  if (even_for == EvenFor::mean) {
    return contest_.mean_odds(number, at(budget, numbers, whom, unit));
  }
  const Numbers chosen_among = at(budget, numbers, whom);
  return chosen_among.empty() ? Odds()
                              : contest_.mean_odds(number, chosen_among, shares_of(chosen_among));
}

double Aim::off(double odds) const {
  // Nobody is better than even against what is chosen, but for rounding.
  return even_for == EvenFor::choosers ? std::min(odds - target, 0.0) : odds - target;
}

bool Aim::is_even(std::size_t unit, const Numbers& numbers) const {
  for (std::size_t b = 0; b < budgets_; ++b) {
    if (!is_even(odds(unit, numbers, b, Whom::counted).of_beating.value)) return false;
  }
  return true;
}

Unfairness Aim::unfairness(const Numbers& numbers) const {
  Unfairness sum;
  for (std::size_t b = 0; b < budgets_; ++b) {
    if (field.empty() && counted() < 2) continue;
    for (std::size_t i = 0; i < units() && !watch_.stopped(); ++i) {
      if (counts[i]) sum.add(off(odds(i, numbers, b, Whom::counted).of_beating.value), within);
    }
  }
  for (const Wish& wish : wishes) {
    const Odds odds = contest_.odds(numbers[wish.unit], numbers[wish.other]);
    sum.add(wish.off(odds.of_beating.value), within_of(wish));
  }
  return sum;
}

double Aim::seconds_to_rate() const {
  if (even_for == EvenFor::mean) return 0;
  return 3e-5 + 1e-5 * static_cast<double>(units());
}

void Aim::add_pairs(const Numbers& numbers, std::vector<Contest::Pair>& pairs) const {
  for (std::size_t i = 0; i < units(); ++i) {
    if (!counts[i]) continue;
    for (std::size_t b = 0; b < budgets_; ++b) {
      const std::size_t number = numbers[i * budgets_ + b];
      for (const std::size_t other : field) pairs.emplace_back(number, other);
      for (std::size_t j = 0; field.empty() && j < i; ++j) {
        if (counts[j]) pairs.emplace_back(number, numbers[j * budgets_ + b]);
      }
    }
  }
}

}  // namespace warodds
