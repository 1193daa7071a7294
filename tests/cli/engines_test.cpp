// Which engine answers, and what a simulation owes its reader: a seed, a precision, the same bytes
// for any number of threads, and a result when it is stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/ask/ask.h"
#include "tests/cli/answers.h"
#include "tests/cli/engines.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> small{"fight", "--roster", example("arcane-legions"), "Iron Cohort",
                                     "Dune Raiders"};
/// Every probability of a simulated side, with its half-width.
void expect_half_widths(const Json& deals, double at_most) {
  for (const char* quantity : {"hits", "damage", "kills"}) {
    const Json& half_width = deals[quantity]["half_width"];
    ASSERT_EQ(half_width.size(), deals[quantity]["pmf"].size());
    for (const double one : half_width) EXPECT_LE(one, at_most) << quantity;
  }
  EXPECT_LE(deals["destroyed"]["half_width"].get<double>(), at_most);
}

TEST(Engines, AnAbsurdlyLargeFightIsAnsweredOrRefusedInTime) {
  const std::vector<std::vector<std::string>> fights{
      {"arcane-legions", "red=10000,extra-attack=10000", "white=10000,extra-defence=10000"},
      {"arcane-legions", "figures=10000,hp=1000,red=10000", "white=10000,figures=10000,hp=1000"},
      {"magewinds", "power=10000,precision=3", "toughness=100000,barrier=3"},
      {"raiders-of-arcana", "figures=10000,cd=100,hp=1000", "figures=10000,cd=100,hp=1000"},
      {"dwethia-skirmish", "models=10000,aggression=100,wounds=1000,save=4",
       "models=10000,aggression=100,wounds=1000,save=4"},
      {"dwethia-skirmish", "models=10000,aggression=1000", "models=10000,aggression=1000"}};
  for (const auto& units : fights) {
    const Outcome outcome =
        run({"fight", "--system", units[0], units[1], units[2], "--time-limit", "0.3"});
    EXPECT_EQ(outcome.signal, 0) << units[1];
    EXPECT_NE(outcome.exit_code == 0, outcome.out.empty()) << units[1];
    EXPECT_NE(outcome.exit_code == 0, !outcome.err.empty()) << units[1];
  }
}

TEST(Simulation, ReachesThePrecisionAskedFor) {
  const Outcome outcome =
      run(with(small, {"--engine", "sim", "--precision", "0.002", "--format", "json"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_FALSE(json["engine"]["partial"]);
  expect_half_widths(json["attacker_deals"], 0.002);
  expect_half_widths(json["defender_deals"], 0.002);
}

TEST(Simulation, AnswersCtrlCWithTheResultSoFar) {
  Call call;
  call.arguments =
      with(small, {"--engine", "sim", "--trials", "900000000000", "--time-limit", "120", "--long"});
  call.interrupt = true;
  const Outcome outcome = run(call);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("PARTIAL"));
  EXPECT_THAT(outcome.out, HasSubstr("damage by Iron Cohort"));
}

/// Questions of whatever can be played.
std::vector<Arguments> played() {
  const std::string raiders = example("raiders-of-arcana"), magewinds = example("magewinds");
  return {{"fight", "--roster", raiders, "Orc Ravagers", "Dwarf Shield Wall"},
          {"fight", "--roster", raiders, "Orc Ravagers", "Dwarf Shield Wall", "--given",
           "attacker.kills>=1"},
          {"battle", "--roster", magewinds, "Wizard", "Guardian", "--rounds", "4"},
          {"battle", "--roster", magewinds, "Wizard", "Guardian", "--policy", "both=best"},
          {"battle", "--roster", raiders, "Orc Ravagers + Goblin Mob", "Dwarf Shield Wall"},
          {"sequence", "--roster", raiders, "Cave Troll", "--by", "Goblin Mob", "--by",
           "damage=1d6", "--orders"}};
}

TEST(EngineBoth, AnswersExactlyAndSaysWhetherDiceAgree) {
  for (const Arguments& question : played()) {
    SCOPED_TRACE(question[0] + " " + question[3]);
    const Json exact = answered(question + Arguments{"--engine", "exact"});
    Json both = answered(question + Arguments{"--engine", "both", "--trials", "20000"});
    EXPECT_EQ(both["check"]["agrees"], true);
    EXPECT_EQ(both["check"]["engine"]["trials"], 20000);
    EXPECT_GE(both["check"]["comparisons"].size(), 6U);
    both.erase("check");
    EXPECT_EQ(both, exact);
    EXPECT_THAT(said(question + Arguments{"--engine", "both", "--trials", "2000"}),
                HasSubstr("dice agree: "));
  }
}

/// Dice that never wound anybody.
Engine dice_without_damage(const EngineSettings& settings) {
  Engine engine = sim::engine(settings);
  engine.laws = {[honest = engine.laws](const PlayedQuestion& question, const Watch& watch) {
    Answer answer = honest.answer(question, watch);
    for (OutcomeLaw& law : answer.told) {
      LawSums<std::uint64_t> sums;
      const std::vector<double> nothing(law.asked().columns.size(), 0);
      sums.add(nothing, law.trials());
      law = OutcomeLaw(law.asked(), std::move(sums), law.confidence());
    }
    return answer;
  }};
  return engine;
}

TEST(EngineBoth, SaysOfWhichLawsDiceDisagreeAndFails) {
  const Question question = question_from_json(
      R"({"command":"fight","system":"raiders-of-arcana","attacker":"figures=3,cd=2",)"
      R"("defender":"figures=3,cd=2","engine":"both","trials":5000})");
  const Report report = answer(question, {exact::engine, dice_without_damage});
  EXPECT_TRUE(is_failure(report));
  EXPECT_THAT(unwrapped(to_text(report)), HasSubstr("THE DICE DISAGREE (5000 trials, seed 1)"));
  EXPECT_THAT(unwrapped(to_text(report)), HasSubstr("attacker damage"));
  EXPECT_EQ(Json::parse(to_json(report, false))["check"]["agrees"], false);
}

}  // namespace
}  // namespace warodds::test
