// What the terminal can show: characters, colour, progress.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/answer/engine.h"
#include "core/ask/forms/text/style.h"

namespace warodds::cli {

/// The style for output to standard output, or to a file. UTF-8 when the locale says so (LC_ALL,
/// LC_CTYPE, LANG) and `ascii` is false; colour only on a terminal that is not dumb (TERM), never
/// with NO_COLOR.
Style detect_style(bool ascii, bool to_file);

/// The text with a question mark for every other character: names may have them.
std::string in_ascii(std::string_view text);

/// A line on standard error that says how far long work is, after a moment; where that is no
/// terminal, a new one every ten seconds.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace warodds::cli
