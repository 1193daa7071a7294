// Which bracket of a TOML text has no partner, for those whose file the parser does not take.
#pragma once

#include <string>
#include <string_view>

namespace warodds {

/// "the '{' of line 3 is not closed on its line", "line 4 has a '}' without its '{'"; "" where
/// every bracket has its partner. Strings and comments do not count; the braces of an inline table
/// stand on one line (TOML 1.0).
std::string unmatched_bracket(std::string_view toml);

}  // namespace warodds
