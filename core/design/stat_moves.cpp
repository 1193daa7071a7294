#include "core/design/stat_moves.h"

#include <algorithm>
#include <cmath>

namespace warodds {

std::vector<int> StatMoves::steps(const Moved& from, std::size_t lever) const {
  const Lever& of = levers[lever];
  std::vector<int> there;
  for (const int direction : {1, -1}) {
    if (from.by[lever] * direction < 0) continue;
    const int by = from.by[lever] + direction;
    const int value = of.stat.value + by;
    if (value >= of.least && value <= of.most) there.push_back(by);
  }
  return there;
}

AnyUnit StatMoves::unit_with(std::size_t unit, const std::vector<int>& by) const {
  AnyUnit moved = units[unit];
  for (std::size_t i = 0; i < by.size(); ++i) {
    const Lever& lever = levers[i];
    if (lever.unit != unit || by[i] == 0) continue;
    set_stat(system, moved, lever.stat.key, lever.stat.field.print(lever.stat.value + by[i]));
  }
  return moved;
}

void StatMoves::enter(std::size_t unit, Moved& moved) const {
  moved.numbers[unit] = enter_unit(unit_with(unit, moved.by));
}

void StatMoves::add_pairs(const Moved& moved, std::vector<Contest::Pair>& pairs) const {
  for (std::size_t i = 0; i < moved.numbers.size(); ++i) {
    for (const std::size_t other : others) pairs.emplace_back(moved.numbers[i], other);
    for (std::size_t j = 0; meet_each_other && j < i; ++j) {
      pairs.emplace_back(moved.numbers[i], moved.numbers[j]);
    }
  }
}

Unfairness StatMoves::rate(const Moved& moved) const {
  Unfairness sum;
  if (even_for == EvenFor::choosers) {
    sum = rate_for_choosers(moved);
  } else {
    for (std::size_t i = 0; i < moved.numbers.size(); ++i) {
      sum.add(odds_of(i, moved) - target, within);
    }
  }
  for (const WishedOdds& wish : wishes) {
    const double odds = contest_.odds(moved.numbers[wish.unit], moved.numbers[wish.other]);
    sum.add(odds - wish.odds, within);
  }
  for (const auto& [stronger, weaker] : orders) {
    const double odds = contest_.odds(moved.numbers[stronger], moved.numbers[weaker]);
    sum.add(std::max(0.0, 0.5 - odds), 0);
  }
  return sum;
}

Unfairness StatMoves::rate_for_choosers(const Moved& moved) const {
  Unfairness sum;
  const std::vector<double> shares = contest_.shares_of_choosers(moved.numbers);
  for (const std::size_t number : moved.numbers) {
    // Nobody is better than even against what is chosen.
    const double odds = contest_.mean_odds(number, moved.numbers, shares).of_beating.value;
    sum.add(std::max(0.0, target - odds), within);
  }
  return sum;
}

double StatMoves::odds_of(std::size_t unit, const Moved& moved) const {
  double sum = 0;
  double count = 0;
  const auto take = [&](std::size_t other) {
    sum += contest_.odds(moved.numbers[unit], other);
    ++count;
  };
  for (const std::size_t other : others) take(other);
  for (std::size_t j = 0; meet_each_other && j < moved.numbers.size(); ++j) {
    if (j != unit) take(moved.numbers[j]);
  }
  return count > 0 ? sum / count : 0.5;
}

double StatMoves::seconds_to_rate() const {
  if (even_for == EvenFor::mean) return 0;
  return 3e-5 + 1e-5 * static_cast<double>(units.size());
}

}  // namespace warodds
