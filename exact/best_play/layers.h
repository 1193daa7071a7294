// The values of a game, by turns left and by the damage that both sides have taken.
#pragma once

#include <Eigen/Core>
#include <map>
#include <utility>

#include "core/play/game.h"
#include "core/rules/choice.h"
#include "core/threads/patience.h"

namespace warodds::exact {

/// Turns left to the attacker and to the defender.
using Turns = std::pair<int, int>;

/// Values of all standpoints with the same turns left, secured by each side: row: damage taken by
/// A, column: by B.
struct Layer {
  Eigen::MatrixXd low;
  Eigen::MatrixXd high;
};

using Layers = std::map<Turns, Layer>;

inline double& value(Layers& layers, const Standpoint& at, Eigen::MatrixXd Layer::*bound) {
  return (layers.at({at.turns.attacker, at.turns.defender}).*bound)(at.taken.attacker,
                                                                    at.taken.defender);
}

/// Layers that hold what is known of standpoints where the game is over.
template <class System>
Layers layers_of(const Game<System>& game) {
  const Eigen::Index rows = game.capacity(Side::attacker) + 1;
  const Eigen::Index columns = game.capacity(Side::defender) + 1;
  Layers layers;
  const auto add = [&](const PerSide<int>& turns) {
    Eigen::MatrixXd end(rows, columns);
    for (Eigen::Index a = 0; a < rows; ++a) {
      check_patience();
      for (Eigen::Index b = 0; b < columns; ++b) {
        end(a, b) = game.worth_of_end({turns, {static_cast<int>(a), static_cast<int>(b)}});
      }
    }
    layers[{turns.attacker, turns.defender}] = {end, end};
  };
  for (const PerSide<int>& turns : game.all_turns()) add(turns);
  for (int d = 0; d <= game.start().turns.defender; ++d) add({0, d});
  add({Game<System>::moved_away, 0});
  return layers;
}

}  // namespace warodds::exact
