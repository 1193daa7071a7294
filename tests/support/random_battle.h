// Random battles that the rules allow.
#pragma once

#include <cstdint>
#include <utility>

#include "core/play/battle.h"
#include "core/text/error.h"
#include "tests/support/random_matchup.h"

namespace warodds::testing {

/// Random battles of a handful of dice and figures.
template <class System>
class RandomBattles {
 public:
  explicit RandomBattles(std::uint64_t seed) : matchups_(Size::handful, seed) {}

  /// The next that the rules allow.
  std::pair<Matchup<System>, Battle<System>> next() {
    for (;;) {
      Matchup<System> matchup = matchups_.next();
      try {
        Battle<System> battle(matchup.units.attacker, matchup.units.defender, matchup.situation);
        return {std::move(matchup), std::move(battle)};
      } catch (const NoAnswer&) {
        continue;
      } catch (const InputError&) {
        continue;
      }
    }
  }

 private:
  RandomMatchups<System> matchups_;
};

}  // namespace warodds::testing
