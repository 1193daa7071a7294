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

/// What somebody may mean who gives a word alone where the situation has keys with values: "feint"
/// is "choice=feint", "cover" is "cover=yes"; of all systems, "" where it is neither.
std::string setting_meant(std::string_view word);

class JsonWriter;

/// How an option gets into a question, and out of it.
struct Access {
  /// Reads what is given. Throws InputError, which begins with `where`, and std::logic_error for a
  /// question that has no place for it.
  std::function<void(Question& question, const Given& given, const std::string& where)> read;
  /// Writes what the question says of it, if anything, as a member of an object of JSON. Null:
  /// where units come from, which are written out, or what changes no answer.
  std::function<void(JsonWriter& json, std::string_view key, const Question& question)> write = {};
  /// The path of a file that is read for a value, "" where the value is none. Null: it is never
  /// one. All that reads files for an option has this, or strangers are shown what they contain.
  std::string_view (*path_in)(std::string_view value) = nullptr;
};

struct Option {
  std::string_view name;   ///< "time-limit"
  std::string_view value;  ///< what it takes, for help: "SECONDS"; "" for one that is there or not
  std::string_view meaning;
  Access access;
  bool repeatable = false;
  /// How a value that is being written can go on; null: a file, a number, or one of the words that
  /// `value` lists.
  Complete* complete = nullptr;
  /// What it takes and means for some commands, where that is not what it is for others.
  struct For {
    std::vector<std::string_view> commands;
    std::string_view value;
    std::string_view meaning;
  };
  std::vector<For> of_commands = {};
};

/// An option as the command has it.
Option::For option_for(const Option& option, std::string_view command);

/// All of them, in the order of the help.
const std::vector<Option>& all_options();
/// Null if there is none of that name.
const Option* find_option(std::string_view name);

}  // namespace warodds
