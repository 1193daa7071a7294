// How lucky it was: --observed, and games that have been written down, as the program tells them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ask/forms/text/pieces.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Four dice that wound on 6+ of a d10, against enough figures, and none back: kills are binomial.
const Arguments four_dice{"--system",
                          "raiders-of-arcana",
                          "figures=4,cd=1,as=10,db=0",
                          "figures=9,hp=1,cd=1,as=10,db=0,arm=6",
                          "--with",
                          "attacker-attack=all",
                          "--with",
                          "defender-attack=none"};
const std::string cells_of_four_dice =
    R"("figures=4,cd=1,as=10,db=0","figures=9,hp=1,cd=1,as=10,db=0,arm=6",)"
    R"("attacker-attack=all,defender-attack=none")";
std::string game_file(const std::string& rows) {
  return "attacker,defender,with,observed,command,note\n" + rows;
}

TEST(Log, TellsEachRowAndTheWholeGame) {
  const TemporaryFile game(
      "game.csv",
      game_file(cells_of_four_dice + ",attacker.hits=1,,at the bridge\n" + cells_of_four_dice +
                ",attacker.hits=4,,\n" + "figures=4,figures=5,,win=attacker,battle,\n"));
  const Json answer = answered({"log", game.path(), "--system", "raiders-of-arcana"});
  ASSERT_EQ(answer["rows"].size(), 3U);
  const Json fight = answered(Arguments{"fight"} + four_dice, {"--observed", "hits=1"});
  const Json& first = answer["rows"][0];
  for (const char* key : {"happened", "expected", "at_most", "at_least", "percentile"}) {
    EXPECT_EQ(first["observed"][0][key], fight["observed"][0][key]) << key;
  }
  EXPECT_EQ(first["line"], 2);
  EXPECT_EQ(first["note"], "at the bridge");
  EXPECT_EQ(answer["rows"][2]["command"], "battle");
  EXPECT_EQ(answer["game"][0]["fact"], "hits");
  EXPECT_EQ(answer["game"][0]["happened"], 5.0);
  EXPECT_NEAR(answer["game"][0]["expected"], 2 * fight["observed"][0]["expected"].get<double>(),
              1e-12);
  EXPECT_EQ(answer["luck"]["unit"], "standard deviations");  // hits and battles won
  EXPECT_EQ(answer["fair_dice"]["rows"], 3);
  EXPECT_EQ(answer["fair_dice"]["evidence"], answer["rows"][2]["evidence"]);
  const std::string text = said({"log", game.path(), "--system", "raiders-of-arcana"});
  EXPECT_THAT(text,
              AllOf(HasSubstr("a game of 3 rows"), HasSubstr("(at the bridge)"),
                    HasSubstr("were the dice fair?"), HasSubstr("not enough against fair dice")));
  // A row of CSV for each fact, for each sum, and for each fact of the game.
  EXPECT_EQ(lines_of(said({"log", game.path(), "--system", "raiders-of-arcana", "--format", "csv"}))
                .size(),
            1U + 3 * 2 + 2);
}

