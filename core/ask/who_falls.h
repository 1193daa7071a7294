// Decisions of who falls (A11b), in the words of the units.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/best_play_answer.h"
#include "core/play/battle.h"

namespace warodds {

/// Figures of each group, without those of which there are none; a unit without groups has one, "".
using FiguresByGroup = std::vector<std::pair<std::string, int>>;

/// Damage that lies on a figure.
struct LyingDamage {
  std::string group;  ///< of the figure
  int damage = 0;
};

/// One way to assign damage, with the probability that it is chosen.
struct Falls {
  FiguresByGroup figures;          ///< that fall
  std::vector<LyingDamage> lying;  ///< afterwards, the most first
  double p = 0;
};

struct WhoFalls {
  Side side = Side::attacker;
  std::optional<int> rounds_left;           ///< the round in hand counted; none: to the end
  std::size_t attack = 1;                   ///< of the round
  PerSide<FiguresByGroup> left;             ///< before it
  PerSide<std::vector<LyingDamage>> lying;  ///< the most first
  PerSide<int> suffered;
  std::vector<Falls> falls;  ///< likeliest first
  double met = 0;            ///< how often a battle comes to it, on average
  double stake = 0;          ///< payoff between the best choice and the worst
};

/// The decisions of a solution on which most depends first; none where choices are made otherwise.
std::vector<WhoFalls> who_falls(const AnyBattle& battle, const Solution& solution);

/// "2 Spear fall, 1 damage on Chief".
std::string in_words(const Falls& falls);
/// "Chief, 2 Spear, 1 damage on Chief".
std::string in_words(const FiguresByGroup& figures, const std::vector<LyingDamage>& lying);

}  // namespace warodds
