// Answers under a condition: what a fight, battle or sequence is like, given that an event holds in
// its outcome.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/event.h"
#include "core/answer/fight_answer.h"
#include "core/answer/outcome.h"
#include "core/answer/sequence_answer.h"
#include "core/play/sequence.h"
#include "core/systems/systems.h"

namespace warodds {

/// Under which condition all numbers of an answer hold.
struct Condition {
  Event event;
  Estimate p;                ///< of it
  std::uint64_t trials = 0;  ///< of a simulation: that met it
};

/// The names of the units of sides of several, as they are told apart; none of one unit a side.
using UnitNames = PerSide<std::vector<std::string>>;

/// What an engine is to be asked so that put_under() has what it needs.
std::vector<AskedLaw> laws_given(const Event& event, const AnyFight& fight);
std::vector<AskedLaw> laws_given(const Event& event, const UnitNames& units = {});

std::vector<AskedLaw> laws_given(const Event& event, const AnySequence& sequence);

/// The answer to a fight, battle or sequence, asked for these laws besides, as it is if the event
/// holds; as it was, to the last bit, where that is sure. What a battle is like after each round is
/// not known then, nor what the target of a sequence deals. Throws NoAnswer where the event cannot
/// be, or no trial has met it.
Condition put_under(const Event& event, FightAnswer& answer);
Condition put_under(const Event& event, BattleAnswer& answer);
Condition put_under(const Event& event, SequenceAnswer& answer);

}  // namespace warodds
