// Plays chunks of battles of one unit a side with dice and counts how they go. Battles in the same
// state have the same future, so they are not told apart. All are at the same step of the same
// round, and those in which the same fight is due roll its dice together, 64 at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/ending.h"
#include "core/play/scenario.h"
#include "sim/play/fight_plans.h"
#include "sim/play/lookup.h"
#include "sim/random/dice_table.h"
#include "sim/run/battle_counts.h"

namespace warodds::sim {

/// Battles that are alike.
struct Group {
  Here here;
  std::uint64_t battles = 0;
};
/// In the order in which dice have led to them, so that these do not depend on what a thread has
/// met before.
using Population = std::vector<Group>;

/// What is played, made anew for each thread.
struct Played {
  std::unique_ptr<Scenario> scenario;
  std::unique_ptr<FightPlans> plans;  ///< of the scenario
};

struct PlayerQuestion {
  std::function<Played()> make;
  int last_round = 0;  ///< battles are broken off after it
  Observer observer;
  std::optional<BattleOutcome> outcome;  ///< of the observer's facts
};

/// One thread's player.
class Player {
 public:
  explicit Player(PlayerQuestion question);

  PerSide<AtFirst> at_first();
  /// That a trial of the fights so far may roll.
  std::int64_t most_dice() const { return played_.plans->most_dice(); }

  /// Throws Abandoned when give_up() says so, which is asked often.
  BattleCounts play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                          const std::function<bool()>& give_up);

 private:
  friend class Run;
  /// Starts anew where too much is known.
  void forget();
  Ending ending(const Here& here, BattleEnd how);
  void tell_end(const Here& here, BattleEnd how, int round, std::uint64_t battles,
                BattleCounts& counts);

  PlayerQuestion question_;
  Played played_;
  std::optional<Lookup> lookup_;
  PerSide<int> hit_points_at_first_;
  PerSide<std::vector<double>> told_;
  std::vector<double> values_;
};

}  // namespace warodds::sim
