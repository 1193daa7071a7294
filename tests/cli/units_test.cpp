// Units and situations from the command line: names, changes, inline units, --set and --with; and
// orders the rules do not allow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A fight as JSON.
Json fight(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"fight", "--format", "json"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

Json example_fight(const std::string& roster, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"--roster", example(roster)});
  return fight(arguments);
}

void expect_error(int exit_code, std::vector<std::string> arguments,
                  const std::vector<std::string>& mentions) {
  arguments.insert(arguments.begin(), "fight");
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out;
  EXPECT_THAT(outcome.out, IsEmpty());
  for (const std::string& mention : mentions) EXPECT_THAT(outcome.err, HasSubstr(mention));
}

void expect_bad_input(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& mentions) {
  expect_error(2, arguments, mentions);
}

void expect_no_answer(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& mentions) {
  expect_error(1, arguments, mentions);
}

TEST(Units, AreFoundByNameInAnyCase) {
  const Json json = example_fight("raiders-of-arcana", {"human warriors", "GOBLIN MOB"});
  EXPECT_EQ(json["attacker"]["unit"], "Human Warriors");
  EXPECT_EQ(json["defender"]["unit"], "Goblin Mob");
}

TEST(Units, AreFoundByTheBeginningOfTheirNameWhereItLeavesNoDoubt) {
  const Json json = example_fight("raiders-of-arcana", {"human", "Gob,HP=3"});
  EXPECT_EQ(json["attacker"]["unit"], "Human Warriors");
  EXPECT_EQ(json["defender"]["unit"], "Goblin Mob");
  EXPECT_EQ(json["defender"]["profile"]["hp"], 3);
  expect_bad_input({"--roster", example("arcane-legions"), "dune", "Town Levy"},
                   {"'dune' may be Dune Archers, Dune Raiders"});
}

TEST(Units, ASignedValueChangesAStat) {
  const Json json = example_fight("raiders-of-arcana", {"human,arm=+2,str=+1,extra-attack=-1",
                                                        "goblin", "--set", "attacker.fatigue=-2"});
  const Json& profile = json["attacker"]["profile"];
  EXPECT_EQ(profile["arm"], 7);
  EXPECT_EQ(profile["str"], 1);
  EXPECT_EQ(profile["extra-attack"], -1);  // may be below 0: this is the value
  EXPECT_EQ(profile["fatigue"], 3);
  const Json rolled =
      fight({"--system", "arcane-legions", "red=2,extra-attack=1d6", "hp=3", "--set",
             "attacker.extra-attack=+2", "--set", "defender.extra-defence=+-2"});
  EXPECT_EQ(rolled["attacker"]["profile"]["extra-attack"], "1d6+2");
  EXPECT_EQ(rolled["defender"]["profile"]["extra-defence"], -2);
  expect_bad_input({"--roster", example("raiders-of-arcana"), "human,hp=-2", "goblin"},
                   {"hp is 0 but must be", "1 to 1000"});
  expect_bad_input(
      {"--system", "dwethia-skirmish", "models=3", "models=2", "--set", "attacker.engaged=+1"},
      {"engaged is all", "cannot be changed by +1"});
  // A unit that is written out has values, not changes.
  expect_bad_input({"--system", "raiders-of-arcana", "hp=+1", "hp=2"}, {"hp is +1 but must be"});
}

TEST(Units, AKeyGivenTwiceIsAnError) {
  const std::string roster = example("raiders-of-arcana");
  expect_bad_input({"--roster", roster, "human,arm=4,ARM=5", "goblin"}, {"ARM is given twice"});
  expect_bad_input({"--roster", roster, "human", "goblin", "--with", "die=6", "--with", "die=8"},
                   {"die is given twice"});
  expect_bad_input(
      {"--roster", roster, "human", "goblin", "--set", "attacker.hp=3", "--set", "attacker.hp=4"},
      {"attacker.hp is given twice"});
}

TEST(Units, UnknownNamesAreRefusedWithTheNearest) {
  expect_bad_input({"--roster", example("raiders-of-arcana"), "Human Worrior", "Goblin Mob"},
                   {"unknown unit 'Human Worrior'", "did you mean 'Human Warriors'?"});
}

TEST(Units, ANameNeedsARoster) {
  expect_bad_input({"--system", "magewinds", "Wizard", "Guardian"}, {"'Wizard'", "--roster FILE"});
}

