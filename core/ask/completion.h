// What a word of a question can be, while it is being written: for the completion of shells and
// for forms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ask/option.h"

namespace warodds {

/// A way to go on.
struct Completion {
  std::string text;          ///< the whole word
  std::string meaning = {};  ///< one line for people; may be empty
};

/// The ways to go on with `word` as what an option takes. Of the question so far, the roster and
/// the system tell which units, stats and keys there are; a roster that cannot be read has none.
std::vector<Completion> completions_of(const Option& option, std::string_view word,
                                       const questions::OfRoster& so_far);
/// The same where a command takes it without an option.
std::vector<Completion> completions_of(ValueKind kind, std::string_view word,
                                       const questions::OfRoster& so_far);

/// Those of these words, which "|" separates, that begin like `word`.
std::vector<Completion> complete_word(std::string_view words, std::string_view word);

}  // namespace warodds
