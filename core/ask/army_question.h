// From the texts of a question to sides of several units, and to what is reported of their battles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ask/matchup_question.h"
#include "core/ask/reports.h"

namespace warodds {

/// Two sides of a question, each of a unit or of several, in the situation, with all that is set
/// and as they are to play. Throws InputError.
Matchup sides_of(const questions::OfUnits& question, const std::vector<SideRequest>& sides,
                 const questions::WithConduct& conduct, const Use& use);

/// The units of a side that has several. `side`: whose names the messages use. Throws InputError.
UnitsOfSide units_of(const SideMeant& meant, std::string_view system, const Roster* roster,
                     Side side);

/// How both sides play; so `unsaid` a side of which nothing is said. Throws InputError.
PerSide<Conduct> conducts_of(const questions::WithConduct& question, const Conduct& unsaid = {});
/// Says so of the sides of a matchup; pins must name units that are there. Throws InputError.
void set_conducts(const questions::WithConduct& question, Matchup& matchup);

/// Whether one of these sides has several units. Throws InputError.
bool has_several(const questions::OfRoster& question, const std::vector<SideRequest>& sides);

/// Whether a question says anything of it.
bool says(const questions::WithConduct& question);

/// What is shown of sides of several units.
AskedArmies describe_armies(const Matchup& matchup, const std::vector<Setting>& situation);

/// What play is assumed of the units of sides of several: each is seen alone against the first of
/// the other side.
AssumedPlays assumed_of_several(const Matchup& matchup, const std::vector<Setting>& situation);

/// How the units of both sides are activated and whom they attack, before what else is assumed: for
/// tables, which say it nowhere else.
void put_in_front(const PerSide<Conduct>& conducts, AssumedPlays& plays);

/// What a side does by its conduct, in words: "activates its units as listed; each attacks ...".
std::string in_words(const Conduct& conduct);

}  // namespace warodds
