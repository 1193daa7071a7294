// Decisions of who falls (A11b), in the words of the units.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/best_play_answer.h"
#include "core/play/game.h"

namespace warodds {

/// Figures of each group, without those of which there are none; a unit without groups has one, "".
using FiguresByGroup = std::vector<std::pair<std::string, int>>;

/// One way to assign damage, with the probability that it is chosen.
struct Falls {
  FiguresByGroup figures;  ///< that fall
  std::string injured;     ///< the group of a figure that has damage on it afterwards
  int damage = 0;          ///< on it
  double p = 0;
};

struct WhoFalls {
  Side side = Side::attacker;
  std::optional<int> rounds_left;  ///< the round in hand counted; none: to the end
  std::size_t attack = 1;          ///< of the round
  PerSide<FiguresByGroup> left;    ///< before it
  PerSide<std::string> injured;    ///< the group of a figure that has damage on it
  PerSide<int> damage;             ///< on it
  PerSide<int> suffered;
  std::vector<Falls> falls;  ///< likeliest first
  double met = 0;            ///< how often a battle comes to it, on average
  double stake = 0;          ///< payoff between the best choice and the worst
};

/// The decisions of a solution on which most depends first; none where choices are made otherwise.
std::vector<WhoFalls> who_falls(const AnyGame& game, const Solution& solution);

/// "2 Spear fall, 1 damage on Chief".
std::string in_words(const Falls& falls);
/// "Chief, 2 Spear, 1 damage on Chief".
std::string in_words(const FiguresByGroup& figures, const std::string& injured, int damage);

}  // namespace warodds
