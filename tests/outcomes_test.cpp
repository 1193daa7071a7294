// What is told of outcomes: one table of questions about fights, sequences and battles, asked as
// users ask them, of both engines, plain and under a condition. What is right is told by every face
// of every die, by the second statement of the rules, or by the law of two facts of the same
// question.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "tests/support/cases.h"
#include "tests/support/scenarios.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

using testing::ask;
using testing::cases;
using testing::FactsByName;
using testing::Json;
using testing::Part;
using testing::RandomEvent;
using testing::RandomEvents;
using testing::RandomNumbers;
using testing::Scenario;
using testing::Size;
using testing::Told;

constexpr double tolerance = 1e-12;
constexpr long double rare = 1e-6L;  ///< what rests on rarer conditions has too few digits left
/// Of simulations: so few that all of ten thousands of half-widths hold.
constexpr int trials = 10'000;
constexpr double confidence = 0.99999999, level = 1e-9;

// ---- What is asked of them, and what must come ----

bool is_yes_or_no(const std::string& fact) {
  static const std::set<std::string> words{
      "destroyed", "destroys", "needed", "takes_place",    "knockback", "win",  "lose",
      "draw",      "ahead",    "behind", "both_destroyed", "undecided", "even", "retreated"};
  const auto dot = fact.rfind('.');
  return words.contains(dot == std::string::npos ? fact : fact.substr(dot + 1));
}

Told where(const Told& told, const std::function<bool(const FactsByName&)>& holds, long double& p) {
  Told under;
  p = 0;
  for (const auto& [facts, of_facts] : told) {
    if (holds(facts)) p += of_facts;
  }
  for (const auto& [facts, of_facts] : told) {
    if (holds(facts)) under[facts] = of_facts / p;
  }
  return under;
}

double mean(const Told& told, const std::function<double(const FactsByName&)>& number) {
  long double sum = 0;
  for (const auto& [facts, p] : told) sum += p * static_cast<long double>(number(facts));
  return static_cast<double>(sum);
}

/// How far a simulated number may be off; a law of which only one value was seen says less.
double width_in(const Json& of, const std::string& name) {
  if (!of.contains(name)) return 0;
  const double width = of[name].get<double>();
  return 1.2 * width + 5e-3;  // what was never seen may add a little
}

/// A number, which is simulated if there is a half-width; its name differs from place to place.
void expect_number(const Json& of, double should, double near, const std::string& what) {
  if (of.is_number()) {
    EXPECT_NEAR(of.get<double>(), should, near * (1 + std::abs(should))) << what;
    return;
  }
  for (const char* name : {"value", "p", "mean"}) {
    if (!of.contains(name)) continue;
    const double width = width_in(of, "half_width");
    EXPECT_NEAR(of[name].get<double>(), should, width + near * (1 + std::abs(should))) << what;
    return;
  }
  ADD_FAILURE() << what << ": no number in " << of;
}

void expect_law(const Json& of, const std::map<int, double>& should, double near,
                const std::string& what) {
  double seen = 0;
  for (std::size_t i = 0; i < of["pmf"].size(); ++i) {
    const double value = of.contains("values") ? of["values"][i].get<double>() : double(i);
    const auto found = should.find(static_cast<int>(std::lround(value)));
    const double p = found == should.end() ? 0 : found->second;
    const double width = of.contains("half_width") ? of["half_width"][i].get<double>() : 0;
    EXPECT_NEAR(of["pmf"][i].get<double>(), p, width + near) << what << ' ' << value;
    seen += p;
  }
  EXPECT_NEAR(seen, 1, of.contains("half_width") ? 1e-2 : near) << what;
}

std::map<int, double> law_of(const Told& told, const std::string& fact) {
  std::map<int, double> law;
  for (const auto& [facts, p] : told) law[facts.at(fact)] += static_cast<double>(p);
  return law;
}

void expect_part(const Json& answer, const Part& part, const Told& all, double near) {
  const Json::json_pointer pointer(part.pointer);
  if (!answer.contains(pointer) || answer[pointer].is_null()) {
    // What cannot happen at all may be left out.
    EXPECT_EQ(mean(all,
                   [&](const auto& facts) {
                     return part.where.empty() || facts.at(part.where)
                                ? std::abs(facts.at(part.fact))
                                : 0;
                   }),
              0)
        << part.pointer;
    return;
  }
  Told some;
  if (!part.where.empty()) {
    long double p = 0;
    some = where(
        all, [&](const auto& facts) { return facts.at(part.where) == 1; }, p);
    if (p < 1e-3) return;
    near /= static_cast<double>(p);
  }
  const Told& told = part.where.empty() ? all : some;
  const Json& of = answer[pointer];
  if (of.is_object() && of.contains("pmf")) {
    expect_law(of, law_of(told, part.fact), near, part.pointer);
  } else {
    expect_number(of, mean(told, [&](const auto& facts) { return facts.at(part.fact); }), near,
                  part.pointer);
  }
}

