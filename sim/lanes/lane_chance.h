// The random steps of core/rules/chance.h with physical dice, for 64 trials at once.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/rules/chance.h"
#include "core/rules/reroll_choice.h"
#include "sim/lanes/lanes.h"
#include "sim/lanes/levels.h"
#include "sim/random/dice.h"

namespace warodds::sim {

/// Room for what a system reports; ExtentListener checks it.
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

  Dice& dice() { return dice_; }

  /// What a trial reports more than once adds up.
  void report(Side side, int what, const Count& count) {
    assert(static_cast<std::size_t>(what) < most_reports);
    Report& report = reports_[side][static_cast<std::size_t>(what)];
    if (report.is_new) {
      report.sum = count;
    } else {
      report.sum = report.sum + count;
    }
    report.is_new = false;
  }
  /// What has been reported since the last call. Valid until something is reported.
  const Count& take_reported(Side side, int what) {
    Report& report = reports_[side][static_cast<std::size_t>(what)];
    if (report.is_new) report.sum = 0;
    report.is_new = true;
    return report.sum;
  }

 private:
  /// [f]: dice that show f or more, 1..7.
  using AtLeast = std::array<Count, pool_rows>;
  /// Which faces are compared with which in a lineup; worked out once for each.
  struct Comparison {
    explicit Comparison(const Lineup& lineup);

    Lineup lineup;
    PerSide<LineupTerms> terms;
    std::size_t final_six;  ///< the lowest face of the attacker that ends as a six or more
    std::shared_ptr<const RerollChoice> choice;  ///< null where nobody chooses
  };

  /// Throws n dice. `Number`: int, or Count where the lanes throw different numbers of dice.
  template <class Number>
  void roll(const Number& n, AtLeast& pool);
  /// Throws so many more dice of a pool.
  template <class Number>
  void roll_more(const Number& n, AtLeast& at_least);
  /// Throw those dice of a pool again that are to be.
  void force_rerolls(const Pool& pool, AtLeast& at_least);
  void reroll_own(const Pool& pool, AtLeast& at_least);
  /// The same for a side, where somebody chooses.
  void reroll_chosen(Side side, const Count& natural_sixes);
  /// Sets the hits of one side of a lineup.
  void pair(const LineupTerms& terms, const AtLeast& own, const AtLeast& other, Count& hits) const;
  template <class Number>
  Count successes_of(const Number& n, const Target& target);
  Count felt_wounds(Count& left, const Count& room, const SaveQueue::Place& place);

  const Kernels& kernels_ = kernels();
  Dice dice_;
  Comparison comparison_{Lineup{}};
  PerSide<AtLeast> pools_;  ///< of the last lineup
  struct Report {
    Count sum;
    bool is_new = true;  ///< nothing has been reported since it was taken
  };
  PerSide<std::array<Report, most_reports>> reports_;
};

extern template class LaneChance<std::uint8_t>;
extern template class LaneChance<std::uint32_t>;

}  // namespace warodds::sim
