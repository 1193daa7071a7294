// A fight made ready for the simulator: what can come of it, and how to play 64 trials of it.
// This is the only place in sim/ that sees a combat system, and it sees no more than the stages.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/answer/fight_answer.h"
#include "core/rules/fight.h"
#include "core/systems/systems.h"
#include "sim/lanes/lane_chance.h"
#include "sim/run/bounds.h"
#include "sim/run/extremes.h"

namespace warodds::sim {

/// Plays 64 trials and returns the damage each side deals.
template <class T>
using Play = std::function<PerSide<Lanes<T>>(LaneChance<T>&)>;

struct Plan {
  Extent extent;
  PerSide<Casualties> casualties;  ///< who falls on each side
  PerSide<std::vector<std::string>> kinds;
  FightAnswer blank;  ///< what is known without dice
  /// Byte lanes where all counts fit, 32-bit lanes elsewhere.
  std::variant<Play<std::uint8_t>, Play<std::uint32_t>> play;
};

/// The tracks of a fight under `Chance`.
template <class Chance, class Fight>
auto tracks_of(const Fight& fight) {
  return Fight::System::template tracks<Chance>(fight);
}

/// Plays all tracks. Each starts from nothing; the damage of all adds up.
template <class Chance, class Fight, class Tracks>
PerSide<typename Chance::Count> play_tracks(Chance& chance, const Fight& fight,
                                            const Tracks& tracks) {
  using Count = typename Chance::Count;
  PerSide<Count> damage{Count(0), Count(0)};
  for (const auto& track : tracks) {
    Exchange<Count> exchange{};
    for (const auto& stage : track) stage.play(chance, fight, stage, exchange);
    for (const Side side : both_sides) damage[side] = damage[side] + exchange.damage[side];
  }
  return damage;
}

template <class Fight>
Extent extent_of(const Fight& fight) {
  BoundsChance chance;
  const PerSide<Bounds> damage = play_tracks(chance, fight, tracks_of<BoundsChance>(fight));
  Extent extent;
  extent.dice = chance.dice();
  for (const Side side : both_sides) {
    extent.most_damage[side] = damage[side].most();
    extent.peak = std::max(extent.peak, damage[side].peak());
    for (const auto& [what, bounds] : chance.reported()[side]) {
      extent.most_reported[side][what] = bounds.most();
      extent.peak = std::max(extent.peak, bounds.peak());
    }
  }
  return extent;
}

/// The most damage that each side can deal.
template <class Fight>
PerSide<int> most_damage_of(const Fight& fight) {
  ExtremesChance chance;
  const auto tracks = tracks_of<ExtremesChance>(fight);
  PerSide<int> most;
  do {
    const PerSide<int> damage = play_tracks(chance, fight, tracks);
    for (const Side side : both_sides) most[side] = std::max(most[side], damage[side]);
  } while (chance.next());
  return most;
}

template <class T, class Fight>
Play<T> play_of(const std::shared_ptr<const Fight>& fight) {
  return [fight, tracks = tracks_of<LaneChance<T>>(*fight)](LaneChance<T>& chance) {
    return play_tracks(chance, *fight, tracks);
  };
}

/// `Fight` is a system's Fight, or any type that has what one has: FightFacts, System,
/// System::tracks.
template <class Fight>
Plan make_plan(const Fight& fight) {
  const auto copy = std::make_shared<const Fight>(fight);
  Plan plan;
  plan.extent = extent_of(fight);
  plan.casualties = fight.casualties;
  plan.kinds = fight.kinds;
  plan.blank = begin_answer(fight);
  if (plan.extent.peak <= std::numeric_limits<std::uint8_t>::max()) {
    plan.play = play_of<std::uint8_t>(copy);
  } else {
    plan.play = play_of<std::uint32_t>(copy);
  }
  return plan;
}

/// The plan of a fight of any system.
Plan make_plan(const AnyFight& fight);

}  // namespace warodds::sim
