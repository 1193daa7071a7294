#include "core/roster/toml_brackets.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warodds {
namespace {

/// The place of the last character of what begins here, if that is a comment or a string, whose
/// brackets do not count; else the place itself.
std::size_t skipped(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '#') return std::min(text.find('\n', at), text.size()) - 1;
  if (c != '"' && c != '\'') return at;
  const std::string three(3, c);
  const bool is_long = text.substr(at, 3) == three;
  for (std::size_t i = at + (is_long ? 3 : 1); i < text.size(); ++i) {
    if (c == '"' && text[i] == '\\') {
      ++i;
    } else if (is_long ? text.substr(i, 3) == three : text[i] == c || text[i] == '\n') {
      return is_long ? i + 2 : text[i] == '\n' ? i - 1 : i;
    }
  }
  return text.size() - 1;
}

}  // namespace

std::string unmatched_bracket(std::string_view toml) {
  struct Open {
    char bracket;
    int line;
  };
  std::vector<Open> open;
  int line = 1;
  for (std::size_t i = 0; i < toml.size(); ++i) {
    const std::size_t last = skipped(toml, i);
    if (last > i) {
      line += static_cast<int>(std::count(toml.begin() + static_cast<std::ptrdiff_t>(i),
                                          toml.begin() + static_cast<std::ptrdiff_t>(last), '\n'));
      i = last;
      continue;
    }
    const char c = toml[i];
    if (c == '{' || c == '[') open.push_back({c, line});
    if (c == '}' || c == ']') {
      const char partner = c == '}' ? '{' : '[';
      if (open.empty() || open.back().bracket != partner) {
        return fmt::format("line {} has a '{}' without its '{}'", line, c, partner);
      }
      open.pop_back();
    }
    if (c != '\n') continue;
    if (!open.empty() && open.back().bracket == '{') {
      return fmt::format("the '{{' of line {} is not closed on its line", open.back().line);
    }
    ++line;
  }
  if (open.empty()) return "";
  return fmt::format("the '{}' of line {} is not closed", open.back().bracket, open.back().line);
}

}  // namespace warodds
