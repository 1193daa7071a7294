// What the simulator must know of a fight before it starts: how wide its lanes must be, how large
// its tallies, and how much work a trial is.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>

#include "core/rules/bounds.h"
#include "core/rules/fight.h"
#include "core/rules/mixture.h"

namespace warodds::sim {

struct Extent {
  PerSide<std::int64_t> most_damage;
  PerSide<std::map<int, std::int64_t>> most_reported;
  std::int64_t peak = 0;  ///< no count of the fight exceeds it
  std::int64_t dice = 0;  ///< no trial throws more
};

/// The tracks of a fight under a Chance.
template <Chance C, class Fight>
auto tracks_of(const Fight& fight) {
  return Fight::System::template tracks<C>(fight);
}

/// Plays all tracks. Each starts from nothing; the damage of all adds up.
template <Chance C, class Fight, class Tracks>
void play_tracks(C& chance, const Fight& fight, const Tracks& tracks,
                 Exchange<typename C::Count>& exchange) {
  const auto play = [&](const auto& track) {
    exchange.in_hand = 0;
    for (const Side side : both_sides) exchange.damage[side] = 0;
    for (const auto& stage : track) stage.play(chance, fight, stage, exchange);
  };
  if (tracks.size() == 1) return play(tracks.front());
  PerSide<typename C::Count> damage{0, 0};
  for (const auto& track : tracks) {
    play(track);
    for (const Side side : both_sides) damage[side] = damage[side] + exchange.damage[side];
  }
  exchange.damage = damage;
}

/// Counts the dice of a trial and adds up what it reports, at most.
class ExtentListener : public BoundsListener {
 public:
  void rolled(const Bounds& dice, const Target&) override;
  /// Throws NoAnswer where somebody chooses, but choices cannot be found.
  void lined_up(const Lineup& lineup, const LineupHits<Bounds>&) override;
  void saved(const Bounds& dice, const Bounds& felt) override;
  /// Throws std::logic_error when there are more reports than LaneChance has room for.
  void reported(Side side, int what, const Bounds& count) override;

  std::int64_t dice = 0;
  PerSide<std::map<int, Bounds>> reports;
};

/// Adds what one more fight can come to.
void extend(Extent& extent, const ExtentListener& heard, const PerSide<Bounds>& damage);

template <class Fight>
Extent extent_of(const Mixture<Fight>& fights) {
  Extent extent;
  for (const Fight& fight : fights.fights()) {
    ExtentListener heard;
    BoundsChance chance(&heard);
    Exchange<Bounds> exchange;
    play_tracks(chance, fight, tracks_of<BoundsChance>(fight), exchange);
    extend(extent, heard, exchange.damage);
  }
  return extent;
}

/// Of a fight without random amounts.
template <class Fight>
requires std::derived_from<Fight, FightFacts> Extent extent_of(const Fight& fight) {
  return extent_of(Mixture<Fight>(fight));
}

/// The most damage that each side can deal: damage rises or falls with every random step.
template <class Fight>
PerSide<int> most_damage_of(const Mixture<Fight>& fights) {
  PerSide<int> most;
  for (const Fight& fight : fights.fights()) {
    BoundsChance chance(nullptr, BoundsChance::Gives::ends);
    const auto tracks = tracks_of<BoundsChance>(fight);
    Exchange<Bounds> exchange;
    do {
      play_tracks(chance, fight, tracks, exchange);
      for (const Side side : both_sides) {
        most[side] = std::max(most[side], static_cast<int>(exchange.damage[side].most()));
      }
    } while (chance.next());
  }
  return most;
}

}  // namespace warodds::sim
