// Questions as lines in, answers as lines out, in their order: what the command `ask` does.
#pragma once

#include <functional>
#include <istream>
#include <string>

#include "core/ask/ask.h"

namespace warodds {

/// Answers the questions on all threads and hands the answers on, each with a line end, whenever
/// those are complete that can be read without waiting. Returns the largest status of any answer.
/// Blank lines are skipped. Throws what `hand_on` throws.
int ask_lines(std::istream& questions, const std::function<void(const std::string&)>& hand_on,
              const Engines& engines, const Watch& watch = {});

}  // namespace warodds
