// A fight played with ranges instead of numbers: what every count can be at most, and with that the
// room and the time that the exact laws will need.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/rules/chance.h"
#include "exact/dice/lineup.h"

namespace warodds::exact {

/// All whole numbers from lo to hi.
struct Range {
  int lo = 0;
  int hi = 0;

  constexpr Range() = default;
  constexpr Range(int value) : lo(value), hi(value) {}  // NOLINT: a number is a range
  constexpr Range(int low, int high) : lo(low), hi(high) {}
  double width() const { return hi - lo + 1.0; }
};

constexpr Range operator+(Range a, Range b) { return {a.lo + b.lo, a.hi + b.hi}; }
constexpr Range operator*(Range a, Range b) { return {a.lo * b.lo, a.hi * b.hi}; }
constexpr Range smaller(Range a, Range b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
constexpr Range larger(Range a, Range b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
constexpr Range minus(Range a, Range b) {
  return {std::max(a.lo - b.hi, 0), std::max(a.hi - b.lo, 0)};
}
inline Range look_up(const std::vector<int>& table, Range at) {
  const int last = static_cast<int>(table.size()) - 1;
  const auto [low, high] = std::minmax_element(table.begin() + std::min(at.lo, last),
                                               table.begin() + std::min(at.hi, last) + 1);
  return {*low, *high};
}

/// Chance over ranges. Notes, for the stage it plays, how many outcomes each state can have at
/// most.
class RangeChance {
 public:
  using Count = Range;

  Range successes(Range n, const Target& target) {
    if (target.faces == 0) return 0;
    if (target.faces == target.sides) return n;
    outcomes *= binomial_width(n.hi, target.probability());
    return {0, n.hi};
  }

  LineupHits<Range> lineup(const Lineup& lineup) {
    const Range attack{0, lineup.attack.dice + lineup.critical.hits(lineup.attack.dice)};
    const Range defence{0, lineup.defence_hits ? lineup.defence.dice : 0};
    outcomes *= attack.width() * defence.width();
    seconds += predicted_seconds(lineup);
    return {attack, defence};
  }

  Range saves(Range n, const SaveQueue& queue) {
    int capacity = 0;  // up to those whom nothing can hurt
    for (const SaveQueue::Place& place : queue.places) {
      if (place.capacity == 0) continue;  // who is gone shields nobody
      if (place.save.probability() == 1 || place.ignore.probability() == 1) break;
      capacity += place.capacity;
    }
    const Range felt{0, std::min(n.hi, capacity)};
    outcomes *= std::min(felt.width(), binomial_width(n.hi, 0.5));
    return felt;
  }

  Range saves_after(Range /*wounds*/, Range n, const SaveQueue& queue) { return saves(n, queue); }

  void report(Side, int, Range) {}

  double outcomes = 1;
  double seconds = 0;

 private:
  /// Values of n dice that are likely enough to be kept: up to 37 standard deviations to each side
  /// before a double underflows.
  static double binomial_width(int n, double p) {
    return std::min(n + 1.0, 75 * std::sqrt(n * p * (1 - p)) + 40);
  }
};

}  // namespace warodds::exact
