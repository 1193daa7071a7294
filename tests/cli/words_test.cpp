// Words that are not ours, names, keys, paths and arguments, in messages and tables: nothing in
// them moves a cursor, changes a colour or has other text read from right to left, and none is
// longer than 200 characters. JSON and CSV have them as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/shown.h"
#include "core/text/width.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string override_mark = "\xE2\x80\xAE";  // U+202E
const std::string no_width = "\xE2\x80\x8B";       // U+200B
const std::string long_word(10'000, 'w');

TEST(Shown, EscapesWhatDoesNotStandOnAScreen) {
  EXPECT_EQ(shown("Ork"), "Ork");
  EXPECT_EQ(shown("a" + override_mark + "b" + no_width), "a\\u{202E}b\\u{200B}");
  EXPECT_EQ(shown("\x1b[2J\n\t\x7f\xC2\x85"), "\\u{001B}[2J\\u{000A}\\u{0009}\\u{007F}\\u{0085}");
  EXPECT_EQ(shown(std::string(1, '\0') + "\xFF\xE2\x80"), "\\u{0000}\\x{FF}\\x{E2}\\x{80}");
  // Letters of any script, and what joins them or emoji, are shown as they are.
  for (const char* word : {"\xC3\x9Cnh\xC3\xB6ld", "\xE5\x85\xB5", "\xD9\x85\xE2\x80\x8C\xDB\x8C",
                           "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80"}) {
    EXPECT_EQ(shown(word), word);
  }
}

TEST(Shown, EndsAfterSoManyCharacters) {
  EXPECT_EQ(shown(std::string(200, 'a')), std::string(200, 'a'));
  EXPECT_EQ(shown(std::string(201, 'a')), std::string(200, 'a') + "..");
  EXPECT_EQ(shown("\xC3\xA9\xC3\xA9\xC3\xA9", 2), "\xC3\xA9\xC3\xA9..");
}

TEST(Shown, OfATextKeepsLinesAndTheColoursThatAreNamed) {
  EXPECT_EQ(on_screen("a\n\tb" + override_mark), "a\n\tb\\u{202E}");
  EXPECT_EQ(on_screen("\x1b[1ma\x1b[0m\x1b[5mb", {"\x1b[1m", "\x1b[0m"}),
            "\x1b[1ma\x1b[0m\\u{001B}[5mb");
}

TEST(Shown, TakesAsManyColumnsAsItsEscapes) {
  for (const std::string& word : {override_mark, no_width, "a" + override_mark + "b"}) {
    EXPECT_EQ(columns(word), columns(shown(word)));
  }
}

/// What must stand in no message and in no table.
void expect_harmless(const std::string& text) {
  for (const std::string& mark : {override_mark, no_width, std::string("\xC2\x85")}) {
    EXPECT_THAT(text, Not(HasSubstr(mark)));
  }
  const auto is_control = [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\n') || c == '\x7f';
  };
  EXPECT_EQ(std::count_if(text.begin(), text.end(), is_control), 0) << text;
  EXPECT_THAT(text, Not(HasSubstr(std::string(201, 'w'))));
}

std::string hostile_roster() {
  const std::string fields = "figures = 3\nhp = 2\ncd = 2\nas = 5\npoints = 20\n";
  std::string text = "system = \"raiders-of-arcana\"\n";
  for (const std::string& name :
       {std::string("Able"), "B" + override_mark + "ogus" + no_width, "C" + long_word}) {
    text += "[[unit]]\nname = \"" + name + "\"\n" + fields;
  }
  return text;
}

TEST(Words, OfARosterDoNoHarmInTheTextOfAnyCommand) {
  const TemporaryFile roster("hostile.toml", hostile_roster());
  const std::string bogus = "B" + override_mark + "ogus" + no_width;
  const std::string endless = "C" + long_word;
  const std::vector<Arguments> commands{
      {"units"},
      {"fight", bogus, endless},
      {"fight", endless, bogus + ",hp=3"},
      {"explain", bogus, endless},
      {"check", bogus, endless, "--trials", "2000"},
      {"fight", bogus, endless, "--long"},
      {"battle", bogus, endless},
      {"battle", bogus, endless, "--long"},
      {"battle", bogus, endless, "--budget", "40"},
      {"sequence", bogus, "--by", endless, "--by", "Able", "--orders"},
      {"solve", bogus, endless},
      {"matrix"},
      {"matrix", "--battle"},
      {"matrix", "--battle", "--against", roster.path()},
      {"matrix", "--ranking"},
      {"sweep", bogus, endless, "--vary", "attacker.hp=1..2"},
      {"sweep", endless, "--against", roster.path(), "--vary", "hp=1..2"},
      {"tune", bogus, endless, "--vary", "attacker.hp=1..2", "--target", "win=0.5"},
      {"value", bogus, endless},
      {"value", endless, "--against", roster.path()},
      {"value"},
      {"prices"},
      {"prices", "--fixed", bogus},
      {"balance", "--vary", "hp=1..3"}};
  for (Arguments command : commands) {
    const bool is_of_attacker = command[0] == "sweep" && command[2] == "--against";
    if (is_of_attacker) command.back() = "attacker.hp=1..2";
    SCOPED_TRACE(command[0]);
    command.insert(command.end(), {"--roster", roster.path()});
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_harmless(outcome.out);
    if (outcome.out.find("ogus") != std::string::npos) {
      EXPECT_THAT(outcome.out, HasSubstr("B\\u{202E}ogus"));
    }
  }
  const Outcome compared = run({"compare", roster.path(), example("raiders-of-arcana")});
  EXPECT_EQ(compared.exit_code, 0) << compared.err;
  expect_harmless(compared.out);
}

TEST(Words, StandInTablesWithoutMovingTheirColumns) {
  const TemporaryFile roster("marked.toml", hostile_roster());
  const Outcome outcome = run({"matrix", "--roster", roster.path()});
  std::vector<std::size_t> lengths;
  for (const std::string& line : lines_of(outcome.out)) {
    if (line.starts_with("  1 ") || line.starts_with("  2 ")) {
      lengths.push_back(static_cast<std::size_t>(columns(line)));
    }
  }
  ASSERT_EQ(lengths.size(), 2U) << outcome.out;
  EXPECT_EQ(lengths[0], lengths[1]) << outcome.out;
}

TEST(Words, AreAsTheyAreInJsonAndCsv) {
  const TemporaryFile roster("real.toml", hostile_roster());
  const std::string bogus = "B" + override_mark + "ogus" + no_width;
  const std::string endless = "C" + long_word;
  const Arguments fight{"fight", bogus, endless, "--roster", roster.path(), "--format"};
  const auto json = nlohmann::json::parse(run(fight + Arguments{"json"}).out);
  EXPECT_EQ(json["attacker"]["unit"], bogus);
  EXPECT_EQ(json["defender"]["unit"], endless);
  const std::string csv = run(fight + Arguments{"csv"}).out;
  EXPECT_THAT(csv, HasSubstr("," + bogus + "," + endless + ","));
}

TEST(Words, OfACommandLineDoNoHarmInAnyMessage) {
  const TemporaryFile roster("plain.toml",
                             "system = \"magewinds\"\n[[unit]]\nname = \"A\"\npower = 3\n"
                             "precision = 4\n");
  const Arguments two{"power=3,precision=4", "armour=1", "--system", "magewinds"};
  for (const std::string& word :
       std::vector<std::string>{"\x1b[2Jx", "x" + override_mark + "y", "x" + no_width, long_word,
                                "\xFF\xFE\x1b", "w w" + long_word, long_word + "=" + long_word}) {
    const std::vector<Arguments> commands{
        {word},
        {"help", word},
        {"--" + word},
        {"systems", word},
        {"quantities", word},
        {"units", "--roster", word},
        {"units", "--roster", roster.path(), "--system", word},
        {"fight", word, "A", "--roster", roster.path()},
        {"fight", "A," + word, "A", "--roster", roster.path()},
        {"fight", "power=" + word, "armour=1", "--system", "magewinds"},
        Arguments{"fight"} + two + Arguments{"--with", word},
        Arguments{"fight"} + two + Arguments{"--with", "choice=" + word},
        Arguments{"fight"} + two + Arguments{"--set", word + "=1"},
        Arguments{"fight"} + two + Arguments{"--show", word},
        Arguments{"fight"} + two + Arguments{"--trials", word},
        Arguments{"fight"} + two + Arguments{"--engine", word},
        Arguments{"fight"} + two + Arguments{"--chunks", word},
        Arguments{"fight"} + two + Arguments{"--format", word},
        Arguments{"fight"} + two + Arguments{"--output", "/no/such/" + word},
        Arguments{"fight"} + two + Arguments{"--format", "html", "--page", word},
        Arguments{"battle"} + two + Arguments{"--policy", word},
        Arguments{"solve"} + two + Arguments{"--payoff", word},
        Arguments{"sweep"} + two + Arguments{"--vary", word},
        Arguments{"sweep"} + two + Arguments{"--vary", "attacker.power=" + word},
        Arguments{"tune"} + two + Arguments{"--vary", "attacker.power=1..2", "--target", word},
        {"sequence", "armour=1", "--by", word, "--system", "magewinds"},
        {"sequence", "armour=1", "--by", "damage=" + word, "--system", "magewinds"},
        {"balance", "--roster", roster.path(), "--vary", word},
        {"prices", "--roster", roster.path(), "--fixed", word},
        {"merge", word},
        {"compare", word, word},
        {"ask", word}};
    for (const Arguments& command : commands) {
      SCOPED_TRACE(command[0] + " " + shown(word, 20));
      const Outcome outcome = run(command);
      EXPECT_NE(outcome.exit_code, 0);
      EXPECT_EQ(outcome.signal, 0);
      EXPECT_THAT(outcome.err, HasSubstr("warodds: "));
      expect_harmless(outcome.err);
    }
    Call call{{"units"}};
    call.environment["WARODDS_ROSTER"] = word;
    expect_harmless(run(call).err);
  }
}

TEST(Words, OfRostersThatAreRefusedDoNoHarmInMessages) {
  const std::string begin = "system = \"raiders-of-arcana\"\n";
  for (const std::string& word : {"x" + override_mark + "y", "x" + no_width, long_word}) {
    const std::string quoted = '"' + word + '"';
    for (const std::string& text :
         {begin + quoted + " = 1\n",
          begin + "[[unit]]\nname = " + quoted + "\n" + quoted + " = 1\n",
          begin + "[[unit]]\nname = \"A\"\nhp = " + quoted + "\n",
          begin + "[[unit]]\nname = \"A\"\n" + quoted + " = [1]\n",
          begin + "[[unit]]\nname = " + quoted + "\n[[unit]]\nname = " + quoted + "\n",
          "system = " + quoted + "\n[[unit]]\nname = \"A\"\n",
          "system,name," + word + "\nraiders-of-arcana,A,1\n", "system,name,hp\n" + word + ",A,1\n",
          "system,name,hp\nraiders-of-arcana,A," + word + "\n",
          "system,name,hp\nraiders-of-arcana," + word + ",1\nraiders-of-arcana," + word + ",1\n",
          "name;hp\nA;" + word + "\n", word + ";" + word + "\n1;2\n"}) {
      const TemporaryFile roster("refused-" + std::to_string(text.size()), text);
      const Outcome outcome = run({"units", "--roster", roster.path()});
      EXPECT_EQ(outcome.exit_code, 2) << shown(text, 300);
      expect_harmless(outcome.err);
    }
  }
}

TEST(Words, OfQuestionsDoNoHarmInTheirAnswers) {
  using Json = nlohmann::json;
  for (const std::string& word : {"x" + override_mark + "y\x1b", long_word, "w w" + long_word}) {
    std::string questions;
    for (const Json& question : std::vector<Json>{
             {{"command", word}},
             {{"command", "fight"}, {word, 1}},
             {{"command", "fight"}, {"system", word}},
             {{"command", "fight"},
              {"system", "magewinds"},
              {"attacker", word},
              {"defender", "armour=1"}},
             {{"command", "fight"},
              {"system", "magewinds"},
              {"attacker", {{word, 1}}},
              {"defender", "armour=1"}},
             {{"command", "fight"}, {"roster", word}},
             {{"command", "fight"}, {"system", "magewinds"}, {"situation", {{word, {1}}}}},
             {{"command", "merge"}, {"parts", {word}}}}) {
      questions += question.dump() + "\n";
    }
    const TemporaryFile file("hostile.jsonl", questions);
    const Outcome outcome = run({"ask", file.path(), "--files", "/"});
    EXPECT_EQ(outcome.exit_code, 2);
    const auto answers = lines_of(outcome.out);
    EXPECT_EQ(answers.size(), 8U);
    for (const std::string& answer : answers) {
      const Json error = Json::parse(answer)["error"];
      expect_harmless(error["message"].get<std::string>());
    }
  }
}

TEST(Reading, OfWhatCannotBeReadIsAnError) {
  for (const char* script :
       {"warodds ask < /", "warodds ask /", "warodds merge /", "warodds units --roster /",
        "warodds compare / /", "warodds ask <&-"}) {
    const Outcome outcome = run_in_shell("sh", script);
    EXPECT_EQ(outcome.exit_code, 2) << script;
    EXPECT_THAT(outcome.err, HasSubstr("cannot ")) << script;
  }
}

}  // namespace
}  // namespace warodds::test
