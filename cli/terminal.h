// What the terminal can show: bars, colour, progress.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/answer/engine.h"

namespace warodds::cli {

/// How text is dressed.
struct Style {
  bool utf8 = false;
  bool colour = false;

  /// For output to standard output, or to a file. UTF-8 when the locale says so (LC_ALL, LC_CTYPE,
  /// LANG) and `ascii` is false; colour only on a terminal that is not dumb (TERM), never with
  /// NO_COLOR.
  static Style detect(bool ascii, bool to_file);

  /// A bar of `share` (0 to 1) of `width` columns, padded to that width.
  std::string bar(double share, int width) const;
  /// One column, light (0) to full (2).
  const char* shade(int depth) const;
  std::string bold(std::string_view text) const;
  std::string faint(std::string_view text) const;
  const char* plus_minus() const { return utf8 ? "±" : "+-"; }
  const char* dash() const { return utf8 ? "–" : "-"; }
};

/// A line on standard error that says how far long work is; only on a terminal, and only after a
/// moment.
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