/// Both facts together: each cell, or as a sample.
void expect_joint(const Json& joint, const std::string& row, const std::string& column,
                  const Told& told, double near, std::optional<std::uint64_t> counted) {
  std::map<std::pair<int, int>, double> should;
  for (const auto& [facts, p] : told) {
    should[{facts.at(row), facts.at(column)}] += static_cast<double>(p);
  }
  const auto value = [&](const char* values, std::size_t i) {
    return joint.contains(values) ? static_cast<int>(std::lround(joint[values][i].get<double>()))
                                  : static_cast<int>(i);
  };
  std::map<std::pair<int, int>, double> cells;
  for (std::size_t r = 0; r < joint["pmf"].size(); ++r) {
    for (std::size_t c = 0; c < joint["pmf"][r].size(); ++c) {
      cells[{value("row_values", r), value("column_values", c)}] +=
          joint["pmf"][r][c].get<double>();
    }
  }
  for (const auto& [cell, p] : should) cells.try_emplace(cell, 0.0);
  Eigen::ArrayXd pmf(static_cast<Eigen::Index>(cells.size()));
  std::vector<std::uint64_t> counts;
  for (const auto& [cell, p] : cells) {
    const double right = should.contains(cell) ? should[cell] : 0;
    if (!counted) {
      EXPECT_NEAR(p, right, near) << row << ' ' << cell.first << ", " << column << ' '
                                  << cell.second;
      continue;
    }
    pmf[static_cast<Eigen::Index>(counts.size())] = right;
    counts.push_back(static_cast<std::uint64_t>(std::llround(p * double(*counted))));
  }
  if (!counted) return;
  const ChiSquare test = chi_square(pmf, counts);
  EXPECT_EQ(test.impossible, -1) << row << ", " << column;
  EXPECT_GE(test.p_value, level) << row << ", " << column << ": chi-square " << test.statistic
                                 << " with " << test.degrees;
}

std::string element(const std::string& path, const Json& of, const std::string& key) {
  return path + "/" + (of.is_array() ? std::to_string(std::stoul(key)) : key);
}

/// Every law and every number that both engines tell is the same, as far as trials can say.
void expect_alike(const Json& law, const Json& seen, std::uint64_t counted,
                  const std::string& path) {
  if (!law.is_structured() || law.is_null()) return;
  if (law.is_object() && law.contains("pmf") && !law["pmf"].empty() && law["pmf"][0].is_number()) {
    std::map<double, std::pair<double, std::uint64_t>> cells;
    const auto value = [](const Json& of, std::size_t i) {
      return of.contains("values") ? of["values"][i].get<double>() : static_cast<double>(i);
    };
    for (std::size_t i = 0; i < law["pmf"].size(); ++i) {
      cells[value(law, i)].first = law["pmf"][i].get<double>();
    }
    for (std::size_t i = 0; i < seen["pmf"].size(); ++i) {
      const double share = seen["pmf"][i].get<double>();
      cells[value(seen, i)].second =
          static_cast<std::uint64_t>(std::llround(share * static_cast<double>(counted)));
    }
    Eigen::ArrayXd pmf(static_cast<Eigen::Index>(cells.size()));
    std::vector<std::uint64_t> counts;
    for (const auto& [of_value, cell] : cells) {
      pmf[static_cast<Eigen::Index>(counts.size())] = cell.first;
      counts.push_back(cell.second);
    }
    const ChiSquare test = chi_square(pmf, counts);
    EXPECT_EQ(test.impossible, -1) << path;
    EXPECT_GE(test.p_value, level) << path;
    return;
  }
  for (const auto& [key, of_key] : law.items()) {
    // Of those who win it is not said of how many trials; what is asked for is checked apart.
    if (key == "left_if_wins" || key == "joint" || key == "observed" || key == "show") continue;
    const bool is_there = law.is_array() ? std::stoul(key) < seen.size() : seen.contains(key);
    if (!is_there) continue;
    const Json& other = law.is_array() ? seen[std::stoul(key)] : seen[key];
    const bool sampled = other.is_object() && other.contains("half_width") && of_key.is_number();
    if (sampled) expect_number(other, of_key.get<double>(), 1e-9, element(path, law, key));
    std::uint64_t of_these = counted;
    if (key == "deals") {  // of a step, where it takes place
      const double share = seen["takes_place"]["p"].get<double>();
      of_these = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(counted)));
    }
    expect_alike(of_key, other, of_these, element(path, law, key));
  }
}

