// Files of any kind become one tree, and are read by it: the same units and armies, whatever they
// are written in, and the place of whatever is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/ask/json_question.h"
#include "core/roster/node.h"
#include "core/roster/reader.h"
#include "core/roster/sheet.h"
#include "core/text/error.h"

namespace warodds {
namespace {

std::string text_of_settings(std::vector<Setting> settings) {
  std::sort(settings.begin(), settings.end(),
            [](const Setting& a, const Setting& b) { return a.key < b.key; });
  std::string text;
  for (const Setting& one : settings) text += one.key + "=" + one.value + " ";
  return text;
}

/// All that is read of a tree, in the order of names where the kind of file has no order.
std::string read_tree(const Node& units, const Node& armies) {
  Roster roster;
  roster.file = "units";
  Faults faults;
  read_units(units, roster, faults);
  read_armies(armies, roster, faults);
  faults.report("units");
  std::string text;
  for (const UnitText& unit : roster.units) {
    text += unit.name + " (" + unit.note + "): " + text_of_settings(unit.settings);
    for (const GroupText& group : unit.groups) {
      text += group.word + "[" + text_of_settings(group.settings) + "] ";
    }
  }
  for (const auto& [name, limits] : roster.limits) {
    text += name + " " + std::to_string(limits.least) + ".." + std::to_string(limits.most) + " ";
  }
  for (const ArmyText& army : roster.armies) {
    text += army.name + ":";
    for (const SidePart& part : army.parts) text += " + " + written(part);
  }
  return text;
}

constexpr const char* all_that_is_said =
    "Guard (ours): kind=sortie figure[count=5 name=Man red=1 ] figure[name=Chief red=3 ] "
    "Bows (): figures=4 red=2 Bows 2..8 "
    "Host: + Guard*2 with mode=ranged + Bows";

TEST(RosterTree, SaysTheSameOfTomlSpreadsheetsAndJson) {
  const Node toml = toml_tree(
      "[[unit]]\nname = \"Guard\"\nnote = \"ours\"\nkind = \"sortie\"\n"
      "figure = [{name = \"Man\", count = 5, red = 1}, {name = \"Chief\", red = 3}]\n"
      "[[unit]]\nname = \"Bows\"\nfigures = 4\nred = 2\nleast = 2\nmost = 8\n"
      "[[army]]\nname = \"Host\"\nunits = [\"Guard*2 with mode=ranged\", \"Bows\"]\n",
      "f.toml");
  EXPECT_EQ(read_tree(*toml.find("unit"), *toml.find("army")), all_that_is_said);

  Faults faults;
  const Sheet sheet = read_sheet(
      "name,note,kind,figure,figures,count,red,least,most,army,with\n"
      "Guard,ours,sortie,,,2,,,,Host,mode=ranged\nGuard,,,Man,,5,1,,,,\nGuard,,,Chief,,,3,,,,\n"
      "Bows,,,,4,,2,2,8,Host,\n",
      "f.csv", "arcane-legions", {}, faults);
  const Node& cells = sheet.tree;
  faults.report("f.csv");
  EXPECT_EQ(read_tree(*cells.find("unit"), *cells.find("army")), all_that_is_said);

  const Json units = Json::parse(
      R"([{"name": "Guard", "note": "ours", "kind": "sortie",
           "figure": [{"name": "Man", "count": 5, "red": 1}, {"name": "Chief", "red": 3}]},
          {"name": "Bows", "figures": 4, "red": "2", "least": 2, "most": 8}])");
  const Json armies = Json::parse(
      R"([{"name": "Host", "units": [{"unit": "Guard", "count": 2, "situation": {"mode": "ranged"}},
                                     "Bows"]}])");
  EXPECT_EQ(read_tree(json_tree(units, "units"), json_tree(armies, "armies")), all_that_is_said);
}

TEST(RosterTree, KnowsWhereEachValueStands) {
  const Node toml = toml_tree("[[unit]]\nname = \"A\"\nlight = {power = 12}\n", "f.toml");
  const Node& power = toml.find("unit")->inside.front().find("light")->inside.front();
  EXPECT_EQ(power.where, "f.toml:3:18");
  EXPECT_EQ(power.span.end_column - power.span.column, 2U);

  Faults faults;
  const Sheet sheet = read_sheet("my army\nname,hp,army\nOrc,2,Horde\nOrc,,Raid\n", "f.csv",
                                 "raiders-of-arcana", {}, faults);
  const Node& cells = sheet.tree;
  const Node& hp = *cells.find("unit")->inside.front().find("hp");
  EXPECT_EQ(hp.where, "f.csv:3");
  EXPECT_EQ(hp.span.line, 2U);
  EXPECT_EQ(hp.span.column, 1U);

  const Node json = json_tree(Json::parse(R"([{"light": {"power": 12, "x": null}}])"), "units");
  const Node& light = *json.inside.front().find("light");
  EXPECT_EQ(light.where, "units[0].light");
  EXPECT_EQ(light.find("power")->where, "units[0].light");  // told with its key
  EXPECT_EQ(light.find("x")->where, "units[0].light.x");
}

