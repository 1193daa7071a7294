// What a word of a question can be, while it is being written: for the completion of shells and
// for forms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ask/question.h"

namespace warodds {

/// A way to go on.
struct Completion {
  std::string text;          ///< the whole word
  std::string meaning = {};  ///< one line for people; may be empty
};

/// The ways to go on with `word`. Of the question so far, the roster and the system tell which
/// units, stats and keys there are; a roster that cannot be read has none.
using Complete = std::vector<Completion>(std::string_view word, const questions::OfRoster& so_far);

Complete complete_system;
Complete complete_name;  ///< of a unit
Complete complete_unit;  ///< its name, or behind it its stats
Complete complete_stat;  ///< attacker.KEY=VALUE
Complete complete_key;   ///< of the situation
Complete complete_stat_or_key;
Complete complete_quantity;  ///< after the last comma
Complete complete_payoff;
Complete complete_policy;
Complete complete_targets;
Complete complete_activation;

/// Those of these words, which "|" separates, that begin like `word`.
std::vector<Completion> complete_word(std::string_view words, std::string_view word);

}  // namespace warodds
