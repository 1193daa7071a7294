// What the program says of what is played, without --long: short enough for a screen, and no digits
// that a player cannot use. That --long says all is what the other tests of text look at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/ask/forms/text/pieces.h"
#include "core/text/width.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

/// Every unit of an example against every other.
std::vector<Arguments> pairs_of(const std::string& roster) {
  std::vector<std::string> names;
  for (const Json& unit : answered({"units", "--roster", example(roster)})["units"]) {
    names.push_back(unit["unit"]);
  }
  std::vector<Arguments> pairs;
  for (const std::string& one : names) {
    for (const std::string& other : names) {
      pairs.push_back({one, other, "--roster", example(roster), "--time-limit", "2"});
    }
  }
  return pairs;
}

TEST(Brief, FightsAndBattlesFitOnAScreen) {
  for (const char* roster :
       {"arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"}) {
    for (const Arguments& pair : pairs_of(roster)) {
      for (const auto& [command, most] : {std::pair{"fight", 20}, std::pair{"battle", 25}}) {
        const Outcome outcome = run(Arguments{command} + pair);
        if (outcome.exit_code != 0) continue;  // the rules do not allow it
        const std::vector<std::string> lines = lines_of(outcome.out);
        EXPECT_LE(lines.size(), static_cast<std::size_t>(most)) << outcome.out;
        for (const std::string& line : lines) EXPECT_LE(columns(line), 80) << line;
      }
    }
  }
}

TEST(Brief, NumbersAreRoundedAsPeopleSayThem) {
  const Style brief{.brief = true};
  const auto percent = [&](double value) { return text::percent({value}, brief); };
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(0.0004), "<0.1 %");
  EXPECT_EQ(percent(0.0041), "0.4 %");
  EXPECT_EQ(percent(0.1393), "14 %");
  EXPECT_EQ(percent(0.9949), "99.5 %");
  EXPECT_EQ(percent(0.99951), ">99.9 %");
  EXPECT_EQ(percent(1), "100 %");
  // Simulated: as many digits as the half-width justifies, as ever.
  EXPECT_EQ(text::percent({0.4071, 0.0042}, brief), "40.7 +- 0.4 %");
  const auto mean = [&](double value) { return text::mean({value}, brief); };
  EXPECT_EQ(mean(1.68), "1.7");
  EXPECT_EQ(mean(0.044), "0.04");
  EXPECT_EQ(mean(-0.001), "0.00");
  EXPECT_EQ(mean(-2.86), "-2.9");
}

// What is certain besides something that happens is not shown as certain.
TEST(Brief, NothingIsAHundredBesideSomethingElse) {
  const Style brief{.brief = true};
  const auto parts = text::percents({{1 - 1e-14}, {1e-14}, {0}}, brief);
  EXPECT_EQ(parts[0].text, ">99.9 %");
  EXPECT_EQ(parts[1].text, "<0.1 %");
  EXPECT_EQ(parts[2].text, "0 %");
}

}  // namespace
}  // namespace warodds::test
