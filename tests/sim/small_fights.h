// Fights of one or two stages, stated like those of core/systems, for tests of the simulator
// itself.
#pragma once

#include <array>
#include <vector>

#include "core/systems/system.h"

namespace warodds::testing {

/// Dice to hit, hits to wound, wounds on models with saves; a die of the other side is looked up by
/// the damage. One track.
struct Chain {
  enum Reported { reported_hits, reported_wounds };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}, ReportSpec{"wounds", "wounds"}};

  struct Fight : FightFacts {
    using System = Chain;
    int dice = 0;
    Target hit;
    Target wound;
    SaveQueue saves;
    std::vector<int> answer{0};  ///< dice of the defender after so much damage
  };

  template <Chance C>
  static void attack(C& chance, const Fight& fight, const Stage<C, Fight>&,
                     Exchange<typename C::Count>& exchange) {
    const auto hits = chance.successes(fight.dice, fight.hit);
    chance.report(Side::attacker, Reported::reported_hits, hits);
    exchange.in_hand = chance.successes(hits, fight.wound);
    chance.report(Side::attacker, Reported::reported_wounds, exchange.in_hand);
  }

  template <Chance C>
  static void save(C& chance, const Fight& fight, const Stage<C, Fight>&,
                   Exchange<typename C::Count>& exchange) {
    exchange.damage.attacker = chance.saves(exchange.in_hand, fight.saves);
    const auto dice = look_up(fight.answer, exchange.damage.attacker);
    exchange.damage.defender = chance.successes(dice, fight.hit);
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{attack<C>}, {save<C>}}};
  }
};

/// A lineup, its hits reported and dealt; and, if `each` dice are given, a track for each side
/// besides.
struct Duel {
  enum Reported { reported_hits, reported_wounds };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}, ReportSpec{"wounds", "wounds"}};

  struct Fight : FightFacts {
    using System = Duel;
    Lineup lineup;
    int each = 0;
    Target hit;
  };

  template <Chance C>
  static void compare(C& chance, const Fight& fight, const Stage<C, Fight>&,
                      Exchange<typename C::Count>& exchange) {
    const auto hits = chance.lineup(fight.lineup);
    chance.report(Side::attacker, Reported::reported_hits, hits.attack);
    chance.report(Side::defender, Reported::reported_hits, hits.defence);
    exchange.damage = {hits.attack, hits.defence};
  }

  template <Chance C>
  static void roll(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                   Exchange<typename C::Count>& exchange) {
    exchange.damage[stage.side] = chance.successes(fight.each, fight.hit);
    chance.report(stage.side, Reported::reported_hits, exchange.damage[stage.side]);
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight& fight) {
    std::vector<Track<C, Fight>> tracks{{{compare<C>}}};
    if (fight.each == 0) return tracks;
    for (const Side side : both_sides) tracks.push_back({{roll<C>, side}});
    return tracks;
  }
};

}  // namespace warodds::testing
