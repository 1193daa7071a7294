// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "core/ask/conduct_question.h"
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

/// What is assumed of those who attack and defend in the cells of a table, where all else is as in
/// `matchup`: what nobody has set or varied, of those who do not play best. Armies do both.
AssumedPlays assumed_of(const std::vector<Contestant>& attackers,
                        const std::vector<Contestant>& defenders, const Matchup& matchup,
                        const CellQuestion& cells, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {});

/// The armies of a roster, at least one. Throws InputError.
std::vector<Contestant> armies_of(const Roster& roster);

/// The roster that `command` is about. Throws InputError.
std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command);

/// The units of a roster, or its armies, who meet each other or others, and by whom that is
/// answered.
struct AskedField {
  std::shared_ptr<const Roster> roster;
  std::vector<AnyUnit> units;
  std::optional<std::vector<AnyUnit>> others;  ///< of another roster
  CellQuestion cells;
  Arena arena;

  /// `quantities`: of the cells. Throws InputError.
  template <class Asked>
  AskedField(const Asked& question, const RosterSource& other_roster,
             std::vector<Quantity> quantities, const Engines& engines)
      : AskedField(question, question.name, conduct_of(question), other_roster,
                   std::move(quantities), engines) {
    if constexpr (std::is_base_of_v<questions::WithPolicy, Asked>) {
      add_players(question, {}, arena.empty(), cells);
    }
  }

  std::vector<AnyUnit> everybody() const;
  /// What is assumed of these units, each of whom attacks and defends.
  AssumedPlays assumed(const std::vector<Setting>& situation) const;
  /// A warning where the odds of a table say little; else nothing.
  std::string warning(const Table& table) const;

 private:
  AskedField(const questions::Cells& question, std::string command,
             const questions::WithConduct* conduct, const RosterSource& other_roster,
             std::vector<Quantity> quantities, const Engines& engines);
  /// Of armies; null where units meet. Throws InputError where it is said of units.
  template <class Asked>
  static const questions::WithConduct* conduct_of(const Asked& question) {
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
};

}  // namespace warodds
