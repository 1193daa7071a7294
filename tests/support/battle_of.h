// Battles written in a test as users write them, with all that can be said of their settings.
#pragma once

#include <string>

#include "core/play/matchup.h"
#include "tests/support/matchup_of.h"

namespace warodds::testing {

/// "phantom=3;reply.mode=ranged;hindered=2*3,0" for the situation.
template <class System>
Battle<System> said_battle(const std::string& attacker, const std::string& defender,
                           const std::string& situation) {
  const Matchup<System> of = matchup_of<System>(attacker, defender);
  warodds::Matchup matchup(SidesOf<System>(of.units, of.situation));
  for (const std::string& assignment : split(situation, ';')) {
    if (assignment.empty()) continue;
    const std::size_t equals = assignment.find('=');
    matchup.set_situation({assignment.substr(0, equals), assignment.substr(equals + 1), "test"},
                          {UsedIn::battles, "battle"});
  }
  return std::get<Battle<System>>(matchup.battle());
}

}  // namespace warodds::testing
