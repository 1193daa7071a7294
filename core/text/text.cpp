#include "core/text/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

#ifndef __cpp_lib_to_chars
template <>
std::optional<double> read_number(std::string_view text) {
  // strtod() reads more than std::from_chars: blanks, a plus, hexadecimal digits.
  const bool decimal = text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  if (text.empty() || text.front() == '+' || !decimal) return std::nullopt;
  const std::string copy(text);
  char* stop = nullptr;
  errno = 0;
  const double value = std::strtod(copy.c_str(), &stop);
  if (errno == ERANGE || stop != copy.c_str() + copy.size()) return std::nullopt;
  return value;
}
#endif

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string why_not_shown(std::string_view text, TextOf kind) {
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const char32_t character = take_character(text);
    const bool in_notes = character == '\n' || character == '\r' || character == '\t';
    const bool is_control = character < ' ' || (character >= 0x7F && character < 0xA0);
    if (!is_control || (kind == TextOf::note && in_notes)) continue;
    return fmt::format("the {} has a character that cannot be shown (byte {:#04x}); leave it out",
                       kind == TextOf::name ? "name" : "note", byte);
  }
  return "";
}

void require_visible(std::string_view text, TextOf kind, const std::string& where) {
  const std::string why = why_not_shown(text, kind);
  if (!why.empty()) throw BadValue(where + ": " + why);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& character : result) character = lower(character);
  return result;
}

}  // namespace warodds
