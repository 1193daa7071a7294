// Laws of battles, and best play of sides of several units.
#pragma once

#include <functional>

#include "core/answer/answer.h"
#include "core/answer/best_play_answer.h"
#include "core/answer/engine.h"
#include "core/play/battle.h"

namespace warodds::exact {

class LineupCache;

struct SolveOptions {
  /// Called now and then with the share of the work done. What it throws ends the battle.
  std::function<void(double)> progress = {};
  LineupCache* lineups = nullptr;  ///< shared by battles that may roll the same dice
};

/// The exact outcome. The distribution of rounds ends where less than 1e-12 is left. Throws
/// TooLarge where a side plays by a policy that only dice can play.
Answer battle(const BattleQuestion& question, const SolveOptions& options);

}  // namespace warodds::exact
