// From the texts of a question to units, a situation and an engine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/answer/best_players.h"
#include "core/ask/reports.h"
#include "core/play/assumed_play.h"

namespace warodds {

/// The roster of a question, read if need be; null where there is none. Throws InputError.
std::shared_ptr<const Roster> load(const RosterSource& source, const std::string& system);

/// The system that the roster or the question names. Throws InputError.
std::string system_of(const questions::OfRoster& question, const Roster* roster);

/// All units of a roster, of that system. Throws InputError.
std::vector<AnyUnit> all_units(const Roster& roster, std::string_view system);

/// A setting as it is asked for: "hp=3".
std::string written(const Setting& setting);
/// What a unit that is asked for by a text is to have besides what its name says.
std::vector<std::string> changes_of(const UnitRequest& unit);

/// The settings that hold for units and situation. Throws InputError for a stat of no side.
Conditions conditions_of(const questions::OfUnits& question);

/// The units, one for each side, in the situation, with all that is set; where there is only one,
/// the defender is nobody in particular. Throws InputError.
Matchup matchup_of(const questions::OfUnits& question, const std::vector<SideRequest>& units,
                   const Use& use);
/// The same with both units. Throws InputError.
template <class Asked>
Matchup matchup_of(const Asked& question, UsedIn use) {
  require_two(question.units, Asked::name);
  return matchup_of(question, question.units, {use, Asked::name});
}
void require_two(const std::vector<SideRequest>& units, const std::string& command);

/// What is shown of a matchup; the fight in it is resolved, but for best play, where what is rolled
/// is still to be chosen. Throws NoAnswer and InputError.
Asked describe(const Matchup& matchup, const questions::Duel& question, UsedIn use);
/// What is rolled in the first attack of each side of a battle that begins where it stands.
void describe_opening(const AnyBattle& battle, Asked& asked);
/// The same with how the fight came about.
Asked explain(const Matchup& matchup, const questions::Duel& question, UsedIn use);

/// The sides that --policy makes play as solve says, with what they know: a choice that is set, or
/// varied, is known to the other side. Throws InputError.
BestPlayers best_players_of(const questions::WithPolicy& question,
                            const std::vector<Setting>& situation,
                            const std::vector<std::string>& vary, const Matchup& matchup);

/// What is assumed of both sides: what is neither set nor varied, of those who do not play best.
AssumedPlays assumed_in(const Matchup& matchup, UsedIn use, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {}, const PerSide<bool>& best = {});

/// Whether one of these settings names this key.
bool sets(const std::vector<Setting>& settings, const std::string& key);

}  // namespace warodds
