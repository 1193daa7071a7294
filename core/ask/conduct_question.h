// How the units of sides of several are activated, and whom they attack: as it is said and told.
#pragma once

#include <string>

#include "core/ask/question.h"
#include "core/play/assumed_play.h"
#include "core/play/matchup.h"

namespace warodds {

/// Whether a question says anything of it.
bool says(const questions::WithConduct& question);
/// How both sides play; so `unsaid` a side of which nothing is said. Throws InputError.
PerSide<Conduct> conducts_of(const questions::WithConduct& question, const Conduct& unsaid = {});

/// The same before what else is assumed: for tables, which say it nowhere else.
void put_in_front(const PerSide<Conduct>& conducts, AssumedPlays& plays);
/// What a side does by its conduct, in words: "activates its units as listed; each attacks ...".
std::string in_words(const Conduct& conduct);

}  // namespace warodds
