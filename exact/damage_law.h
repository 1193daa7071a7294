// The law of the damage that both sides deal in one attack: all that a battle needs of it.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "exact/lineup_cache.h"
#include "exact/play.h"

namespace warodds::exact {

/// P(attacker deals row, defender deals column). `most` is what each side can usefully deal: more
/// counts as that much.
template <class Fight>
Eigen::ArrayXXd damage_law(const Fight& fight, const PerSide<int>& most, LineupCache& lineups) {
  using System = typename Fight::System;
  const auto tracks = System::template tracks<Paths>(fight);
  const auto bounds_tracks = System::template tracks<Bounds>(fight);
  const auto nobody = [](Side, Quantity, int, double) {};

  // A single track may tie the two sides' damage together.
  if (tracks.size() == 1) {
    Eigen::ArrayXXd joint = Eigen::ArrayXXd::Zero(most.attacker + 1, most.defender + 1);
    play(fight, tracks[0], bounds_tracks[0], &lineups, nobody)
        .for_each([&](const Exchange<int>& state, double p) {
          joint(std::min(state.damage.attacker, most.attacker),
                std::min(state.damage.defender, most.defender)) += p;
        });
    return joint;
  }

  // Several deal one side's damage each.
  PerSide<Eigen::VectorXd> damage;
  for (const Side side : both_sides) damage[side] = Eigen::VectorXd::Unit(most[side] + 1, 0);
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Side side = tracks[i].front().side;
    damage[side].setZero();
    play(fight, tracks[i], bounds_tracks[i], &lineups, nobody)
        .for_each([&](const Exchange<int>& state, double p) {
          damage[side][std::min(state.damage[side], most[side])] += p;
        });
  }
  return (damage.attacker * damage.defender.transpose()).array();
}

}  // namespace warodds::exact
