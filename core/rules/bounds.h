// How large the counts of a fight can become: the player of a rule that knows of each random step
// only its least and its greatest result. It says how much room an exact law needs and what that
// will cost, how wide the lanes of the simulator must be, and whether an attack can do anything.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rules/chance.h"

namespace warodds {

/// A range that holds every value a count can take, and the largest number met on the way to it.
class Bounds {
 public:
  /// Numbers beyond this are not told apart.
  static constexpr std::int64_t enough = std::int64_t{1} << 40;

  constexpr Bounds() = default;
  /// Throws std::logic_error for a number below 0.
  Bounds(int value) : Bounds(value, value, value) {}  // NOLINT: a number is a range
  Bounds(std::int64_t least, std::int64_t most, std::int64_t peak);

  std::int64_t least() const { return least_; }
  std::int64_t most() const { return most_; }
  std::int64_t peak() const { return peak_; }
  /// How many values there are.
  double width() const { return static_cast<double>(most_ - least_) + 1; }

  // The arithmetic of count.h.
  friend Bounds operator+(const Bounds& a, const Bounds& b);
  friend Bounds operator*(const Bounds& a, const Bounds& b);
  friend Bounds smaller(const Bounds& a, const Bounds& b);
  friend Bounds larger(const Bounds& a, const Bounds& b);
  friend Bounds minus(const Bounds& a, const Bounds& b);
  friend Bounds look_up(const std::vector<int>& table, const Bounds& at);

 private:
  std::int64_t least_ = 0;
  std::int64_t most_ = 0;
  std::int64_t peak_ = 0;
};

/// Hears of every step of a rule, whoever wants to add something up.
class BoundsListener {
 public:
  virtual ~BoundsListener() = default;

  virtual void rolled(const Bounds& /*dice*/, const Target&) {}
  virtual void lined_up(const Lineup&, const LineupHits<Bounds>&) {}
  virtual void saved(const Bounds& /*dice*/, const Bounds& /*felt*/) {}
  virtual void reported(Side, int /*what*/, const Bounds&) {}
};

/// The Chance of bounds.
class BoundsChance {
 public:
  using Count = Bounds;

  /// What a random step gives: all results at once, as a range; or one end of the range, the first
  /// time the least. With ends, counts that depend on each other are not taken for independent, but
  /// only what rises or falls with every step has its extremes among them. A lineup has no hits, or
  /// as many of one side as are left by those of the other.
  enum class Gives { ranges, ends };

  /// `listener` may be null.
  explicit BoundsChance(BoundsListener* listener = nullptr, Gives gives = Gives::ranges)
      : listener_(listener), gives_(gives) {}

  Bounds successes(const Bounds& n, const Target& target);
  LineupHits<Bounds> lineup(const Lineup& lineup);
  Bounds saves(const Bounds& n, const SaveQueue& queue) { return saves_after(0, n, queue); }
  Bounds saves_after(const Bounds& wounds, const Bounds& n, const SaveQueue& queue);
  void report(Side side, int what, const Bounds& count);

  /// Goes on to the next combination of ends: the rule is to be played again. False when all have
  /// been played, or too many.
  bool next();

 private:
  /// A step that gives these results.
  Bounds step(const Bounds& results);
  /// Which of so many ends the step that is now played gives.
  int turn(int ends);

  BoundsListener* listener_;
  Gives gives_;
  struct Turn {
    int at;
    int ends;
  };
  std::vector<Turn> turns_;  ///< of each step played
  std::size_t played_ = 0;
};

}  // namespace warodds
