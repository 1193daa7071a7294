// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "core/ask/matchup_question.h"
#include "core/ask/reports.h"
#include "core/text/error.h"

namespace warodds {

/// The engine, the budget and what is asked for in every cell. `others`: rosters besides that of
/// the question, which may say how many of their units may be bought, too.
CellQuestion cells_of(const questions::Cells& question, std::vector<Quantity> quantities,
                      const Engines& engines, const std::vector<const RosterSource*>& others = {});

/// Lets sides play best in the battles of these cells, as the question says.
template <class Asked>
void add_players(const Asked& question, const std::vector<std::string>& vary,
                 const Matchup& matchup, CellQuestion& cells) {
  cells.players = best_players_of(question, question.situation, vary, matchup);
  const char* const about_battles = cells.players.any() ? "--policy"
                                    : question.rounds   ? "--rounds"
                                                        : nullptr;
  if (about_battles != nullptr && !cells.asks_for_battles()) {
    throw NotTogether(
        fmt::format("{} is about battles: {} asks for no quantity of battles, such as win",
                    about_battles, question.name));
  }
  if (!cells.players.any() || question.rounds) return;
  cells.rounds = rounds_planned(matchup);
  if (cells.rounds > 0) {
    cells.given.push_back(
        fmt::format("at most {} rounds, as many as best play plans for", cells.rounds));
  }
}

/// What is assumed of the units of a table, who attack and defend in battles or fights: what
/// nobody has set or varied, of those who do not play best.
AssumedPlays assumed_of(const std::vector<AnyUnit>& attackers,
                        const std::vector<AnyUnit>& defenders, const Matchup& in_situation,
                        UsedIn use, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {}, const PerSide<bool>& best = {});

/// Why the conduct of units is refused of a table of single ones.
inline constexpr const char* speak_of_armies =
    "--targets and --activate speak of armies: add --armies";

/// The armies of a roster, at least one. Throws InputError.
std::vector<UnitsOfSide> armies_of(const Roster& roster);
/// What is assumed of all of them.
AssumedPlays assumed_of(const std::vector<UnitsOfSide>& armies, const PerSide<Conduct>& conducts,
                        const std::string& system, const questions::OfUnits& question,
                        const std::string& command);

/// The roster that `command` is about. Throws InputError.
std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command);

}  // namespace warodds
