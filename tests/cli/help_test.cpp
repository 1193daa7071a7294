// What help says holds for the command that it is the help of, and its topics' examples run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "core/ask/command.h"
#include "core/ask/option.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

const std::string units_of = WARODDS_SOURCE "/examples/raiders-of-arcana.toml";

/// A question of the command that lacks nothing.
Arguments asked_by(const std::string& command) {
  const Arguments two{"Human", "Goblin", "--roster", units_of};
  const std::map<std::string, Arguments> questions{
      {"fight", Arguments{"fight"} + two},
      {"battle", Arguments{"battle"} + two},
      {"solve", Arguments{"solve"} + two + Arguments{"--payoff", "win", "--rounds", "2"}},
      {"explain", Arguments{"explain"} + two},
      {"check", Arguments{"check"} + two + Arguments{"--trials", "2000"}},
      {"sweep", Arguments{"sweep"} + two + Arguments{"--vary", "defender.arm=2..3"}},
      {"value", Arguments{"value"} + two},
      {"tune", Arguments{"tune"} + two + Arguments{"--vary", "defender.arm=2..3"}},
      {"sequence", {"sequence", "Human", "--by", "Goblin", "--roster", units_of}},
      {"matrix", {"matrix", "--roster", units_of}},
      {"prices", {"prices", "--roster", units_of, "--budget", "100"}},
      {"balance",
       {"balance", "--vary", "as=5..6", "--changes", "0", "--roster", units_of, "--against",
        units_of}},
      {"compare", {"compare", units_of, units_of}}};
  const auto found = questions.find(command);
  return found == questions.end() ? Arguments() : found->second;
}

/// The example in the meaning of an option: in quotes, or behind the colon.
std::string example_in(std::string_view meaning) {
  const auto quote = meaning.find('\'');
  if (quote != std::string_view::npos) {
    return std::string(meaning.substr(quote + 1, meaning.find('\'', quote + 1) - quote - 1));
  }
  const auto colon = meaning.find(": ");
  if (colon == std::string_view::npos) return {};
  const std::string_view rest = meaning.substr(colon + 2);
  return std::string(rest.substr(0, rest.find(';')));
}

TEST(HelpOfACommand, HasExamplesOfOptionsThatItTakes) {
  std::size_t run_so_far = 0;
  for (const Command& command : all_commands()) {
    for (const std::string_view name : command.options) {
      const std::vector<std::string_view> with_examples{"show", "given", "joint",  "observed",
                                                        "from", "until", "target", "set"};
      if (std::find(with_examples.begin(), with_examples.end(), name) == with_examples.end()) {
        continue;
      }
      const Arguments question = asked_by(std::string(command.name));
      if (question.empty()) continue;  // reads what others wrote
      const OptionOf option = option_for(*find_option(name), command.name);
      const std::string example = example_in(option.meaning);
      ASSERT_FALSE(example.empty()) << command.name << " --" << name;
      EXPECT_THAT(unwrapped(said({"help", std::string(command.name)})),
                  HasSubstr(unwrapped(std::string(option.meaning))));
      Arguments line = question + Arguments{"--" + std::string(name), example};
      const bool frames = name == "from" || name == "until" || name == "given";
      if (frames && part_of<questions::FightOrBattle>(command.question) != nullptr) {
        line = line + Arguments{"--battle"};
      }
      if (command.name == "tune" && name != "target")
        line = line + Arguments{"--target", "win=50%"};
      const Outcome outcome = run(line);
      EXPECT_EQ(outcome.exit_code, 0)
          << command.name << " --" << name << " " << example << ": " << outcome.err;
      ++run_so_far;
    }
  }
  EXPECT_GT(run_so_far, 20U);
}

