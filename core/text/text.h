// Text that people have written: numbers, lists, names. Read in one way everywhere.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warodds {

/// The number that the whole text is, in decimal digits; nothing if it is not one, or does not fit.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (text.empty() || failure != std::errc() || stop != end) return std::nullopt;
  return value;
}

#ifndef __cpp_lib_to_chars
/// For standard libraries whose std::from_chars reads whole numbers only.
template <>
std::optional<double> read_number(std::string_view text);
#endif

/// The parts between the separators; one part if there is none.
std::vector<std::string> split(std::string_view text, char separator);

/// What stands between words: blanks, tabs and line ends.
inline constexpr std::string_view blanks = " \t\r\n";
/// Without blanks on both sides.
std::string_view trim(std::string_view text);

/// What is wrong with a text where it has characters that do something else to a screen than stand
/// on it; in notes lines may end. Empty: nothing.
enum class TextOf { name, note };
std::string why_not_shown(std::string_view text, TextOf kind);
/// Throws InputError for such a text; `where`: the file or argument.
void require_visible(std::string_view text, TextOf kind, const std::string& where);

/// Whether the byte goes on with the character of those before it (UTF-8).
inline bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// With small letters instead of capital ones (ASCII only).
inline char lower(char character) {
  const bool is_capital = character >= 'A' && character <= 'Z';
  return is_capital ? static_cast<char>(character - 'A' + 'a') : character;
}
std::string lower(std::string_view text);

}  // namespace warodds
