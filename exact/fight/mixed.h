// Several answers of which one will turn out to be the true one.
#pragma once

#include <vector>

#include "core/answer/fight_answer.h"

namespace warodds::exact {

/// A distribution of many (at least one), each with its probability.
Distribution mixed(const std::vector<Distribution>& distributions,
                   const std::vector<double>& weights);

/// An answer of many (at least one), each with its probability.
FightAnswer mixed(const std::vector<FightAnswer>& answers, const std::vector<double>& weights);

}  // namespace warodds::exact
