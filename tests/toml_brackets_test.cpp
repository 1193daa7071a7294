// Which bracket of a roster is missing; what is told of it: cli/right_answers/bad_rosters.txt.
#include <gtest/gtest.h>

#include "core/roster/node.h"

namespace warodds {
namespace {

TEST(TomlBrackets, DoesNotCountWhatStandsInStringsAndComments) {
  EXPECT_EQ(unmatched_bracket("name = \"[{\" # }]\nb = '}'\nc = \"\"\"\n[\n\"\"\"\n"), "");
  EXPECT_EQ(unmatched_bracket("a = \"\\\"[\"\nb = 1"), "");
  EXPECT_EQ(unmatched_bracket("a = \"[\nb = [\n"), "the '[' of line 2 is not closed");
}

}  // namespace
}  // namespace warodds
