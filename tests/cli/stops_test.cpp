// Work that is stopped, by a signal or by its time limit: it ends within a second with what is
// done. Tables that do not fit into memory are refused before they are begun.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"
#include "tests/support/whole_run.h"

namespace warodds::test {
namespace {

using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A roster of so many units, all different, each a long battle against most others.
std::string many_units(int count) {
  std::string text = "system,name,figures,hp,cd,as,db,arm,points\n";
  for (int i = 0; i < count; ++i) {
    text += "raiders-of-arcana,U" + std::to_string(i) + "," + std::to_string(6 + i % 37) + "," +
            std::to_string(1 + i % 3) + "," + std::to_string(1 + i % 4) + "," +
            std::to_string(4 + i % 5) + "," + std::to_string(i % 7) + "," +
            std::to_string(4 + i % 11) + "," + std::to_string(40 + i) + "\n";
  }
  return text;
}

const TemporaryFile& small_roster() {
  static const TemporaryFile file("stops-30.csv", many_units(30));
  return file;
}
const TemporaryFile& roster_of_2000() {
  static const TemporaryFile file("stops-2000.csv", many_units(2000));
  return file;
}
const TemporaryFile& roster_of_10000() {
  static const TemporaryFile file("stops-10000.csv", many_units(10'000));
  return file;
}

struct Stopped {
  pid_t program = 0;
  int status = 0;
  double seconds = 0;  ///< from the signal to the end
  std::string out;
  std::string err;
};

/// Runs the program and sends it the signal after a while.
Stopped stopped(Arguments arguments, int signal, std::chrono::milliseconds after) {
  const TemporaryFile out("stopped.out", ""), err("stopped.err", "");
  arguments.insert(arguments.begin(), WARODDS_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& one : arguments) pointers.push_back(one.data());
  pointers.push_back(nullptr);
  const pid_t program = ::fork();
  if (program < 0) throw std::runtime_error("cannot start the program");
  if (program == 0) {
    ::dup2(::open(out.path().c_str(), O_WRONLY), STDOUT_FILENO);
    ::dup2(::open(err.path().c_str(), O_WRONLY), STDERR_FILENO);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  std::this_thread::sleep_for(after);
  const auto begin = Clock::now();
  ::kill(program, signal);
  Stopped stopped;
  stopped.program = program;
  ::waitpid(program, &stopped.status, 0);
  stopped.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  stopped.out = out.content();
  stopped.err = err.content();
  return stopped;
}

/// What this program has half written beside a file.
std::vector<std::string> parts_of(pid_t program, const std::filesystem::path& file) {
  const std::string begin = "warodds-" + std::to_string(program) + "-";
  std::vector<std::string> parts;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path())) {
    const std::string name = entry.path().filename();
    if (name.compare(0, begin.size(), begin) == 0) parts.push_back(name);
  }
  return parts;
}

/// Long work of every command that can be long.
std::vector<Arguments> long_work() {
  const Arguments of_30{"--roster", small_roster().path()};
  const Arguments big{"figures=40,hp=3,cd=3", "figures=40,hp=3,cd=3", "--system",
                      "raiders-of-arcana"};
  const Arguments dice{"--engine", "sim", "--trials", "1000000000000", "--time-limit", "1000"};
  return {
      Arguments{"fight"} + big + dice,
      Arguments{"battle"} + big + dice,
      Arguments{"battle", "figures=120,hp=3", "figures=120,hp=3", "--system", "raiders-of-arcana"} +
          Arguments{"--engine", "exact", "--time-limit", "100000"},
      Arguments{"check"} + big + Arguments{"--trials", "1000000000000", "--time-limit", "1000"},
      Arguments{"check", "--battle"} + big + Arguments{"--trials", "100000000"},
      Arguments{"solve", "--verify", "figures=6,hp=2", "figures=6", "--trials", "100000000",
                "--system", "raiders-of-arcana"},
      Arguments{"sequence", "figures=40,hp=3", "--by", "figures=30", "--by", "figures=20", "--by",
                "figures=25", "--system", "raiders-of-arcana", "--orders"} +
          dice,
      Arguments{"matrix", "--battle"} + of_30,
      Arguments{"matrix", "--ranking", "--roster", roster_of_2000().path()},
      Arguments{"matrix", "--roster", roster_of_2000().path()},
      Arguments{"sweep", "U1", "U2", "--vary", "attacker.hp=1..900", "--vary",
                "defender.figures=1..900", "--show", "win"} +
          of_30,
      Arguments{"sweep", "U1", "--against", small_roster().path(), "--vary", "attacker.hp=1..900",
                "--show", "win"} +
          of_30,
      Arguments{"tune", "U1", "U2", "--vary", "attacker.hp=1..900", "--vary", "defender.hp=1..900",
                "--target", "win=0.5"} +
          of_30,
      Arguments{"value", "--roster", roster_of_10000().path()},
      Arguments{"value", "U1", "--against", roster_of_10000().path()} + of_30,
      Arguments{"prices"} + of_30,
      Arguments{"prices", "--roster", roster_of_2000().path()},
      Arguments{"balance", "--vary", "hp=1..9,arm=4..9"} + of_30,
      Arguments{"balance", "--vary", "hp=1..9", "--roster", roster_of_2000().path()},
      Arguments{"compare", small_roster().path(), roster_of_2000().path()},
  };
}

/// On a machine that is as busy as one that runs tests; alone it is one second.
constexpr double soon = 5;

TEST(Stops, EndEveryLongCommandSoonWithWhatIsDone) {
  std::mt19937 random(1);
  std::uniform_int_distribution moment(150, is_whole_run() ? 3000 : 800);
  const int times = is_whole_run() ? 8 : 1;
  for (int time = 0; time < times; ++time) {
    std::size_t number = 0;
    for (const Arguments& work : long_work()) {
      const auto after = std::chrono::milliseconds(moment(random));
      const int signal = ++number % 2 == 0 ? SIGINT : SIGTERM;
      const Place file("stopped.json");
      // What these two write into a file is a roster.
      const bool into_file = number % 3 == 0 && work[0] != "prices" && work[0] != "balance";
      const Stopped end =
          stopped(work + Arguments{"--format", "json"} +
                      (into_file ? Arguments{"--output", file.path()} : Arguments{}),
                  signal, after);
      SCOPED_TRACE(work[0] + " " + work[1] + " after " + std::to_string(after.count()) +
                   " ms: " + end.err);
      EXPECT_LT(end.seconds, soon);
      EXPECT_THAT(parts_of(end.program, file.path()), IsEmpty());
      ASSERT_TRUE(WIFEXITED(end.status));
      if (WEXITSTATUS(end.status) == 0) {
        const std::string out = into_file ? file.content() : end.out;
        const Json answer = Json::parse(out);
        const bool says_so =
            out.find("\"partial\": true") != std::string::npos || answer.contains("not_verified");
        EXPECT_TRUE(says_so) << out.substr(0, 2000);
      } else {
        EXPECT_EQ(WEXITSTATUS(end.status), 1);
        EXPECT_THAT(end.err, HasSubstr("interrupted"));
        EXPECT_EQ(end.out, "");
        EXPECT_FALSE(std::filesystem::exists(file.path()));
      }
    }
  }
}

TEST(Stops, GiveWhatTablesHave) {
  const Arguments of_30{"--roster", small_roster().path(), "--format", "json"};
  for (const Arguments& work : {Arguments{"matrix", "--battle"}, Arguments{"value"}}) {
    const Stopped end = stopped(work + of_30, SIGTERM, 1000ms);
    ASSERT_TRUE(WIFEXITED(end.status));
    ASSERT_EQ(WEXITSTATUS(end.status), 0) << end.err;
    const Json answer = Json::parse(end.out);
    if (answer["partial"] == false) continue;  // a fast machine
    EXPECT_EQ(answer["why_partial"], "interrupted");
    EXPECT_GT(answer["exact"].get<int>() + answer["simulated"].get<int>(), 0);
  }
}

TEST(Stops, AreSaidInTheAnswerOfAQuestion) {
  const std::string question =
      R"({"id":1,"command":"matrix","battle":true,"roster":")" + small_roster().path() + "\"}\n" +
      R"({"id":2,"command":"battle","system":"raiders-of-arcana","attacker":"figures=40,hp=3",)" +
      R"("defender":"figures=40,hp=3","engine":"sim","trials":1000000000000,"time-limit":1000})" +
      "\n";
  const TemporaryFile file("stopped.jsonl", question);
  const Stopped end = stopped({"ask", file.path(), "--files", "/"}, SIGINT, 1000ms);
  EXPECT_LT(end.seconds, soon);
  ASSERT_TRUE(WIFEXITED(end.status));
  for (const std::string& line : lines_of(end.out)) {
    const Json answer = Json::parse(line);
    const bool says_so = line.find("\"partial\":true") != std::string::npos ||
                         line.find("interrupted") != std::string::npos;
    EXPECT_TRUE(says_so) << line.substr(0, 500);
  }
}

TEST(TimeLimit, BoundsWholeCommands) {
  const Arguments of_30{"--roster", small_roster().path(), "--format", "json"};
  const std::vector<Arguments> commands{{"matrix", "--battle"},
                                        {"value"},
                                        {"sweep", "U1", "U2", "--vary", "attacker.hp=1..900",
                                         "--vary", "defender.figures=1..90", "--show", "win"},
                                        {"tune", "U1", "U2", "--vary", "attacker.hp=1..900",
                                         "--vary", "defender.hp=1..90", "--target", "win=0.5"},
                                        {"balance", "--vary", "hp=1..9,arm=4..9"},
                                        {"prices"}};
  for (const Arguments& command : commands) {
    const auto begin = Clock::now();
    const Outcome outcome = run(command + of_30 + Arguments{"--time-limit", "0.8"});
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), 0.8 + soon);
    SCOPED_TRACE(command[0] + ": " + outcome.err);
    if (outcome.exit_code == 1) {
      EXPECT_THAT(outcome.err, HasSubstr("the time limit was reached before"));
      continue;
    }
    EXPECT_EQ(outcome.exit_code, 0);
    const Json answer = Json::parse(outcome.out);
    EXPECT_EQ(answer["partial"], true);
    EXPECT_EQ(answer["why_partial"], "the time limit was reached");
  }
  Arguments many_dice{"sequence", "figures=10000,hp=1000", "--system", "raiders-of-arcana"};
  for (int i = 0; i < 10; ++i) many_dice = many_dice + Arguments{"--by", "figures=10000,cd=100"};
  for (const Arguments& more : {Arguments{}, Arguments{"--engine", "sim"}}) {
    const auto begin = Clock::now();
    const Outcome outcome = run(many_dice + more + Arguments{"--time-limit", "0.5"});
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), 0.5 + soon);
    EXPECT_THAT(outcome.err, ContainsRegex("the time limit( of 0.5 s)? was reached before"));
  }
  const Json solved = Json::parse(
      run({"solve", "--verify", "figures=6,hp=2", "figures=6", "--system", "raiders-of-arcana",
           "--trials", "100000000", "--time-limit", "2", "--format", "json"})
          .out);
  EXPECT_TRUE(solved.contains("value"));
  const bool cut_short =
      solved.contains("not_verified") || solved["verification"]["partial"] == true;
  EXPECT_TRUE(cut_short);
}

