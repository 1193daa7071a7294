// Outcomes whose laws are known on paper: a row each of what is asked, and what must come. The laws
// of random questions are in outcomes_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/asked.h"

namespace warodds {
namespace {

using testing::ask;
using testing::Json;

/// One Raider each, all dice to attack: the attacker wounds with 5/10, the defender with 3/10, so
/// of 100 rounds 35 end with the attacker alone, 15 with the defender, 15 with nobody.
const Json two_raiders = Json::parse(R"({
  "command": "battle", "system": "raiders-of-arcana",
  "attacker": {"figures": 1, "hp": 1, "cd": 1, "as": 10, "db": 0, "arm": 8, "points": 40},
  "defender": {"figures": 1, "hp": 1, "cd": 1, "as": 10, "db": 0, "arm": 6, "points": 25},
  "situation": {"attacker-attack": "all", "defender-attack": "all"}})");

/// Two figures of two hit points, one wound, then 1d6: 1 or 2 leave one figure, 3 or more none.
const Json two_abilities = Json::parse(R"({
  "command": "sequence", "system": "raiders-of-arcana", "target": {"figures": 2, "hp": 2},
  "by": [{"damage": 1}, {"damage": "1d6"}]})");

/// Two figures of one hit point, of which the owner gives up the Man first.
const Json chief_and_man = Json::parse(R"({
  "command": "battle", "system": "arcane-legions", "attacker": {"figures": 1, "red": 1},
  "defender": {"figure": [{"name": "Chief", "hp": 1, "red": 1, "white": 1},
                          {"name": "Man", "hp": 1}]},
  "situation": {"turns": "attacker-only"}})");

/// Two of one name and one more against two.
const Json guards = Json::parse(R"({
  "command": "battle", "system": "raiders-of-arcana",
  "attacker": [{"name": "Guard", "figures": 1, "cd": 2, "as": 6, "arm": 4},
               {"name": "Guard", "figures": 1, "cd": 2, "as": 6, "arm": 4},
               {"name": "Old", "figures": 2, "cd": 2, "as": 6, "arm": 4}],
  "defender": [{"name": "Mob", "figures": 3, "cd": 2, "as": 6, "arm": 4},
               {"name": "Guard", "figures": 1, "cd": 2, "as": 6, "arm": 4}]})");

const Json asked_fight = Json::parse(R"({
  "command": "fight", "system": "raiders-of-arcana", "attacker": {"figures": 4, "as": 5},
  "defender": {"figures": 3, "as": 6}, "situation": {"attacker-attack": "all"}})");

Json with(Json question, const Json& more) {
  question.update(more);
  return question;
}

struct Row {
  const Json* question;
  std::string given, asked;
  double should;
};

TEST(OutcomesByHand, AreThoseOfPaper) {
  const double win = 35.0 / 65, lose = 15.0 / 65;
  const std::vector<Row> rows{
      {&two_raiders, "", "win", win},
      {&two_raiders, "", "win and rounds = 1", 0.35},
      {&two_raiders, "", "both_destroyed and rounds = 1", 0.15},
      {&two_raiders, "", "lose and rounds = 1", 0.15},
      {&two_raiders, "", "win and rounds <= 2", 0.35 * 1.35},
      {&two_raiders, "rounds = 3", "win", win},
      {&two_raiders, "win", "rounds = 1", 0.65},
      {&two_raiders, "win", "attacker.survivors = 1 and defender.kills = 0", 1},
      {&two_raiders, "", "defender.kills = 1", 0.3 / 0.65},
      {&two_raiders, "", "attacker.points-lost.mean", 40 * (1 - win)},
      {&two_raiders, "", "defender.points-lost.mean", 25 * (1 - lose)},
      {&two_raiders, "", "swing = 25", win},
      {&two_raiders, "", "swing = -15", 15.0 / 65},
      {&two_raiders, "", "swing = -40", lose},
      {&two_raiders, "", "swing >= 0", win},
      {&two_raiders, "", "swing >= -20", 1 - lose},
      {&two_raiders, "", "swing.p99", 25},
      {&two_raiders, "", "attacker.destroyed-per-point", 25 * (1 - lose) / 40},
      {&two_raiders, "rounds <= 1", "attacker.points-lost.mean", 40 * (1 - win)},
      {&two_abilities, "step[1].damage = 1", "destroyed", 4.0 / 6},
      {&two_abilities, "destroyed", "step[2].damage = 5", 1.0 / 4},
      {&two_abilities, "not destroyed", "damage = 2", 1.0 / 2},
      {&two_abilities, "kills = 2", "step[2].kills = 2", 1},
      {&two_abilities, "survivors = 1", "step[2].needed and step[2].takes_place", 1},
      // The Chief never falls before the Man.
      {&chief_and_man, "", "defender[Chief].survivors = 0 and attacker.kills[man] = 0", 0},
      {&chief_and_man, "defender[Chief].survivors = 0", "attacker.kills[Man] = 1", 1},
      // Units of one name are one, or all of them.
      {&guards, "attacker[Guard].destroyed",
       "attacker[guard 1].destroyed and attacker[Guard 2].destroyed", 1},
      {&guards, "attacker[guard 1].destroyed and attacker[Guard 2].destroyed",
       "attacker[Guard].destroyed", 1},
      {&guards, "attacker[Guard].survivors = 1",
       "attacker[Guard 1].survivors = 1 and attacker[Guard 2].survivors = 0 or "
       "attacker[Guard 1].survivors = 0 and attacker[Guard 2].survivors = 1",
       1},
      {&guards,
       "attacker[Guard 1].survivors = 1 and attacker[Guard 2].survivors = 0 or "
       "attacker[Guard 1].survivors = 0 and attacker[Guard 2].survivors = 1",
       "attacker[Guard].survivors = 1", 1}};
  for (const Row& row : rows) {
    Json more{{"show", {row.asked}}};
    if (!row.given.empty()) more["given"] = row.given;
    const Json answer = ask(*row.question, more);
    ASSERT_TRUE(answer.contains("show")) << row.asked << ' ' << answer;
    EXPECT_NEAR(answer["show"][row.asked].get<double>(), row.should, 1e-12 * (1 + row.should))
        << row.asked << " given " << row.given;
  }
}

