// Rosters with a bracket missing: what is told names the line that has it.
#include <gtest/gtest.h>

#include "core/roster/node.h"
#include "core/roster/roster.h"
#include "core/text/error.h"

namespace warodds {
namespace {

TEST(TomlBrackets, NamesTheLineOfTheOneWithoutAPartner) {
  EXPECT_EQ(unmatched_bracket("unit = [\n  {name = \"A\"},\n]\n"), "");
  EXPECT_EQ(unmatched_bracket("unit = [\n  {name = \"A\", hp = 2,\n  {name = \"B\"},\n]\n"),
            "the '{' of line 2 is not closed on its line");
  EXPECT_EQ(unmatched_bracket("unit = [\n  {name = \"A\"},\n  name = \"B\", hp = 3},\n]\n"),
            "line 3 has a '}' without its '{'");
  EXPECT_EQ(unmatched_bracket("unit = [\n  {name = \"A\"},\n"), "the '[' of line 1 is not closed");
  EXPECT_EQ(unmatched_bracket("[[unit]\nname = \"A\"\n"), "the '[' of line 1 is not closed");
}

TEST(TomlBrackets, DoesNotCountWhatStandsInStringsAndComments) {
  EXPECT_EQ(unmatched_bracket("name = \"[{\" # }]\nb = '}'\nc = \"\"\"\n[\n\"\"\"\n"), "");
  EXPECT_EQ(unmatched_bracket("a = \"\\\"[\"\nb = 1"), "");
  EXPECT_EQ(unmatched_bracket("a = \"[\nb = [\n"), "the '[' of line 2 is not closed");
}

TEST(TomlBrackets, AreSaidBesideWhatTheParserSays) {
  try {
    parse_toml("system = \"magewinds\"\nunit = [\n  {name = \"A\"},\n  name = \"B\"},\n]\n",
               "f.toml");
    FAIL() << "this is no TOML";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("; line 4 has a '}' without its '{'"),
              std::string::npos)
        << error.what();
  }
}

TEST(Rosters, TakeTheTitleOfASystemForItsName) {
  const Roster roster =
      parse_toml("system = \"Raiders of Arcana\"\n[[unit]]\nname = \"A\"\n", "f.toml");
  EXPECT_EQ(roster.system, "raiders-of-arcana");
}

TEST(Rosters, TakeTheMeaningOfAFieldForItsColumn) {
  const Roster roster =
      parse_roster("name,Attack Skill,Armour\nOrc,6,4\n", "f.csv", "raiders-of-arcana");
  ASSERT_EQ(roster.units.size(), 1u);
  ASSERT_EQ(roster.units[0].settings.size(), 2u);
  for (const Setting& setting : roster.units[0].settings) {
    EXPECT_EQ(setting.value, setting.key == "as" ? "6" : "4") << setting.key;
  }
}

}  // namespace
}  // namespace warodds