void expect_luck(const Json& luck, int happened,
                 const std::function<double(const FactsByName&)>& number, const Told& told,
                 double near) {
  const auto expect = [&](const char* name, double should) {
    const double width = width_in(luck, std::string(name) + "_half_width");
    EXPECT_NEAR(luck[name].get<double>(), should, width + near * (1 + std::abs(should)))
        << luck["fact"] << ' ' << happened << ' ' << name;
  };
  const double low = mean(told, [&](const auto& facts) { return number(facts) <= happened; });
  const double high = mean(told, [&](const auto& facts) { return number(facts) >= happened; });
  expect("happened", happened);
  expect("expected", mean(told, number));
  expect("at_most", low);
  expect("at_least", high);
  expect("percentile", (low + 1 - high) / 2);
}

/// Whether all figures stand, so that units cost what they are written with.
bool begins_whole(const Json& question) {
  const std::string text = question.dump();
  const bool is_wounded =
      question["system"] == RaidersOfArcana::name && text.find("\"wounds\"") != std::string::npos;
  return !is_wounded && text.find("-damage\"") == std::string::npos;
}

/// Everything that is asked of one scenario at a time.
class Table {
 public:
  Table(Scenario scenario, std::uint64_t number) : scenario_(std::move(scenario)), random_(number) {
    scenario_.question["threads"] = 1;  // teams are slow to call together for so little
    std::vector<std::string> facts = scenario_.facts;
    if (scenario_.told) {
      for (const auto& [name, value] : scenario_.told->begin()->first) facts.push_back(name);
    } else {
      pick(facts);
      facts = {row_, column_};
      tell();
    }
    for (const std::string& fact : facts) {
      if (fact.find('.') != std::string::npos || !is_yes_or_no(fact)) numbers_.push_back(fact);
      shown_.push_back(fact);
    }
    if (scenario_.told) pick(numbers_);
  }

  /// Whether there is an answer at all: not where it takes too long.
  bool is_answered() const { return scenario_.told.has_value(); }

  /// Returns whether there was a condition that is neither sure nor impossible.
  bool check() {
    RandomEvents events(numbers_, static_cast<std::uint64_t>(random_.between(1, 1 << 30)));
    long double p = 0;
    RandomEvent given = events.next();
    constexpr int redraws = 30;  // most are sure or impossible
    for (int again = 0; again < redraws; ++again) {
      where(*scenario_.told, given.holds, p);
      if (p > rare && p < 1 - rare) break;
      given = next(events);
    }
    where(*scenario_.told, given.holds, p);
    const std::vector<RandomEvent> asked{given, next(events), next(events)};
    const auto always = [](const FactsByName&) { return true; };
    expect({"", always}, asked, 1);
    expect(given, asked, p);
    return p > rare && p < 1 - rare;
  }

