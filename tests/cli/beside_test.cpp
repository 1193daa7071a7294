// What is worked out beside an answer may not refuse it, change it or outlast its time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <ctime>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

/// Units of a system some of which cannot do what may be said of all.
struct Odd {
  std::string system;
  std::string units;  ///< TOML
  std::vector<std::string> names;
  std::vector<std::string> settings;  ///< of attacks
  std::vector<std::string> of_all;    ///< said of the battle only
};
void PrintTo(const Odd& odd, std::ostream* out) { *out << odd.system; }

const Odd all_odd[] = {
    {"raiders-of-arcana",
     "[[unit]]\nname = \"One\"\nfigures = 1\n"
     "[[unit]]\nname = \"Trio\"\nfigures = 3\narm = 6\n"
     "[[unit]]\nname = \"Tired\"\nfigures = 2\nfatigue = 2\n",
     {"One", "Trio", "Tired"},
     {},
     {"attacker-attack=2", "attacker-attack=3", "defender-attack=1", "defender-attack=2",
      "defender-attack=all", "attacker-breaks=50%", "attacker-markers=1"}},
    {"magewinds",
     "[[unit]]\nname = \"Wurm\"\ntoughness = 4\npower = 4\nprecision = 4\n"
     "[[unit]]\nname = \"Mage\"\ntoughness = 4\ndodge = 1\ndeflect = 1\n"
     "light = { power = 3, precision = 5 }\nheavy = { power = 5, precision = 4 }\n",
     {"Wurm", "Mage"},
     {"choice=heavy", "choice=feint", "reaction=dodge", "cover=yes"},
     {"choice=light", "reply.choice=heavy", "reply.reaction=deflect", "attacks-per-round=2"}},
    {"arcane-legions",
     "[[unit]]\nname = \"Pikes\"\nred = 3\nwhite = 2\nhp = 2\n"
     "[[unit]]\nname = \"Bows\"\nblue = 3\nwhite = 2\nhp = 2\n"
     "[[unit]]\nname = \"Wall\"\nwhite = 3\nhp = 2\n",
     {"Pikes", "Bows", "Wall"},
     {"mode=ranged", "mode=ranged*2,close", "target-side=grey"},
     {"mode=ranged", "order-points=2", "turns=attacker-only", "defender-side=grey"}},
    {"dwethia-skirmish",
     "[[unit]]\nname = \"Men\"\n[[unit.model]]\nname = \"Man\"\ncount = 2\n"
     "[[unit]]\nname = \"Idle\"\n[[unit.model]]\nname = \"Idler\"\ncount = 1\nengaged = 0\n"
     "[[unit]]\nname = \"Guns\"\n[[unit.model]]\nname = \"Gun\"\nshots = 1\nperception = 5\n"
     "ranged-strength = 4\n",
     {"Men", "Idle", "Guns"},
     {"response=fire", "response=retreat"},
     {"response=fire", "step-up=no", "order=attacker-first", "roles=alternate"}}};

class Beside : public ::testing::TestWithParam<Odd> {
 protected:
  using Sides = std::pair<std::vector<std::string>, std::vector<std::string>>;

  template <class T>
  const T& any(const std::vector<T>& of) {
    return of[random_() % of.size()];
  }
  std::vector<std::string> side() {
    std::vector<std::string> units;
    for (std::size_t left = 1 + random_() % 3; left > 0; --left) {
      std::string unit = any(GetParam().names);
      if (!GetParam().settings.empty() && random_() % 3 == 0) {
        unit += " with " + any(GetParam().settings);
      }
      units.push_back(std::move(unit));
    }
    return units;
  }
  static std::string joined(const std::vector<std::string>& units) {
    std::string text;
    for (const std::string& unit : units) text += (text.empty() ? "" : " + ") + unit;
    return text;
  }
  Arguments battle(const Sides& sides, const Arguments& settings) const {
    return Arguments{"battle", "--roster",          roster_.path(),       "--rounds",
                     "4",      joined(sides.first), joined(sides.second), "--format",
                     "json"} +
           settings;
  }

  std::mt19937 random_{5};
  TemporaryFile roster_{"odd.toml", "system = \"" + GetParam().system + "\"\n" + GetParam().units};
};

TEST_P(Beside, AnswersThatShowWinShowAllAndTheParts) {
  constexpr int wanted = 12;
  int answers = 0, parts = 0, refused_alone = 0;
  for (int tries = 0; answers < wanted && tries < 4 * wanted; ++tries) {
    const Sides sides{side(), side()};
    Arguments settings;
    for (std::size_t i = random_() % 3; i > 0; --i) {
      settings = settings + Arguments{"--with", any(GetParam().of_all)};
    }
    if (sides.first.size() + sides.second.size() < 3) continue;
    const Outcome only_win = run(battle(sides, settings + Arguments{"--show", "win,lose"}));
    if (only_win.exit_code != 0) continue;  // such as one key said twice
    ++answers;
    std::string asked;
    for (const std::string& word : battle(sides, settings)) asked += "'" + word + "' ";
    SCOPED_TRACE(asked);
    const Outcome all = run(battle(sides, settings));
    ASSERT_EQ(all.exit_code, 0) << all.err;
    const Json win = Json::parse(only_win.out)["show"], full = Json::parse(all.out);
    EXPECT_EQ(win["win"], full["win"]["attacker"]);
    EXPECT_EQ(win["lose"], full["win"]["defender"]);
    for (const bool of_attacker : {true, false}) {
      const std::string name = of_attacker ? "attacker" : "defender";
      const auto& units = of_attacker ? sides.first : sides.second;
      for (std::size_t i = 0; units.size() > 1 && i < units.size(); ++i) {
        const Json& unit = full[name + "_units"][i];
        ASSERT_TRUE(unit.contains("part")) << unit;
        Sides without = sides;
        auto& rest = of_attacker ? without.first : without.second;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        const Outcome alone =
            run(battle(without, settings + Arguments{"--show", of_attacker ? "win" : "lose"}));
        if (alone.exit_code != 0) {  // of two units what they cannot do is refused
          ++refused_alone;
          continue;
        }
        const double odds =
            Json::parse(alone.out)["show"][of_attacker ? "win" : "lose"].get<double>();
        EXPECT_NEAR(unit["part"].get<double>(), full["win"][name].get<double>() - odds, 1e-9)
            << unit;
        ++parts;
      }
    }
  }
  EXPECT_EQ(answers, wanted);
  EXPECT_GT(parts, wanted);
  // In Magewinds and Dwethia Skirmish nothing that is said here is refused.
  const bool refuses =
      GetParam().system == "raiders-of-arcana" || GetParam().system == "arcane-legions";
  EXPECT_EQ(refused_alone > 0, refuses);
}

INSTANTIATE_TEST_SUITE_P(In, Beside, ::testing::ValuesIn(all_odd),
                         [](const auto& odd) { return odd.param.system.substr(0, 6); });

TEST(BesideInTime, PartsShareTheTimeOfTheAnswer) {
  // Sixteen parts, each of which could use up the limit. Processor time, since a busy machine is
  // not ours; the dice by themselves, so that a part of the limit is enough for the answer.
  const std::clock_t start = std::clock();
  const std::string text = said({"battle", "figures=5*8", "figures=5*8", "--system",
                                 "raiders-of-arcana", "--engine", "sim", "--time-limit", "3"});
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 16);
  EXPECT_THAT(text, ::testing::AnyOf(HasSubstr("add is left out: the time limit of 3 s"),
                                     HasSubstr("adds is left out: the time limit of 3 s")));
}

}  // namespace
}  // namespace warodds::test
