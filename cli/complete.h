// What a command line can go on with, for the completion of shells.
#pragma once

#include <string>
#include <vector>

namespace warodds::cli {

/// The first word of a line that asks for this; what follows is the line of a user.
inline constexpr const char* complete_command = "complete";

/// The ways to write the last of the words, which may be empty: a line each, the word and behind a
/// tab what it means. No lines where a file, a number or nothing in particular is expected.
std::string completions(const std::vector<std::string>& words);

}  // namespace warodds::cli