TEST(Units, MayBeChangedBehindTheirName) {
  const Json json = example_fight("raiders-of-arcana", {"Human Warriors,hp=3,cd=4", "Goblin Mob"});
  EXPECT_EQ(json["attacker"]["profile"]["hp"], 3);
  EXPECT_EQ(json["attacker"]["profile"]["cd"], 4);
  EXPECT_EQ(json["attacker"]["profile"]["as"], 5) << "as in the roster";
}

TEST(Units, AKeyInsideAGroupIsGroupDotKey) {
  const Json json = example_fight("arcane-legions", {"Iron Cohort,Captain.hp=4", "Dune Raiders",
                                                     "--set", "defender.Rider.red=2"});
  EXPECT_EQ(json["attacker"]["profile"]["figure"][0]["hp"], 4);
  EXPECT_EQ(json["attacker"]["profile"]["figure"][1]["hp"], 1);
  EXPECT_EQ(json["defender"]["profile"]["figure"][1]["red"], 2);
}

TEST(Units, ASplitAttackHasLightAndHeavyKeys) {
  const Json json =
      fight({"--system", "magewinds",
             "light.power=5,light.precision=9,heavy.power=7,heavy.precision=4", "toughness=5"});
  EXPECT_EQ(json["attacker"]["profile"]["light.power"], 5);
  EXPECT_EQ(json["attacker_deals"]["damage"]["mean"], 5.0);
  EXPECT_EQ(json["attacker_deals"]["destroyed"], 1.0);
  const Json changed = example_fight("magewinds", {"Guardian,light.power=5", "Wurm"});
  EXPECT_EQ(changed["attacker_deals"]["damage"]["mean"], 5.0);
  expect_bad_input(
      {"--system", "magewinds", "name=Half,light.power=5,light.precision=9", "toughness=5"},
      {"the attack of Half must have power and precision"});
}

TEST(Units, GroupsMayBeWrittenInline) {
  const Json json = fight({"--system", "dwethia-skirmish",
                           "Sergeant.aggression=2,Spear.count=6,Spear.engaged=3", "models=4"});
  const Json& models = json["attacker"]["profile"]["model"];
  ASSERT_EQ(models.size(), 2U);
  EXPECT_EQ(models[1]["name"], "Spear");
  EXPECT_EQ(models[1]["count"], 6);
  EXPECT_EQ(json["attacker_deals"]["hits"]["pmf"].size(), 2U + 3U + 1U);
}

TEST(Units, SetOverridesWhatTheUnitSays) {
  const Json json = fight({"--system", "raiders-of-arcana", "figures=6,hp=2", "figures=5", "--set",
                           "attacker.hp=3", "--set", "defender.shield-wall=yes"});
  EXPECT_EQ(json["attacker"]["profile"]["hp"], 3);
  EXPECT_EQ(json["defender"]["profile"]["shield-wall"], true);
}

TEST(Units, SetNeedsAKnownKeyAndIsOfBothWithoutASide) {
  const std::vector<std::string> base{"--system", "raiders-of-arcana", "hp=2", "hp=3", "--set"};
  const auto with = [&](const char* setting) {
    std::vector<std::string> arguments = base;
    arguments.emplace_back(setting);
    return arguments;
  };
  const Json changed = fight(with("hp=4"));
  EXPECT_EQ(changed["attacker"]["profile"]["hp"], 4);
  EXPECT_EQ(changed["defender"]["profile"]["hp"], 4);
  expect_bad_input(with("atacker.hp=3"), {"attacker. or defender."});
  expect_bad_input(with("attacker.hpp=3"), {"'hpp'", "did you mean 'hp'?"});
  expect_bad_input(with("attacker.hp"), {"key=value"});
  expect_bad_input(with("attacker.hp="), {"hp is empty", "1 to 1000"});
}

TEST(Units, UnknownKeysAreRefusedWithTheNearest) {
  expect_bad_input({"--system", "raiders-of-arcana", "figurs=6", "hp=2"},
                   {"attacker", "'figurs'", "did you mean 'figures'?"});
  expect_bad_input({"--system", "raiders-of-arcana", "hp=2", "hp=2,armour=3"},
                   {"defender", "'armour'", "did you mean 'arm'?"});
  expect_bad_input({"--roster", example("arcane-legions"), "Iron Cohort,Captin.hp=4", "Town Levy"},
                   {"'Captin.hp'", "did you mean 'Captain.hp'?"});
}

