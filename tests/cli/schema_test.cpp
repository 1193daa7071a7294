// `warodds schema`: every question and every answer is as it says, and what it refuses is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/option.h"
#include "tests/cli/engines.h"
#include "tests/cli/json_schema.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr const char* systems[] = {"arcane-legions", "magewinds", "raiders-of-arcana",
                                   "dwethia-skirmish"};

const JsonSchema& schema() {
  static const JsonSchema one(Json::parse(run({"schema"}).out));
  return one;
}

Asker& asker() {
  static Asker one(engines, {.files = AllowedFiles::below("/")});
  return one;
}

/// Puts a question, and holds it and its answer to the schema.
Json asked(const Json& question) {
  const std::string command = question["command"];
  EXPECT_THAT(schema().fault(question, command + "-question"), IsEmpty()) << question;
  EXPECT_THAT(schema().fault(question, "question"), IsEmpty()) << question;
  const Json answer = Json::parse(asker().ask(question.dump()).line);
  const std::string definition = answer.contains("error") ? "error" : command + "-answer";
  EXPECT_THAT(schema().fault(answer, definition), IsEmpty()) << question;
  return answer;
}

/// The same with members more.
Json with(Json question, const Json& more) {
  question.update(more);
  return question;
}

const Json by_dice{{"engine", "sim"}, {"trials", 500}};

TEST(Schema, IsOneOfDraft202012AndHasEveryCommand) {
  const Json whole = Json::parse(run({"schema"}).out);
  EXPECT_EQ(whole["$schema"], "https://json-schema.org/draft/2020-12/schema");
  for (const Command& command : all_commands()) {
    const std::string name(command.name);
    const Json& question = whole["$defs"][name + "-question"];
    EXPECT_EQ(question["properties"]["command"]["const"], name);
    EXPECT_EQ(question["additionalProperties"], false) << name;
    for (const std::string_view option : command.options) {
      EXPECT_TRUE(question["properties"].contains(std::string(option))) << name << " " << option;
    }
    EXPECT_FALSE(whole["$defs"][name + "-answer"]["anyOf"].empty()) << name;
  }
  EXPECT_EQ(Json::parse(run({"schema", "--format", "csv"}).out), whole);
  Json by_ask = Json::parse(asker().ask(R"({"id":7,"command":"schema"})").line);
  EXPECT_EQ(by_ask["id"], 7);
  by_ask.erase("id");
  EXPECT_EQ(by_ask, whole);
}

TEST(Schema, HoldsForFightsAndBattlesOfAllExamples) {
  int asked_all = 0;
  for (const std::string system : systems) {
    const Json roster{{"roster", example(system)}};
    const Json units = asked(with({{"command", "units"}}, roster))["units"];
    for (std::size_t i = 0; i < units.size(); ++i) {
      const Json pair = with(roster, {{"attacker", units[i]["unit"]},
                                      {"defender", units[(i + 1) % units.size()]["unit"]}});
      for (const Json& more : std::vector<Json>{
               {{"command", "fight"}},
               with({{"command", "fight"}, {"id", {1, "a"}}, {"show", "attacker.damage.mean"}},
                    by_dice),
               {{"command", "fight"}, {"best", true}, {"observed", "attacker.kills=0"}},
               {{"command", "fight"}, {"observed", {{"attacker.damage", 0}}}},
               {{"command", "battle"}, {"rounds", 3}, {"given", "attacker.kills >= 1"}},
               with({{"command", "battle"}, {"joint", {"attacker.kills", "rounds"}}}, by_dice),
               {{"command", "battle"}, {"rounds", 2}, {"until", "attacker.kills>=1"}},
               {{"command", "battle"}, {"show", {"win", "rounds<=3"}}, {"only", true}},
               {{"command", "explain"}},
               {{"command", "check"}, {"trials", 200}},
               {{"command", "solve"}, {"rounds", 2}}}) {
        asked(with(pair, more));
        ++asked_all;
      }
      asked(with(roster, {{"command", "sequence"},
                          {"target", units[i]["unit"]},
                          {"by", {units[0]["unit"], {{"unit", units[1]["unit"]}}, "damage=1d6"}}}));
    }
  }
  EXPECT_GT(asked_all, 300);
}

