#include "core/ask/forms/text/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/shown.h"

namespace warodds {
namespace {

constexpr std::string_view cyan = "\x1b[36m";
constexpr std::string_view bright = "\x1b[1m";
constexpr std::string_view dim = "\x1b[2m";
constexpr std::string_view plainly = "\x1b[0m";

}  // namespace

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
  if (colour) text = fmt::format("{}{}{}", cyan, text, plainly);
  return text + std::string(static_cast<std::size_t>(width - used), ' ');
}

const char* Style::shade(int depth) const {
  constexpr const char* blocks[] = {"░", "▒", "█"};
  constexpr const char* plain[] = {".", "=", "#"};
  return (utf8 ? blocks : plain)[depth];
}

std::string Style::bold(std::string_view text) const {
  return colour ? fmt::format("{}{}{}", bright, text, plainly) : std::string(text);
}

std::string Style::faint(std::string_view text) const {
  return colour ? fmt::format("{}{}{}", dim, text, plainly) : std::string(text);
}

std::string Style::on_screen(std::string_view text) const {
  return colour ? warodds::on_screen(text, {cyan, bright, dim, plainly}) : warodds::on_screen(text);
}

}  // namespace warodds
