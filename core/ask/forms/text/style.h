// How text is dressed.
#pragma once

#include <string>
#include <string_view>

namespace warodds {

/// What the reader's screen can show. Plain ASCII unless said otherwise.
struct Style {
  bool utf8 = false;
  bool colour = false;
  /// Of what is played no more than a player looks at, and no more digits.
  bool brief = false;

  /// A bar of `share` (0 to 1) of `width` columns, padded to that width.
  std::string bar(double share, int width) const;
  /// One column, light (0) to full (2).
  const char* shade(int depth) const;
  std::string bold(std::string_view text) const;
  std::string faint(std::string_view text) const;
  /// The text without characters that do something else to a screen than stand on it, but for what
  /// this style sets.
  std::string on_screen(std::string_view text) const;
  const char* plus_minus() const { return utf8 ? "±" : "+-"; }
  const char* dash() const { return utf8 ? "–" : "-"; }
};

}  // namespace warodds
