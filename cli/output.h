// Where an answer goes: the terminal, a pipe or a file; whole or not at all.
#pragma once

#include <string>
#include <vector>

namespace warodds::cli {

/// Writes `text` to the file, or to standard output if `path` is empty. A regular file is replaced
/// only when all has been written. Throws NoAnswer when it cannot be written.
void write_output(const std::string& text, const std::string& path);

/// Refuses an output file that is one of the files the question is read from. Throws InputError.
void require_no_input(const std::string& output, const std::vector<std::string>& inputs);

}  // namespace warodds::cli
