// TOML as a tree.
#pragma once

#include <string>
#include <string_view>

#include "core/roster/node.h"

namespace warodds {

/// Throws InputError with file, line and column.
Node toml_tree(std::string_view text, const std::string& file);

/// Which bracket has no partner, for those whose file the parser does not take: "the '{' of line 3
/// is not closed on its line", "line 4 has a '}' without its '{'"; "" where every bracket has one.
/// Strings and comments do not count; the braces of an inline table stand on one line (TOML 1.0).
std::string unmatched_bracket(std::string_view toml);

}  // namespace warodds
