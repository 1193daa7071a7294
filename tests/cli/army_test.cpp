// Sides of several units as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

const std::string the_raiders =
    "system = \"raiders-of-arcana\"\n"
    "[[unit]]\nname = \"Orcs\"\nfigures = 2\nas = 5\narm = 5\npoints = 30\n"
    "[[unit]]\nname = \"Wolves\"\nfigures = 2\nas = 6\narm = 4\npoints = 20\n"
    "[[unit]]\nname = \"Ogre\"\nhp = 3\ncd = 3\nas = 6\narm = 6\npoints = 50\n"
    "[[army]]\nname = \"Horde\"\nunits = [\"Orcs*2\"]\n"
    "[[army]]\nname = \"Wild Hunt\"\nunits = [\"Wolves\", \"Ogre\"]\n"
    "[[army]]\nname = \"Lone Ogre\"\nunits = [\"Ogre\"]\n";

class Sides : public ::testing::Test {
 protected:
  Arguments in(const std::string& command, const Arguments& more) const {
    return with({command, "--roster", roster_.path()}, more);
  }
  Json asked(const std::string& command, const Arguments& more) const {
    return answered(in(command, more));
  }

  TemporaryFile roster_{"sides.toml", the_raiders};
};

TEST_F(Sides, SayWhatAUnitAddsToTheOdds) {
  const Json all = asked("battle", {"Orcs + Wolves", "Ogre"});
  const double orcs_alone = asked("battle", {"Orcs", "Ogre"})["win"]["attacker"];
  const double wolves_alone = asked("battle", {"Wolves", "Ogre"})["win"]["attacker"];
  const double win = all["win"]["attacker"];
  const Json& units = all["attacker_units"];
  EXPECT_NEAR(units[0]["part"].get<double>(), win - wolves_alone, 1e-12);
  EXPECT_NEAR(units[1]["part"].get<double>(), win - orcs_alone, 1e-12);
  // Of two, the mean of coming first and of coming second.
  EXPECT_NEAR(units[0]["shapley"].get<double>(), (win - wolves_alone + orcs_alone) / 2, 1e-12);
  EXPECT_NEAR(units[1]["shapley"].get<double>(), (win - orcs_alone + wolves_alone) / 2, 1e-12);
}

TEST_F(Sides, MissWhatEachUnitAdds) {
  struct Case {
    Arguments sides;
    std::vector<Arguments> without;  ///< each unit of the attacker, by itself
  };
  const std::vector<Case> cases{
      {{"Orcs*2 + Wolves", "Ogre"},
       {{"Orcs + Wolves", "Ogre"}, {"Orcs + Wolves", "Ogre"}, {"Orcs*2", "Ogre"}}},
      {{"Orcs + Wolves + Orcs", "Ogre"},
       {{"Wolves + Orcs", "Ogre"}, {"Orcs*2", "Ogre"}, {"Orcs + Wolves", "Ogre"}}},
      {{"Orcs with attacker-attack=all + Orcs", "Ogre"},
       {{"Orcs", "Ogre"}, {"Orcs with attacker-attack=all", "Ogre"}}},
      {{"Orcs*2", "Ogre + Wolves", "--targets", "attacker[Orcs 2]=Ogre"},
       {{"Orcs", "Ogre + Wolves", "--targets", "attacker[Orcs]=Ogre"}, {"Orcs", "Ogre + Wolves"}}}};
  for (const Case& one : cases) {
    const Json all = asked("battle", one.sides);
    ASSERT_EQ(all["attacker_units"].size(), one.without.size());
    for (std::size_t unit = 0; unit < one.without.size(); ++unit) {
      const double without = asked("battle", one.without[unit])["win"]["attacker"];
      EXPECT_NEAR(all["attacker_units"][unit]["part"].get<double>(),
                  all["win"]["attacker"].get<double>() - without, 1e-12)
          << one.sides.front() << ", " << unit;
    }
  }
  // The same units, but one of them comes later: within so few rounds that matters.
  const auto later = [&](const Arguments& defenders) {
    return asked("battle", with({"Wolves*2", "--rounds", "3"}, defenders));
  };
  const Json all = later({"Orcs*2", "--then", "Orcs"});
  const std::vector<Arguments> without{
      {"Orcs", "--then", "Orcs"}, {"Orcs", "--then", "Orcs"}, {"Orcs*2"}};
  for (std::size_t unit = 0; unit < without.size(); ++unit) {
    const double win = all["win"]["defender"];
    EXPECT_NEAR(all["defender_units"][unit]["part"].get<double>(),
                win - later(without[unit])["win"]["defender"].get<double>(), 1e-12);
  }
}