/// A unit of so many kinds of figures, of which the owner chooses who falls: more states than can
/// be counted.
std::string of_many_kinds(int kinds) {
  std::string text = "system = \"arcane-legions\"\n";
  for (const char* name : {"Many", "More"}) {
    text += std::string("[[unit]]\nname = \"") + name + "\"\n";
    for (int i = 0; i < kinds; ++i) {
      text += "[[unit.figure]]\nname = \"K" + std::to_string(i) +
              "\"\ncount = " + std::to_string(1 + i % 3) + "\nhp = " + std::to_string(1 + i % 4) +
              "\nred = " + std::to_string(i % 3) + "\nwhite = 1\n";
    }
  }
  return text;
}

/// What once was not reached by the time limit: planning, what players choose.
std::vector<Arguments> hard_questions() {
  static const TemporaryFile kinds("stops-kinds.toml", of_many_kinds(40));
  static const TemporaryFile of_200("stops-200.csv", many_units(200));
  const Arguments of_kinds{"Many", "More", "--roster", kinds.path()};
  const Arguments raiders{"--system", "raiders-of-arcana"};
  return {
      Arguments{"fight"} + of_kinds,
      Arguments{"battle"} + of_kinds,
      Arguments{"battle", "--engine", "exact"} + of_kinds,
      Arguments{"solve"} + of_kinds,
      Arguments{"solve", "figures=8,hp=500", "figures=1", "--payoff", "win", "--rounds", "3"} +
          raiders,
      Arguments{"battle", "figures=60,hp=5,cd=3", "figures=60,hp=5,cd=3"} + raiders,
      Arguments{"prices", "--for", "choosers", "--roster", of_200.path()},
      Arguments{"balance", "--for", "choosers", "--vary", "hp=1..9", "--roster", of_200.path()},
      Arguments{"prices", "--budget", "400,450,600", "--roster", small_roster().path()},
      Arguments{"matrix", "--ranking", "--roster", of_200.path()},
  };
}

