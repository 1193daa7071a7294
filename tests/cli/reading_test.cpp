// What a player reads of a fight or a battle: the numbers asked for, kills beside damage, ranges
// that hold what they say, small odds, names told apart, groups.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "core/ask/forms/text/pieces.h"
#include "core/roster/csv.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

double sum_from(const Json& pmf, std::size_t k) {
  double sum = 0;
  for (; k < pmf.size(); ++k) sum += pmf[k].get<double>();
  return sum;
}

const Arguments humans{"fight", "--roster", example("raiders-of-arcana"), "human", "goblin"};

TEST(Shown, AreTheQuantitiesThatAreAskedForAndNothingElse) {
  const std::string quantities =
      "kills>=2,attacker.kills>=2,defender.kills.mean,defender.destroyed";
  const Json all = answered(humans);
  const Json shown = answered(humans, {"--show", quantities})["show"];
  EXPECT_EQ(shown.size(), 4U);
  EXPECT_NEAR(shown["kills>=2"].get<double>(), sum_from(all["attacker_deals"]["kills"]["pmf"], 2),
              1e-15);
  EXPECT_EQ(shown["kills>=2"], shown["attacker.kills>=2"]);
  EXPECT_EQ(shown["defender.kills.mean"], all["defender_deals"]["kills"]["mean"]);
  EXPECT_EQ(shown["defender.destroyed"], all["attacker_deals"]["destroyed"]);
  const std::string text = said(humans, {"--show", quantities});
  EXPECT_THAT(text, HasSubstr("  kills>=2 "));
  EXPECT_THAT(text, Not(HasSubstr("damage")));
  const std::string csv = said(humans, {"--show", quantities, "--format", "csv"});
  EXPECT_THAT(csv, Not(HasSubstr("damage,")));
  EXPECT_THAT(csv, Not(HasSubstr(",hits,")));
  EXPECT_THAT(csv, HasSubstr(",attacker,kills>=2,value,,0."));
  EXPECT_THAT(csv, HasSubstr(",defender,defender.kills.mean,value,,0."));
}

TEST(Shown, OfBattlesAreThoseOfBattles) {
  Arguments battle = humans;
  battle[0] = "battle";
  const Json all = answered(battle);
  const Json shown = answered(battle, {"--show", "win,rounds.mean,attacker.survivors>=6"})["show"];
  EXPECT_EQ(shown["win"], all["win"]["attacker"]);
  EXPECT_EQ(shown["rounds.mean"], all["rounds"]["mean"]);
  EXPECT_NEAR(shown["attacker.survivors>=6"].get<double>(),
              sum_from(all["attacker_survivors"]["pmf"], 6), 1e-15);
  EXPECT_THAT(refused(battle, {"--show", "kills>=1"}), HasSubstr("a quantity of fights"));
  EXPECT_THAT(refused(humans, {"--show", "win"}), HasSubstr("a quantity of battles"));
  EXPECT_THAT(refused(humans, {"--show", "kils>=1"}), HasSubstr("kils>=1"));
}

TEST(Shown, ComeWithHalfWidthsWhereTheyAreSimulated) {
  const Json shown =
      answered(humans, {"--show", "kills>=2", "--engine", "sim", "--trials", "5000"})["show"];
  EXPECT_GT(shown["kills>=2"]["half_width"].get<double>(), 0);
}

// Where every figure has one hit point, damage and kills are one; else a table of each is shown,
// and the row of the last figure says so.
TEST(KillsTable, StandsBesideDamageWhereFiguresHaveSeveralHitPoints) {
  const Arguments three{"fight", "--system", "raiders-of-arcana", "cd=9,figures=3",
                        "figures=2,hp=3,cd=2,arm=3"};
  const std::string text = said(three, {"--long"});
  EXPECT_THAT(text, HasSubstr("kills by Attacker"));
  EXPECT_THAT(text, HasSubstr("damage by Defender"));
  const Json kills = answered(three)["attacker_deals"]["kills"]["pmf"];
  ASSERT_EQ(kills.size(), 3U);
  const auto all = text.find("\n all ", text.find("kills by"));
  ASSERT_NE(all, std::string::npos) << text;
  EXPECT_NEAR(std::stod(text.substr(all + 5)), 100 * kills[2].get<double>(), 0.00501);
  EXPECT_THAT(said({"fight", "--system", "raiders-of-arcana", "cd=2", "figures=20,cd=1", "--long"}),
              Not(HasSubstr("kills by")));
}

