// sequence as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/ask/play.h"
#include "core/text/error.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"
#include "tests/cli/small_units.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Arguments of(const std::string& system, const std::string& target, const Arguments& by,
             const Arguments& more = {}) {
  Arguments all{"sequence", "--system", system, target};
  for (const std::string& step : by) all.insert(all.end(), {"--by", step});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::string squad = "figures=6,cd=2,as=5,arm=5";
const std::string mage = "toughness=6,armour=1,deflect=2,evasion=1,dodge=3,power=3,precision=9";

const std::vector<std::pair<std::string, std::string>> every_system{{"raiders-of-arcana", squad},
                                                                    {"magewinds", mage},
                                                                    {"arcane-legions", legion},
                                                                    {"dwethia-skirmish", band}};

TEST(SequenceCommand, IsCheckedOnBothEngines) {
  for (const auto& [system, unit] : every_system) {
    Arguments check =
        of(system, unit, {unit, "damage=1d6", unit + ",name=B"}, {"--trials", "50000"});
    check.front() = "check";
    const Outcome outcome = run(check);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("step 3"), HasSubstr("needed"), HasSubstr("the engines agree")));
    const Json json = answered(check);
    EXPECT_EQ(json.at("steps").size(), 3U);
    EXPECT_EQ(json.at("target").at("unit"), "Target");
    EXPECT_EQ(json.at("agrees"), true);
    EXPECT_FALSE(json.contains("attacker"));
  }
  expect_refused({"check", "--system", "raiders-of-arcana", squad, "--by", squad, "--battle"},
                 "a sequence is checked");
  expect_refused({"check", "--system", "raiders-of-arcana", squad, squad, "--by", squad},
                 "one target");
}

TEST(SequenceCommand, ReadsNamesThatHaveTheWordWithInThem) {
  const auto unit = [](const char* text) {
    return std::get<std::string>(parse_step(text, "step 1").unit);
  };
  EXPECT_EQ(unit("Men with swords"), "Men with swords");
  EXPECT_EQ(unit("Men with swords,hp=2"), "Men with swords,hp=2");
  EXPECT_EQ(unit("Men with swords,hp=2 with cover=yes"), "Men with swords,hp=2");
  const StepRequest staff = parse_step("Men with swords with attack=Staff with fire,cover=no", "");
  EXPECT_EQ(std::get<std::string>(staff.unit), "Men with swords");
  ASSERT_EQ(staff.situation.size(), 2U);
  EXPECT_EQ(staff.situation[0].value, "Staff with fire");
  EXPECT_EQ(parse_step(" damage=2d6+1 ", "").damage, "2d6+1");
  EXPECT_THROW(parse_step("damage=1d6 with cover=yes", "step 1"), InputError);
  EXPECT_THROW(parse_step("A with cover=yes,cover=no", "step 1"), InputError);
}

}  // namespace
}  // namespace warodds::test
