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

/// The values of an option that begin like `word`. Of the question so far, the roster and the
/// system tell which units, stats and keys there are; a roster that cannot be read has none. Files
/// and numbers are not proposed: those lists are empty.
std::vector<Completion> complete_value(const OptionSpec& option, std::string_view word,
                                       const Question& so_far);

/// The units, and behind the name of one its stats, that begin like `word`.
std::vector<Completion> complete_unit(std::string_view word, const Question& so_far);

/// The names of systems.
std::vector<Completion> complete_system(std::string_view word);

}  // namespace warodds