 private:
  std::string one_of(const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(random_.between(0, static_cast<int>(names.size()) - 1))];
  }
  void pick(const std::vector<std::string>& facts) {
    const bool of_kills = std::count(facts.begin(), facts.end(), "defender.kills") > 0;
    if (of_kills && random_.happens(30)) {
      row_ = "attacker.kills";
      column_ = "defender.kills";
      return;
    }
    row_ = one_of(facts);
    do column_ = one_of(facts);
    while (column_ == row_);
  }

  /// In every third there is something about how it ends.
  RandomEvent next(RandomEvents& events) {
    const RandomEvent event = events.next();
    std::vector<std::string> ends;
    for (const auto& [name, value] : scenario_.told->begin()->first) {
      if (name.find('.') == std::string::npos && is_yes_or_no(name)) ends.push_back(name);
    }
    if (ends.empty() || !random_.happens(30)) return event;
    const std::string end = one_of(ends);
    return {fmt::format("({}) or {}", event.text, end),
            [holds = event.holds, end](const FactsByName& facts) {
              return holds(facts) || facts.at(end) == 1;
            }};
  }

  /// By the law of two facts.
  void tell() {
    Json question = scenario_.question;
    question["engine"] = "exact";
    question["joint"] = {row_, column_};
    // With all that is told beside it, such as what each unit adds.
    Json answer;
    if (testing::takes_more_than(0.1, [&] { answer = ask(question); })) return;
    if (answer.contains("error")) {
      EXPECT_EQ(answer["error"]["status"], 1) << answer << '\n' << question;
      return;
    }
    Told told;
    long double sum = 0;
    const Json& joint = answer["joint"];
    for (std::size_t r = 0; r < joint["pmf"].size(); ++r) {
      for (std::size_t c = 0; c < joint["pmf"][r].size(); ++c) {
        const auto value = [&](const char* values, std::size_t i) {
          return joint.contains(values)
                     ? static_cast<int>(std::lround(joint[values][i].get<double>()))
                     : static_cast<int>(i);
        };
        const double p = joint["pmf"][r][c].get<double>();
        sum += p;
        if (p > 0) {
          told[{{row_, value("row_values", r)}, {column_, value("column_values", c)}}] += p;
        }
      }
    }
    EXPECT_NEAR(static_cast<double>(sum), 1, tolerance) << question;
    scenario_.told = told;
  }

  /// `p`: of the condition.
  void expect(const RandomEvent& given, const std::vector<RandomEvent>& asked, long double p) {
    long double sum = 0;
    const Told told = where(*scenario_.told, given.holds, sum);
    Json question = scenario_.question;
    question["show"] = Json::array();
    for (const RandomEvent& event : asked) question["show"].push_back(event.text);
    for (const std::string& fact : shown_) {
      if (is_yes_or_no(fact)) {
        question["show"].push_back(fact);
      } else {
        for (const char* of : {".mean", ".sd"}) question["show"].push_back(fact + of);
      }
    }
    question["joint"] = {row_, column_};
    if (!given.text.empty()) question["given"] = given.text;
    Json law;
    for (const char* engine : {"exact", "sim"}) {
      question["engine"] = engine;
      const bool sampled = question["engine"] == "sim";
      if (sampled && p < 0.05L) continue;
      if (sampled) {
        question["trials"] = trials;
        question["confidence"] = confidence;
        question["seed"] = random_.between(1, 1 << 30);
      }
      if (p < rare && p > 0) continue;
      if (p == 0) {
        EXPECT_EQ(ask(question)["error"]["status"], 1) << question;
        continue;
      }
      const FactsByName& happened =
          std::next(told.begin(), random_.between(0, static_cast<int>(told.size()) - 1))->first;
      if (question["command"] != "sequence") {
        question["observed"] =
            fmt::format("{}={},{}={}", row_, happened.at(row_), column_, happened.at(column_));
      }
      SCOPED_TRACE(question.dump());
      const Json answer = ask(question);
      ASSERT_FALSE(answer.contains("error")) << answer;
      expect_answer(answer, asked, told, happened, static_cast<double>(p), sampled);
      if (!sampled) law = answer;
      if (sampled && given.text.empty()) expect_alike(law, answer, trials, "");
    }
  }

  void expect_answer(const Json& answer, const std::vector<RandomEvent>& asked, const Told& told,
                     const FactsByName& happened, double p, bool sampled) {
    const double near = 2 * tolerance / p;
    std::uint64_t counted = trials;
    if (answer.contains("given")) {
      const Json& given = answer["given"];
      EXPECT_NEAR(given["p"].get<double>(), p, given.value("p_half_width", 0.0) + tolerance);
      if (sampled) counted = given["trials"].get<std::uint64_t>();
    }
    EXPECT_EQ(answer.dump().find("half_width") != std::string::npos, sampled);
    const Json& shown = answer["show"];
    for (const RandomEvent& event : asked) {
      const auto holds = [&](const FactsByName& facts) { return event.holds(facts) ? 1.0 : 0.0; };
      expect_number(shown[event.text], mean(told, holds), near, event.text);
    }
    for (const std::string& fact : shown_) {
      const auto number = [&](const FactsByName& facts) { return 1.0 * facts.at(fact); };
      const double of_fact = mean(told, number);
      if (is_yes_or_no(fact)) {
        expect_number(shown[fact], of_fact, near, fact);
        continue;
      }
      expect_number(shown[fact + ".mean"], of_fact, 20 * near, fact);
      const double square = mean(told, [&](const auto& facts) {
        return (number(facts) - of_fact) * (number(facts) - of_fact);
      });
      const Json& sd = shown[fact + ".sd"];
      if (!sampled) {
        EXPECT_NEAR(std::pow(sd.get<double>(), 2), square, 400 * near) << fact << " sd";
      }
    }
    expect_joint(answer["joint"], row_, column_, told, near,
                 sampled ? std::optional(counted) : std::nullopt);
    const bool has_damage = told.begin()->first.contains("defender.damage") &&
                            told.begin()->first.contains("attacker.damage");
    if (answer.contains("joint_damage") && has_damage && !sampled) {
      expect_joint({{"pmf", answer["joint_damage"]}}, "attacker.damage", "defender.damage", told,
                   near, {});
    }
    const std::vector<std::string> both{row_, column_};
    for (std::size_t i = 0; i < 2 && scenario_.question.contains("attacker"); ++i) {
      const Json& luck = answer["observed"][i];
      EXPECT_EQ(luck["fact"], both[i]);
      expect_luck(
          luck, happened.at(both[i]), [&](const auto& facts) { return facts.at(both[i]); }, told,
          20 * near);
    }
    if (row_ == "attacker.kills" && column_ == "defender.kills") {
      EXPECT_EQ(answer["observed_sum"]["of"], "attacker.kills less defender.kills");
      const auto sum = [](const FactsByName& facts) {
        return facts.at("attacker.kills") - facts.at("defender.kills");
      };
      expect_luck(answer["observed_sum"], sum(happened), sum, told, 20 * near);
    }
    for (const Part& part : scenario_.parts) expect_part(answer, part, told, near);
    for (const Side side : both_sides) {
      if (scenario_.cost[side] == 0 || !begins_whole(scenario_.question)) continue;
      const std::string lost = std::string(to_string(enemy_of(side))) + ".points-lost";
      const auto rate = [&](const FactsByName& facts) {
        return static_cast<double>(facts.at(lost)) / scenario_.cost[side];
      };
      expect_number(answer["destroyed_per_point"][to_string(side)], mean(told, rate), 20 * near,
                    "destroyed per point");
    }
    for (const auto& [pointer, should] : scenario_.numbers) {
      const Json::json_pointer place(pointer);
      const bool is_of_law = pointer.find("/pmf/") != std::string::npos;
      if (p < 1 || !answer.contains(place) || (sampled && is_of_law)) continue;
      const bool is_mean = pointer == "/rounds/mean" && sampled;  // its width is beside it
      expect_number(answer[place], should, is_mean ? 0.1 : 20 * near, pointer);
    }
    // In a simulation a condition may be met by all trials.
    if (p < 1 - 1e-9 && !sampled) {
      EXPECT_TRUE(!answer.contains("by_round") || answer["by_round"].empty());
    }
  }

  Scenario scenario_;
  RandomNumbers random_;
  std::vector<std::string> numbers_, shown_;
  std::string row_, column_;  ///< two facts that are told together
};

