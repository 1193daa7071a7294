// Every command by itself: its help, its examples, its options and nobody else's; what is written
// fits a terminal; and the front end knows no system by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "core/ask/command.h"
#include "core/ask/option.h"
#include "core/systems/traits/order_cost.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Columns that UTF-8 text takes.
std::size_t columns(const std::string& line) {
  std::size_t count = 0;
  for (const char c : line) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

void expect_to_fit(const std::string& text, const std::string& what) {
  for (const std::string& line : lines_of(text)) {
    EXPECT_LE(columns(line), 80U) << what << ": " << line;
  }
}

/// The words of an example, wherever the tests run.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> result = words(std::string(line));
  for (std::string& word : result) {
    if (word.starts_with("examples/")) word = WARODDS_SOURCE "/" + word;
  }
  return result;
}

TEST(EveryCommand, HasAHelpOfItsOwnThatFitsAScreen) {
  for (const Command& command : all_commands()) {
    const std::string name(command.name);
    const Outcome outcome = run({name, "--help"});
    EXPECT_EQ(outcome.exit_code, 0) << name;
    EXPECT_EQ(outcome.out, run({"help", name}).out);
    const auto lines = lines_of(outcome.out);
    EXPECT_LE(lines.size(), 40U) << name;
    expect_to_fit(outcome.out, name);
    EXPECT_EQ(lines.at(0), "warodds " + name + " " + std::string(command.operands));
    // Who takes the files that others write shows how they are written instead.
    const bool takes_files = part_of<questions::OfFiles>(command.question) != nullptr;
    EXPECT_EQ(command.examples.size(), takes_files ? 0U : 2U) << name;
    for (const std::string_view option : command.options) {
      EXPECT_THAT(outcome.out, HasSubstr("--" + std::string(option))) << name;
    }
    for (const Option& option : all_options()) {
      const bool own = std::find(command.options.begin(), command.options.end(), option.name) !=
                       command.options.end();
      if (own || takes_files) continue;
      EXPECT_THAT(outcome.out, Not(HasSubstr("--" + std::string(option.name) + " "))) << name;
    }
  }
  EXPECT_LE(lines_of(run({"help"}).out).size(), 40U);
  EXPECT_LE(lines_of(run({"help", "ask"}).out).size(), 40U);
  expect_to_fit(run({"help", "ask"}).out, "ask");
  const Outcome unknown = run({"help", "figth"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'fight'?"));
}

TEST(EveryCommand, HasExamplesThatRunAndFit) {
  for (const Command& command : all_commands()) {
    for (const CommandExample& example : command.examples) {
      const std::string line(example.line);
      const Outcome outcome = run(words_of(example.line));
      EXPECT_EQ(outcome.exit_code, 0) << line << ": " << outcome.err;
      EXPECT_GT(lines_of(outcome.out).size(), 1U) << line;
      EXPECT_FALSE(example.shows.empty()) << line;
      const bool is_for_people = line.find("--format") == std::string::npos && line != "schema";
      if (is_for_people) expect_to_fit(outcome.out, line);
    }
  }
}

TEST(EveryCommand, RefusesTheOptionsOfOthersAndNamesThem) {
  for (const Command& command : all_commands()) {
    for (const Option& option : all_options()) {
      if (std::find(command.options.begin(), command.options.end(), option.name) !=
          command.options.end()) {
        continue;
      }
      std::vector<std::string> line{std::string(command.name), "--" + std::string(option.name)};
      if (!option.value.empty()) line.emplace_back("1");
      const Outcome outcome = run(line);
      EXPECT_EQ(outcome.exit_code, 2) << command.name << " --" << option.name;
      EXPECT_THAT(outcome.err, HasSubstr(owners_of_option(option.name)));
      EXPECT_THAT(outcome.out, IsEmpty());
    }
  }
  expect_refused({"units", "--roster", example("magewinds"), "--output", ""}, "--output: needs");
}

TEST(EveryList, FitsATerminal) {
  for (const char* system :
       {"arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"}) {
    expect_to_fit(run({"systems", system}).out, system);
    expect_to_fit(run({"quantities", system}).out, system);
    expect_to_fit(run({"units", "--roster", example(system)}).out, system);
  }
  expect_to_fit(run(std::vector<std::string>{}).out, "introduction");
}

TEST(Colour, IsNotForDumbTerminals) {
  Call call{{"systems"}};
  call.to_terminal = true;
  call.environment["TERM"] = "xterm";
  EXPECT_THAT(run(call).out, HasSubstr("\x1b["));
  call.environment["TERM"] = "dumb";
  EXPECT_THAT(run(call).out, Not(HasSubstr("\x1b[")));
}

/// All sources of the front end and of what it asks the library in general terms.
std::vector<std::filesystem::path> general_sources() {
  std::vector<std::filesystem::path> sources;
  for (const char* folder : {"cli", "core/answer", "core/design", "core/text"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(WARODDS_SOURCE "/" + std::string(folder))) {
      const auto extension = entry.path().extension();
      if (extension == ".cpp" || extension == ".h") sources.push_back(entry.path());
    }
  }
  for (const char* file : {"matchup_question", "play", "play_answers", "play_facts", "play_text",
                           "beside", "sequence_answers", "design_answers", "lists", "facts"}) {
    sources.emplace_back(WARODDS_SOURCE "/core/ask/" + std::string(file) + ".cpp");
  }
  return sources;
}

TEST(TheFrontEnd, KnowsNoSystemAndNoRulingByName) {
  // The first answer of the introduction and of ask's help is an example of one system.
  std::vector<std::string> words;
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    words.insert(words.end(), {System::name, System::title});
    for (const ReportSpec& report : System::reports) {
      if (report.name != "hits") words.emplace_back(report.name);
    }
    if (PaysForAttacks<System>) words.emplace_back(rate_of<System>().name);
  });
  const std::regex ruling(R"([^A-Za-z0-9_][A-D][0-9]{1,2}[^0-9A-Za-z_])");
  std::size_t seen = 0;
  for (const auto& path : general_sources()) {
    if (path.filename() == "help.cpp") continue;
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
      ++seen;
      const bool is_comment = line.find("//") != std::string::npos;
      if (is_comment) continue;
      EXPECT_FALSE(std::regex_search(line, ruling)) << path << ": " << line;
      for (const std::string& word : words) {
        EXPECT_EQ(line.find('"' + word + '"'), std::string::npos) << path << ": " << line;
      }
    }
  }
  EXPECT_GT(seen, 2000U);
}

}  // namespace
}  // namespace warodds::test
