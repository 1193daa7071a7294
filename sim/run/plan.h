// A fight made ready for the simulator: what can come of it, and how to play 64 trials of it.
// This is the only place in sim/ that sees a combat system, and it sees no more than the stages.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/answer/told.h"
#include "core/rules/amount.h"
#include "core/rules/fight.h"
#include "core/rules/mixture.h"
#include "core/systems/systems.h"
#include "sim/lanes/lane_chance.h"
#include "sim/run/extent.h"

namespace warodds::sim {

/// What is rolled before an attack, and which fight it leads to (see core/rules/mixture.h).
struct Rolls {
  std::vector<Amount> amounts;
  std::vector<int> fight_of;
  std::size_t fights = 1;
};

/// Rolls all amounts for every trial: how many trials play each fight. Trials that have rolled the
/// same play the same one, so they are told apart first and then played fight by fight.
std::vector<std::uint64_t> trials_of_fights(Dice& dice, const Rolls& rolls, std::uint64_t trials);

/// Plays 64 trials: sets the damage each side deals, whatever the exchange was before.
template <class T>
using Play = std::function<void(LaneChance<T>&, Exchange<Lanes<T>>&)>;

struct Plan {
  Extent extent;
  FightFacts facts;
  Answer blank;  ///< what is known without dice
  Rolls rolls;   ///< which fight a trial plays
  /// One play for each fight. Byte lanes where all counts fit, 32-bit lanes elsewhere.
  std::variant<std::vector<Play<std::uint8_t>>, std::vector<Play<std::uint32_t>>> plays;
};

template <class T, class Fight>
std::vector<Play<T>> plays_of(const std::vector<Fight>& fights) {
  std::vector<Play<T>> plays;
  for (const Fight& fight : fights) {
    const auto copy = std::make_shared<const Fight>(fight);
    plays.push_back([copy, tracks = tracks_of<LaneChance<T>>(*copy)](LaneChance<T>& chance,
                                                                     Exchange<Lanes<T>>& exchange) {
      play_tracks(chance, *copy, tracks, exchange);
    });
  }
  return plays;
}

/// `Fight` is a system's Fight, or any type that has what one has: FightFacts, System,
/// System::tracks.
template <class Fight>
Plan make_plan(const Mixture<Fight>& fights) {
  Plan plan;
  plan.extent = extent_of(fights);
  plan.facts = fights.any();
  plan.blank = begin_answer(fights.any());
  plan.rolls = {fights.amounts(), fights.fight_of(), fights.fights().size()};
  if (plan.extent.peak <= std::numeric_limits<std::uint8_t>::max()) {
    plan.plays = plays_of<std::uint8_t>(fights.fights());
  } else {
    plan.plays = plays_of<std::uint32_t>(fights.fights());
  }
  return plan;
}

/// A fight without random amounts.
template <class Fight>
requires std::derived_from<Fight, FightFacts> Plan make_plan(const Fight& fight) {
  return make_plan(Mixture<Fight>(fight));
}

/// The plan of a fight of any system.
Plan make_plan(const AnyFight& fight);

}  // namespace warodds::sim
