// matrix, sweep, value and tune: each number is that of the same fight or battle
// asked on its own, to the last bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "core/answer/quantity.h"
#include "core/ask/reports.h"
#include "core/roster/csv.h"
#include "core/text/error.h"
#include "tests/cli/answers.h"
#include "tests/cli/engines.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

double of(const Json& number) {
  return number.is_object() ? number["value"].get<double>() : number.get<double>();
}

TEST(QuantityGrammar, ReadsWhatItIsToldAndNothingElse) {
  for (const char* text : {"attacker.damage.mean",
                           "defender.kills.sd",
                           "attacker.damage.p90",
                           "attacker.kills>=3",
                           "attacker.destroyed",
                           "win",
                           "lose",
                           "draw",
                           "rounds.mean",
                           "rounds>=4",
                           "attacker.survivors.mean",
                           "defender.survivors>=2",
                           "defender.knockback",
                           "kills>=3",
                           "damage.mean",
                           "destroyed",
                           "destroys",
                           "kills[Guard, Royal]>=1",
                           "odds",
                           "attacker.damage.median",
                           "attacker.kills>=-1",
                           "swing>=-5",
                           "attacker.hit-points-left",
                           "attacker.hit-points-left.p90"}) {
    EXPECT_EQ(parse_quantity(text).text, text);
  }
  // Blanks do not matter, ">3" is "4 or more", and without a side it is the attacker's.
  for (const char* text : {"attacker.kills>=4", "attacker.kills>3", " attacker.kills >= 4",
                           "kills > 3", "attacker.kills>= 4 "}) {
    const Quantity quantity = parse_quantity(text);
    EXPECT_EQ(quantity.side(), Side::attacker) << text;
    EXPECT_TRUE(quantity.is_of(OutcomeFact::Kind::kills)) << text;
    ASSERT_NE(quantity.event(), nullptr) << text;
    EXPECT_EQ(quantity.event()->bound()->least, 4) << text;
  }
  EXPECT_EQ(parse_quantity(" kills > 3\r\n").text, "kills > 3");
  EXPECT_EQ(parse_quantities("win, lose")[1].text, "lose");
  EXPECT_EQ(parse_quantity("attacker.kills[Iron Men] > 0").fact()->group, "Iron Men");
  for (const char* text :
       {"", "damage", "attacker", "attacker.", "attacker.damage", "wins", "attacker.damage.p",
        "attacker.damage.p100", "attacker.kills>=", "attacker.kills>=nan", "attacker.win", "rounds",
        "attacker.rounds.mean", "middle.damage.mean"}) {
    EXPECT_THROW(parse_quantity(text), InputError) << text;
  }
  expect_refused({"sweep", "--system", "raiders-of-arcana", "cd=1", "cd=1", "--vary",
                  "attacker.arm=3..4", "--show", "attacker.damge.mean"},
                 "attacker.damage.mean");
}

/// One quantity from the answer of `fight` or `battle`.
double single(const Json& answer, const std::string& quantity) {
  const auto value = [](const Json& number) {
    return number.is_object() ? number["p"].get<double>() : number.get<double>();
  };
  if (quantity == "attacker.damage.mean") return answer["attacker_deals"]["damage"]["mean"];
  if (quantity == "attacker.destroys") return value(answer["attacker_deals"]["destroyed"]);
  if (quantity == "defender.hits.sd") return answer["defender_deals"]["hits"]["sd"];
  if (quantity == "win") return value(answer["win"]["attacker"]);
  if (quantity == "rounds.mean") return answer["rounds"]["mean"];
  if (quantity == "defender.survivors.mean") return answer["defender_survivors"]["mean"];
  ADD_FAILURE() << quantity;
  return 0;
}

const std::vector<std::string> of_fights{"attacker.damage.mean", "attacker.destroys",
                                         "defender.hits.sd"};
const std::vector<std::string> of_battles{"win", "rounds.mean", "defender.survivors.mean"};

std::string joined(const std::vector<std::string>& quantities) {
  std::string text;
  for (const std::string& quantity : quantities) text += (text.empty() ? "" : ",") + quantity;
  return text;
}

