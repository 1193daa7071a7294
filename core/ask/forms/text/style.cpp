#include "core/ask/forms/text/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warodds {

std::string Style::bar(double share, int width) const {
  const double clipped = std::clamp(share, 0.0, 1.0);
  std::string text;
  int used = 0;
  if (utf8) {
    constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int parts = static_cast<int>(std::lround(clipped * width * 8));
    for (; used < parts / 8; ++used) text += "█";
    if (parts % 8 > 0) {
      text += eighths[parts % 8];
      ++used;
    }
  } else {
    used = static_cast<int>(std::lround(clipped * width));
    text.assign(static_cast<std::size_t>(used), '#');
  }
  if (colour) text = "\x1b[36m" + text + "\x1b[0m";
  return text + std::string(static_cast<std::size_t>(width - used), ' ');
}

const char* Style::shade(int depth) const {
  constexpr const char* blocks[] = {"░", "▒", "█"};
  constexpr const char* plain[] = {".", "=", "#"};
  return (utf8 ? blocks : plain)[depth];
}

std::string Style::bold(std::string_view text) const {
  return colour ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

std::string Style::faint(std::string_view text) const {
  return colour ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string(text);
}

}  // namespace warodds
