// Where an answer goes and how it is dressed: files whole or not at all, closed pipes, terminals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::vector<std::string> a_fight{"fight", "--roster", example("raiders-of-arcana"),
                                       "Human Warriors", "Goblin Mob"};

std::vector<std::string> fight_to(const std::string& path) {
  std::vector<std::string> arguments = a_fight;
  arguments.insert(arguments.end(), {"--output", path});
  return arguments;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

TEST(Output, AFileHoldsWhatTheTerminalWouldShow) {
  const TemporaryFile file("answer.txt", "old");
  const Outcome outcome = run(fight_to(file.path()));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(file.content(), run(a_fight).out);
}

TEST(Output, AFileStaysAsItWasWhenThereIsNoAnswer) {
  const TemporaryFile file("answer.txt", "precious");
  std::vector<std::string> arguments = fight_to(file.path());
  arguments.insert(arguments.end(), {"--with", "die=3"});
  EXPECT_EQ(run(arguments).exit_code, 2);
  EXPECT_EQ(file.content(), "precious");
}

TEST(Output, NothingHalfWrittenIsLeftWhereWritingFails) {
  // A folder that cannot be replaced by a file: the text is written, the last step fails.
  namespace fs = std::filesystem;
  const fs::path folder = ::testing::TempDir() + "warodds-" + std::to_string(::getpid());
  fs::create_directories(folder / "answer.txt" / "inside");
  EXPECT_EQ(run(fight_to((folder / "answer.txt").string())).exit_code, 1);
  EXPECT_TRUE(fs::exists(folder / "answer.txt" / "inside"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  fs::remove_all(folder);
}

TEST(Output, AClosedPipeIsSaidAndIsNoCrash) {
  Call call;
  call.arguments = a_fight;
  call.to_closed_pipe = true;
  const Outcome outcome = run(call);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("closed it"));
}

TEST(Output, AMessageThatNobodyCanReadIsNoCrash) {
  for (const char* errors : {"2>&-", "2>/dev/full"}) {
    Call call;
    call.program = "/bin/sh";
    call.arguments = {"-c", std::string(WARODDS_PROGRAM) + " fight nobody " + errors};
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.signal, 0) << errors;
    EXPECT_EQ(outcome.exit_code, 2) << errors;
  }
}

TEST(Output, BarsAreUtf8WhereTheLocaleIs) {
  const std::string bar = "\u2588";
  for (const char* variable : {"LANG", "LC_ALL", "LC_CTYPE"}) {
    Call call;
    call.arguments = a_fight;
    call.environment = {{variable, "en_GB.UTF-8"}};
    EXPECT_THAT(run(call).out, HasSubstr(bar)) << variable;
  }
}

TEST(Output, IsPureAsciiWhereTheLocaleIsNotUtf8) {
  for (const auto& environment : std::vector<std::map<std::string, std::string>>{
           {{"LANG", "C"}}, {}, {{"LANG", "C.UTF-8"}, {"LC_ALL", "C"}}}) {
    Call call;
    call.arguments = a_fight;
    call.environment = environment;
    const Outcome outcome = run(call);
    EXPECT_TRUE(is_ascii(outcome.out)) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("##"));
  }
}

TEST(Output, IsPureAsciiWhenAsked) {
  for (const char* roster :
       {"arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"}) {
    EXPECT_TRUE(is_ascii(run({"units", "--format", "ascii", "--roster", example(roster)}).out))
        << roster;
    EXPECT_TRUE(is_ascii(run({"systems", roster, "--format", "ascii"}).out)) << roster;
  }
  for (const char* command : {"fight", "explain", "check"}) {
    std::vector<std::string> arguments = a_fight;
    arguments[0] = command;
    arguments.insert(arguments.end(), {"--format", "ascii"});
    if (command[0] == 'f') arguments.insert(arguments.end(), {"--engine", "sim"});
    EXPECT_TRUE(is_ascii(run(arguments).out)) << command;
  }
  EXPECT_THAT(run({"fight", "--format", "ascii", "--system", "raiders-of-arcana",
                   "name=Bjørn ☠,hp=2", "figures=2"})
                  .out,
              StartsWith("Bj?rn ? against "));
}

TEST(Output, MessagesArePureAsciiWhereTheLocaleIsNotUtf8) {
  Call call;
  call.environment = {{"LANG", "C"}};
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"fight", "--system", "magewinds", "Wizard", "Guardian"},
           {"fight", "--system", "magewinds", "", "a=1"},
           {"fight", "--system", "magewinds", "toughness=" + std::string(500, '9'), "armour=1"}}) {
    call.arguments = arguments;
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(is_ascii(outcome.err)) << outcome.err;
  }
}

TEST(Output, HasColourOnATerminalOnly) {
  const std::string colour = "\x1b[";
  Call call;
  call.arguments = a_fight;
  EXPECT_THAT(run(call).out, Not(HasSubstr(colour)));
  call.to_terminal = true;
  EXPECT_THAT(run(call).out, HasSubstr(colour));
  call.environment["NO_COLOR"] = "1";
  EXPECT_THAT(run(call).out, Not(HasSubstr(colour)));
}

TEST(Output, AFileHasNoColourEvenFromATerminal) {
  const TemporaryFile file("answer.txt", "");
  Call call;
  call.arguments = fight_to(file.path());
  call.to_terminal = true;
  EXPECT_EQ(run(call).exit_code, 0);
  EXPECT_THAT(file.content(), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace warodds::test
