#include "core/text/shown.h"

#include <fmt/format.h>
#include <utf8cpp/utf8.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warodds {
namespace {

struct Hidden {
  char32_t first, last;
};

/// U+200C and U+200D are none of them: they shape words of some scripts, and join emoji.
constexpr std::array<Hidden, 12> not_shown{{{0x00, 0x1F},
                                            {0x7F, 0x9F},
                                            {0xAD, 0xAD},
                                            {0x61C, 0x61C},
                                            {0x180E, 0x180E},
                                            {0x200B, 0x200B},
                                            {0x200E, 0x200F},
                                            {0x2028, 0x202E},
                                            {0x2060, 0x206F},
                                            {0xFEFF, 0xFEFF},
                                            {0xFFF9, 0xFFFB},
                                            {0xE0001, 0xE0001}}};

bool is_shown(char32_t character) {
  const auto after =
      std::upper_bound(not_shown.begin(), not_shown.end(), character,
                       [](char32_t c, const Hidden& range) { return c < range.first; });
  return after == not_shown.begin() || character > std::prev(after)->last;
}

std::string escape_of(char32_t character) {
  return fmt::format("\\u{{{:04X}}}", static_cast<unsigned>(character));
}

/// Takes the first character off a text, and adds what is shown of it.
void show_first(std::string_view& text, std::string& to) {
  const std::string_view before = text;
  const char32_t character = take_character(text);
  if (character == no_character) {
    to += fmt::format("\\x{{{:02X}}}", static_cast<unsigned char>(before.front()));
  } else if (is_shown(character)) {
    to += before.substr(0, before.size() - text.size());
  } else {
    to += escape_of(character);
  }
}

}  // namespace

int columns_of_escape(char32_t character) {
  return is_shown(character) ? 0 : static_cast<int>(escape_of(character).size());
}

char32_t take_character(std::string_view& text) {
  auto at = text.begin();
  char32_t character = no_character;
  try {
    character = utf8::next(at, text.end());
  } catch (const utf8::exception&) {
    at = text.begin() + 1;
  }
  text.remove_prefix(static_cast<std::size_t>(at - text.begin()));
  return character;
}

std::string shown(std::string_view word, std::size_t most) {
  std::string result;
  for (std::size_t characters = 0; !word.empty(); ++characters) {
    if (characters == most) return result + "..";
    show_first(word, result);
  }
  return result;
}

std::string on_screen(std::string_view text, std::initializer_list<std::string_view> kept) {
  std::string result;
  while (!text.empty()) {
    const auto of_colours =
        std::find_if(kept.begin(), kept.end(), [&](auto one) { return text.starts_with(one); });
    const bool stays = of_colours != kept.end() || text.front() == '\n' || text.front() == '\t';
    if (!stays) {
      show_first(text, result);
      continue;
    }
    const std::size_t bytes = of_colours != kept.end() ? of_colours->size() : 1;
    result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return result;
}

std::string with_and(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    list += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    list += words[i];
  }
  return list;
}

std::string names_with_commas(const std::vector<std::string>& names, std::size_t most) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    list += (i == 0 ? "" : ", ") + shown(names[i]);
  }
  if (names.size() > most) list += fmt::format(" and {} more", names.size() - most);
  return list;
}

}  // namespace warodds
