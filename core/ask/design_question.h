// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "core/ask/matchup_question.h"
#include "core/ask/reports.h"
#include "core/design/meeting.h"
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

/// What is assumed of those who attack and defend in the cells of a table, where all else is as in
/// `matchup`: what nobody has set or varied, of those who do not play best. Armies do both.
AssumedPlays assumed_of(const Contestants& attackers, const Contestants& defenders,
                        const Matchup& matchup, const CellQuestion& cells,
                        const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {});

/// Adds to the table of a meeting what is said beside its numbers: what is assumed, what the budget
/// buys, and whether the odds say little.
void complete(const Meeting& meeting, Table& table, bool takes_set = true);

/// The armies of a roster, at least one. Throws InputError.
Contestants armies_of(const Roster& roster);

/// The roster that `command` is about. Throws InputError.
std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command);

/// The units of a roster, and those of another.
struct AskedMeeting : Meeting {
  std::shared_ptr<const Roster> roster;
};
/// `conduct`: of armies; null where units meet. Throws InputError.
AskedMeeting meeting_of(const questions::Cells& question, const std::string& command,
                        const questions::WithConduct* conduct, const RosterSource& other_roster,
                        std::vector<Quantity> quantities, const Engines& engines);

/// How the armies of a question play; null where units meet. Throws InputError where it is said of
/// units.
template <class Asked>
const questions::WithConduct* conduct_in(const Asked& question) {
  if constexpr (std::is_base_of_v<questions::OfArmies, Asked>) {
    if (question.armies) return &question;
    if (says(question)) {
      throw InputError("--targets and --activate speak of armies: add --armies");
    }
  } else if constexpr (std::is_same_v<Asked, questions::Tournament>) {
    return &question;
  }
  return nullptr;
}

template <class Asked>
AskedMeeting meeting_of(const Asked& question, const RosterSource& other_roster,
                        std::vector<Quantity> quantities, const Engines& engines) {
  AskedMeeting meeting = meeting_of(question, question.name, conduct_in(question), other_roster,
                                    std::move(quantities), engines);
  if constexpr (std::is_base_of_v<questions::WithPolicy, Asked>) {
    add_players(question, {}, meeting.arena.empty(), meeting.cells);
  }
  return meeting;
}

}  // namespace warodds
