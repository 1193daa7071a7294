// What is answered: the numbers of a fight, whichever engine they come from.
#pragma once

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/numbers.h"
#include "cli/question.h"
#include "core/rules/side.h"
#include "exact/dice/lineup_cache.h"

namespace warodds::cli {

/// What one side does to the other.
struct SideAnswer {
  Series hits;
  std::vector<Series> extra;  ///< e.g. wounds before saves
  Series damage;
  Series kills;
  Number destroyed;
  std::optional<Number> knockback;
  std::optional<Number> damage_per_order_point;
  bool deals_any = false;  ///< false: this side can do nothing

  /// hits, the extra ones, damage, kills.
  std::vector<const Series*> series() const;
};

struct Answer {
  EngineReport engine;
  PerSide<SideAnswer> deals;
  std::optional<Eigen::ArrayXXd> joint_damage;  ///< rows: attacker's damage
  std::vector<std::string> remarks;
};

/// The part of a fight that does not depend on the system.
const FightFacts& facts_of(const AnyFight& fight);

/// Simulates the fight as the command line asks.
sim::Simulation simulate_fight(const Question& question, const Arguments& arguments,
                               const std::atomic<bool>* stop);

/// Any fight with the engine asked for; `lineups` may be shared with other fights.
Answer answer_fight(const AnyFight& fight, const Arguments& arguments,
                    const std::atomic<bool>* stop, Progress* progress,
                    exact::LineupCache* lineups = nullptr);

/// Computes the fight with the engine asked for. `stop` ends a simulation early.
/// Throws NoAnswer when --engine exact was asked for and would take longer than the time limit.
Answer answer_fight(const Question& question, const Arguments& arguments,
                    const std::atomic<bool>* stop);

}  // namespace warodds::cli
