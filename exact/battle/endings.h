// What is reported of a battle, from the distribution over its states.
#pragma once

#include <initializer_list>
#include <vector>

#include "core/answer/battle_answer.h"
#include "exact/battle/states.h"

namespace warodds::exact {

/// Who has won and what is left, from the probability of ending in each state.
void record_end(const BattleStates& states, const std::vector<double>& end, BattleAnswer& answer);

/// How things stand after a round; the battles are spread over several distributions.
RoundAnswer round_answer(const BattleStates& states, int round,
                         std::initializer_list<const Spread*> spreads);

}  // namespace warodds::exact
