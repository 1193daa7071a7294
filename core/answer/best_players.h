// Battles in which sides play as best play says.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/answer/engine.h"
#include "core/play/matchup.h"

namespace warodds {

/// Who plays best, and what that player knows of the other.
struct BestPlayers {
  PerSide<bool> best;
  PerSide<std::vector<std::string>> units = {};  ///< of sides of several; "": all
  KnownChoices known;  ///< who plays best makes these choices, too, as the situation says
  /// The key of the situation that each side chooses; "": none.
  PerSide<std::string> chooses = {};
  PerSide<std::string> chooses_in_reply = {};  ///< in the attacks back
  bool pass = true;                            ///< whether they may do without attacks

  bool any() const { return best.attacker || best.defender; }
  bool all_best(Side side) const {
    const auto& told = units[side];
    return std::find(told.begin(), told.end(), "") != told.end();
  }
};

/// A question about best play in a battle plans for so many rounds unless it says otherwise.
inline constexpr int default_best_rounds = 20;

/// The same for this system; 0: to the end. Who falls is decided to the end of the battle; a plan
/// for every round needs a last one.
int rounds_planned(const Matchup& matchup);

/// The battle of a matchup of one unit a side in which these follow the solution of its game.
AnyBattle following(const Matchup& matchup, const PerSide<bool>& who, const Solution& solution);

/// Tells units of sides of several to choose before their fights as is best.
void choose_best(const BestPlayers& players, Matchup& matchup);

/// The battle of a matchup, whatever its sides, in which these, of one unit, follow the solution of
/// its game for `win`. `rounds`: of the battle; 0: as many as are planned. Throws NoAnswer where
/// best play would take too long. `until`: it is fought until this, if that is not null, `from`: it
/// begins as things stand so (begin_from), if that is not empty; best play knows both.
AnyBattle battle_of(const Matchup& matchup, const BestPlayers& players, int rounds,
                    const Engine& engine, const Watch& watch, const Event* until = nullptr,
                    const std::string& from = "");

}  // namespace warodds