/// `wanted` scenarios of a kind.
template <class Kind>
void expect_all(Kind kind, int wanted) {
  int compared = 0, conditional = 0;
  for (int drawn = 0; drawn < 100 * wanted && compared < wanted; ++drawn) {
    std::optional<Scenario> scenario;
    try {
      scenario = kind.next();
    } catch (const NoAnswer&) {
    } catch (const InputError&) {
    }
    if (!scenario) continue;
    Table table(*scenario, static_cast<std::uint64_t>(drawn) + 1);
    if (!table.is_answered()) continue;
    ++compared;
    conditional += table.check();
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(compared, wanted);
  EXPECT_GT(conditional, wanted / 8);  // in Magewinds the defender deals nothing
}

reference::Fields model_of(const std::string& strength) {
  return {{"count", "1"},     {"engaged", "all"},     {"aggression", "1"}, {"martial", "3"},
          {"integrity", "0"}, {"strength", strength}, {"defence", "3"},    {"wounds", "1"},
          {"save", "0"},      {"ignore", "0"},        {"perception", "4"}, {"ranged-strength", "2"},
          {"shots", "1"}};
}

template <class System>
class Outcomes : public ::testing::Test {};
TYPED_TEST_SUITE(Outcomes, testing::EverySystem, testing::SystemName);

TYPED_TEST(Outcomes, OfFightsAreThoseOfEveryFace) {
  expect_all(testing::Fights<TypeParam>(Size::handful, 36), cases(50, 200));
}

TYPED_TEST(Outcomes, OfFightsAreThoseOfTheSecondStatement) {
  expect_all(testing::StatedFights<TypeParam>(37), cases(60, 200));
}

TYPED_TEST(Outcomes, OfLargerFightsAddUp) {
  expect_all(testing::Fights<TypeParam>(Size::tableful, 38), cases(30, 60));
}

TYPED_TEST(Outcomes, OfSequencesAreThoseOfEveryFace) {
  expect_all(testing::Sequences<TypeParam>(3, true, 421), cases(40, 100));
}

TYPED_TEST(Outcomes, OfLongerSequencesAddUp) {
  expect_all(testing::Sequences<TypeParam>(4, false, 422), cases(40, 100));
}

/// Of the systems that the second statement of sides of several units knows.
template <class System>
class OutcomesOfArmies : public ::testing::Test {};
TYPED_TEST_SUITE(OutcomesOfArmies, testing::DrawnSystems, testing::SystemName);

TYPED_TEST(OutcomesOfArmies, OfBattlesAreThoseOfTheSecondStatement) {
  const bool is_slow = testing::system_of<TypeParam>() == testing::ArmySystem::dwethia_skirmish;
  expect_all(testing::Battles<TypeParam>(testing::ToldBy::second_statement,
                                         testing::Fought::to_the_end, 3511),
             cases(is_slow ? 14 : 45, 140));
}

TYPED_TEST(OutcomesOfArmies, OfBattlesThatHaltAreThoseOfTheSecondStatement) {
  expect_all(testing::Battles<TypeParam>(testing::ToldBy::second_statement,
                                         testing::Fought::until_it_halts, 3613),
             cases(18, 60));
}

TYPED_TEST(OutcomesOfArmies, OfLargerBattlesAddUp) {
  expect_all(
      testing::Battles<TypeParam>(testing::ToldBy::nobody, testing::Fought::to_the_end, 2112),
      cases(25, 60));
}

TYPED_TEST(OutcomesOfArmies, OfLargerBattlesThatHaltAddUp) {
  expect_all(
      testing::Battles<TypeParam>(testing::ToldBy::nobody, testing::Fought::until_it_halts, 2113),
      cases(15, 40));
}

// Of three and three, fights of two against one and of one against two have the same units.
TEST(ArmiesOfDwethia, ThreeAgainstThree) {
  const auto model = [](const std::string& name, const std::string& strength) {
    return reference::Entry{name, {{}, {{"G0", model_of(strength)}}}};
  };
  testing::Drawn drawn;
  drawn.attacker.units = {model("A0", "2"), model("A1", "4"), model("A2", "5")};
  drawn.defender.units = {model("D0", "5"), model("D1", "3"), model("D2", "2")};
  drawn.attacker.conduct = drawn.defender.conduct = {"random", "random", {}};
  drawn.cap = 2;
  Table(testing::stated<DwethiaSkirmish>(drawn), 1).check();
}

// Only in the second round do they retreat. Of those who are left somebody may stand whose enemies
// have moved away while others fight on.
TEST(ArmiesOfDwethia, SomeFightOnWhenOthersHaveRetreated) {
  const reference::Fields weak = model_of("3");
  reference::Fields strong = model_of("4");
  strong["count"] = strong["wounds"] = "2";
  strong["save"] = "5";
  testing::Drawn drawn;
  drawn.attacker.units = {{"A0", {{}, {{"G0", weak}}}}, {"A1", {{}, {{"G0", strong}}}}};
  drawn.attacker.conduct = {"listed", "random", {{"A1", "D1"}}};
  drawn.defender.units = {{"D0", {{}, {{"G0", weak}, {"G1", weak}}}},
                          {"D1", {{}, {{"G0", weak}, {"G1", strong}}}}};
  drawn.defender.conduct = {"random", "weakest", {}};
  drawn.situation = {{"response", "fight,retreat"}, {"retreat-opportunity", "yes"}};
  drawn.halts.breaks = {2, 2};
  Table(testing::stated<DwethiaSkirmish>(drawn), 2).check();
}

TYPED_TEST(Outcomes, OfDuelsAddUp) { expect_all(testing::Duels<TypeParam>(39), cases(40, 100)); }

}  // namespace
}  // namespace warodds
