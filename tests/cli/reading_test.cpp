// What a player reads of a fight or a battle: ranges that hold what they say, small odds, names
// told apart. What is only to be asked: right_answers/reading.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "core/ask/forms/text/pieces.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

double sum_from(const Json& pmf, std::size_t k) {
  double sum = 0;
  for (; k < pmf.size(); ++k) sum += pmf[k].get<double>();
  return sum;
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
    std::istringstream lines(said(fight, {"--format", "ascii", "--long"}));
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

}  // namespace
}  // namespace warodds::test
