// Answers under a condition: what a fight or battle is like, given that an event holds in its
// outcome.
#pragma once

#include <cstdint>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/event.h"
#include "core/answer/fight_answer.h"
#include "core/answer/outcome.h"
#include "core/systems/systems.h"

namespace warodds {

/// Under which condition all numbers of an answer hold.
struct Condition {
  Event event;
  Estimate p;                ///< of it
  std::uint64_t trials = 0;  ///< of a simulation: that met it
};

/// What an engine is to be asked so that given() has what it needs.
std::vector<OutcomeColumns> laws_given(const Event& event, const AnyFight& fight);
std::vector<OutcomeColumns> laws_given(const Event& event);

/// The answer to a fight or battle, asked for these laws besides, as it is if the event holds; as
/// it was, to the last bit, where that is sure. What a battle is like after each round is not known
/// then. Throws NoAnswer where the event cannot be, or no trial has met it.
Condition put_under(const Event& event, FightAnswer& answer);
Condition put_under(const Event& event, BattleAnswer& answer);

}  // namespace warodds
