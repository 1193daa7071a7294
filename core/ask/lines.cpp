#include "core/ask/lines.h"

#include <algorithm>
#include <vector>

#include "core/threads/parallel.h"

namespace warodds {
namespace {

/// Questions that are answered together.
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

int ask_lines(std::istream& questions, const std::function<void(const std::string&)>& hand_on,
              const Engines& engines, const Watch& watch) {
  Asker asker(engines);
  int status = 0;
  while (!watch.stopped()) {
    const std::vector<std::string> lines = next_block(questions);
    if (lines.empty()) break;
    std::vector<Asker::Reply> replies(lines.size());
    in_parallel(lines.size(), [&](std::size_t i) { replies[i] = asker.ask(lines[i], watch); });
    std::string answers;
    for (const Asker::Reply& reply : replies) {
      answers += reply.line;
      answers += '\n';
      status = std::max(status, reply.status);
    }
    hand_on(answers);
  }
  return status;
}

}  // namespace warodds
