// The random steps of core/rules/chance.h with physical dice, for 64 trials at once.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rules/chance.h"
#include "sim/lanes/lanes.h"
#include "sim/random/dice.h"

namespace warodds::sim {

/// Room for what a system reports; BoundsChance checks it.
inline constexpr std::size_t most_reports = 8;

/// T: std::uint8_t or std::uint32_t, see Lanes.
template <class T>
class LaneChance {
 public:
  using Count = Lanes<T>;

  /// Starts with the dice of a chunk; nothing is reported yet.
  void restart(std::uint64_t seed, std::uint64_t chunk);

  Count successes(int n, const Target& target);
  Count successes(const Count& n, const Target& target);
  LineupHits<Count> lineup(const Lineup& lineup);
  Count saves(const Count& n, const SaveQueue& queue) { return saves_after(Count(), n, queue); }
  Count saves_after(const Count& wounds, const Count& n, const SaveQueue& queue);

  /// Throws one die of a number of sides, for every trial. Valid until the next throw.
  const Faces& roll(int sides) { return dice_.roll(sides); }

  /// What a trial reports more than once adds up.
  void report(Side side, int what, const Count& count) {
    assert(static_cast<std::size_t>(what) < most_reports);
    Count& sum = reported_[side][static_cast<std::size_t>(what)];
    sum = sum + count;
  }
  /// What has been reported since the last call.
  Count take_reported(Side side, int what) {
    return std::exchange(reported_[side][static_cast<std::size_t>(what)], Count());
  }

 private:
  /// [f]: dice that show f or more, 1..7.
  using AtLeast = std::array<Count, 8>;
  /// Which faces are compared with which in a lineup; worked out once for each.
  struct Comparison {
    explicit Comparison(const Lineup& lineup);

    /// The dice of the side that show a certain value. Faces: 1..7, see AtLeast.
    struct Term {
      std::size_t face;      ///< its dice that show at least the value: of this face or higher
      std::size_t higher;    ///< ... and more than the value
      std::size_t opposing;  ///< the enemy's dice that show at least the value
      bool paired;           ///< only dice with a partner can hit
    };
    Lineup lineup;
    PerSide<std::vector<Term>> terms;
    int smaller_pool;
    std::size_t final_six;  ///< the lowest face of the attacker that ends as a six or more
  };

  AtLeast roll_pool(const Pool& pool, Count& natural_sixes);
  void roll_into(AtLeast& at_least, int n);
  void roll_into(AtLeast& at_least, const Count& n);
  Count felt_wounds(Count& left, const Count& capacity, const SaveQueue::Place& place);

  static Count pair_hits(const std::vector<typename Comparison::Term>& terms, const AtLeast& own,
                         const AtLeast& other, int smaller_pool);

  Dice dice_;
  Comparison comparison_{Lineup{}};
  PerSide<std::array<Count, most_reports>> reported_;
};

extern template class LaneChance<std::uint8_t>;
extern template class LaneChance<std::uint32_t>;

}  // namespace warodds::sim
