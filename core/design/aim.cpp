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

Unfairness Aim::unfairness(const Numbers& numbers) const { return Unfairnesses(*this).of(numbers); }

template <class F>
void Aim::Unfairnesses::for_each_other(std::size_t place, F&& f) const {
  const std::size_t budgets = aim_.budgets_;
  for (std::size_t other = place % budgets; other < aim_.units() * budgets; other += budgets) {
    if (other != place && aim_.counts[other / budgets]) f(other);
  }
}

void Aim::Unfairnesses::add_up(const Numbers& numbers) {
  const auto odds = [&](std::size_t number, std::size_t other) {
    return aim_.contest_.odds(number, other).of_beating.value;
  };
  std::vector<std::size_t> changed;
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    if (before_.empty() || before_[place] != numbers[place]) changed.push_back(place);
  }
  if (changed.size() < numbers.size()) {
    for (const std::size_t of : changed) {
      for_each_other(of, [&](std::size_t place) {
        const std::size_t number = numbers[place];
        if (number != before_[place]) return;
        sums_[place] += odds(number, numbers[of]) - odds(number, before_[of]);
      });
    }
  }
  sums_.resize(numbers.size());
  for (const std::size_t place : changed) {
    sums_[place] = 0;
    for_each_other(
        place, [&](std::size_t other) { sums_[place] += odds(numbers[place], numbers[other]); });
  }
}

Unfairness Aim::Unfairnesses::of(const Numbers& numbers) {
  Unfairness sum;
  const bool meet_each_other = aim_.field.empty();
  const bool by_sums = meet_each_other && aim_.even_for == EvenFor::mean;
  const std::size_t counted = aim_.counted();
  if (by_sums && counted > 1) add_up(numbers);
  before_ = numbers;
  for (std::size_t place = 0; place < numbers.size() && !(meet_each_other && counted < 2);
       ++place) {
    const std::size_t unit = place / aim_.budgets_;
    if (!aim_.counts[unit] || aim_.watch_.stopped()) continue;
    const double odds =
        by_sums ? sums_[place] / static_cast<double>(counted - 1)
                : aim_.odds(unit, numbers, place % aim_.budgets_, Whom::counted).of_beating.value;
    sum.add(aim_.off(odds), aim_.within);
  }
  for (const Wish& wish : aim_.wishes) {
    const Odds odds = aim_.contest_.odds(numbers[wish.unit], numbers[wish.other]);
    sum.add(wish.off(odds.of_beating.value), aim_.within_of(wish));
  }
  return sum;
}

double Aim::seconds_to_rate() const {
  if (even_for == EvenFor::mean) return 0;
  return 3e-5 + 1e-5 * static_cast<double>(units());
}

void Aim::add_pairs(const Numbers& numbers, const Numbers& before,
                    std::vector<Contest::Pair>& pairs) const {
  const auto is_new = [&](std::size_t place) {
    return before.empty() || before[place] != numbers[place];
  };
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    if (!counts[place / budgets_] || !is_new(place)) continue;
    const std::size_t number = numbers[place];
    for (const std::size_t other : field) pairs.emplace_back(number, other);
    if (!field.empty()) continue;
    for (std::size_t other = place % budgets_; other < numbers.size(); other += budgets_) {
      // Two that are new meet once.
      if (other == place || !counts[other / budgets_] || (is_new(other) && other > place)) continue;
      pairs.emplace_back(number, numbers[other]);
    }
  }
}

}  // namespace warodds
