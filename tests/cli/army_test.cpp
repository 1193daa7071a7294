// Sides of several units: parts with dice, and tables. All else: right_answers/sides.txt.
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
  Json asked(const std::string& command, const Arguments& more) const {
    return answered({command, "--roster", roster_.path()}, more);
  }

  TemporaryFile roster_{"sides.toml", the_raiders};
};

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

TEST(PartsOfUnits, AreToldOrItIsToldThatTheyAreNot) {
  // Units that are the same would share a battle.
  const Arguments battle{"battle", "--system", "raiders-of-arcana",
                         "figures=2 + figures=2,arm=4 + figures=2,arm=6 + figures=2,as=4",
                         "figures=1 + figures=1,arm=4 + figures=1,arm=6 + figures=1,as=4"};
  const Json whole = answered(battle, {"--time-limit", "600"});
  // Limits that a battle fits into and what each unit adds does not are not the same everywhere,
  // and where the machine is quick there is none.
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
    // By its name it may take the whole time.
    const std::string name = "defender[" + last["unit"].get<std::string>() + "].part";
    EXPECT_NEAR(
        answered(battle, {"--time-limit", "60", "--show", name})["show"][name].get<double>(),
        whole["defender_units"][3]["part"].get<double>(), 1e-12);
  }
}

}  // namespace
}  // namespace warodds::test
