// How many columns of a terminal a text takes.
#pragma once

#include <cstddef>
#include <string_view>

namespace warodds {

/// Columns that UTF-8 text takes: two for wide characters (East Asian, emoji), none for marks that
/// are drawn onto the character before them; emoji that are joined to one, or that a modifier or a
/// pair of letters makes, count once. By Unicode 15.0 (UAX #11, UTS #51). What shown() escapes
/// takes what its escape takes, from U+0300 on. A byte that is no UTF-8 takes one.
int columns(std::string_view text);

/// Bytes of the longest beginning of the text that takes at most so many columns and ends where a
/// character does, with all that is drawn onto it.
std::size_t bytes_within(std::string_view text, int most_columns);

}  // namespace warodds
