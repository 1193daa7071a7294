// One grammar of numbers: for every fact X and number N more than N, N and less than N are all
// there is, wherever that is asked.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/ask/ask.h"
#include "core/ask/lines.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

const std::string raiders_of_grammar = "raiders-of-arcana";
const std::string three_of_100 = "points=100,figures=3,cd=2,as=5,arm=8,hp=2,fatigue=0";
const std::string four_of_50 = "points=50,figures=4,cd=1,as=6,arm=7,fatigue=0";

/// A question, and the facts that it may be asked for.
struct AskedForFacts {
  std::string of;
  Arguments line;
  std::vector<std::string> facts;
  bool in_table = false;  ///< its numbers are cells
};
void PrintTo(const AskedForFacts& asked, std::ostream* out) { *out << asked.of; }

const std::vector<AskedForFacts>& all_asked() {
  static const std::vector<std::string> of_fights{
      "kills", "defender.kills",       "attacker.damage",      "attacker.hits",
      "swing", "attacker.points-lost", "defender.points-lost", "attacker.destroyed"};
  static const std::vector<std::string> of_battles{
      "attacker.kills",           "defender.survivors",   "rounds",
      "attacker.hit-points-left", "defender.points-lost", "swing"};
  static const std::vector<AskedForFacts> all{
      {"fight", {"fight", three_of_100, four_of_50, "--system", raiders_of_grammar}, of_fights},
      {"battle",
       {"battle", three_of_100, four_of_50, "--system", raiders_of_grammar, "--rounds", "4"},
       of_battles},
      {"battle of several",
       {"battle", three_of_100 + " + figures=2,points=10,fatigue=0", four_of_50, "--system",
        raiders_of_grammar, "--rounds", "2"},
       of_battles},
      {"sequence",
       {"sequence", three_of_100, "--by", four_of_50, "--by", four_of_50, "--system",
        raiders_of_grammar},
       {"damage", "kills", "survivors", "losses", "step[1].kills", "swing", "attacker.points-lost",
        "step[2].defender.points-lost"}},
      {"sweep",
       {"sweep", three_of_100, four_of_50, "--system", raiders_of_grammar, "--vary",
        "attacker.str=0..1"},
       of_fights,
       true},
      {"sweep of battles",
       {"sweep", three_of_100, four_of_50, "--system", raiders_of_grammar, "--vary",
        "attacker.str=0..1", "--rounds", "2"},
       {"defender.survivors", "rounds"},
       true}};
  return all;
}

std::vector<std::string> both_engines() { return {"exact", "sim"}; }

/// The first numbers of an answer, by what was asked for.
std::map<std::string, double> numbers_in(const AskedForFacts& asked, const Json& answer,
                                         const std::vector<std::string>& texts) {
  std::map<std::string, double> numbers;
  const Json& in = asked.in_table ? answer.at("points").at(0).at("values") : answer.at("show");
  const auto number = [](const Json& one) {
    return one.is_object() ? one.at(one.contains("p") ? "p" : "value").get<double>()
                           : one.get<double>();
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    numbers[texts[i]] = in.is_array() ? number(in.at(i)) : number(in.at(texts[i]));
  }
  return numbers;
}

std::string with_commas(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
  return all;
}

class OneGrammar : public ::testing::TestWithParam<AskedForFacts> {
 protected:
  std::mt19937 random_{20250719};
  std::string number() {
    static const std::vector<std::string> odd{"-5",      "-0.5",  "0",    "0.5",  "2.5",
                                              "33.3333", "66.67", "87.5", "12.5", "1e1"};
    const auto k = random_() % 20;
    return k < odd.size() ? odd[k] : fmt::format("{}", k - odd.size());
  }
};

TEST_P(OneGrammar, MoreTheSameAndLessAreAllThereIs) {
  for (const std::string& engine : both_engines()) {
    std::vector<std::string> texts;
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& fact : GetParam().facts) {
      for (int drawn = 0; drawn < 4; ++drawn) {
        const std::string n = number();
        pairs.emplace_back(fact, n);
        for (const char* sign : {">", "=", "<", ">=", "<=", "!="}) texts.push_back(fact + sign + n);
        texts.push_back(n + "<" + fact);
      }
    }
    Arguments more{"--engine", engine, "--show", with_commas(texts)};
    if (engine == "sim") more = more + Arguments{"--trials", "2000"};
    const auto p = numbers_in(GetParam(), answered(GetParam().line, more), texts);
    constexpr double off = 1e-12;
    for (const auto& [x, n] : pairs) {
      SCOPED_TRACE(engine + ": " + x + ", " + n);
      EXPECT_NEAR(p.at(x + ">" + n) + p.at(x + "=" + n) + p.at(x + "<" + n), 1, off);
      EXPECT_NEAR(p.at(x + ">" + n) + p.at(x + "=" + n), p.at(x + ">=" + n), off);
      EXPECT_NEAR(p.at(x + "<" + n) + p.at(x + "=" + n), p.at(x + "<=" + n), off);
      EXPECT_NEAR(p.at(x + "=" + n) + p.at(x + "!=" + n), 1, off);
      EXPECT_NEAR(p.at(x + ">" + n), p.at(n + "<" + x), off);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(In, OneGrammar, ::testing::ValuesIn(all_asked()), [](const auto& asked) {
  std::string name = asked.param.of;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return name;
});

TEST(OneGrammar, IsThatOfMatrices) {
  const TemporaryFile roster("units.toml",
                             "system = \"raiders-of-arcana\"\n"
                             "[[unit]]\nname = \"A\"\npoints = 100\nfigures = 3\nfatigue = 0\n"
                             "[[unit]]\nname = \"B\"\npoints = 50\nfigures = 2\nfatigue = 0\n");
  for (const auto& [more, fact] :
       {std::pair(Arguments{}, "defender.points-lost"), std::pair(Arguments{}, "attacker.kills"),
        std::pair(Arguments{"--battle", "--rounds", "2"}, "swing"),
        std::pair(Arguments{"--battle", "--rounds", "2"}, "rounds")}) {
    for (const char* n : {"33.3333", "0", "1", "2.5"}) {
      const std::string x = fact;
      const std::vector<std::string> texts{x + ">" + n, x + "=" + n, x + "<" + n};
      Arguments line{"matrix", "--roster", roster.path(), "--show", with_commas(texts)};
      const Json answer = answered(line, more);
      for (const Json& row : answer.at("matrix")) {
        for (const Json& cell : row) EXPECT_NEAR(sum(cell), 1, 1e-12) << x << ' ' << n;
      }
    }
  }
}

TEST(OneGrammar, IsThatOfTargets) {
  for (const char* fact : {"swing", "attacker.kills", "defender.points-lost"}) {
    for (const char* n : {"0", "1", "2.5", "12.5", "-33.3333"}) {
      double all = 0;
      for (const char* sign : {">", "=", "<"}) {
        const Json answer =
            answered({"tune", three_of_100, four_of_50, "--system", raiders_of_grammar, "--vary",
                      "attacker.str=1..1", "--target", std::string(fact) + sign + n + "=0.5"});
        all += answer.at("best").at(0).at("value").get<double>();
      }
      EXPECT_NEAR(all, 1, 1e-12) << fact << ' ' << n;
    }
  }
}

}  // namespace
}  // namespace warodds::test
