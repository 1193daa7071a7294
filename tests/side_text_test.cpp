// Sides of several units as people write them, and armies of rosters.
#include "core/roster/side_text.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "core/roster/find_unit.h"
#include "core/roster/roster.h"
#include "core/roster/roster_text.h"
#include "core/text/error.h"

namespace warodds {
namespace {

using Texts = std::vector<std::string>;

Texts parts_of(std::string_view text, const Texts& names = {}) {
  Texts texts;
  for (const SidePart& part : parse_side(text, "attacker", names)) {
    texts.push_back(std::get<std::string>(part.unit) + "|" + std::to_string(part.count));
    for (const Setting& setting : part.with) {
      texts.back() += "|" + setting.key + "=" + setting.value;
    }
  }
  return texts;
}

std::string refusal(std::string_view text, const Texts& names = {}) {
  try {
    parse_side(text, "attacker", names);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SideText, JoinsUnitsWithAPlusBetweenBlanks) {
  EXPECT_EQ(parts_of("A"), (Texts{"A|1"}));
  EXPECT_EQ(parts_of(" A  +  B*2 + C "), (Texts{"A|1", "B|2", "C|1"}));
  EXPECT_EQ(parts_of("A+B"), (Texts{"A+B|1"}));
  EXPECT_EQ(parts_of("A*2 + A"), (Texts{"A|2", "A|1"}));
  EXPECT_EQ(parts_of("A*2\t+\tB,hp=2*3\r\n"), (Texts{"A|2", "B,hp=2|3"}));
}

TEST(SideText, ReadsStatsAndCountsInEitherOrder) {
  EXPECT_EQ(parts_of("hp=2,as=4*3 + hp=1"), (Texts{"hp=2,as=4|3", "hp=1|1"}));
  EXPECT_EQ(parts_of("A*2,wounds=1 + B,hp=+1*2"), (Texts{"A,wounds=1|2", "B,hp=+1|2"}));
}

TEST(SideText, ReadsWhatIsSaidOfAttacks) {
  EXPECT_EQ(parts_of("A + B*2 with mode=ranged + C"), (Texts{"A|1", "B|2|mode=ranged", "C|1"}));
  EXPECT_EQ(parts_of("A,hp=2 with mode=ranged*2,close,hindered=1 + B"),
            (Texts{"A,hp=2|1|mode=ranged*2,close|hindered=1", "B|1"}));
}

TEST(SideText, TakesTheLongestNameThatFits) {
  const Texts names{"Sword", "Sword + Shield", "Orcs with Axes", "Wolves*2", "Elf, Grey"};
  EXPECT_EQ(parts_of("Sword + Shield + Sword", names), (Texts{"Sword + Shield|1", "Sword|1"}));
  EXPECT_EQ(parts_of("sword + sh*2", names), (Texts{"sword + sh|2"}));
  EXPECT_EQ(parts_of("Sword + Sword + Shield*2", names), (Texts{"Sword|1", "Sword + Shield|2"}));
  EXPECT_EQ(parts_of("Orcs with Axes with mode=ranged", names),
            (Texts{"Orcs with Axes|1|mode=ranged"}));
  EXPECT_EQ(parts_of("Wolves*2*3 + Wolves*2", names), (Texts{"Wolves*2|3", "Wolves*2|1"}));
  EXPECT_EQ(parts_of("Elf, Grey,hp=2*2 + Elf, Grey", names),
            (Texts{"Elf, Grey,hp=2|2", "Elf, Grey|1"}));
}

/// All words of these letters, up to a length.
Texts words_of(const Texts& letters, std::size_t longest) {
  Texts words{""};
  for (std::size_t begin = 0, length = 0; length < longest; ++length) {
    const std::size_t end = words.size();
    for (; begin < end; ++begin) {
      for (const std::string& letter : letters) words.push_back(words[begin] + letter);
    }
  }
  return words;
}

/// Reads all these words; how many parts they have, each read again as it is written.
std::size_t read_again(const Texts& words, const Texts& names) {
  std::size_t read = 0;
  for (const std::string& word : words) {
    std::vector<SidePart> parts;
    try {
      parts = parse_side(word, "side", names);
    } catch (const InputError&) {
      continue;
    }
    for (const SidePart& part : parts) {
      const std::string text = written(part);
      const auto again = parse_side(text, "side", names);
      EXPECT_EQ(again.size(), 1U) << word;
      EXPECT_EQ(written(again[0]), text) << word;
      if (names.empty()) {
        EXPECT_EQ(again[0].count, part.count) << word;
      }
      ++read;
    }
  }
  return read;
}

TEST(SideText, IsReadAgainAsItIsWritten) {
  const Texts any = words_of({"a", "*1", "*2", " ", "\r", ",", "=", " + ", " with "}, 5);
  EXPECT_GT(read_again(any, {}), 5'000U);
  const Texts of_names = words_of({"a", "*1", "*2", " ", ",", "=", " + "}, 5);
  EXPECT_GT(read_again(of_names, {"a", "a*2", "a + a"}), 5'000U);
}

TEST(SideText, SaysHowItIsWritten) {
  const std::string how =
      "; several units are written NAME + NAME*2 with KEY=VALUE,..., with blanks around '+'";
  EXPECT_EQ(refusal("A +  + B"), "attacker: 'A +  + B' has no unit beside a '+'" + how);
  EXPECT_EQ(refusal("A + "), "attacker: 'A + ' has no unit beside a '+'" + how);
  EXPECT_EQ(refusal("A +"), "attacker: 'A +' has no unit beside a '+'" + how);
  EXPECT_EQ(refusal("+*2"), "attacker: '+*2' has no unit beside a '+'" + how);
  EXPECT_EQ(refusal("A + *2"), "attacker: 'A + *2' has no unit before a '*'" + how);
  EXPECT_EQ(refusal("A + B*0"), "attacker: 'B*0' must be from 1 to 64 units" + how);
  EXPECT_EQ(refusal("A*2,hp=1*3"), "attacker: 'A*2,hp=1*3' says twice how many" + how);
  EXPECT_EQ(refusal("A*2 *3"), "attacker: 'A*2 *3' says twice how many" + how);
  EXPECT_EQ(refusal("A*2*1"), "attacker: 'A*2*1' says twice how many" + how);
  EXPECT_EQ(refusal("A,hp=1*2*3"), "attacker: 'A,hp=1*2*3' says twice how many" + how);
  EXPECT_EQ(refusal("Human*2 Warriors + B", {"Human Warriors"}),
            "attacker: 'Human*2 Warriors' goes on behind a count without a ','" + how);
  EXPECT_EQ(refusal("A with + b=1"), "attacker: '' is not of the form key=value");
  EXPECT_EQ(refusal("A with"), "attacker: 'A with' has nothing behind 'with'" + how);
  EXPECT_EQ(refusal("A with*2"), "attacker: 'A with*2' has nothing behind 'with'" + how);
  EXPECT_EQ(refusal("A with mode"), "attacker: 'mode' is not of the form key=value");
  EXPECT_EQ(refusal("A with mode=close,mode=ranged"), "attacker: mode is given twice");
  EXPECT_EQ(refusal("A*60 + B*5"), "attacker: 65 units are more than the 64 that a side may have");
}

constexpr const char* units =
    "system = \"raiders-of-arcana\"\n"
    "[[unit]]\nname = \"Orcs\"\n[[unit]]\nname = \"Orc Chief\"\n[[unit]]\nname = \"Wolves\"\n";

Roster roster_of(const std::string& armies) { return parse_toml(units + armies, "a.toml"); }

std::string refusal_of(const std::string& armies) {
  try {
    roster_of(armies);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Armies, AreReadFromToml) {
  const Roster roster = roster_of(
      "[[army]]\nname = \"Horde\"\nunits = [\"Orcs*2 with attacker-attack=all\", \"Orc Chief\"]\n"
      "points = 120\nnote = \"ours\"\n[[army]]\nname = \"Pack\"\nunits = [\"Wolves*3\"]\n");
  ASSERT_EQ(roster.armies.size(), 2U);
  const ArmyText& horde = roster.armies[0];
  EXPECT_EQ(horde.name, "Horde");
  EXPECT_EQ(horde.note, "ours");
  EXPECT_EQ(horde.points, 120);
  ASSERT_EQ(horde.parts.size(), 2U);
  EXPECT_EQ(written(horde.parts[0]), "Orcs*2 with attacker-attack=all");
  EXPECT_EQ(written(horde.parts[1]), "Orc Chief");
  EXPECT_FALSE(roster.armies[1].points);
}

TEST(Armies, ThatAreWrongAreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal_of("[[army]]\nname = \"Horde\"\nunits = [\"Orc\"]\n").substr(0, 41),
            "a.toml:8:1: unknown unit 'Orc'; did you m");
  EXPECT_EQ(refusal_of("[[army]]\nname = \"Orcs\"\nunits = [\"Orcs\"]\n"),
            "a.toml:8:1: 'Orcs' is the name of another unit or army; names must differ");
  EXPECT_EQ(refusal_of("[[army]]\nname = \"Horde\"\n"),
            "a.toml:8:1: the army 'Horde' has no units");
  EXPECT_EQ(refusal_of("[[army]]\nunits = [\"Orcs\"]\n"), "a.toml:8:1: this army has no name");
  EXPECT_EQ(refusal_of("[[army]]\nname = \"Horde\"\nunits = \"Orcs\"\n"),
            "a.toml:10:9: units must be a list: [\"NAME\", \"NAME*2\"]");
  EXPECT_EQ(refusal_of("[[army]]\nname = \"Horde\"\nunits = [\"Orcs*0\"]\n").substr(0, 20),
            "a.toml:10:10: 'Orcs*");
}

std::string meant(const Roster& roster, const std::string& text) {
  try {
    const SideMeant side = side_meant(text, &roster, "attacker");
    std::string all = side.army != nullptr ? side.army->name + ":" : "";
    for (const SidePart& part : side.parts) {
      all += " " + written(part);
      roster.find(parse_inline(std::get<std::string>(part.unit), "attacker").name);
    }
    return all;
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Armies, MayStandWhereverASideMay) {
  const Roster roster = roster_of(
      "[[army]]\nname = \"Horde\"\nunits = [\"Orcs*2\", \"Orc Chief\"]\n"
      "[[army]]\nname = \"Wolf Pack\"\nunits = [\"Wolves*3\"]\n");
  EXPECT_EQ(meant(roster, "Horde"), "Horde: Orcs*2 Orc Chief");
  EXPECT_EQ(meant(roster, "ho"), "Horde: Orcs*2 Orc Chief");
  EXPECT_EQ(meant(roster, "wolves"), " wolves");
  EXPECT_EQ(meant(roster, "Wol"), "a.toml: 'Wol' may be Wolves, Wolf Pack");
  EXPECT_EQ(meant(roster, "Orcs + Horde"),
            "a.toml: 'Horde' is an army, which stands for a whole side; here a unit is needed");
  EXPECT_EQ(meant(roster, "Orcs+Wolves"),
            "a.toml: unknown unit 'Orcs+Wolves'; did you mean 'Orcs'? Known: Orcs, Orc Chief, "
            "Wolves, Horde, Wolf Pack; "
            "several units are written NAME + NAME*2 with KEY=VALUE,..., with blanks around '+'");
}

TEST(Armies, AreReadFromSpreadsheets) {
  const Roster roster = parse_roster(
      "Name,HP,Army,Count,With\nOrcs,2,Horde,2,attacker-attack=all\nWolves,1,,,\n"
      "Orcs,,Raid,,\nWolves,,Raid,3,\n",
      "a.csv", "raiders-of-arcana");
  EXPECT_EQ(roster.units.size(), 2U);
  ASSERT_EQ(roster.armies.size(), 2U);
  EXPECT_EQ(written(roster.armies[0].parts.at(0)), "Orcs*2 with attacker-attack=all");
  EXPECT_EQ(written(roster.armies[1].parts.at(0)), "Orcs");
  EXPECT_EQ(written(roster.armies[1].parts.at(1)), "Wolves*3");
}

TEST(Armies, TellTheirCountFromThatOfAGroup) {
  const Roster roster = parse_roster(
      "name,figure,count,hp,red,army\nGuard,Chief,1,2,3,Host\nGuard,Man,5,1,1,Host\n"
      "Guard,,2,,,Second\n",
      "a.csv", "arcane-legions");
  ASSERT_EQ(roster.units.size(), 1U);
  EXPECT_EQ(roster.units[0].groups.size(), 2U);
  ASSERT_EQ(roster.armies.size(), 2U);
  ASSERT_EQ(roster.armies[0].parts.size(), 1U);
  EXPECT_EQ(written(roster.armies[0].parts[0]), "Guard");
  EXPECT_EQ(written(roster.armies[1].parts.at(0)), "Guard*2");
}

TEST(Armies, StayWhenASpreadsheetIsWrittenAnew) {
  Roster roster;
  roster.file = "a.csv";
  roster.system = "raiders-of-arcana";
  roster.text = "name,army,count,hp\nOrcs,Horde,2,\nOrcs,,,2\n";
  EXPECT_EQ(with_values(roster, {{"Orcs", "", "hp", "3"}}),
            "name,army,count,hp\nOrcs,Horde,2,\nOrcs,,,3\n");
}

}  // namespace
}  // namespace warodds
