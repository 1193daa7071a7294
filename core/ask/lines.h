// Questions as lines in, answers as lines out, in their order: what the command `ask` does.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "core/ask/ask.h"

namespace warodds {

/// Bytes of answers that wait for one before them, at most, besides the last that came; then their
/// threads wait, too.
inline constexpr std::size_t most_bytes_waiting = std::size_t{64} << 20;

struct Answered {
  int status = 0;                  ///< the largest of any answer
  bool all = true;                 ///< questions that there are; else the work was stopped
  std::vector<std::string> files;  ///< that questions were read from
  bool all_files = true;           ///< are remembered
};

/// Answers the questions on all threads and hands each answer on, with a line end, as soon as those
/// before it are there; from several threads, but never at once. What has arrived is answered
/// before more is waited for. Every line has an answer, also a blank one. Throws what `hand_on`
/// throws.
Answered ask_lines(std::istream& questions, const std::function<void(const std::string&)>& hand_on,
                   const Engines& engines, const Watch& watch = {},
                   const AskSettings& settings = {});

}  // namespace warodds
