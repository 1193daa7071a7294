#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "core/text/text.h"

namespace warodds::cli {
namespace {

bool locale_is_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    const std::string name = lower(std::string_view(value));
    return name.find("utf-8") != std::string::npos || name.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

Style detect_style(bool ascii, bool to_file) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool colour_forbidden = (no_colour != nullptr && *no_colour != '\0') ||
                                (terminal != nullptr && std::string_view(terminal) == "dumb");
  return {!ascii && locale_is_utf8(), !to_file && !colour_forbidden && isatty(STDOUT_FILENO) == 1};
}

std::string in_ascii(std::string_view text) {
  std::string ascii;
  for (const char byte : text) {
    if (!continues_character(byte)) ascii += static_cast<unsigned char>(byte) < 0x80 ? byte : '?';
  }
  return ascii;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (terminal_ && shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show(const Progress& progress) {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  if (terminal_ ? now - start_ < 500ms || now - last_ < 100ms : now - last_ < 10s) return;
  last_ = now;
  shown_ = true;
  std::string line = fmt::format("{} {}", progress.done, progress.of);
  if (progress.keeps) {
    const double share = progress.wanted == 0 ? 0
                                              : static_cast<double>(progress.done) /
                                                    static_cast<double>(progress.wanted) * 100;
    line = fmt::format("{} of {} {} ({:.0f} %){}", progress.done, progress.wanted, progress.of,
                       share, terminal_ ? ", Ctrl-C for the result so far" : "");
  }
  if (terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", line);
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

}  // namespace warodds::cli
