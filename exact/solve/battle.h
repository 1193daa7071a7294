// Battles of two units, exactly.
#pragma once

#include <functional>

#include "core/answer/battle_answer.h"
#include "core/play/battle.h"

namespace warodds::exact {

class LineupCache;

struct BattleOptions {
  int rounds = 0;  ///< the battle is broken off after so many; 0: it goes to the end
  /// Called now and then with the share of the work done. What it throws ends the battle.
  std::function<void(double)> progress = {};
  LineupCache* lineups = nullptr;  ///< shared by battles that may roll the same dice
  LawsAsked asked = {};
};

/// The exact outcome. The distribution of rounds ends where less than 1e-12 is left.
BattleAnswer battle(const AnyBattle& battle, const BattleOptions& options);

}  // namespace warodds::exact