TEST(HelpOnATopic, IsAPageWhoseExamplesRun) {
  for (const cli::Topic& topic : cli::all_topics()) {
    const std::string page = said({"help", std::string(topic.name)});
    const std::vector<std::string> lines = lines_of(page);
    EXPECT_LE(lines.size(), 40U) << topic.name;
    for (const std::string& line : lines) EXPECT_LE(line.size(), 80U) << line;
    EXPECT_THAT(said({"help"}), HasSubstr(std::string(topic.name)));
    EXPECT_EQ(find_command(topic.name), nullptr) << "a command has a help of its own";
    int played = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string line = lines[i];
      if (!line.starts_with("  warodds ")) continue;
      while (line.ends_with("\\")) line = line.substr(0, line.size() - 1) + lines[++i];
      Arguments arguments = words(line);
      arguments.erase(arguments.begin());
      for (std::string& argument : arguments) {
        if (argument.starts_with("examples/")) argument = WARODDS_SOURCE "/" + argument;
      }
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.exit_code, 0) << line << ": " << outcome.err;
      ++played;
    }
    EXPECT_GE(played, 2) << topic.name;
  }
}

TEST(HelpOnATopic, ThatIsNotKnownListsThoseThatAre) {
  const std::string complaint = refused({"help", "weather"});
  for (const cli::Topic& topic : cli::all_topics()) {
    EXPECT_THAT(complaint, HasSubstr(std::string(topic.name)));
  }
  expect_refused({"help", "event"}, "did you mean 'events'?");
}

/// Of a text in pages, the page that begins with these words; empty if none does.
std::string page_of(const std::string& text, const std::string& beginning) {
  const auto from = text.find("\n" + beginning);
  if (from == std::string::npos) return {};
  return text.substr(from + 1, text.find("\n=====", from + 1) - from);
}

// What each command takes is asked of its record, and found by name on its own page of the whole.
TEST(HelpOnAll, HasEveryOptionOfEveryCommandWithItsMeaning) {
  const std::string all = said({"help", "all"});
  std::size_t options = 0;
  for (const Command& command : all_commands()) {
    const std::string name(command.name);
    const std::string page = page_of(all, "warodds " + name + " ");
    ASSERT_FALSE(page.empty()) << name;
    for (const std::string_view option : command.options) {
      EXPECT_THAT(page, HasSubstr("\n  --" + std::string(option) + " ")) << name;
      const OptionOf of = option_for(*find_option(option), command.name);
      EXPECT_THAT(unwrapped(page), HasSubstr(unwrapped(std::string(of.meaning)))) << name;
      ++options;
    }
  }
  EXPECT_GT(options, 300U);
  const std::string common = page_of(all, "options: ");
  for (const char* option : {"format", "csv", "output", "long", "page", "help", "version"}) {
    EXPECT_THAT(common, HasSubstr("--" + std::string(option) + " ")) << option;
  }
  const std::string ask = page_of(all, "warodds ask ");
  for (const char* option :
       {"files", "most-time", "most-memory", "most-threads", "strangers", "output"}) {
    EXPECT_THAT(ask, HasSubstr("--" + std::string(option))) << option;
  }
  for (const cli::Topic& topic : cli::all_topics()) {
    EXPECT_THAT(all, HasSubstr("\n" + said({"help", std::string(topic.name)})));
  }
  EXPECT_THAT(said({"help"}), HasSubstr("help all"));
}

// What each stat is worth takes many times as long as the ranking and prices: they come first.
TEST(AReport, SaysOnTheTerminalWhatItLeavesOut) {
  const Outcome outcome = run({"report", WARODDS_SOURCE "/examples/designer/arcane-legions.toml",
                               "--budget", "70", "--time-limit", "1.5", "--format", "json"});
  if (outcome.exit_code != 0) {  // on a slow machine
    EXPECT_THAT(outcome.err, HasSubstr("the time limit was reached; there is no ranking yet"));
    return;
  }
  const Json page = Json::parse(outcome.out);
  for (const Json& what : page.value("left_out", Json::array())) {
    EXPECT_THAT(outcome.err, HasSubstr("left out of the report: " + what.get<std::string>()));
  }
  if (page.contains("value")) {
    EXPECT_TRUE(page.contains("prices")) << "prices take less time";
  }
}

}  // namespace
}  // namespace warodds::test
