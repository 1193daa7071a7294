// No file is lost or mistreated: inputs, links, owners, modes; calls of the system that fail.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string content_at(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void put_text(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

struct stat state_of(const fs::path& path) {
  struct stat state {};
  EXPECT_EQ(::lstat(path.c_str(), &state), 0) << path;
  return state;
}

/// A folder of its own, empty at first and gone afterwards.
class KeptFiles : public ::testing::Test {
 protected:
  KeptFiles() : folder_(::testing::TempDir() + "warodds-kept-" + std::to_string(::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~KeptFiles() override { fs::remove_all(folder_); }

  fs::path at(const std::string& name) const { return folder_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  /// A shell, in the folder; $W is the program.
  Outcome shell(const std::string& script) const {
    Call call;
    call.program = "/bin/sh";
    call.arguments = {"-c", "cd '" + folder_.string() + "' && " + script};
    call.environment["W"] = WARODDS_PROGRAM;
    call.environment["PATH"] = "/usr/bin:/bin";
    return run(call);
  }

  fs::path folder_;
};

const std::vector<std::string> plain_fight{"fight",     "--roster", example("raiders-of-arcana"),
                                           "--format",  "csv",      "Human Warriors",
                                           "Goblin Mob"};

/// Commands of each kind that can write a file, and what else they need.
std::vector<std::string> fight_into(const fs::path& path) {
  std::vector<std::string> arguments = plain_fight;
  arguments.insert(arguments.end(), {"--output", path.string()});
  return arguments;
}

TEST_F(KeptFiles, ALinkStaysAndTheFileBehindItIsWritten) {
  put_text(at("file"), "old");
  fs::create_symlink("file", at("link"));
  fs::create_symlink("link", at("second"));
  fs::create_symlink("new", at("dangling"));
  const std::string answer = run(plain_fight).out;
  EXPECT_EQ(run(fight_into(at("second"))).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(at("link")) && fs::is_symlink(at("second")));
  EXPECT_EQ(content_at(at("file")), answer);
  EXPECT_EQ(run(fight_into(at("dangling"))).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(at("dangling")));
  EXPECT_EQ(content_at(at("new")), answer);
  fs::create_symlink("round", at("round"));
  EXPECT_EQ(run(fight_into(at("round"))).exit_code, 1);
  EXPECT_TRUE(fs::is_symlink(at("round")));
}

TEST_F(KeptFiles, ModeAndOtherNamesStay) {
  const std::string answer = run(plain_fight).out;
  for (const mode_t mode : {0600U, 0640U, 0666U, 04755U}) {
    put_text(at("file"), "old");
    ::chmod(at("file").c_str(), mode);
    EXPECT_EQ(run(fight_into(at("file"))).exit_code, 0);
    EXPECT_EQ(state_of(at("file")).st_mode & 07777, mode);
  }
  for (const std::string& old : {std::string("old"), std::string(100000, 'x')}) {
    put_text(at("file"), old);
    fs::create_hard_link(at("file"), at("other"));
    EXPECT_EQ(run(fight_into(at("file"))).exit_code, 0);
    EXPECT_EQ(state_of(at("file")).st_ino, state_of(at("other")).st_ino);
    EXPECT_EQ(content_at(at("other")), answer);
    fs::remove(at("other"));
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(KeptFiles, ANewFileHasTheModeOfNewFiles) {
  EXPECT_EQ(shell("umask 027; $W --version --output new").exit_code, 0);
  EXPECT_EQ(state_of(at("new")).st_mode & 0777, 0640U);
}

/// A group that is not that of new files, where there is one: only root has all of them.
gid_t another_group() {
  if (::geteuid() == 0) return 54321;
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(::getgroups(0, nullptr), 0)));
  ::getgroups(static_cast<int>(groups.size()), groups.data());
  const auto other =
      std::find_if(groups.begin(), groups.end(), [](gid_t group) { return group != ::getegid(); });
  return other == groups.end() ? ::getegid() : *other;
}

TEST_F(KeptFiles, TheOwnerStays) {
  const uid_t owner = ::geteuid() == 0 ? 12345 : ::geteuid();  // only root can give files away
  const gid_t group = another_group();
  put_text(at("file"), "old");
  ASSERT_EQ(::chown(at("file").c_str(), owner, group), 0);
  EXPECT_EQ(run(fight_into(at("file"))).exit_code, 0);
  EXPECT_EQ(state_of(at("file")).st_uid, owner);
  EXPECT_EQ(state_of(at("file")).st_gid, group);
}

TEST_F(KeptFiles, NoInputIsDestroyed) {
  const std::string roster = content_at(example("raiders-of-arcana"));
  put_text(at("r.toml"), roster);
  fs::create_hard_link(at("r.toml"), at("hard.toml"));
  fs::create_symlink("r.toml", at("soft.toml"));
  const std::string question = R"({"command":"units","roster":"r.toml"})"
                               "\n";
  put_text(at("q.jsonl"), question);
  for (const char* target : {"r.toml", "hard.toml", "soft.toml", "./r.toml"}) {
    for (const char* command :
         {"units --roster r.toml", "matrix --roster r.toml", "prices --roster r.toml",
          "balance --roster r.toml --vary arm=2..4", "value --roster r.toml",
          "compare r.toml r.toml", "systems < r.toml", "merge r.toml", "ask q.jsonl --files .",
          "ask r.toml", "ask < r.toml"}) {
      const Outcome outcome = shell(std::string("$W ") + command + " --output " + target);
      EXPECT_EQ(outcome.exit_code, 2) << command;
      EXPECT_THAT(outcome.err, HasSubstr("would be destroyed")) << command;
      EXPECT_EQ(content_at(at("r.toml")), roster) << command;
    }
  }
  for (const char* command : {"$W ask --output q.jsonl < q.jsonl", "$W ask q.jsonl >> q.jsonl",
                              "$W ask < q.jsonl 1<> q.jsonl"}) {
    EXPECT_EQ(shell(command).exit_code, 2) << command;
    EXPECT_EQ(content_at(at("q.jsonl")), question) << command;
  }
  // What was worked out before it was known what it had been read from is shown.
  EXPECT_THAT(shell("$W ask q.jsonl --files . --output r.toml").out, StartsWith("{"));
  EXPECT_EQ(files(), 4);
}

TEST_F(KeptFiles, DevicesAndPipesAreWrittenTo) {
  const std::string answer = run(plain_fight).out;
  for (const char* device : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    EXPECT_EQ(run(fight_into(device)).out, answer) << device;
  }
  EXPECT_FALSE(fs::exists("-"));
  EXPECT_THAT(run(fight_into("/dev/null")).out, IsEmpty());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  // Behind what is there already, as any writer to standard output.
  EXPECT_EQ(shell("{ echo first; $W --version --output /dev/stdout; } > file").exit_code, 0);
  EXPECT_THAT(content_at(at("file")), StartsWith("first\nwarodds"));
  EXPECT_EQ(shell("mkfifo pipe; cat pipe > copy & $W --version --output pipe; wait").exit_code, 0);
  EXPECT_TRUE(fs::is_fifo(at("pipe")));
  EXPECT_EQ(content_at(at("copy")), run({"--version"}).out);
}

TEST_F(KeptFiles, ARosterOnStandardOutputHasTheReportBesideIt) {
  for (const char* name : {"-", "/dev/stdout"}) {
    const Outcome outcome = run(
        {"prices", "--roster", example("raiders-of-arcana"), "--budget", "300", "--output", name});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("system = \"raiders-of-arcana\""));
    EXPECT_THAT(outcome.err, HasSubstr("Raiders of Arcana"));
  }
}

TEST_F(KeptFiles, WhatCannotBeWrittenIsFoundOutBeforeAnythingIsComputed) {
  fs::create_directory(at("folder"));
  for (const std::string& target :
       {at("nowhere/file").string(), at("folder").string(), at("folder/").string()}) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"prices", "--roster", example("raiders-of-arcana")},
          {"ask", "/dev/null"},
          {"battle", "--system", "raiders-of-arcana", "figures=9", "figures=9", "--engine", "sim",
           "--trials", "1000000000000", "--time-limit", "100"}}) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.end(), {"--output", target});
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.exit_code, 1);
      EXPECT_THAT(outcome.err, HasSubstr("cannot write to"));
      EXPECT_THAT(outcome.out, IsEmpty());
    }
  }
  EXPECT_THAT(shell("$W fight figures=1 figures=1 --system raiders-of-arcana >&-").err,
              HasSubstr("cannot write to standard output"));
}

