// From the texts of a question to units, a situation and an engine.
#pragma once

#include <memory>
#include <string>

#include "core/answer/best_players.h"
#include "core/ask/reports.h"

namespace warodds {

/// The roster of a question, read if need be; null where there is none. Throws InputError.
std::shared_ptr<const Roster> load(const RosterSource& source, const std::string& system);

/// The system that the roster or the question names. Throws InputError.
std::string system_of(const Question& question, const Roster* roster);

/// All units of a roster, of that system. Throws InputError.
std::vector<AnyUnit> all_units(const Roster& roster, std::string_view system);
/// The units of --against.
std::vector<AnyUnit> opponents_of(const Question& question, std::string_view system);

/// A setting as it is asked for: "hp=3".
std::string written(const Setting& setting);
/// What a unit that is asked for by a text is to have besides what its name says.
std::vector<std::string> changes_of(const UnitRequest& unit);

/// The settings that hold for units and situation. Throws InputError for a stat of no side.
Conditions conditions_of(const Question& question);

/// Both units, in the situation, with all that is set. Throws InputError.
Matchup matchup_of(const Question& question, UsedIn use);
/// The same with the first unit as the attacker and nobody in particular as the defender.
Matchup attacker_of(const Question& question, UsedIn use);

/// What is shown of a matchup; the fight in it is resolved, but for best play, where what is rolled
/// is still to be chosen. Throws NoAnswer and InputError.
Asked describe(const Matchup& matchup, const Question& question, UsedIn use);
/// The same with how the fight came about.
Asked explain(const Matchup& matchup, const Question& question, UsedIn use);

/// The sides that --policy makes play as solve says, with what they know: a choice that is set, or
/// varied, is known to the other side. Throws InputError.
BestPlayers best_players_of(const Question& question, const Matchup& matchup);

/// Whether a setting of the question names this key of the situation.
bool sets(const Question& question, const std::string& key);

}  // namespace warodds
