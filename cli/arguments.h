// The command line as values.
#pragma once

#include <string>
#include <vector>

#include "core/ask/command.h"
#include "core/ask/question.h"
#include "core/ask/reports.h"

namespace warodds::cli {

enum class Format { text, csv, json };

/// Where an answer goes and how it looks; nothing that changes the answer.
struct OutputOptions {
  Format format = Format::text;
  std::string file;  ///< empty: standard output
  bool ascii = false;
  CsvShape csv;
};

struct Arguments {
  /// What is to be done: answer a question, answer lines of them, or tell how to use the program.
  enum class Task { answer, ask, help, version };

  Task task = Task::help;
  Question question;
  OutputOptions output;
  std::string help_on;      ///< a command; empty: the program
  std::string lines = "-";  ///< file with questions; "-": standard input
};

/// Throws InputError for anything that is not an option, not a value of it, or contradictory.
Arguments parse_arguments(int argc, const char* const* argv);

/// The help of the program, and of one command (InputError for an unknown one).
std::string general_help();
std::string help_on(const std::string& command);

}  // namespace warodds::cli