TEST(MatrixCommand, EqualsTheSameFightsAndBattlesOneByOne) {
  for (const char* system : {"arcane-legions", "raiders-of-arcana", "dwethia-skirmish"}) {
    for (const bool battles : {false, true}) {
      for (const bool simulated : {false, true}) {
        SCOPED_TRACE(system);
        const auto& quantities = battles ? of_battles : of_fights;
        Arguments options{"--rounds", "6"};
        if (!battles) options.clear();
        if (simulated) options.insert(options.end(), {"--engine", "sim", "--trials", "3000"});
        Arguments all{"matrix", "--roster", example(system), "--show", joined(quantities)};
        if (battles) all.push_back("--battle");
        all.insert(all.end(), options.begin(), options.end());
        const Json matrix = answered(all);
        const auto names = matrix["rows"].get<std::vector<std::string>>();
        Json question{{"command", battles ? "battle" : "fight"}, {"roster", example(system)}};
        if (battles) question["rounds"] = 6;
        if (simulated) question.update({{"engine", "sim"}, {"trials", 3000}});
        std::string questions;
        for (std::size_t r = 0; r < names.size(); r += 2) {
          for (const std::string& defender : names) {
            question.update({{"attacker", names[r]}, {"defender", defender}});
            questions += question.dump() + "\n";
          }
        }
        const TemporaryFile file("questions.jsonl", questions);
        const std::vector<std::string> answers =
            lines_of(run({"ask", file.path(), "--files", "/"}).out);
        ASSERT_EQ(answers.size(), (names.size() + 1) / 2 * names.size());
        for (std::size_t i = 0; i < answers.size(); ++i) {
          const std::size_t r = i / names.size() * 2, c = i % names.size();
          SCOPED_TRACE(names[r] + ", " + names[c]);
          const Json answer = Json::parse(answers[i]);
          const Json& cell = matrix["matrix"][r][c];
          ASSERT_EQ(answer.contains("error"), cell.is_null());
          if (cell.is_null()) continue;
          for (std::size_t q = 0; q < quantities.size(); ++q) {
            ASSERT_EQ(of(cell[q]), single(answer, quantities[q])) << quantities[q];
            ASSERT_EQ(cell[q].is_object(), simulated);
          }
        }
      }
    }
  }
}

TEST(MatrixCommand, WritesASquareSheet) {
  const Outcome wide = run({"matrix", "--roster", example("magewinds"), "--csv", "wide"});
  const auto rows = parse_csv(wide.out, "wide").rows;
  ASSERT_GT(rows.size(), 2U);
  for (const CsvRow& row : rows) EXPECT_EQ(row.fields.size(), rows.size());
  EXPECT_EQ(rows[1].fields[0], rows[0].fields[1]);
}

TEST(SweepCommand, EqualsTheSameFightsOneByOne) {
  const Arguments units{"figures=5,cd=2,arm=5", "figures=6,cd=1,as=6"};
  const Json sweep = answered({"sweep", "--system", "raiders-of-arcana", units[0], units[1],
                               "--vary", "attacker.str=0..2", "--vary",
                               "defender-attack=all,none,3", "--show", joined(of_fights) + ",win"});
  ASSERT_EQ(sweep["points"].size(), 9U);
  for (const Json& point : sweep["points"]) {
    const Arguments settings{"--system", "raiders-of-arcana",
                             units[0],   units[1],
                             "--set",    "attacker.str=" + point["at"][0].get<std::string>(),
                             "--with",   "defender-attack=" + point["at"][1].get<std::string>()};
    Arguments fight{"fight"};
    fight.insert(fight.end(), settings.begin(), settings.end());
    const Json answer = answered(fight);
    for (std::size_t q = 0; q < of_fights.size(); ++q) {
      EXPECT_EQ(of(point["values"][q]), single(answer, of_fights[q]));
    }
    fight[0] = "battle";
    EXPECT_EQ(of(point["values"][3]), single(answered(fight), "win"));
  }
}

TEST(ValueCommand, EqualsTheChangedFights) {
  const Json value = answered({"value", "--system", "raiders-of-arcana", "figures=3,cd=2,arm=5",
                               "figures=4,cd=1", "--show", "attacker.damage.mean"});
  ASSERT_FALSE(value["stats"].empty());
  int compared = 0;
  double last = 1e9;
  const double base = of(value["base"][0]);
  for (const Json& stat : value["stats"]) {
    const std::string name = stat["stat"];
    const int now = std::stoi(stat["is"].get<std::string>());
    double effect = 0;
    for (const int step : {-1, 1}) {
      const Json& there = stat[step < 0 ? "less" : "more"];
      if (there.is_string()) {
        EXPECT_EQ(there, "at its limit");
        continue;
      }
      const Json answer = answered({"fight", "--system", "raiders-of-arcana",
                                    "figures=3,cd=2,arm=5", "figures=4,cd=1", "--set",
                                    "attacker." + name + "=" + std::to_string(now + step)});
      EXPECT_EQ(of(there[0]), single(answer, "attacker.damage.mean")) << name;
      effect = std::max(effect, std::abs(of(there[0]) - base));
      ++compared;
    }
    EXPECT_LE(effect, last);  // sorted
    last = effect;
  }
  EXPECT_GT(compared, 8);
}