TEST(TimeLimit, ReachesTheHardestQuestions) {
  for (const Arguments& question : hard_questions()) {
    const auto begin = Clock::now();
    const Outcome outcome = run(question + Arguments{"--time-limit", "1", "--format", "json"});
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    SCOPED_TRACE(question[0] + " " + question[1] + ": " + outcome.err);
    EXPECT_LT(seconds, 1 + soon);
    if (outcome.exit_code == 0) {
      EXPECT_TRUE(Json::accept(outcome.out)) << outcome.out.substr(0, 500);
    } else {
      EXPECT_EQ(outcome.exit_code, 1);
      EXPECT_THAT(outcome.err, AnyOf(HasSubstr("time limit"), HasSubstr("take --engine sim")));
    }
  }
}

TEST(Stops, ReachTheHardestQuestions) {
  for (const Arguments& question : hard_questions()) {
    const Stopped end = stopped(question + Arguments{"--time-limit", "1000"}, SIGTERM, 700ms);
    SCOPED_TRACE(question[0] + " " + question[1] + ": " + end.err);
    EXPECT_LT(end.seconds, soon);
    ASSERT_TRUE(WIFEXITED(end.status));
    if (WEXITSTATUS(end.status) != 0) {
      EXPECT_EQ(WEXITSTATUS(end.status), 1);
      // What can be told at once to be too large never begins.
      EXPECT_THAT(end.err, AnyOf(HasSubstr("interrupted"), HasSubstr("take --engine sim")));
    }
  }
}

