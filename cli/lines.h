// The command `ask`: questions as lines in, answers as lines out, in their order.
#pragma once

#include <istream>
#include <string>

#include "core/ask/ask.h"

namespace warodds::cli {

/// Answers the questions on all threads and writes the answers to the file, or to standard output
/// if `path` is empty, as soon as a block of them is complete. Returns the largest status of any
/// answer. Blank lines are skipped. Throws NoAnswer when answers cannot be written.
int ask_lines(std::istream& questions, const std::string& path, const Engines& engines,
              const Watch& watch);

}  // namespace warodds::cli