// Of each line "damage … 1 – 4": at least 9 in 10 lie between, and fewer than 1 in 20 beyond each
// end, summed from what JSON says.
TEST(NineInTen, IsWhatLiesWithinOrLess) {
  std::mt19937 random(3);
  for (int drawn = 0; drawn < 20; ++drawn) {
    const auto number = [&](unsigned most) { return std::to_string(1 + random() % most); };
    const Arguments fight{"fight", "--system", "raiders-of-arcana",
                          "cd=" + number(6) + ",figures=" + number(5),
                          "hp=" + number(3) + ",figures=" + number(9)};
    const Json deals = answered(fight)["attacker_deals"];
    std::istringstream lines(said(fight, {"--ascii", "--long"}));
    int compared = 0;
    std::string line;
    EXPECT_TRUE(std::getline(lines, line));
    while (std::getline(lines, line) && line.rfind("dealt by Defender", 0) != 0) {
      std::istringstream words(line);
      std::string what, mean, sd, dash;
      std::size_t low = 0;
      words >> what;
      if (what != "hits" && what != "damage" && what != "kills") continue;
      words >> mean >> sd >> low >> dash;
      std::size_t high = low;
      if (dash == "-") words >> high;
      const Json& pmf = deals[what]["pmf"];
      EXPECT_GE(sum_from(pmf, low) - sum_from(pmf, high + 1), 0.9 - 1e-12) << line;
      EXPECT_LT(1 - sum_from(pmf, low), 0.05 + 1e-12) << line;
      EXPECT_LE(sum_from(pmf, high + 1), 0.05 + 1e-12) << line;
      ++compared;
    }
    EXPECT_EQ(compared, 3);
  }
}

TEST(Percent, SaysWhenOddsAreTooSmallToShow) {
  const Style style;
  const auto shown = [&](double value) { return text::percent({value, std::nullopt}, style); };
  EXPECT_EQ(shown(0), "0 %");
  EXPECT_EQ(shown(1e-300), "<0.01 %");
  EXPECT_EQ(shown(0.0000999), "<0.01 %");
  EXPECT_EQ(shown(0.0001), "0.01 %");
  EXPECT_EQ(shown(0.5), "50.00 %");
  EXPECT_EQ(shown(0.9999), "99.99 %");
  EXPECT_EQ(shown(0.99991), ">99.99 %");
  EXPECT_EQ(shown(1 - 1e-12), ">99.99 %");
  EXPECT_EQ(shown(1 - 1e-16), "100 %");  // certain, added up
  EXPECT_EQ(shown(1), "100 %");
  // Simulated, in a table without half-widths: no more than they justify.
  EXPECT_EQ(text::percent({0.00005, 0.00001}, style, false), "<0.01 %");
  EXPECT_EQ(text::percent({0.00005, 0.005}, style, false), "<0.1 %");
  EXPECT_EQ(text::percent({0.00005, 0.00002}, style), "0.005 +- 0.002 %");
}