TEST(Units, ValuesOutOfRangeAreRefusedWithTheRange) {
  expect_bad_input({"--system", "raiders-of-arcana", "hp=0", "hp=2"},
                   {"attacker", "hp is 0", "from 1 to 1000"});
  expect_bad_input({"--system", "raiders-of-arcana", "hp=two", "hp=2"}, {"hp is two"});
  expect_bad_input({"--system", "raiders-of-arcana", "hp=99999999999999999999", "hp=2"},
                   {"hp is 99999999999999999999"});
}

TEST(Units, AKeyThatTwoGroupsHaveMustNameItsGroup) {
  expect_bad_input({"--roster", example("arcane-legions"), "Dune Raiders,hp=4", "Town Levy"},
                   {"hp belongs to a figure", "NAME.hp", "Sheikh, Rider"});
  expect_bad_input({"--roster", example("arcane-legions"), "Dune Raiders,figures=4", "Town Levy"},
                   {"figures belongs to a figure", "NAME.count", "Sheikh, Rider"});
}

TEST(Units, KeysOfTheSituationAreSaidElsewhere) {
  expect_bad_input({"--roster", example("arcane-legions"), "Dune Raiders,mode=ranged", "Town Levy"},
                   {"mode is of the situation", "--with mode=..."});
}

TEST(Situation, WithSetsIt) {
  const Json json =
      fight({"--system", "raiders-of-arcana", "figures=12,cd=1,as=5", "figures=12,arm=5", "--with",
             "attacker-attack=all", "--with", "defender-attack=all", "--with", "die=6"});
  EXPECT_EQ(json["situation"]["die"], 6);
  EXPECT_EQ(json["situation"]["attacker-attack"], "all");
  EXPECT_NEAR(json["attacker_deals"]["damage"]["mean"], 4, 1e-12) << "12 dice, each 5+ on a d6";
}

TEST(Situation, UnknownKeysAndValuesAreRefused) {
  const std::vector<std::string> base{"--system", "magewinds", "power=3,precision=4", "armour=1",
                                      "--with"};
  const auto with = [&](const char* setting) {
    std::vector<std::string> arguments = base;
    arguments.emplace_back(setting);
    return arguments;
  };
  expect_bad_input(with("reacton=dodge"), {"'reacton'", "did you mean 'reaction'?"});
  expect_bad_input(with("reaction=duck"), {"reaction is duck", "none, dodge or deflect"});
  expect_bad_input(with("distance=-1"), {"distance is -1", "0 to 1000"});
  expect_bad_input(with("attack=Bite"), {"'Bite'"});
  expect_bad_input(with("cover"), {"key=value"});
}

TEST(Situation, AForbiddenOrderNamesItsRule) {
  const std::vector<std::string> ranged{"--roster",     example("arcane-legions"),
                                        "Dune Archers", "Iron Cohort",
                                        "--with",       "mode=ranged"};
  const auto with = [&](const char* setting) {
    std::vector<std::string> arguments = ranged;
    arguments.insert(arguments.end(), {"--with", setting});
    return arguments;
  };
  expect_no_answer(with("distance=7"), {"7 steps", "A14"});
  expect_no_answer(with("blocked=yes"), {"blocked", "A14"});
  expect_no_answer(with("adjacent=yes"), {"adjacent", "A14"});
  expect_no_answer({"--roster", example("arcane-legions"), "Iron Cohort", "Dune Archers", "--with",
                    "mode=ranged"},
                   {"no blue icon", "A2"});
  expect_no_answer({"--roster", example("magewinds"), "Stone Giant", "Wizard", "--with",
                    "attack=Boulder", "--with", "distance=3"},
                   {"3 inches", "Boulder", "B11"});
  expect_no_answer({"--roster", example("magewinds"), "Wurm", "Wizard", "--with", "choice=heavy"},
                   {"plain attack", "B5"});
  expect_no_answer({"--system", "dwethia-skirmish", "models=3,engaged=0", "models=3"},
                   {"engaged is 0", "D4"});
}

TEST(Situation, DamageThatWouldHaveFelledTheFigureIsRefused) {
  expect_bad_input(
      {"--system", "arcane-legions", "red=3", "white=2,hp=2", "--with", "defender-damage=2"},
      {"defender-damage is 2", "2 hit points"});
}

TEST(Explain, CitesTheRulings) {
  const Outcome outcome = run({"explain", "--roster", example("magewinds"), "Wizard", "Guardian",
                               "--with", "reaction=dodge"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* rule : {"\nB1 ", "\nB2 ", "\nB3 ", "\nB4 ", "\nB9 "}) {
    EXPECT_THAT(outcome.out, HasSubstr(rule));
  }
}

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