// Six figures of 15 points each, who fight four that cost nothing, two fights one way round and one
// the other.
TEST(Log, TellsLuckInPointsWhereTheFactsSettleIt) {
  const std::string six = "\"figures=6,hp=1,cd=1,as=4,db=0,arm=5,points=90\"";
  const std::string four = "\"figures=4,hp=1,cd=1,as=4,db=0,arm=5\"";
  const TemporaryFile game("game.csv", "player,attacker,defender,observed\nAda," + six + "," +
                                           four + ",\"attacker.kills=1, defender.kills=2\"\nBen," +
                                           four + "," + six + ",attacker.kills=1\nAda," + six +
                                           "," + four + ",attacker.kills=3\n");
  const Arguments log{"log", game.path(), "--system", "raiders-of-arcana"};
  const Json answer = answered(log);
  const auto expected = [&](const std::string& a, const std::string& b, const char* kills) {
    return answered(Arguments{"fight", "--system", "raiders-of-arcana", a.substr(1, a.size() - 2),
                              b.substr(1, b.size() - 2), "--show", kills})["show"][kills]
               .get<double>() *
           15;
  };
  const double of_ben =
      expected(six, four, "defender.kills.mean") + expected(four, six, "attacker.kills.mean");
  const Json& points = answer["rows"][0]["points_lost"];
  ASSERT_EQ(points.size(), 1U);  // nobody of the other side costs any
  EXPECT_EQ(points[0]["fact"], "attacker.points-lost");
  EXPECT_EQ(points[0]["happened"], 30.0);
  EXPECT_NEAR(points[0]["at_least"], answer["rows"][0]["observed"][1]["at_least"], 1e-12);
  EXPECT_EQ(answer["rows"][1]["points_lost"][0]["happened"], 15.0);
  EXPECT_FALSE(answer["rows"][2].contains("points_lost"));  // what Ada has lost was not noted
  const Json& last = answer["game"].back();
  EXPECT_EQ(last["player"], "Ben");
  EXPECT_EQ(last["fact"], "points destroyed");
  EXPECT_EQ(last["rows"], 2);
  EXPECT_EQ(last["happened"], 45.0);
  EXPECT_NEAR(last["expected"], of_ben, 1e-9);
  EXPECT_NEAR(last["difference"], 45 - of_ben, 1e-9);
  const Json& so_far = answer["luck"]["points_so_far"];
  ASSERT_EQ(so_far.size(), 3U);
  EXPECT_NEAR(so_far[1], of_ben - 45, 1e-9);  // Ada's
  EXPECT_EQ(so_far[1], so_far[2]);
  const std::string text = said(log);
  EXPECT_THAT(text,
              AllOf(HasSubstr("points destroyed"), HasSubstr("luck of Ada so far, in points")));
  EXPECT_THAT(said(log, {"--format", "csv"}), HasSubstr(",attacker.points-lost,30,"));
}

TEST(Log, TellsPointsOfWhateverSettlesThem) {
  const std::string magewind =
      "\"toughness=6,armour=1,evasion=1,light.power=3,light.precision=9,heavy.power=6,"
      "heavy.precision=5,points=70\"";
  const std::string guard = "\"Chief.red=1,Man.count=3,Man.red=1,points=40,Chief.points=25\"";
  const auto points_in = [&](const std::string& system, const std::string& unit,
                             const std::string& observed) {
    const TemporaryFile game(
        "game.csv", "attacker,defender,observed\n" + unit + "," + unit + "," + observed + "\n");
    return answered({"log", game.path(), "--system", system})["rows"][0];
  };
  const Json damage = points_in("magewinds", magewind, "attacker.damage=2");
  ASSERT_EQ(damage["points_lost"].size(), 2U);  // it stands; who attacks is not struck back
  for (const Json& lost : damage["points_lost"]) EXPECT_EQ(lost["happened"], 0.0);
  const Json groups =
      points_in("arcane-legions", guard, "\"attacker.kills[Chief]=0, attacker.kills[Man]=1\"");
  EXPECT_EQ(groups["points_lost"][1]["fact"], "defender.points-lost");
  EXPECT_EQ(groups["points_lost"][1]["happened"], 5.0);
  // Points are written to so many places: the nearest is meant.
  const Json rounded = points_in("raiders-of-arcana", "\"figures=6,as=4,points=100\"",
                                 "\"attacker.points-lost=0, defender.points-lost=16.7\"");
  ASSERT_EQ(rounded["points_lost"].size(), 2U);
  EXPECT_NEAR(rounded["points_lost"][1]["happened"].get<double>(), 100.0 / 6, 1e-9);
  // Nothing is said twice.
  const TemporaryFile game("game.csv", "attacker,defender,observed\n" + magewind + "," + magewind +
                                           ",defender.points-lost=0\n");
  const Json answer = answered({"log", game.path(), "--system", "magewinds"});
  ASSERT_EQ(answer["game"].size(), 2U);  // a line for each player
  EXPECT_EQ(answer["game"][0]["fact"], "points-lost");
  EXPECT_NE(answer["game"][0]["player"], answer["game"][1]["player"]);
  EXPECT_EQ(answer["luck"]["unit"], "points-lost");
}