TEST(Percent, OfTheSameOddsAreTheSameAndAllAddUp) {
  const Style style;
  const auto shown = [&](const std::vector<double>& parts) {
    std::vector<Estimate> odds;
    for (const double part : parts) odds.push_back({part, std::nullopt});
    std::vector<long> all;
    for (const auto& part : text::percents(odds, style)) all.push_back(part.hundredths.value_or(0));
    return all;
  };
  using Shown = std::vector<long>;
  // A hundredth is left: it goes to the largest remainder, or to a part that is like no other.
  EXPECT_EQ(shown({0.130538, 0.130522, 0.73894}), (Shown{1305, 1305, 7390}));
  EXPECT_EQ(shown({0.13056, 0.13052, 0.73892}), (Shown{1306, 1305, 7389}));
  EXPECT_EQ(shown({0.13054, 0.13054, 0.73892}), (Shown{1305, 1305, 7390}));
  // Two are left.
  EXPECT_EQ(shown({0.304036, 0.304036, 0.391928}), (Shown{3040, 3040, 3920}));
  EXPECT_EQ(shown({0.20006, 0.20006, 0.29997, 0.29991}), (Shown{2001, 2001, 2999, 2999}));
  // It cannot be.
  EXPECT_EQ(shown({1.0 / 3, 1.0 / 3, 1.0 / 3}), (Shown{3334, 3333, 3333}));
}

TEST(Names, OfOneUnitOnBothSidesAreToldApartEverywhere) {
  const std::string roster = example("raiders-of-arcana");
  const std::string fight = said({"fight", "--roster", roster, "human", "human"});
  const std::string battle = said({"battle", "--roster", roster, "human", "human"});
  for (const std::string& text : {fight, battle}) {
    EXPECT_THAT(text, HasSubstr("Human Warriors (A) against Human Warriors (B)"));
    // Also where there is little room.
    const auto count = [&](const std::string& what) {
      int found = 0;
      for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++found;
      }
      return found;
    };
    EXPECT_GE(count("(A)"), 3);
    EXPECT_GE(count("(B)"), 3);
    EXPECT_EQ(count("Human"), count("(A)") + count("(B)")) << text;
  }
  EXPECT_THAT(said({"fight", "--roster", roster, "human,hp=3", "human"}),
              HasSubstr("Human Warriors (hp=3) against Human Warriors "));
  EXPECT_EQ(text::shorten("Human Warriors (A)", 14), "Human Wa.. (A)");
  EXPECT_EQ(text::shorten("Human Warriors", 10), "Human Wa..");
  EXPECT_EQ(text::shorten("attacker[Human Warriors].hp", 24), "attacker[Human War..].hp");
}

TEST(FightText, SaysWhatChangesTheDice) {
  const std::string text =
      said({"fight", "--system", "arcane-legions", "red=3,attack-result=1,result-cap=5", "white=2",
            "--with", "critical=final"});
  EXPECT_THAT(text, HasSubstr("attack: 3 dice, +1 each, at most 5; defence: 2 dice\n"));
  EXPECT_THAT(text, HasSubstr("3 final sixes score +1\n"));
}

TEST(Json, HasNoProbabilityAboveOne) {
  const Json json =
      answered({"fight", "--roster", example("arcane-legions"), "Arena Champions", "Fog Witches"});
  for (const char* side : {"attacker_deals", "defender_deals"}) {
    for (const char* what : {"hits", "damage", "kills"}) {
      for (const Json& p : json[side][what]["pmf"]) EXPECT_LE(p.get<double>(), 1) << side << what;
    }
  }
  for (const Json& row : json["joint_damage"]) {
    for (const Json& p : row) EXPECT_LE(p.get<double>(), 1);
  }
}

TEST(Names, WithQuotesAreAsTheyAreInJsonAndCsv) {
  const TemporaryFile roster(
      "strange.toml",
      "system = \"magewinds\"\n[[unit]]\nname = \"the \\\"F\\\\\\u00e9\\\"\"\n"
      "power = 3\nprecision = 4\n");
  const std::string name = "the \"F\\\u00e9\"";
  const Arguments fight{"fight", "--roster", roster.path(), name, name};
  EXPECT_EQ(answered(fight)["attacker"]["unit"], name);
  const auto rows = parse_csv(said(fight, {"--format", "csv"}), "").rows;
  const auto& header = rows.front().fields;
  const auto column = std::find(header.begin(), header.end(), "attacker") - header.begin();
  ASSERT_GT(rows.size(), 1U);
  for (std::size_t row = 1; row < rows.size(); ++row) {
    EXPECT_EQ(rows[row].fields.at(static_cast<std::size_t>(column)), name);
  }
}

}  // namespace
}  // namespace warodds::test