TEST(RosterTree, SaysOfASheetEveryCellThatSaysAValue) {
  Faults faults;
  const Sheet sheet = read_sheet("name,points,model,count\nA,60,Man,5\nA,,Chief,1\nA,60,Boy,2\n",
                                 "f.csv", "dwethia-skirmish", {}, faults);
  const Node& cells = sheet.tree;
  const Node& points = *cells.find("unit")->inside.front().find("points");
  ASSERT_EQ(points.inside.size(), 1U);
  EXPECT_EQ(points.inside.front().span.line, 3U);
}

struct WrongUnits {
  std::string json;
  std::string told;
};

TEST(RosterReader, SaysWhatIsWrongAndWhere) {
  const std::vector<WrongUnits> all{
      {R"({})", "units: units are written as [[unit]] tables"},
      {R"([3])", "units[0]: units are written as [[unit]] tables"},
      {R"([{"hp": 2}])", "units[0]: this unit has no name"},
      {R"([{"name": ["A"]}])", "units[0].name: name must be text in quotes"},
      {R"([{"name": "A", "hp": null}])",
       "units[0].hp: hp must be a number, a word in quotes, or true or false"},
      {R"([{"name": "A", "light": {"power": [1]}}])",
       "units[0].light.power: light.power must be a number, a word in quotes, or true or false"},
      {R"([{"name": "A", "model": [{}, 3]}])",
       "units[0].model[1]: model must be one value, or groups written as [[unit.model]] tables"},
      {R"([{"name": "A"}, {"name": "A "}])",
       "units[1]: a second unit is called 'A '; names must differ"},
      {R"([{"name": "A", "least": 3, "most": 2}])",
       "units[0]: least is 3 and most is 2 of A: no number is allowed"},
  };
  for (const WrongUnits& wrong : all) {
    Roster roster;
    Faults faults;
    try {
      read_units(json_tree(Json::parse(wrong.json), "units"), roster, faults);
      faults.report("units");
      ADD_FAILURE() << wrong.json << " is read";
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), wrong.told);
    }
  }
}

TEST(RosterReader, TakesUnitsOfArmiesByTheirNamesAlone) {
  const auto told = [](const std::string& units) -> std::string {
    Roster roster;
    roster.units.push_back({"A", "", "", {}, {}});
    Faults faults;
    try {
      const Json army{{"name", "H"}, {"units", Json::parse(units)}};
      read_armies(json_tree(Json::array({army}), "armies"), roster, faults);
      faults.report("armies");
    } catch (const InputError& error) {
      return error.what();
    }
    return "is read";
  };
  EXPECT_EQ(told(R"([{"unit": "A", "count": 2}])"), "is read");
  const std::string names = R"(: units must be names in quotes: ["NAME", "NAME*2"])";
  EXPECT_EQ(told(R"([{"unit": {"name": "A"}}])"), "armies[0].units[0]" + names);
  EXPECT_EQ(told(R"([{"name": "A", "hp": 2}])"), "armies[0].units[0]" + names);
  EXPECT_EQ(told(R"([3])"), "armies[0].units[0]" + names);
  EXPECT_EQ(told(R"([{"unit": "A", "count": 65}])"),
            "armies[0].units[0]: count is '65' but must be a whole number from 1 to 64");
  EXPECT_EQ(told(R"([{"unit": "A", "hp": 65}])"),
            "armies[0].units[0]: unknown key 'hp'. Known: unit, count, situation");
}

TEST(RosterReader, TellsAllThatIsWrongTogetherWhereThatIsWanted) {
  const Json json = Json::parse(R"([{"hp": 2}, {"name": "B"}, {"name": "C", "hp": null}])");
  Roster roster;
  Faults faults;
  read_units(json_tree(json, "units"), roster, faults);
  ASSERT_EQ(roster.units.size(), 1U);
  try {
    faults.report("units");
    FAIL() << "nothing is told";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "units: 2 errors\n  units[0]: this unit has no name\n  "
              "units[2].hp: hp must be a number, a word in quotes, or true or false");
  }
}

}  // namespace
}  // namespace warodds
