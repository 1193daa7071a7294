// What can be said about a question besides its command and units: the options of the command line,
// and the keys of a question in JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/ask/completion.h"
#include "core/ask/question.h"

namespace warodds {

/// What an option is given: a text, or a number of JSON.
using Given = std::variant<std::string, std::int64_t, std::uint64_t, double>;
/// As users write it on a command line.
std::string text_of(const Given& given);

struct Option {
  std::string_view name;   ///< "time-limit"
  std::string_view value;  ///< what it takes, for help: "SECONDS"; "" for one that is there or not
  std::string_view meaning;
  /// Reads what is given into the question, if that has a place for it. Throws InputError, which
  /// begins with `where`.
  std::function<void(Question& question, const Given& given, const std::string& where)> read;
  bool repeatable = false;
  /// How a value that is being written can go on; null: a file, a number, or one of the words that
  /// `value` lists.
  Complete* complete = nullptr;
};

/// All of them, in the order of the help.
const std::vector<Option>& all_options();
/// Null if there is none of that name.
const Option* find_option(std::string_view name);

}  // namespace warodds
