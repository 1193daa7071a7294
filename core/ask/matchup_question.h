// From the texts of a question to units, a situation and an engine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/best_players.h"
#include "core/ask/reports.h"
#include "core/play/assumed_play.h"
#include "core/play/matchup.h"

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

void require_two(const std::vector<SideRequest>& units, const std::string& command);

/// Two sides of a question, each of a unit or of several, in the situation, with all that is set
/// and as they are to play; where there is only one, the defender is nobody in particular. `on`:
/// who comes after the defender. Throws InputError.
Matchup sides_of(const questions::OfUnits& question, const std::vector<SideRequest>& sides,
                 const questions::WithConduct& conduct, const Use& use,
                 const questions::FoughtOn& on = {});
/// The units of a side that has several. `side`: whose names the messages use. Throws InputError.
UnitsOfSide units_of(const SideMeant& meant, std::string_view system, const Roster* roster,
                     Side side);
/// Whether one of these sides has several units. Throws InputError.
bool has_several(const questions::OfRoster& question, const std::vector<SideRequest>& sides);

/// What is shown of a matchup; the fight in it is resolved, but for best play, where what is rolled
/// is still to be chosen, and for battles of several. `why`, if not null, receives how it came
/// about. Throws NoAnswer and InputError.
Asked describe(const Matchup& matchup, const questions::Duel& question, UsedIn use,
               Explanation* why = nullptr);
/// What is rolled in the first attack of a side of a battle that begins where it stands.
std::optional<AnyFight> first_attack(const AnyBattle& battle, Side by);

/// The sides that --policy makes play as solve says, with what they know: a choice that is set, or
/// varied, is known to the other side. Throws InputError.
BestPlayers best_players_of(const questions::WithPolicy& question,
                            const std::vector<Setting>& situation,
                            const std::vector<std::string>& vary, const Matchup& matchup);

/// What is assumed of both sides: what is neither set nor varied, of those who do not play best.
AssumedPlays assumed_in(const Matchup& matchup, UsedIn use, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary = {}, const PerSide<bool>& best = {});

/// What play is assumed of the units of sides of several: each is seen alone against the first of
/// the other side.
AssumedPlays assumed_of_several(const Matchup& matchup, const std::vector<Setting>& situation);

/// Whether one of these settings names this key.
bool sets(const std::vector<Setting>& settings, const std::string& key);

// How the units of sides of several are activated, and whom they attack: as it is said and told.

/// What --targets and --activate take for a side.
std::vector<std::string> words_of_targets();
std::vector<std::string> words_of_activation();
/// Whether a question says anything of it.
bool says(const questions::WithConduct& question);
/// How both sides play; so `unsaid` a side of which nothing is said. Throws InputError.
PerSide<Conduct> conducts_of(const questions::WithConduct& question, const Conduct& unsaid = {});

/// The same before what else is assumed: for tables, which say it nowhere else.
void put_in_front(const PerSide<Conduct>& conducts, AssumedPlays& plays);
/// What a side does by its conduct, in words: "activates its units as listed; each attacks ...".
std::string in_words(const Conduct& conduct);

}  // namespace warodds