TEST_F(Sides, SimulatedSayHowFarOffPartsMayBe) {
  const Arguments sides{"Orcs*2 + Wolves", "Wolves*2 + Orcs", "--time-limit", "60"};
  const Json exact = asked("battle", sides);
  const Json sim = asked("battle", with(sides, {"--engine", "sim", "--trials", "40000"}));
  const auto width = [](double odds, double trials) {
    return 2.5758 * std::sqrt(odds * (1 - odds) / trials);
  };
  for (const char* side : {"attacker", "defender"}) {
    const std::string units = side + std::string("_units");
    for (std::size_t unit = 0; unit < exact[units].size(); ++unit) {
      const double part = exact[units][unit]["part"], win = exact["win"][side];
      const Json& found = sim[units][unit]["part"];
      EXPECT_NEAR(found["value"].get<double>(), part, found["half_width"].get<double>());
      // All together have the trials of the battle: on each side without Orcs, and without Wolves.
      const double both = width(win, 40'000) + width(win - part, 10'000);
      EXPECT_NEAR(found["half_width"].get<double>(), both, both / 20);
    }
  }
  // Who asks for one has the trials that are asked for.
  const std::string name = "attacker[Wolves].part";
  const Json asked_for =
      asked("battle",
            with(sides, {"--engine", "sim", "--trials", "40000", "--show", name}))["show"][name];
  const double part = exact["attacker_units"][2]["part"], win = exact["win"]["attacker"];
  EXPECT_NEAR(asked_for["value"].get<double>(), part, asked_for["half_width"].get<double>());
  const double both = width(win, 40'000) + width(win - part, 40'000);
  EXPECT_NEAR(asked_for["half_width"].get<double>(), both, both / 20);
}

TEST_F(Sides, BreakAfterARoundInWhichNobodyCouldBeHurtAsOneUnitDoes) {
  const auto ends = [&](const std::string& attacker, const Arguments& engine) {
    Json all = Json::array();
    for (const char* of : {"--with=defender-breaks=1", "--with=attacker-breaks=2",
                           "--with=attacker-breaks=1", "--until=attacker.survivors >= 2"}) {
      const Json json = asked("battle", Arguments{attacker, "Ogre,cd=0", of} + engine);
      all.push_back({json["win"], json["rounds"]});
    }
    return all;
  };
  const Arguments exactly{"--engine", "exact"}, with_dice{"--engine", "sim", "--trials", "1000"};
  for (const Arguments& engine : {exactly, with_dice}) {
    EXPECT_EQ(ends("Orcs,cd=0 with attacker-attack=half", engine), ends("Orcs,cd=0", engine));
  }
  EXPECT_EQ(ends("Orcs,cd=0", exactly)[0][0]["attacker"], 1.0);
}

// Nothing but what is shown is told of a cell: it is what must be precise.
TEST(SimulatedCells, AreAsPreciseAsTheyAreToBe) {
  const Json json =
      answered({"sweep", "figures=6", "figures=1,hp=1", "--system", "raiders-of-arcana", "--vary",
                "attacker.as=4..6", "--set", "fatigue=0", "--battle", "--show", "win", "--rounds",
                "1", "--engine", "sim", "--precision", "0.0008"});
  int close = 0;
  for (const Json& point : json["points"]) {
    const Json& win = point["values"][0];
    EXPECT_LE(win["half_width"].get<double>(), 0.0008);
    const double p = win["value"].get<double>();
    close += p > 0.05 && p < 0.95 ? 1 : 0;
  }
  EXPECT_GT(close, 0);
}