TEST(ValueCommand, WritesOfEachStatBothChangesAndEveryQuantityAsCsv) {
  const Arguments value{"value", "--system", "raiders-of-arcana", "cd=1",
                        "cd=1",  "--show",   "win,destroyed"};
  const Json answer = answered(value);
  const auto rows = parse_csv(said(value, {"--format", "csv"}), "").rows;
  ASSERT_EQ(rows.size(), 1 + 4 * answer["stats"].size());
  auto row = rows.begin() + 1;
  for (const Json& stat : answer["stats"]) {
    for (const char* change : {"less", "more"}) {
      for (std::size_t q = 0; q < 2; ++q, ++row) {
        EXPECT_EQ(row->fields.at(9), stat["stat"].get<std::string>());
        EXPECT_EQ(row->fields.at(11), change == std::string("less") ? "-1" : "+1");
        EXPECT_EQ(row->fields.at(12), answer["quantities"][q].get<std::string>());
        const Json& numbers = stat[change];
        ASSERT_EQ(row->fields.at(13).empty(), !numbers.is_array());
        if (numbers.is_array()) {
          EXPECT_EQ(std::stod(row->fields.at(13)), numbers[q].get<double>());
        }
      }
    }
  }
}

TEST(ValueCommand, AveragesOverARoster) {
  const Json value =
      answered({"value", "--roster", example("raiders-of-arcana"), "Human Warriors", "--against",
                example("raiders-of-arcana"), "--show", "attacker.damage.mean"});
  double sum = 0;
  for (const Json& opponent : value["opponents"]) {
    sum += single(answered({"fight", "--roster", example("raiders-of-arcana"), "Human Warriors",
                            opponent.get<std::string>()}),
                  "attacker.damage.mean");
  }
  EXPECT_NEAR(of(value["base"][0]), sum / static_cast<double>(value["opponents"].size()), 1e-13);
}

// 200 random questions against a search of its own: the fights one at a time.
TEST(TuneCommand, FindsWhatBruteForceFinds) {
  std::mt19937_64 random(5);
  const auto number = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
  };
  for (int drawn = 0; drawn < 200; ++drawn) {
    questions::Tune question;
    question.system = "raiders-of-arcana";
    const auto unit = [&] {
      return "figures=" + std::to_string(number(1, 5)) + ",cd=" + std::to_string(number(1, 2)) +
             ",as=" + std::to_string(number(2, 8)) + ",arm=" + std::to_string(number(2, 9));
    };
    question.units = {unit(), unit()};
    const bool pair = drawn % 4 == 0;
    const std::string stat = drawn % 2 == 0 ? "attacker.figures" : "attacker.as";
    question.vary = {stat + "=1..6"};
    if (pair) question.vary.push_back("defender.arm=3..6");
    const bool battle = drawn % 3 == 0;
    const double target = number(1, 9) / 10.0;
    question.target =
        std::string(battle ? "win" : "attacker.kills.mean") + "=" + std::to_string(target);
    const Tuning tuning = answer(question, engines).as<Tuning>();

    double nearest = 1e9;
    std::vector<std::vector<std::string>> best;
    for (int first = 1; first <= 6; ++first) {
      for (int second = 3; second <= (pair ? 6 : 3); ++second) {
        std::vector<std::string> at{std::to_string(first)};
        std::vector<Setting> stats{{stat, at[0], "test"}};
        if (pair) {
          at.push_back(std::to_string(second));
          stats.push_back({"defender.arm", at[1], "test"});
        }
        const auto at_these = [&](auto one) {
          one.system = question.system;
          one.units = question.units;
          one.stats = stats;
          return answer(one, engines);
        };
        const Report report = battle ? at_these(questions::Battle{}) : at_these(questions::Fight{});
        const auto& play = report.as<PlayReport>();
        const double value =
            battle ? play.answer.win(Side::attacker).value
                   : play.answer.of({OutcomeFact::Kind::kills, Side::attacker}).mean();
        const double distance = std::abs(value - target);
        constexpr double rounding = 1e-12;
        if (distance < nearest - rounding) best.clear();
        if (distance <= nearest + rounding) {
          nearest = std::min(nearest, distance);
          best.push_back(at);
        }
      }
    }
    std::vector<std::vector<std::string>> found;
    for (const std::size_t place : tuning.best) found.push_back(tuning.points[place].at);
    ASSERT_EQ(found, best) << std::get<std::string>(question.units[0]) << " v "
                           << std::get<std::string>(question.units[1]) << ", " << question.target;
  }
}

