// What `ask` shows to people who may ask it anything, and what it lets them take of the machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/option.h"
#include "tests/cli/answers.h"
#include "tests/cli/engines.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* secret = "Xyzzy";

/// Two folders: questions may name what is in the one, and the other is nobody's business.
class Strangers : public ::testing::Test {
 protected:
  Strangers() : top_(fs::path(::testing::TempDir()) / ("warodds-" + std::to_string(::getpid()))) {
    fs::remove_all(top_);
    for (const char* folder : {"open", "shut"}) fs::create_directories(top_ / folder);
    const std::string toml = std::string("system = \"magewinds\"\n[[unit]]\nname = \"") + secret +
                             "\"\npower = 3\nprecision = 4\n";
    const std::string csv = std::string("system,name,power\nmagewinds,") + secret + ",3\n";
    for (const char* folder : {"open", "shut"}) {
      put(at(folder, "r.toml"), toml);
      put(at(folder, "r.csv"), csv);
      put(at(folder, "words.txt"), std::string(secret) + ":x:0:0\n" + secret + " and more\n");
    }
    fs::create_symlink(at("shut", "r.toml"), at("open", "out.toml"));
    fs::create_symlink(at("shut", "none.toml"), at("open", "dangling.toml"));
    fs::create_symlink(top_ / "shut", top_ / "open" / "folder");
    fs::create_symlink("r.toml", at("open", "in.toml"));
    fs::create_symlink(top_ / "open", top_ / "alias");
  }
  ~Strangers() override { fs::remove_all(top_); }