TEST_F(KeptFiles, ClosedDescriptorsAreErrorsAndNotTakenByFiles) {
  put_text(at("q.jsonl"), "");
  EXPECT_EQ(shell("$W ask <&-").exit_code, 2);
  EXPECT_EQ(shell("$W ask < /").exit_code, 2);
  EXPECT_EQ(shell("$W ask q.jsonl --output a <&- >&- 2>&-").exit_code, 0);
  EXPECT_EQ(shell("$W --version >&-").exit_code, 1);
  EXPECT_EQ(shell("$W --version --output v <&- >&- 2>&-").exit_code, 0);
  EXPECT_EQ(content_at(at("v")), run({"--version"}).out);
}

TEST_F(KeptFiles, AFileThatMayNotGrowIsAnError) {
  for (const char* target : {"file", "other", "new"}) {
    put_text(at("file"), "old");
    if (!fs::exists(at("other"))) {
      put_text(at("other"), "old");
      fs::create_hard_link(at("other"), at("name"));
    }
    const Outcome outcome =
        shell(std::string("ulimit -f 0; $W fight figures=1 figures=1 --system raiders-of-arcana "
                          "--output ") +
              target);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("cannot write to"));
    EXPECT_THAT(outcome.out, HasSubstr("Raiders of Arcana"));
    EXPECT_EQ(content_at(at("file")), "old");
    EXPECT_EQ(content_at(at("other")), "old");
    EXPECT_EQ(files(), 3) << target;
  }
}

