// What the README shows is what the program says: every block that begins with "$ warodds" is run
// and compared. A line with "…" alone stands for any number of lines.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

/// Words as a shell would split them.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> result;
  std::string word;
  bool quoted = false;
  bool any = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      any = true;
    } else if (c == ' ' && !quoted) {
      if (any) result.push_back(std::exchange(word, ""));
      any = false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any) result.push_back(word);
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

struct Block {
  std::string command;
  std::vector<std::string> shown;
};

std::vector<Block> blocks() {
  std::ifstream readme(WARODDS_SOURCE "/README.md");
  std::vector<Block> found;
  std::string line;
  while (std::getline(readme, line)) {
    if (line.rfind("```", 0) != 0) continue;
    if (!std::getline(readme, line)) break;
    Block block;
    const bool is_call = line.rfind("$ warodds ", 0) == 0;
    if (is_call) block.command = line.substr(10);
    while (std::getline(readme, line) && line != "```") {
      while (!block.command.empty() && block.command.back() == '\\') {
        block.command.pop_back();
        block.command += line;
        std::getline(readme, line);
      }
      block.shown.push_back(line);
    }
    if (is_call) found.push_back(block);
  }
  return found;
}

// Under sanitizers simulations can run into the time limit, and say so.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool slow = true;
#elif defined(__has_feature)
constexpr bool slow = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool slow = false;
#endif

TEST(Readme, ShowsWhatTheProgramSays) {
  if (slow) GTEST_SKIP() << "too slow under sanitizers";
  const auto all = blocks();
  EXPECT_GE(all.size(), 8U);
  for (const Block& block : all) {
    SCOPED_TRACE("$ warodds " + block.command);
    std::vector<std::string> arguments = words(block.command);
    for (std::string& argument : arguments) {
      if (argument.rfind("examples/", 0) == 0) argument = WARODDS_SOURCE "/" + argument;
    }
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::vector<std::string> said = lines_of(outcome.out);
    std::size_t at = 0;
    for (std::size_t i = 0; i < block.shown.size(); ++i) {
      std::string shown = block.shown[i];
      while (!shown.empty() && shown.back() == ' ') shown.pop_back();
      if (shown.find_first_not_of(' ') != std::string::npos &&
          shown.substr(shown.find_first_not_of(' ')) == "…") {
        // Skip to where the next shown line goes on, or to the end.
        if (i + 1 == block.shown.size()) {
          at = said.size();
          break;
        }
        while (at < said.size() && said[at] != block.shown[i + 1]) ++at;
        continue;
      }
      ASSERT_LT(at, said.size()) << "the program says less than " << shown;
      EXPECT_EQ(said[at], shown);
      ++at;
    }
    EXPECT_EQ(at, said.size()) << "the program says more";
  }
}

}  // namespace
}  // namespace warodds::test