TEST(Schema, HoldsForSidesOfSeveralUnitsAndForTables) {
  for (const std::string system : systems) {
    const Json roster{{"roster", example(system)}};
    const Json listed = asked(with({{"command", "units"}}, roster));
    const Json one = listed["units"][0]["unit"], other = listed["units"][1]["unit"];
    const Json sides{{"attacker", Json::array({one, {{"unit", other}, {"count", 2}}})},
                     {"defender", Json::array({other, other})}};
    const Json pair{{"attacker", one}, {"defender", other}};
    for (const Json& more : std::vector<Json>{
             with(with({{"command", "battle"}}, sides), by_dice),
             with({{"command", "battle"}, {"rounds", 1}, {"targets", "both=weakest"}}, sides),
             with({{"command", "sweep"}, {"rounds", 2}, {"vary", {{"attacker.points", "1..2"}}}},
                  with(pair, {{"show", "win"}})),
             with({{"command", "value"}, {"show", "attacker.kills>=1"}, {"only", true}}, pair),
             {{"command", "matrix"}, {"show", {"attacker.damage.mean"}}},
             {{"command", "matrix"}, {"ranking", true}, {"rounds", 2}},
             {{"command", "systems"}},
             {{"command", "quantities"}, {"system", system}}}) {
      Json question = more;
      if (question["command"] != "systems" && question["command"] != "quantities") {
        question.update(roster);
      }
      asked(question);
    }
  }
}

// Whatever else designers ask, of a roster that is soon done with.
TEST(Schema, HoldsForWhatDesignersAsk) {
  Json units = Json::array();
  for (int i = 0; i < 4; ++i) {
    units.push_back({{"name", std::string(1, static_cast<char>('A' + i))},
                     {"figures", 2 + i % 2},
                     {"cd", 1 + i},
                     {"arm", 4 + i % 3},
                     {"points", 20 + 10 * i}});
  }
  const Json roster{{"system", "raiders-of-arcana"}, {"units", units}, {"rounds", 3}};
  for (const Json& more : std::vector<Json>{
           {{"command", "prices"}, {"budget", 60}, {"fixed", "A"}, {"step", 5}},
           {{"command", "prices"}, {"budget", {50, 70}}, {"for", "choosers"}},
           {{"command", "balance"}, {"vary", {{"arm", "3..8"}}}, {"wish", "A beats B 60:40"}},
           {{"command", "balance"}, {"vary", "cd=1..4"}, {"for", "choosers"}, {"changes", 2}},
           {{"command", "tournament"}, {"budget", 60}, {"most-units", 2}},
           with({{"command", "tournament"}, {"budget", 50}}, by_dice),
           {{"command", "matrix"}, {"ranking", true}, {"budget", 55}},
           with({{"command", "matrix"}, {"show", "win"}}, by_dice),
           {{"command", "value"}, {"points", true}},
           {{"command", "report"}},
           {{"command", "compare"},
            {"old-text", "system = 'raiders-of-arcana'\n[[unit]]\nname = 'A'"}},
           with({{"command", "sweep"}, {"attacker", "A"}, {"vary", "attacker.hp=1..2"}},
                {{"against", units}, {"show", "win"}}),
           {{"command", "tune"},
            {"attacker", "A"},
            {"defender", "B"},
            {"vary", "attacker.hp=1..4"},
            {"target", {{"win", 0.5}}}}}) {
    const Json answer = asked(with(roster, more));
    EXPECT_FALSE(answer.contains("error")) << more << answer;
  }
}

/// Whether the schema refuses a question of a command, and ask does.
std::vector<bool> refused_by(const Json& question) {
  const std::string command = question["command"];
  const Json answer = Json::parse(asker().ask(question.dump()).line);
  const bool is_refused = answer.contains("error") && answer["error"]["status"] == 2;
  return {!schema().fault(question, command + "-question").empty(), is_refused};
}

