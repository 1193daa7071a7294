// What the terminal can show: bars, colour, progress.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace warodds::cli {

/// How text is dressed.
struct Style {
  bool utf8 = false;
  bool colour = false;

  /// For output to standard output, or to a file. UTF-8 when the locale says so (LC_ALL, LC_CTYPE,
  /// LANG) and `ascii` is false; colour only on a terminal, never with NO_COLOR.
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
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::uint64_t done, std::uint64_t wanted);
  /// Of work that gives no result until it is done. Throws NoAnswer when `stop` is set.
  void show_share(double share, const std::atomic<bool>* stop = nullptr);

 private:
  using Clock = std::chrono::steady_clock;

  /// Whether it is time to say something again.
  bool due();

  std::string what_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace warodds::cli