// Of a table of simulations that the time limit cut short each row says how many it had.
TEST(TimeLimit, LeavesRowsThatSayWhatTheyHad) {
  const TemporaryFile two("stops-2.csv", many_units(2));
  const Outcome outcome =
      run({"sweep", "U1", "--against", two.path(), "--vary", "attacker.hp=1..2", "--show",
           "attacker.damage.mean", "--engine", "sim", "--trials", "400000000000", "--time-limit",
           "2", "--roster", two.path(), "--format", "csv"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines = lines_of(outcome.out);
  ASSERT_GT(lines.size(), 1U);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].find(",400000000000,"), std::string::npos) << lines[i];
  }
}

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Memory, IsPredictedAndWhatDoesNotFitIsRefusedWithWhatFits) {
  const std::string of_2000 = " --roster " + roster_of_2000().path();
  for (const std::string& command :
       {"matrix --battle" + of_2000, "matrix --ranking" + of_2000, "prices" + of_2000,
        "balance --vary hp=1..9" + of_2000,
        "compare " + roster_of_2000().path() + " " + roster_of_2000().path(),
        "sweep U1 U2 --vary attacker.hp=1..900 --vary defender.hp=1..900 --show win" + of_2000,
        "tune U1 U2 --vary attacker.hp=1..900 --vary defender.hp=1..900 --target win=0.5" + of_2000,
        "sweep U1 --vary attacker.hp=1..900 --against " + roster_of_2000().path() + of_2000}) {
    const auto begin = Clock::now();
    const Outcome outcome = run_in_shell("sh", "ulimit -v 300000; exec warodds " + command);
    EXPECT_EQ(outcome.exit_code, 1) << command << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("GiB: at most ")) << command;
    EXPECT_THAT(outcome.err, HasSubstr(" fit")) << command;
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), soon) << command;
  }
}

TEST(Threads, ThatCannotBeMadeAreDoneWithout) {
  const std::string fight =
      "warodds fight --system raiders-of-arcana figures=6 figures=6 --engine sim --trials 3000000 "
      "--format json";
  const Outcome all = run_in_shell("sh", fight);
  const Outcome fewer = run_in_shell("sh", "ulimit -v 2000000; " + fight + " --threads 4096");
  EXPECT_EQ(fewer.exit_code, 0) << fewer.err;
  EXPECT_THAT(fewer.err, HasSubstr("the system does not allow 4096 threads; "));
  EXPECT_EQ(fewer.out, all.out);
}
#endif

}  // namespace
}  // namespace warodds::test