TEST_F(Sides, PlayInSolveAsIsSaidOfThemEvenIfItIsWhatAllDo) {
  const Arguments sides{"Orcs + Wolves", "Ogre + Wolves"};
  const Arguments usual{"--targets", "defender=weakest", "--activate", "defender=listed"};
  const Arguments best{"--targets", "attacker=best", "--activate", "attacker=best"};
  const Json solved = asked("solve", sides + usual);
  EXPECT_EQ(solved["win"], asked("battle", sides + best + usual)["win"]);
  EXPECT_GT(solved["value"].get<double>(), asked("solve", sides)["value"].get<double>() + 1e-4);
  // One of the two words is enough.
  EXPECT_EQ(asked("solve", sides + Arguments{"--targets", "defender=weakest"})["win"],
            solved["win"]);
}

TEST_F(Sides, AreRanked) {
  const Json matrix = asked("matrix", {"--armies"});
  const Json ranking = asked("matrix", {"--armies", "--ranking"})["ranking"];
  ASSERT_EQ(ranking.size(), 3U);
  const auto odds = [&](int row, int column) {
    const Json& cell =
        matrix["matrix"][static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    return cell[0].get<double>() + cell[1].get<double>() / 2;
  };
  // Both ways round, against each of the two others.
  const auto mean = [&](int army, int one, int other) {
    return (odds(army, one) + 1 - odds(one, army) + odds(army, other) + 1 - odds(other, army)) / 4;
  };
  const std::vector<double> means{mean(0, 1, 2), mean(1, 0, 2), mean(2, 0, 1)};
  for (const Json& row : ranking) {
    std::size_t army = 0;
    while (matrix["rows"][army] != row["unit"]) ++army;
    EXPECT_NEAR(row["odds"].get<double>(), means[army], 1e-12);
  }
  EXPECT_EQ(ranking[0]["points"], 70);
}

TEST_F(Sides, MeetEveryUnitOfARosterBothWaysRound) {
  const std::string horde = "Orcs + Wolves";
  const Json sweep = asked(
      "sweep", {horde, "--against", roster_.path(), "--vary", "attacker[Wolves].hp=1..2", "--set",
                "defender.arm=5", "--targets", "attacker=strongest", "--show", "win,draw"});
  const Json value = asked("value", {horde, "--against", roster_.path(), "--set", "defender.arm=5",
                                     "--targets", "attacker=strongest", "--show", "win"});
  for (int hp = 1; hp <= 2; ++hp) {
    double wins = 0, draws = 0;
    for (const std::string unit : {"Orcs", "Wolves", "Ogre"}) {
      const std::string of_wolves = "[Wolves].hp=" + std::to_string(hp);
      const Json forth = asked("battle", {horde, unit, "--set", "attacker" + of_wolves, "--set",
                                          "defender.arm=5", "--targets", "attacker=strongest"});
      const Json back = asked("battle", {unit, horde, "--set", "defender" + of_wolves, "--set",
                                         "attacker.arm=5", "--targets", "attacker=strongest"});
      const auto win = [](const Json& battle, const char* side) {
        return battle["win"][side].get<double>();
      };
      wins += (win(forth, "attacker") + win(back, "defender")) / 6;
      for (const Json& battle : {forth, back}) {
        draws += (1 - win(battle, "attacker") - win(battle, "defender")) / 6;
      }
    }
    const Json& point = sweep["points"][static_cast<std::size_t>(hp - 1)]["values"];
    EXPECT_NEAR(point[0].get<double>(), wins, 1e-12);
    EXPECT_NEAR(point[1].get<double>(), draws, 1e-12);
    if (hp == 1) {
      EXPECT_NEAR(value["base"][0].get<double>(), wins, 1e-12) << value;
    }
  }
}

TEST_F(Sides, AreComparedInTwoVersionsOfARoster) {
  std::string text = the_raiders;
  text.replace(text.find("Orcs*2"), 6, "Orcs\", \"Wolves");
  const TemporaryFile changed("changed.toml", text +
                                                  "[[army]]\nname = \"Pack\"\nunits = "
                                                  "[\"Wolves*2\"]\n");
  const Json compared = answered(
      {"compare", "--armies", roster_.path(), changed.path(), "--targets", "both=strongest"});
  EXPECT_EQ(compared["added"], Json({"Pack"}));
  EXPECT_EQ(
      compared["stats"][0],
      Json({{"unit", "Horde"}, {"key", "units"}, {"old", "Orcs*2"}, {"new", "Orcs + Wolves"}}));
  EXPECT_EQ(compared["stats"][1],
            Json({{"unit", "Horde"}, {"key", "points"}, {"old", "60"}, {"new", "50"}}));
  EXPECT_THAT(compared["assumed"]["attacker"].get<std::string>(),
              HasSubstr("attacks the strongest enemy"));
  const auto odds_in = [](const std::string& roster) {
    const Json win = answered(
        {"battle", "--roster", roster, "Horde", "Lone Ogre", "--targets", "both=strongest"})["win"];
    return (1 + win["attacker"].get<double>() - win["defender"].get<double>()) / 2;
  };
  bool found = false;
  for (const Json& change : compared["odds"]) {
    if (change["attacker"] != "Horde" || change["defender"] != "Lone Ogre") continue;
    found = true;
    EXPECT_NEAR(change["old"].get<double>(), odds_in(roster_.path()), 1e-12);
    EXPECT_NEAR(change["new"].get<double>(), odds_in(changed.path()), 1e-12);
  }
  EXPECT_TRUE(found);
  EXPECT_THAT(refused({"compare", roster_.path(), changed.path(), "--targets", "both=listed"}),
              HasSubstr("add --armies"));
}

TEST_F(Sides, AreListsInQuestionsAsJson) {
  const Json text = asked("battle", {"Orcs*2 with attacker-attack=all + Wolves", "Ogre"});
  Json question{
      {"command", "battle"},
      {"roster", roster_.path()},
      {"attacker",
       {{{"unit", "Orcs"}, {"count", 2}, {"situation", {{"attacker-attack", "all"}}}}, "Wolves"}},
      {"defender", "Ogre"}};
  const auto answer = [&] {
    const TemporaryFile lines("sides.jsonl", question.dump() + "\n");
    return Json::parse(run({"ask", lines.path(), "--files", "/"}).out);
  };
  EXPECT_EQ(answer()["win"], text["win"]);
  question["targets"] = {"attacker=strongest", "attacker[Orcs]=Ogre"};
  EXPECT_EQ(answer()["win"], asked("battle", {"Orcs*2 with attacker-attack=all + Wolves", "Ogre",
                                              "--targets", "attacker=strongest"})["win"]);
  question["attacker"] = Json::array();
  EXPECT_THAT(answer().dump(), HasSubstr("a side needs at least one unit"));
}

TEST_F(Sides, AreToldUnderACondition) {
  const Arguments sides{"Orcs*2", "Wolves + Ogre"};
  const std::string event = "attacker[Orcs 2].destroyed and win";
  const Json all = asked("battle", with(sides, {"--show", event + ",attacker.destroyed"}));
  const Json under = asked(
      "battle", with(sides, {"--given", event, "--joint", "attacker[Orcs 1].survivors,rounds"}));
  EXPECT_NEAR(under["given"]["p"].get<double>(), all["show"][event].get<double>(), 1e-12);
  EXPECT_NEAR(under["win"]["attacker"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(under["attacker_units"][1]["destroyed"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(under["attacker_units"][0]["destroyed"].get<double>(), 0, 1e-12);
  const double figures = under["attacker"]["units"][0]["profile"]["figures"].get<double>();
  const double left = under["attacker_units"][0]["survivors"]["mean"].get<double>();
  EXPECT_NEAR(under["points_lost"]["attacker"]["mean"].get<double>(),
              30 + 30 * (1 - left / figures), 1e-9);
  EXPECT_TRUE(under["by_round"].empty());
  EXPECT_FALSE(under["attacker_units"][0].contains("part"));
  EXPECT_EQ(under["joint"]["rows"], "attacker[Orcs 1].survivors");
  // What is left if a side wins is what is left given that.
  const Json won = asked("battle", with(sides, {"--given", "win"}));
  EXPECT_NEAR(all["left_if_wins"]["attacker"]["mean"].get<double>(),
              won["attacker_survivors"]["mean"].get<double>(), 1e-12);
  EXPECT_NEAR(all["attacker_units"][0]["left_if_wins"]["mean"].get<double>(),
              won["attacker_units"][0]["survivors"]["mean"].get<double>(), 1e-12);
  const double destroyed = all["show"]["attacker.destroyed"].get<double>();
  EXPECT_NEAR(destroyed,
              all["win"]["defender"].get<double>() + all["win"]["both_destroyed"].get<double>(),
              1e-12);
  const std::string text = said(in("battle", with(sides, {"--given", event})));
  EXPECT_THAT(text, HasSubstr("given attacker[Orcs 2].destroyed and win ("));
  EXPECT_THAT(said(in("battle", sides)), HasSubstr("if it wins"));
}

TEST_F(Sides, AreToldHowLuckyTheyWere) {
  const Arguments sides{"Orcs*2", "Wolves + Ogre", "--rounds", "4"};
  const Arguments happened{"--observed",
                           "attacker[Orcs 1].survivors=1, attacker.kills=2, win=nobody"};
  const Json answer = asked("battle", with(with(sides, happened), {"--show", "win,lose"}));
  const double win = answer["show"]["win"], lose = answer["show"]["lose"];
  EXPECT_NEAR(answer["observed"][2]["percentile"], lose + (1 - win - lose) / 2, 1e-12);
  EXPECT_THAT(said(in("battle", with(sides, happened))),
              HasSubstr("the attacker was luckier than in "));
}

TEST(PartsOfUnits, AreToldOrItIsToldThatTheyAreNot) {
  // Units that are the same would share a battle.
  const Arguments battle{"battle", "--system", "raiders-of-arcana",
                         "figures=2 + figures=2,arm=4 + figures=2,arm=6 + figures=2,as=4",
                         "figures=1 + figures=1,arm=4 + figures=1,arm=6 + figures=1,as=4"};
  const Json whole = answered(battle, {"--time-limit", "600"});
  int left_out = 0;
  // Limits that a battle fits into and what each unit adds does not are not the same everywhere.
  for (const char* limit : {"0.2", "0.26", "0.34", "0.44", "0.57", "0.74", "1", "1.3", "1.7", "2.2",
                            "2.9", "3.8", "5", "6.5", "8.5", "11", "60"}) {
    const Json all = answered(battle, {"--time-limit", limit, "--engine", "auto"});
    if (all["engine"]["name"] != "exact") continue;
    const std::string remarks = all.value("remarks", Json()).dump();
    const Json& last = all["defender_units"][3];
    const bool is_told = last.contains("part");
    EXPECT_NE(is_told, remarks.find("left out") != std::string::npos) << limit;
    if (is_told) {
      EXPECT_EQ(last["part"], whole["defender_units"][3]["part"]);
      break;
    }
    ++left_out;
    // By its name it may take the whole time.
    const std::string name = "defender[" + last["unit"].get<std::string>() + "].part";
    EXPECT_NEAR(
        answered(battle, {"--time-limit", "60", "--show", name})["show"][name].get<double>(),
        whole["defender_units"][3]["part"].get<double>(), 1e-12);
  }
  EXPECT_GT(left_out, 0);
}

}  // namespace
}  // namespace warodds::test
