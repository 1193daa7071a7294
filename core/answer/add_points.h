// Finds out what a fight, battle or sequence costs in points, from what else is known of it.
#pragma once

#include <optional>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/event.h"
#include "core/answer/fight_answer.h"
#include "core/answer/outcome.h"
#include "core/answer/sequence_answer.h"
#include "core/play/army_battle.h"
#include "core/play/battle.h"
#include "core/play/sequence.h"
#include "core/systems/systems.h"

namespace warodds {

/// From the damage that the answer tells. Nothing is added where nobody has points, nor where
/// figures that cost different points fall to two attacks in different orders.
void add_points(FightAnswer& answer, const AnyFight& fight);

/// The points lost of each side that has some, as a fact of an outcome.
std::vector<OutcomeFact> points_lost_in(const AnyFight& fight);
std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle);
std::vector<OutcomeFact> points_lost_in(const AnyArmyBattle& battle);

/// What must be asked for of a battle or sequence, so that add_points() finds it: under `event`, if
/// there is one. Nothing where nobody has points, nor where the attackers of a sequence can lose
/// them in more ways than anybody reads.
std::vector<AskedLaw> laws_of_points(const AnyBattle& battle,
                                     const std::optional<Event>& event = {});
std::vector<AskedLaw> laws_of_points(const AnyArmyBattle& battle,
                                     const std::optional<Event>& event = {});
std::vector<AskedLaw> laws_of_points(const AnySequence& sequence,
                                     const std::optional<Event>& event = {});
/// From these laws, where the answer has them.
void add_points(BattleAnswer& answer, const AnyBattle& battle,
                const std::optional<Event>& event = {});
void add_points(BattleAnswer& answer, const AnyArmyBattle& battle,
                const std::optional<Event>& event = {});
void add_points(SequenceAnswer& answer, const AnySequence& sequence,
                const std::optional<Event>& event = {});

}  // namespace warodds