TEST(OutcomesByHand, ThatAreNotThereAreRefused) {
  struct Refused {
    const Json* question;
    const char* asked;
    int status;
  };
  for (const Refused& row :
       std::vector<Refused>{{&chief_and_man, "attacker[Chief].survivors >= 1", 1},
                            {&guards, "attacker[Mob].destroyed", 1},
                            {&two_abilities, "step[3].kills = 2", 2},
                            {&two_abilities, "swing > 0", 1},
                            {&two_abilities, "attacker.points-lost > 0", 1},
                            {&asked_fight, "attacker.points-lost >= 1", 1},
                            {&asked_fight, "swing > 0", 1}}) {
    for (const char* engine : {"exact", "sim"}) {
      const Json answer = ask(*row.question, {{"show", {row.asked}}, {"engine", engine}});
      ASSERT_TRUE(answer.contains("error")) << row.asked;
      EXPECT_EQ(answer["error"]["status"], row.status) << row.asked << answer;
    }
  }
  for (const Json* question : {&asked_fight, &two_abilities, &guards}) {
    EXPECT_FALSE(ask(*question).contains("points_lost"));
    EXPECT_FALSE(ask(*question).contains("swing"));
  }
}

/// What is not told under a condition.
bool is_left_out(const std::string& key) {
  return key == "left_if_wins" || key == "part" || key == "shapley";
}

/// Every number of the one is that of the other.
void expect_same(const Json& plain, const Json& other, const std::string& path) {
  if (plain.is_number()) {
    ASSERT_TRUE(other.is_number()) << path;
    EXPECT_NEAR(plain.get<double>(), other.get<double>(), 1e-12) << path;
    return;
  }
  if (!plain.is_structured()) return;
  for (const auto& [key, value] : plain.items()) {
    const std::string inside = path + "/" + key;
    const bool is_there = plain.is_array() ? std::stoul(key) < other.size() : other.contains(key);
    if (!is_there && is_left_out(key)) continue;
    ASSERT_TRUE(is_there) << inside;
    expect_same(value, plain.is_array() ? other[std::stoul(key)] : other[key], inside);
  }
}

TEST(OutcomesByHand, ThatAreSureChangeNothing) {
  for (const auto& [question, sure] :
       {std::pair(&asked_fight, "attacker.kills >= 0"),
        std::pair(&two_raiders, "attacker.survivors <= 1"),
        std::pair(&guards, "attacker.survivors <= 4 and rounds >= 0"),
        std::pair(&two_abilities, "step[1].damage = 1")}) {
    Json answer = ask(*question, {{"given", sure}});
    EXPECT_NEAR(answer["given"]["p"].get<double>(), 1, 1e-15);
    expect_same(ask(*question), answer, sure);
  }
}

