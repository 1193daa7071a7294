// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ask/reports.h"

namespace warodds {

/// The engine, the budget and what is asked for in every cell.
CellQuestion cells_of(const questions::Cells& question, std::vector<Quantity> quantities,
                      const Engines& engines);

/// What is assumed of the units of a table, who attack and defend in battles or fights: what
/// nobody has set or varied, of those who do not play best.
AssumedPlays assumed_of(const std::vector<AnyUnit>& attackers,
                        const std::vector<AnyUnit>& defenders, const Matchup& in_situation,
                        UsedIn use, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {}, const PerSide<bool>& best = {});
/// The same of a table about whole battles of the units of one roster.
AssumedPlays assumed_of(const std::vector<AnyUnit>& attackers,
                        const std::vector<AnyUnit>& defenders, const std::string& system,
                        const questions::OfUnits& question, const std::string& command);

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
