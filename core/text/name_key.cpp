#include "core/text/name_key.h"

#include <utf8cpp/utf8.h>
#include <utf8cpp/utf8/unchecked.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace warodds {
namespace {

struct Decomposition {
  char32_t whole, letter, mark;
};
#include "core/text/decompositions.inc"

bool is_blank(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Soft hyphens, blanks of no width, and the mark of a byte order.
bool is_unseen(char32_t c) { return c == 0xAD || c == 0x200B || c == 0x2060 || c == 0xFEFF; }

void append(std::string& to, char32_t c) {
  const auto found =
      std::lower_bound(decompositions.begin(), decompositions.end(), c,
                       [](const Decomposition& one, char32_t whole) { return one.whole < whole; });
  constexpr char32_t first_syllable = 0xAC00, syllables = 11172, finals = 28, vowels = 21;
  if (found != decompositions.end() && found->whole == c) {
    append(to, found->letter);
    append(to, found->mark);
  } else if (c >= first_syllable && c < first_syllable + syllables) {
    const char32_t place = c - first_syllable;
    utf8::append(0x1100 + place / finals / vowels, std::back_inserter(to));
    utf8::append(0x1161 + place / finals % vowels, std::back_inserter(to));
    if (place % finals != 0) utf8::append(0x11A7 + place % finals, std::back_inserter(to));
  } else {
    utf8::append(c, std::back_inserter(to));
  }
}

}  // namespace

std::string name_key(std::string_view name) {
  std::string key;
  bool blank = false;
  const auto end = utf8::find_invalid(name.begin(), name.end());
  for (auto at = name.begin(); at != end;) {
    const char32_t character = utf8::unchecked::next(at);
    if (character < 0x80 && !is_blank(character) && !blank) {
      key += static_cast<char>(character);
      continue;
    }
    if (is_unseen(character)) continue;
    if (is_blank(character)) {
      blank = !key.empty();
      continue;
    }
    if (blank) key += ' ';
    blank = false;
    append(key, character);
  }
  return key.append(end, name.end());  // what is no text is compared as it is
}

bool looks_like(std::string_view a, std::string_view b) {
  return a == b || name_key(a) == name_key(b);
}

std::vector<std::string_view> split_list(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t from = 0;
  bool in_brackets = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[' || list[i] == ']') in_brackets = list[i] == '[';
    if (list[i] != ',' || in_brackets) continue;
    parts.push_back(list.substr(from, i - from));
    from = i + 1;
  }
  parts.push_back(list.substr(from));
  return parts;
}

}  // namespace warodds