TEST(OutcomesByHand, OfASimulationHaveTheWidthsOfItsTrials) {
  constexpr int trials = 20'000;
  struct Sampled {
    const Json* question;
    const char* given;
    const char* width_of;  ///< a part that the condition leaves open
  };
  for (const Sampled& row : std::vector<Sampled>{
           {&asked_fight, "attacker.kills >= 2", "/attacker_deals/kills/half_width/2"},
           {&guards, "attacker[Guard 1].destroyed", "/attacker_units/2/destroyed/half_width"},
           {&two_raiders, "rounds = 1", "/win/attacker/half_width"}}) {
    const Json sim{{"engine", "sim"}, {"trials", trials}};
    const Json plain = ask(with(*row.question, sim), {{"show", {row.given}}});
    const Json under = ask(with(*row.question, sim), {{"given", row.given}});
    const double p = plain["show"][row.given]["value"].get<double>();
    EXPECT_EQ(under["given"]["trials"], std::llround(p * trials)) << row.given;
    const Json::json_pointer width(row.width_of);
    EXPECT_GT(under[width].get<double>(), plain[width].get<double>() * (p < 0.5 ? 1 : 0.5))
        << row.given;
  }
  const Json rare{
      {"engine", "sim"}, {"trials", 64}, {"given", "attacker.kills >= 3 and defender.kills >= 4"}};
  EXPECT_EQ(ask(asked_fight, rare)["error"]["status"], 1);
  const Json seen = ask(two_raiders, {{"engine", "sim"}, {"trials", 100'000}})["swing"];
  EXPECT_LT(seen["mean_half_width"].get<double>(), 1);
  EXPECT_NEAR(seen["mean"].get<double>(), 25 * 50.0 / 65 - 40 * 30.0 / 65,
              2 * seen["mean_half_width"].get<double>());
}

// A battle to the end that is left by less than 1e-12 goes on for the laws of rounds alone.
TEST(OutcomesByHand, OfManyRoundsAreFollowedBeyondWhatIsShown) {
  const auto last = ask(guards)["rounds"]["pmf"].size() - 1;
  Json question = guards;
  for (std::size_t k = last; k <= last + 2; ++k) {
    question["show"].push_back("rounds = " + std::to_string(k));
  }
  const Json shown = ask(question)["show"];
  std::vector<double> p;
  for (const auto& [name, value] : shown.items()) p.push_back(value.get<double>());
  EXPECT_GT(p[1], 0);
  // What is left falls by the same share from round to round.
  EXPECT_NEAR(p[2] / p[1], p[1] / p[0], 1e-2);
}

// Groups that cost different points, and an attacker that has none: what the target loses is what
// its groups' figures cost, the Chief 25, each of three men 7/3.
TEST(PointsByHand, OfGroupsAreTheirOwn) {
  const Json sequence = Json::parse(R"({
    "command": "sequence", "system": "arcane-legions",
    "target": {"points": 32, "figure": [
        {"name": "Chief", "red": 1, "hp": 2, "points": 25},
        {"name": "Man", "count": 3, "red": 1, "hp": 1}]},
    "by": [{"red": 3}, {"damage": 1}, {"red": 3}]})");
  for (const std::string step : {"", "step[1]."}) {
    const std::string lost = step + "defender.points-lost", men = step + "kills[Man]",
                      chiefs = step + "kills[Chief]";
    Json question = sequence;
    question["joint"] = Json::array({lost, men});
    question["show"] = Json::array({lost + ".mean", men + ".mean", chiefs + ".mean"});
    const Json answer = ask(question);
    ASSERT_FALSE(answer.contains("error")) << answer;
    const auto mean = [&](const std::string& of) {
      return answer["show"][of + ".mean"].get<double>();
    };
    EXPECT_NEAR(mean(lost), 25 * mean(chiefs) + 7.0 / 3 * mean(men), 1e-12);
    const Json& joint = answer["joint"];
    int cells = 0;
    for (std::size_t row = 0; row < joint["pmf"].size(); ++row) {
      for (std::size_t k = 0; k < joint["pmf"][row].size(); ++k) {
        if (joint["pmf"][row][k].get<double>() == 0) continue;
        ++cells;
        const double of_chief =
            joint["row_values"][row].get<double>() - 7.0 / 3 * static_cast<double>(k);
        EXPECT_NEAR(of_chief * (of_chief - 25), 0, 1e-10) << lost;
      }
    }
    EXPECT_GT(cells, 2);
    if (!step.empty()) continue;
    EXPECT_NEAR(answer["swing"]["mean"].get<double>(), mean(lost), 1e-12);
    EXPECT_EQ(answer["points_lost"]["attacker"]["mean"], 0.0);
    EXPECT_TRUE(!answer.contains("destroyed_per_point") || answer["destroyed_per_point"].is_null());
  }
  EXPECT_EQ(ask(sequence, {{"show", {"attacker.points-lost > 0"}}})["error"]["status"], 1);
}

// Attackers that can lose more different sums than anybody reads: they are told no points, rather
// than that the sequence takes too long.
TEST(PointsByHand, OfVeryManySumsAreLeftOut) {
  Json sequence = Json::parse(R"({"command": "sequence", "system": "raiders-of-arcana",
                                  "target": {"figures": 9, "hp": 1}, "by": []})");
  for (const int points : {1001, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683}) {
    sequence["by"].push_back({{"figures", 2}, {"hp", 1}, {"points", points}});
    if (sequence["by"].size() == 2) {
      EXPECT_TRUE(ask(sequence).contains("points_lost"));
    }
  }
  EXPECT_FALSE(ask(sequence).contains("points_lost"));
}

}  // namespace
}  // namespace warodds
