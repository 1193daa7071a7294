// What a fight can lead to at the very most: the rule played with the lowest and the highest result
// of each random step. Damage rises or falls with every step, so the largest damage is among these.
#pragma once

#include <algorithm>
#include <vector>

#include "core/rules/chance.h"

namespace warodds::sim {

/// The random steps of core/rules/chance.h. next() goes on to the next combination of extremes.
class ExtremesChance {
 public:
  using Count = int;

  int successes(int n, const Target& target) {
    return one_of(target.faces == target.sides ? n : 0, target.faces == 0 ? 0 : n);
  }

  LineupHits<int> lineup(const Lineup& lineup) {
    const auto& [attack, defence, phantom, critical, defence_hits] = lineup;
    const int sixes =
        critical.judged == Critical::Judged::natural || final(attack, 6) >= 6 ? attack.dice : 0;
    const int most = hits(attack, defence, phantom) + critical.hits(sixes);
    return {one_of(0, most), one_of(0, defence_hits ? hits(defence, attack, phantom) : 0)};
  }

  int saves(int n, const SaveQueue& queue) {
    int vulnerable = 0;
    for (const SaveQueue::Place& place : queue.places) {
      const bool safe =
          place.save.faces == place.save.sides || place.ignore.faces == place.ignore.sides;
      if (safe && place.capacity > 0) break;  // the wounds end here
      vulnerable += place.capacity;
    }
    return one_of(0, std::min(n, vulnerable));
  }

  int saves_after(int wounds, int n, const SaveQueue& queue) {
    return saves(n, queue.after(wounds));
  }

  void report(Side, int, int) {}

  /// False when all combinations have been played, or too many.
  bool next() {
    constexpr std::size_t most_steps = 12;
    taken_ = 0;
    while (!high_.empty() && high_.back()) high_.pop_back();
    if (high_.empty() || high_.size() > most_steps) return false;
    high_.back() = true;
    return true;
  }

 private:
  int one_of(int low, int high) {
    if (low == high) return low;
    if (taken_ == high_.size()) high_.push_back(false);
    return high_[taken_++] ? high : low;
  }

  static int final(const Pool& pool, int shown) {
    return std::min(std::max(shown + pool.adjustment, 0), pool.cap);
  }

  /// All own dice show sixes and all others ones.
  static int hits(const Pool& own, const Pool& other, int phantom) {
    const int pairs = std::min(own.dice, other.dice);
    const int best = final(own, 6);
    return (best > final(other, 1) ? pairs : 0) + (best > phantom ? own.dice - pairs : 0);
  }

  std::vector<bool> high_;
  std::size_t taken_ = 0;
};

}  // namespace warodds::sim
