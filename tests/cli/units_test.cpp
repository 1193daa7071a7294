// Units that come from the usual roster; all others: right_answers/units.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

TEST(Units, ComeFromTheUsualRosterWhereNoneIsNamed) {
  Call call;
  call.arguments = {"units"};
  call.environment["WARODDS_ROSTER"] = example("magewinds");
  EXPECT_EQ(run(call).out, run({"units", "--roster", example("magewinds")}).out);
  call.arguments = {"fight", "Wizard", "Guardian", "--with", "choice=heavy"};
  EXPECT_EQ(run(call).exit_code, 0);
  call.arguments = {"units", "--roster", example("arcane-legions")};
  EXPECT_THAT(run(call).out, HasSubstr("Arcane Legions"));
  call.arguments = {"fight", "Wizard", "Guardian", "--system", "magewinds"};
  EXPECT_EQ(run(call).exit_code, 0);
  call.arguments = {"fight", "hp=1", "hp=2", "--system", "raiders-of-arcana"};
  EXPECT_EQ(run(call).exit_code, 0) << run(call).err;
  call.arguments = {"complete", "fight", "Wiz"};
  EXPECT_THAT(run(call).out, HasSubstr("Wizard"));
  call.environment["WARODDS_ROSTER"] = "/no/such.toml";
  call.arguments = {"units"};
  EXPECT_EQ(run(call).exit_code, 2);
  EXPECT_THAT(run(call).err, HasSubstr("WARODDS_ROSTER names '/no/such.toml'"));
}

}  // namespace
}  // namespace warodds::test
