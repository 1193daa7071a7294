// How what is played is laid out for people: the reports whose text is more than their facts in
// order. Each is called by the statement of its report.
#pragma once

#include "core/ask/people.h"

namespace warodds {

void lay_out(Document& page, const FightReport& report);
void lay_out(Document& page, const BattleReport& report);
void lay_out(Document& page, const ArmyReport& report);
void lay_out(Document& page, const SequenceReport& report);
void lay_out(Document& page, const SolveReport& report);

/// Of a battle, who wins and how it goes.
void say_outcome(Document& page, const BattleReport& report);

}  // namespace warodds