  static void put(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::string at(const std::string& folder, const std::string& name) const {
    return (top_ / folder / name).string();
  }

  fs::path top_;
};

std::string in_reply(Asker& asker, const Json& question) { return asker.ask(question.dump()).line; }

/// The same answer for another path.
std::string with_word(std::string text, const std::string& path) {
  for (auto place = text.find(path); place != std::string::npos; place = text.find(path)) {
    text.replace(place, path.size(), "PATH");
  }
  return text;
}

/// Keys of questions that are no options.
const std::vector<std::string> more_keys{
    "old", "new",   "parts",  "log",      "old-text", "log-text",  "target",
    "by",  "units", "armies", "attacker", "defender", "situation", "roster-text"};

// Every key of every command, each given the path of a file that is there, and of one that is not:
// nothing of it is shown, and nobody can tell which of them is there.
TEST_F(Strangers, NoKeyOfAnyCommandShowsAFileOrWhetherThereIsOne) {
  Asker none(engines);
  Asker some(engines, {.files = AllowedFiles::below((top_ / "open").string())});
  std::vector<std::string> keys = more_keys;
  for (const Option& option : all_options()) keys.emplace_back(option.name);
  int asked = 0;
  for (const Command& command : all_commands()) {
    for (const std::string& key : keys) {
      for (const bool listed : {false, true}) {
        Json question{{"command", command.name}};
        const bool units = part_of<questions::Named>(command.question) != nullptr;
        if (part_of<questions::OfRoster>(command.question) != nullptr) {
          question["system"] = "magewinds";
          if (key != "roster" && key != "roster-text" && key != "units") {
            question["roster-text"] = "system = \"magewinds\"\n[[unit]]\nname = \"A\"\npower = 1\n";
          }
        }
        if (units) question["attacker"] = question["defender"] = "A";
        for (const char* name : {"r.toml", "r.csv", "words.txt"}) {
          const std::string there = at("shut", name);
          const std::string missing = at("shut", std::string("n") + (name + 1));
          const auto answer = [&](Asker& asker, const std::string& path) {
            question[key] = listed ? Json::array({path}) : Json(path);
            ++asked;
            return in_reply(asker, question);
          };
          for (Asker* asker : {&none, &some}) {
            const std::string of_file = answer(*asker, there);
            EXPECT_THAT(of_file, Not(HasSubstr(secret))) << question;
            EXPECT_EQ(with_word(of_file, there), with_word(answer(*asker, missing), missing))
                << question;
          }
        }
      }
    }
  }
  EXPECT_GT(asked, 10'000);
}

// What help calls a FILE has a record that says so, and every such option is refused as a path.
TEST_F(Strangers, EveryOptionThatTakesAFileSaysSo) {
  Asker none(engines);
  int of_files = 0;
  for (const Option& option : all_options()) {
    const bool is_file = std::string_view(option.value).find("FILE") != std::string_view::npos;
    if (is_file) {
      EXPECT_EQ(option.kind.path_in("r.csv"), "r.csv") << option.name;
    }
    if (option.kind.path_in("r.csv").empty()) continue;
    ++of_files;
    for (const Command& command : all_commands()) {
      if (!takes(command, option.name)) continue;
      const Json question{{"command", command.name}, {option.name, at("open", "r.csv")}};
      EXPECT_THAT(in_reply(none, question), HasSubstr("a question names no file")) << question;
    }
  }
  EXPECT_GE(of_files, 4);
  const char* toml = "system = \"magewinds\"\n[[unit]]\nname = \"A\"\npower = 1\n";
  for (const Json& question :
       std::vector<Json>{{{"command", "compare"}, {"old", "x"}, {"roster-text", ""}},
                         {{"command", "compare"}, {"old-text", toml}, {"new", "x"}},
                         {{"command", "compare"}, {"old-text", toml}, {"roster", "x"}},
                         {{"command", "merge"}, {"parts", {"x"}}},
                         {{"command", "log"}, {"log", {"x"}}}}) {
    EXPECT_THAT(in_reply(none, question), HasSubstr("a question names no file")) << question;
  }
}

TEST_F(Strangers, OnlyWhatLiesBelowTheFolderIsRead) {
  for (const fs::path& folder : {top_ / "open", top_ / "alias", top_ / "open/."}) {
    Asker asker(engines, {.files = AllowedFiles::below(folder.string())});
    const auto of = [&](const std::string& path) {
      return in_reply(asker, {{"command", "units"}, {"roster", path}});
    };
    EXPECT_THAT(of(at("open", "r.toml")), HasSubstr(secret));
    EXPECT_THAT(of(at("open", "./in.toml")), HasSubstr(secret));
    for (const std::string& path :
         {at("shut", "r.toml"), at("open", "out.toml"), at("open", "dangling.toml"),
          at("open", "folder/r.toml"), at("open", "../shut/r.toml"), at("open", "../open/r.toml"),
          at("open", "none.toml"), at("open", ""), std::string("/etc/passwd"),
          std::string("../../../../../../etc/passwd"),
          at("open", "r.toml") + std::string(1, '\0')}) {
      EXPECT_THAT(of(path), HasSubstr("is no regular file below the folder")) << path;
    }
  }
  EXPECT_THROW(AllowedFiles::below(at("open", "r.toml")), std::exception);
  EXPECT_THROW(AllowedFiles::below(at("open", "none")), std::exception);
}

TEST_F(Strangers, RowsOfALogNameNoOtherFilesThanTheirQuestion) {
  const std::string outside = at("shut", "r.toml");
  const std::string rows = "roster,attacker,defender,observed\n" + outside + "," + secret + "," +
                           secret + ",attacker.damage=0\n";
  const Json row{{"roster", outside},
                 {"attacker", secret},
                 {"defender", secret},
                 {"observed", "attacker.damage=0"}};
  put(at("open", "log.csv"), rows);
  Asker none(engines);
  Asker some(engines, {.files = AllowedFiles::below((top_ / "open").string())});
  for (const std::string& text : {rows, row.dump()}) {
    EXPECT_THAT(in_reply(none, {{"command", "log"}, {"log-text", text}}),
                HasSubstr("a question names no file"));
    EXPECT_THAT(in_reply(some, {{"command", "log"}, {"log-text", text}}),
                HasSubstr("is no regular file below"));
  }
  EXPECT_THAT(in_reply(some, {{"command", "log"}, {"log", {at("open", "log.csv")}}}),
              HasSubstr("is no regular file below"));
  // On one's own command line rows name what they like.
  EXPECT_EQ(run({"log", at("open", "log.csv")}).exit_code, 0);
}

TEST_F(Strangers, AnErrorQuotesNothingOfWhatIsNoRoster) {
  for (const char* name : {"words.txt", "words.csv", "words.toml"}) {
    put(at("open", name), std::string(secret) + ":x:0,0\n" + secret + " = " + secret + "\n[" +
                              secret + "]\n" + secret + " = \"" + secret + "\"\n");
  }
  put(at("open", "other.toml"), std::string(secret) + " = \"" + secret + "\"\n");
  Asker asker(engines, {.files = AllowedFiles::below((top_ / "open").string())});
  for (const char* name : {"words.txt", "words.csv", "words.toml", "other.toml"}) {
    const std::string path = at("open", name);
    for (const Json& question :
         std::vector<Json>{{{"command", "units"}, {"roster", path}},
                           {{"command", "compare"}, {"old", path}, {"new", at("open", "r.toml")}},
                           {{"command", "log"}, {"log", {path}}},
                           {{"command", "log"},
                            {"log-text", "roster,attacker,defender,observed\n" + path +
                                             ",A,A,attacker.damage=0\n"}},
                           {{"command", "merge"}, {"parts", {path}}}}) {
      const std::string answer = in_reply(asker, question);
      EXPECT_THAT(answer, HasSubstr("error"));
      EXPECT_THAT(answer, Not(HasSubstr(secret))) << question;
    }
  }
}

// Invented names are forgotten, and what is there can be read whatever has been asked before.
TEST_F(Strangers, InventedNamesAreNotKept) {
  Asker asker(engines, {.files = AllowedFiles::below((top_ / "open").string())});
  for (int i = 0; i < 120; ++i) {
    Json merge{{"command", "merge"}};
    merge["parts"] = std::vector<std::string>(9'000, at("open", "none" + std::to_string(i)));
    EXPECT_EQ(asker.ask(merge.dump()).status, 2);
  }
  const std::string very_long(std::size_t{3} << 20, 'x');
  EXPECT_EQ(asker.ask(Json{{"command", "units"}, {"roster", very_long}}.dump()).status, 2);
  EXPECT_TRUE(asker.files().empty());
  EXPECT_EQ(asker.ask(Json{{"command", "units"}, {"roster", at("open", "r.toml")}}.dump()).status,
            0);
  EXPECT_EQ(asker.files().size(), 1U);
  EXPECT_TRUE(asker.remembers_all_files());
}

TEST_F(Strangers, LinesInAreLinesOut) {
  const TemporaryFile file("lines.jsonl", "\n \t\n\r\n{\"command\":\"systems\"}\n\nx\n \n");
  const Outcome outcome = run({"ask", file.path()});
  EXPECT_EQ(outcome.exit_code, 2);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 7U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_THAT(lines[i], StartsWith(i == 3 ? "{\"version\"" : "{\"error\"")) << i;
  }
}

TEST_F(Strangers, QuestionsCannotRaiseTheirLimits) {
  const std::string slow =
      R"({"command":"battle","system":"raiders-of-arcana","attacker":"figures=30","defender":)"
      R"("figures=30","engine":"sim","trials":1000000000000,"threads":99,"time-limit":3000})";
  const TemporaryFile file("slow.jsonl", slow + "\n");
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run({"ask", file.path(), "--strangers", "--most-time", "0.5"});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  EXPECT_EQ(lines_of(outcome.out).size(), 1U) << outcome.err;
}

// Each of these took hundreds of MiB, or more; the next question is answered.
TEST_F(Strangers, WhatDoesNotFitIsRefusedBeforeItIsBegun) {
  Json tournament{
      {"command", "tournament"}, {"system", "raiders-of-arcana"}, {"budget", 1}, {"most-units", 1}};
  for (int i = 0; i < 5000; ++i) {
    tournament["units"].push_back({{"name", "U" + std::to_string(i)}, {"points", 1}});
  }
  const Json sheet{{"command", "units"},
                   {"system", "raiders-of-arcana"},
                   {"roster-text", "name,hp" + std::string(3'900'000, ',') + "\n"}};
  const Json joint{{"command", "fight"},
                   {"system", "arcane-legions"},
                   {"attacker", "red=10000,figures=1000"},
                   {"defender", "hp=1000,figures=1000"},
                   {"joint", "attacker.hits,attacker.damage"},
                   {"engine", "sim"},
                   {"trials", 1000}};
  const TemporaryFile file("large.jsonl", tournament.dump() + "\n" + sheet.dump() + "\n" +
                                              joint.dump() + "\n{\"command\":\"systems\"}\n");
  const Outcome outcome =
      run({"ask", file.path(), "--most-memory", "128MiB", "--most-threads", "1"});
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 4U) << outcome.err;
  EXPECT_THAT(lines[0], HasSubstr("do not fit into memory"));
  EXPECT_THAT(lines[1],
              HasSubstr("more than 524288 cells"));  // a quarter of 128 MiB, 64 bytes each
  EXPECT_THAT(lines[2], HasSubstr("which is too large"));
  EXPECT_THAT(lines[3], StartsWith("{\"version\""));
}

}  // namespace
}  // namespace warodds::test
