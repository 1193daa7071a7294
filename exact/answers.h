// What the exact engine answers: the distribution of everything that is told, and best play.
#pragma once

#include <functional>

#include "core/answer/engine.h"

namespace warodds::exact {

class LineupCache;

struct Options {
  /// Called now and then with the share of the work done. What it throws ends it.
  std::function<void(double)> progress = {};
  LineupCache* lineups = nullptr;  ///< shared by what may roll the same dice
};

/// The exact outcome, good to about 1e-13 relative. Probabilities below about 1e-300 are lost.
/// `lineups` as Options has them.
Answer fight(const FightQuestion& question, LineupCache* lineups = nullptr);
Answer sequence(const SequenceQuestion& question, const Options& options);
/// The distribution of rounds ends where less than 1e-12 is left. Throws TooLarge where a side
/// plays by a policy that only dice can play.
Answer battle(const BattleQuestion& question, const Options& options);

/// Best play of one unit a side: what a battle is worth and the strategies that secure it. Throws
/// NoAnswer when it would not fit into memory.
Solution solve(const BestPlayQuestion& question, const Options& options);

}  // namespace warodds::exact
