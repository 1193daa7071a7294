// A game's record: fights and battles with what has happened, as people write them down. Not
// installed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/ask/json_text.h"

namespace warodds {

/// A row of a log: the question as JSON has it, and what else stands there.
struct LogEntry {
  std::string file;
  std::size_t line = 1;
  Json question;
  std::string with;    ///< settings of the situation, "KEY=VALUE,…"
  std::string player;  ///< who plays the attacker
  std::string note;
  std::string fault = {};  ///< what is wrong with it; empty: nothing is known to be

  std::string place() const;  ///< "game.csv:3"
};

/// The rows of a log: a spreadsheet with the keys of a question above the columns, or a JSON object
/// a line. What is wrong with a row stands in it. Throws InputError for what is no log.
std::vector<LogEntry> parse_log(std::string_view text, const std::string& file);

}  // namespace warodds
