// How large the counts of a fight can become: the rule played with ranges instead of numbers. It
// decides how wide the lanes of the simulation must be, how large the tallies, and how much work a
// trial is.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/rules/chance.h"

namespace warodds::sim {

/// A range that holds every value a count can take, and the largest number met on the way to it.
class Bounds {
 public:
  /// Numbers beyond this are not told apart.
  static constexpr std::int64_t enough = std::int64_t{1} << 40;

  Bounds() : Bounds(0) {}
  Bounds(int value) : Bounds(value, value, value) {}
  Bounds(std::int64_t least, std::int64_t most, std::int64_t peak);

  std::int64_t least() const { return least_; }
  std::int64_t most() const { return most_; }
  std::int64_t peak() const { return peak_; }

  // The arithmetic of core/rules/count.h.
  friend Bounds operator+(const Bounds& a, const Bounds& b);
  friend Bounds operator*(const Bounds& a, const Bounds& b);
  friend Bounds smaller(const Bounds& a, const Bounds& b);
  friend Bounds larger(const Bounds& a, const Bounds& b);
  friend Bounds minus(const Bounds& a, const Bounds& b);
  friend Bounds look_up(const std::vector<int>& table, const Bounds& index);

 private:
  std::int64_t least_;
  std::int64_t most_;
  std::int64_t peak_;
};

/// The random steps of core/rules/chance.h, done with ranges.
class BoundsChance {
 public:
  using Count = Bounds;

  Bounds successes(const Bounds& n, const Target& target);
  LineupHits<Bounds> lineup(const Lineup& lineup);
  Bounds saves(const Bounds& n, const SaveQueue& queue);
  Bounds saves_after(const Bounds& /*wounds*/, const Bounds& n, const SaveQueue& queue) {
    return saves(n, queue);
  }
  /// Throws std::logic_error when there are more reports than LaneChance has room for.
  void report(Side side, int what, const Bounds& count);

  /// The most dice a trial can need.
  std::int64_t dice() const { return dice_; }
  /// What is reported, by side.
  const PerSide<std::map<int, Bounds>>& reported() const { return reported_; }

 private:
  void roll(std::int64_t dice);

  std::int64_t dice_ = 0;
  PerSide<std::map<int, Bounds>> reported_;
};

/// What the simulator must know of a fight before it starts.
struct Extent {
  PerSide<std::int64_t> most_damage;
  PerSide<std::map<int, std::int64_t>> most_reported;
  std::int64_t peak = 0;  ///< no count of the fight exceeds it
  std::int64_t dice = 0;  ///< no trial throws more
};

}  // namespace warodds::sim
