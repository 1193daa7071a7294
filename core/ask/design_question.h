// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ask/matchup_question.h"
#include "core/ask/reports.h"
#include "core/design/meeting.h"

namespace warodds {

/// What is assumed of those who attack and defend in the cells of a table, where all else is as in
/// `matchup`: what nobody has set or varied, of those who do not play best. Armies do both.
AssumedPlays assumed_of(const Contestants& attackers, const Contestants& defenders,
                        const Matchup& matchup, const CellQuestion& cells,
                        const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {});

/// Adds to the table of a meeting what is said beside its numbers: what is assumed, what the budget
/// buys, and whether the odds say little.
void complete(const Meeting& meeting, Table& table);

/// The armies of a roster, at least one. Throws InputError.
Contestants armies_of(const Roster& roster);

/// The roster that `command` is about. Throws InputError.
std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command);

/// The units of a roster, and those of another.
struct AskedMeeting : Meeting {
  std::shared_ptr<const Roster> roster;
};
/// `question`: one of many cells. Throws InputError.
AskedMeeting meeting_of(const Question& question, const RosterSource& other_roster,
                        std::vector<Quantity> quantities, const Engines& engines);

}  // namespace warodds