#ifdef WARODDS_FAILING_CALLS
TEST_F(KeptFiles, ACallThatFailsLeavesTheOldFileAndTheReportIsShown) {
  const std::string answer = run(plain_fight).out;
  const std::string roster_report =
      run({"prices", "--roster", example("raiders-of-arcana"), "--budget", "300"}).out;
  for (const char* call :
       {"write", "pwrite", "fsync", "ftruncate", "fallocate", "fchmod", "rename", "close"}) {
    int failed = 0;
    for (const char* target : {"file", "new", "shared", "link"}) {
      for (const std::size_t size : {std::size_t{3}, std::size_t{100000}}) {
        for (int number = 1; number <= 8; ++number) {
          const std::string old(size, 'x');
          for (const char* name : {"file", "new", "shared", "link", "second"}) fs::remove(at(name));
          put_text(at("file"), old);
          put_text(at("shared"), old);
          fs::create_hard_link(at("shared"), at("second"));
          fs::create_symlink("file", at("link"));
          Call broken;
          broken.arguments = fight_into(at(target));
          broken.environment["LD_PRELOAD"] = WARODDS_FAILING_CALLS;
          broken.environment["WARODDS_FAIL"] = std::string(call) + ":" + std::to_string(number);
          const Outcome outcome = run(broken);
          SCOPED_TRACE(std::string(target) + " " + broken.environment["WARODDS_FAIL"]);
          const bool is_new = std::string(target) == "new";
          if (outcome.exit_code == 0) {
            EXPECT_EQ(content_at(at(target)), answer);
          } else {
            ++failed;
            EXPECT_EQ(outcome.exit_code, 1);
            EXPECT_THAT(outcome.err, HasSubstr("cannot write to"));
            EXPECT_EQ(outcome.out, answer);
            EXPECT_EQ(fs::exists(at(target)), !is_new);
            if (!is_new) {
              EXPECT_EQ(content_at(at(target)), old);
            }
          }
          EXPECT_TRUE(fs::is_symlink(at("link")));
          EXPECT_EQ(files(), 4U + (fs::exists(at("new")) ? 1 : 0));
        }
      }
    }
    // Another mode of a file that is not replaced is no failure: it keeps its own.
    EXPECT_EQ(failed > 0, std::string(call) != "fchmod") << call;
  }
}
#endif

}  // namespace
}  // namespace warodds::test
