// Words that are not ours (names, keys, paths, arguments), as messages and tables show them.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace warodds {

/// What take_character() has for a byte that belongs to no character of UTF-8.
inline constexpr char32_t no_character = static_cast<char32_t>(-1);
/// Takes the first character off a text that is not empty.
char32_t take_character(std::string_view& text);

/// Characters of a word that are shown.
inline constexpr std::size_t most_characters_shown = 200;

/// A word without characters that do something else to a screen than stand on it: for these stands
/// their number, \u{202E}, and \x{FF} for a byte that is no UTF-8. Of a longer word the first
/// `most` characters, marked "..".
std::string shown(std::string_view word, std::size_t most = most_characters_shown);

/// A whole text with such words in it; its line ends and tabs stay, and `kept`, what sets its
/// colours.
std::string on_screen(std::string_view text, std::initializer_list<std::string_view> kept = {});

/// Columns of what stands for such a character; 0: it stands for itself. Control characters
/// (C0, C1), marks and overrides of the direction of writing, what separates lines or has no width
/// and joins nothing (Unicode Technical Report 36, 2.5 and 3.1).
int columns_of_escape(char32_t character);

/// "a, b and c".
std::string with_and(const std::vector<std::string>& words);
/// Words that are not ours, with commas; of more than `most` so many, and how many more.
std::string names_with_commas(const std::vector<std::string>& names, std::size_t most = 1000);

}  // namespace warodds