TEST(Schema, RefusesWhatAskRefuses) {
  const std::vector<bool> both{true, true};
  int tried = 0;
  for (const Command& command : all_commands()) {
    const Json base{{"command", command.name}};
    EXPECT_EQ(refused_by(with(base, {{"wrong", 1}})), both) << command.name;
    for (const Option* key : keys_of(command)) {
      const std::string name(key->name);
      std::vector<Json> wrong{nullptr, Json::array({nullptr}), {{"x", Json::array()}}};
      const std::string_view type = key->kind.json();
      if (type == "boolean") wrong.insert(wrong.end(), {1, "yes"});
      if (type == "integer") wrong.insert(wrong.end(), {true, 1.5, -1, "many"});
      if (type == "number") wrong.insert(wrong.end(), {true, -5, "much"});
      if (type == "string" && key->kind.of != ValueKind::aim) wrong.insert(wrong.end(), {true, 5});
      if (key->kind.of == ValueKind::word) wrong.push_back("wrong");
      for (const Json& value : wrong) {
        EXPECT_EQ(refused_by(with(base, {{name, value}})), both)
            << command.name << " " << name << " " << value;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 1000);
  const Json fight{{"command", "fight"}, {"system", "raiders-of-arcana"}, {"attacker", "cd=1"}};
  for (const Json& more : std::vector<Json>{{{"defender", {{"cdd", 1}}}},
                                            {{"defender", {{"cd", 1000}}}},
                                            {{"defender", 5}},
                                            {{"defender", "cd=1"}, {"situation", {{"dye", 6}}}}}) {
    EXPECT_EQ(refused_by(with(fight, more)), both) << more;
  }
}

TEST(Only, LeavesTheHeadAndWhatShowAsks) {
  const auto keys = [&](const Json& question) {
    std::vector<std::string> all;
    const Json answer = asked(question);
    for (const auto& [key, value] : answer.items()) all.push_back(key);
    return all;
  };
  const Json pair{{"system", "raiders-of-arcana"},
                  {"attacker", "figures=2"},
                  {"defender", "figures=2"},
                  {"only", true}};
  const Json fight = with(pair, {{"command", "fight"}, {"show", "attacker.kills>=1"}, {"id", "x"}});
  EXPECT_THAT(keys(fight), UnorderedElementsAre("id", "version", "command", "show"));
  Json whole = fight;
  whole.erase("only");
  EXPECT_EQ(asked(fight)["show"], asked(whole)["show"]);
  EXPECT_THAT(keys(with(pair, {{"command", "battle"}, {"show", {"win"}}})),
              UnorderedElementsAre("version", "command", "show"));
  EXPECT_THAT(keys({{"command", "sequence"},
                    {"system", "raiders-of-arcana"},
                    {"target", "figures=2"},
                    {"by", "figures=2"},
                    {"show", "kills>=1"},
                    {"only", true}}),
              UnorderedElementsAre("version", "command", "show"));
  EXPECT_THAT(
      keys(
          with(pair, {{"command", "sweep"}, {"vary", {{"attacker.hp", "1..2"}}}, {"show", "win"}})),
      UnorderedElementsAre("version", "command", "quantities", "keys", "points"));
  EXPECT_THAT(keys(with(pair, {{"command", "value"}, {"show", "win"}})),
              UnorderedElementsAre("version", "command", "quantities", "base", "stats"));
  const Json matrix{{"command", "matrix"},
                    {"system", "raiders-of-arcana"},
                    {"units", {{{"name", "A"}}, {{"name", "B"}}}},
                    {"show", "win"},
                    {"only", true}};
  EXPECT_THAT(keys(matrix), UnorderedElementsAre("version", "command", "quantities", "rows",
                                                 "columns", "matrix"));
}

}  // namespace
}  // namespace warodds::test
