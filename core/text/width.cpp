#include "core/text/width.h"

#include <algorithm>
#include <array>

#include "core/text/shown.h"

namespace warodds {
namespace {

struct Range {
  char32_t first, last;
};

#include "core/text/unicode_width.inc"

template <std::size_t Size>
bool is_in(const std::array<Range, Size>& ranges, char32_t character) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), character,
                       [](char32_t c, const Range& range) { return c < range.first; });
  return after != ranges.begin() && character <= std::prev(after)->last;
}

constexpr char32_t joiner = 0x200D;
constexpr char32_t as_emoji = 0xFE0F;

bool is_regional_letter(char32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }
bool is_skin_tone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }

/// Goes through a text, one code point after the other.
class Walk {
 public:
  /// Takes the next one off; the columns that it takes besides those before it.
  int step(std::string_view& rest) {
    const char32_t found = take_character(rest);
    const char32_t character = found == no_character ? U'?' : found;
    const int own = columns_of(character);
    before_ = character;
    last_ = own > 0 ? own : last_;
    return own;
  }

 private:
  int columns_of(char32_t character) {
    if (character < 0x300) return 1;
    if (const int escaped = columns_of_escape(character); escaped > 0) return escaped;
    if (character == as_emoji) {
      const bool widens = is_in(two_as_emoji, before_);
      return widens ? 1 : 0;
    }
    if (is_in(no_columns, character)) return 0;
    if (before_ == joiner && last_ == 2) return 0;        // one picture with the emoji before
    if (is_skin_tone(character) && last_ == 2) return 0;  // colours the emoji before
    if (is_regional_letter(character)) {
      half_flag_ = is_regional_letter(before_) && !half_flag_;
      return half_flag_ ? 0 : 2;
    }
    return is_in(two_columns, character) ? 2 : 1;
  }

  char32_t before_ = 0;
  int last_ = 0;            ///< columns of the last one that takes any
  bool half_flag_ = false;  ///< the regional letter before ends a flag
};

}  // namespace

int columns(std::string_view text) {
  Walk walk;
  int sum = 0;
  while (!text.empty()) sum += walk.step(text);
  return sum;
}

std::size_t bytes_within(std::string_view text, int most_columns) {
  Walk walk;
  std::size_t bytes = 0;
  int sum = 0;
  for (std::string_view rest = text; !rest.empty();) {
    sum += walk.step(rest);
    if (sum > most_columns) break;
    bytes = text.size() - rest.size();
  }
  return bytes;
}

}  // namespace warodds