TEST(Odds, OfWhoAlwaysWinsAreOneAndOfWhoNeverDoesNought) {
  const double nearly = 1 - 2e-16;
  EXPECT_EQ(odds_of_beating(nearly, 0), 1);
  EXPECT_EQ(odds_of_beating(0, nearly), 0);
  EXPECT_EQ(odds_of_beating(0, 0), 0.5);
  EXPECT_DOUBLE_EQ(odds_of_beating(0.25, 0.5), 0.375);
}

// The same seed rolls the same dice for all cells, so that differences are sharper than values.
TEST(CommonRandomNumbers, SharpenDifferences) {
  double variance_of_value = 0;
  double variance_of_difference = 0;
  double mean_value = 0;
  double mean_difference = 0;
  constexpr int seeds = 40;
  std::vector<std::pair<double, double>> seen;
  for (int seed = 1; seed <= seeds; ++seed) {
    questions::Sweep question;
    question.system = "raiders-of-arcana";
    question.units = {"figures=4,cd=2,as=4", "figures=4,cd=2,arm=5"};
    question.vary = {"defender.arm=5..6"};
    question.show = "attacker.damage.mean";
    question.engine.choice = EngineChoice::sim;
    question.engine.trials = 2000;
    question.engine.seed = static_cast<std::uint64_t>(seed);
    const Sweep sweep = answer(question, engines).as<Sweep>();
    const double first = sweep.points[0].values[0].value;
    seen.emplace_back(first, sweep.points[1].values[0].value - first);
    mean_value += first / seeds;
    mean_difference += seen.back().second / seeds;
  }
  for (const auto& [value, difference] : seen) {
    variance_of_value += (value - mean_value) * (value - mean_value);
    variance_of_difference += (difference - mean_difference) * (difference - mean_difference);
  }
  // Independent values would make the difference vary about twice as much as a value.
  EXPECT_LT(variance_of_difference, 0.7 * variance_of_value);
}

// Rock, paper, scissors in a roster of ranges: what is chosen is in JSON and CSV alike,
// and does not depend on the number of threads.
TEST(Ranking, SaysWhatPlayersChoose) {
  const Arguments question{"matrix", "--ranking", "--roster", example("raiders-of-arcana")};
  const Json ranking = answered(question);
  double sum = 0;
  for (const Json& row : ranking["ranking"]) {
    sum += row["share"].get<double>();
    EXPECT_LE(row["against_mix"], 0.5 + 1e-9) << row;
    EXPECT_EQ(row["in_equilibrium"], row["share"] > 0) << row;
    if (row["in_equilibrium"].get<bool>()) {
      EXPECT_NEAR(row["against_mix"], 0.5, 1e-9) << row;
    }
    EXPECT_GE(row["best_odds"], row["worst_odds"]) << row;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_LE(ranking["exploitability"], 1e-9);
  const auto rows = parse_csv(said(question, {"--format", "csv"}), "csv").rows;
  const auto& names = rows[0].fields;
  const auto column = static_cast<std::size_t>(
      std::find(names.begin(), names.end(), "against_mix") - names.begin());
  for (std::size_t i = 0; i < ranking["ranking"].size(); ++i) {
    EXPECT_EQ(std::stod(rows[i + 1].fields.at(column)), ranking["ranking"][i]["against_mix"]);
  }
  const Arguments dice{"--engine", "sim", "--trials", "2000"};
  EXPECT_EQ(said(question, dice + Arguments{"--threads", "1"}),
            said(question, dice + Arguments{"--threads", "2"}));
}

}  // namespace
}  // namespace warodds::test
