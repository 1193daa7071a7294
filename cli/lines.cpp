#include "cli/lines.h"

#include <algorithm>
#include <vector>

#include "cli/output.h"
#include "core/rules/error.h"
#include "core/threads/parallel.h"

namespace warodds::cli {
namespace {

/// Questions that are answered together. The first block is small, so that somebody who types
/// questions sees answers at once.
constexpr std::size_t most_lines_of_a_block = 1024;

/// The lines that can be had now, at least one, unless the input is at its end.
std::vector<std::string> next_block(std::istream& questions) {
  std::vector<std::string> lines;
  std::string line;
  while (lines.size() < most_lines_of_a_block && std::getline(questions, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.find_first_not_of(" \t") != std::string::npos) lines.push_back(line);
    if (!lines.empty() && questions.rdbuf()->in_avail() <= 0) break;
  }
  return lines;
}

}  // namespace

int ask_lines(std::istream& questions, const std::string& path, const Engines& engines,
              const Watch& watch) {
  Asker asker(engines);
  int status = 0;
  std::string whole;  // of a file, which is written when all is there
  for (;;) {
    const std::vector<std::string> lines = next_block(questions);
    if (lines.empty()) break;
    std::vector<Asker::Reply> replies(lines.size());
    in_parallel(lines.size(), [&](std::size_t i) { replies[i] = asker.ask(lines[i], watch); });
    std::string answers;
    for (const Asker::Reply& reply : replies) {
      answers += reply.line + "\n";
      status = std::max(status, reply.status);
    }
    if (path.empty()) {
      write_output(answers, "");
    } else {
      whole += answers;
    }
    if (watch.stopped()) break;
  }
  if (!path.empty()) write_output(whole, path);
  return status;
}

}  // namespace warodds::cli