TEST(Log, MayStandInTheQuestion) {
  const std::string rows = game_file(cells_of_four_dice + ",attacker.hits=1,,\n" +
                                     cells_of_four_dice + ",attacker.hits=3,,\n");
  const TemporaryFile sheet("game.csv", rows);
  Json question{{"command", "log"}, {"system", "raiders-of-arcana"}, {"log-text", rows}};
  const auto asked = [](const Json& of) {
    const TemporaryFile file("question.jsonl", of.dump() + "\n");
    return Json::parse(run({"ask", file.path(), "--files", "/"}).out);
  };
  Json of_file = answered({"log", sheet.path(), "--system", "raiders-of-arcana"});
  const Json of_text = asked(question);
  for (Json& row : of_file["rows"]) row["file"] = "log-text";
  EXPECT_EQ(of_text, of_file);
  question["log"] = Json::array({sheet.path()});
  EXPECT_EQ(asked(question)["rows"].size(), 4U);
  const auto complaint = [&](const std::string& text) {
    return asked({{"command", "log"}, {"log-text", text}})["error"]["message"].get<std::string>();
  };
  EXPECT_THAT(complaint("attacker,defender,observed\nA,B,kills=1\n"), HasSubstr("log-text:2: "));
  EXPECT_THAT(complaint(""), HasSubstr("log needs the file of a game"));
  question["command"] = "fight";
  EXPECT_THAT(asked(question)["error"]["message"].get<std::string>(), HasSubstr("log"));
}

TEST(Log, ThatIsStoppedSaysWhatIsDone) {
  // The first row is played for a second, which is all there is; the second row is not begun.
  const std::string row = "figures=4,figures=5,,attacker.kills=1,,\n";
  const TemporaryFile game("game.csv", game_file(row + row));
  const Arguments log{"log", game.path(), "--system",      "raiders-of-arcana", "--engine",
                      "sim", "--trials",  "1000000000000", "--time-limit",      "0.2"};
  const Json answer = answered(log);
  EXPECT_EQ(answer["rows"].size(), 1U);
  EXPECT_EQ(answer["written"], 2);
  EXPECT_THAT(answer["partial"].get<std::string>(), HasSubstr("time limit"));
  EXPECT_THAT(said(log), HasSubstr("1 of 2 rows are done"));
}

TEST(Rarity, IsOneInSoMany) {
  EXPECT_EQ(text::one_in(1.0 / 29401), "1 in 29,000");
  EXPECT_EQ(text::one_in(1.0 / 999'999), "1 in 1 million");
  EXPECT_EQ(text::one_in(1.0 / 1'234'567), "1 in 1.2 million");
  EXPECT_EQ(text::one_in(1.0 / 12'345'678), "1 in 12 million");
  EXPECT_EQ(text::one_in(1.0 / 123'456'789), "1 in 120 million");
  EXPECT_EQ(text::one_in(4e-10), "1 in 2.5 billion");
  EXPECT_EQ(text::one_in(5e-14), "1 in 20 trillion");
  EXPECT_EQ(text::one_in(8e-20), "1 in 1.2e19");
  EXPECT_EQ(text::one_in(5e-324), "1 in 1.0e300");
  const Style style;
  EXPECT_EQ(text::percent_or_one_in({0.0001}, style), "0.01 %");
  EXPECT_EQ(text::percent_or_one_in({0.00005}, style), "1 in 20,000");
  EXPECT_EQ(text::percent_or_one_in({0}, style), "0 %");
  EXPECT_THAT(text::percent_or_one_in({0.00005, 0.0001}, style), HasSubstr("%"));  // nobody knows
}

}  // namespace
}  // namespace warodds::test
