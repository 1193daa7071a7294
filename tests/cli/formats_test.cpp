// JSON and CSV as contracts: the keys are there, the numbers are the same doubles in both, and a
// distribution is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

struct Example {
  const char* roster;
  const char* attacker;
  const char* defender;
  bool defender_deals;
};

const std::vector<Example> examples{{"arcane-legions", "Iron Cohort", "Dune Raiders", true},
                                    {"magewinds", "Deadeye", "Wizard", false},
                                    {"raiders-of-arcana", "Human Warriors", "Goblin Mob", true},
                                    {"dwethia-skirmish", "Oak Shields", "Wolf Riders", true}};

std::string fight(const Example& matchup, const char* format,
                  const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "fight",    "--roster", example(matchup.roster), matchup.attacker, matchup.defender,
      "--format", format};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

const std::vector<std::string> rolled{"--engine", "sim", "--trials", "50000", "--seed", "9"};

void expect_distribution(const Json& distribution, bool from_simulation) {
  ASSERT_TRUE(distribution.is_object());
  const auto pmf = distribution["pmf"].get<std::vector<double>>();
  ASSERT_FALSE(pmf.empty());
  EXPECT_NEAR(std::accumulate(pmf.begin(), pmf.end(), 0.0), 1, 1e-12);
  double mean = 0;
  double square = 0;
  for (std::size_t k = 0; k < pmf.size(); ++k) {
    EXPECT_GE(pmf[k], 0);
    mean += static_cast<double>(k) * pmf[k];
    square += static_cast<double>(k * k) * pmf[k];
  }
  EXPECT_NEAR(distribution["mean"].get<double>(), mean, 1e-9);
  EXPECT_NEAR(distribution["sd"].get<double>(), std::sqrt(std::max(square - mean * mean, 0.0)),
              1e-6);
  EXPECT_EQ(distribution.contains("half_width"), from_simulation);
  if (from_simulation) {
    EXPECT_EQ(distribution["half_width"].size(), pmf.size());
  }
}

void expect_contract(const Json& json, const Example& matchup, bool from_simulation) {
  EXPECT_EQ(json["version"], WARODDS_VERSION);
  EXPECT_EQ(json["command"], "fight");
  EXPECT_EQ(json["system"], matchup.roster);
  EXPECT_EQ(json["engine"]["name"], from_simulation ? "sim" : "exact");
  if (from_simulation) {
    EXPECT_EQ(json["engine"]["trials"], 50000);
    EXPECT_EQ(json["engine"]["seed"], 9);
    EXPECT_EQ(json["engine"]["confidence"], 0.99);
    EXPECT_EQ(json["engine"]["partial"], false);
  }
  EXPECT_EQ(json["attacker"]["unit"], matchup.attacker);
  EXPECT_EQ(json["defender"]["unit"], matchup.defender);
  EXPECT_TRUE(json["attacker"]["profile"].is_object());
  EXPECT_TRUE(json["situation"].is_object());
  for (const char* side : {"attacker_deals", "defender_deals"}) {
    for (const char* quantity : {"hits", "damage", "kills"}) {
      expect_distribution(json[side][quantity], from_simulation);
    }
    const Json& destroyed = json[side]["destroyed"];
    const double p = (from_simulation ? destroyed["p"] : destroyed).get<double>();
    EXPECT_GE(p, 0);
    EXPECT_LE(p, 1);
    EXPECT_EQ(destroyed.is_object(), from_simulation);
  }
  if (!matchup.defender_deals) {
    EXPECT_EQ(json["defender_deals"]["damage"]["pmf"], Json({1.0}));
  }

  // Rows are the attacker's damage, columns the defender's: the marginals are those of the sides.
  const Json& joint = json["joint_damage"];
  const Json& of_attacker = json["attacker_deals"]["damage"]["pmf"];
  const Json& of_defender = json["defender_deals"]["damage"]["pmf"];
  ASSERT_EQ(joint.size(), of_attacker.size());
  std::vector<double> columns(of_defender.size(), 0.0);
  for (std::size_t row = 0; row < joint.size(); ++row) {
    const auto cells = joint[row].get<std::vector<double>>();
    ASSERT_EQ(cells.size(), columns.size());
    EXPECT_NEAR(std::accumulate(cells.begin(), cells.end(), 0.0), of_attacker[row].get<double>(),
                1e-12);
    for (std::size_t column = 0; column < cells.size(); ++column) columns[column] += cells[column];
  }
  for (std::size_t column = 0; column < columns.size(); ++column) {
    EXPECT_NEAR(columns[column], of_defender[column].get<double>(), 1e-12);
  }
}

/// The fields of an RFC 4180 text, by row; the header first.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& field = rows.back().back();
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      field += c;
    } else if (c == ',') {
      rows.back().emplace_back();
    } else if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i;
      if (i + 1 < text.size()) rows.push_back({""});
    } else {
      field += c;
    }
  }
  EXPECT_FALSE(quoted);
  return rows;
}

/// Every row as a map from the header's names.
std::vector<std::map<std::string, std::string>> observations(const std::string& text) {
  const auto rows = read_csv(text);
  std::vector<std::map<std::string, std::string>> result;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    EXPECT_EQ(rows[r].size(), rows[0].size()) << "row " << r;
    std::map<std::string, std::string> row;
    for (std::size_t c = 0; c < rows[r].size(); ++c) row[rows[0][c]] = rows[r][c];
    result.push_back(std::move(row));
  }
  return result;
}

double number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  EXPECT_TRUE(!text.empty() && *end == '\0') << text;
  return value;
}

TEST(FightText, SaysWhatChangesTheDice) {
  const Outcome outcome =
      run({"fight", "--system", "arcane-legions", "red=3,attack-result=1,result-cap=5", "white=2",
           "--with", "critical=final"});
  EXPECT_THAT(outcome.out, HasSubstr("attack: 3 dice, +1 each, at most 5; defence: 2 dice\n"));
  EXPECT_THAT(outcome.out, HasSubstr("3 final sixes score +1\n"));
}

TEST(Json, OfFightHasTheContractsKeys) {
  for (const Example& matchup : examples) {
    SCOPED_TRACE(matchup.roster);
    expect_contract(Json::parse(fight(matchup, "json")), matchup, false);
    expect_contract(Json::parse(fight(matchup, "json", rolled)), matchup, true);
  }
}

TEST(Json, HasTheExtraQuantitiesOfASystem) {
  EXPECT_TRUE(
      Json::parse(fight(examples[0], "json"))["attacker_deals"].contains("damage_per_order_point"));
  EXPECT_TRUE(Json::parse(fight(examples[1], "json"))["attacker_deals"].contains("knockback"));
  EXPECT_TRUE(Json::parse(fight(examples[3], "json"))["attacker_deals"].contains("wounds"));
  // Who rolls nothing deals nothing, but says so of everything.
  const Json retreat = Json::parse(fight(examples[3], "json", {"--with", "response=retreat"}));
  for (const char* quantity : {"hits", "wounds", "damage", "kills"}) {
    EXPECT_EQ(retreat["defender_deals"][quantity]["pmf"], Json::array({1.0})) << quantity;
  }
}

TEST(Json, OfOtherCommandsParses) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"systems"},
           {"systems", "magewinds"},
           {"units", "--roster", example("magewinds")},
           {"explain", "--roster", example("magewinds"), "Wizard", "Wurm"},
           {"check", "--roster", example("magewinds"), "Wizard", "Wurm"}}) {
    std::vector<std::string> with_format = arguments;
    with_format.insert(with_format.end(), {"--format", "json"});
    const Json json = Json::parse(run(with_format).out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << arguments[0];
    EXPECT_EQ(json["command"], arguments[0]);
  }
}

TEST(Json, OfAUnitWithAStrangeNameParses) {
  const TemporaryFile roster("strange.toml",
                             "system = \"magewinds\"\n[[unit]]\nname = \"\\\"\\\\\\u00e9\"\n"
                             "power = 3\nprecision = 4\n");
  const Outcome outcome =
      run({"fight", "--roster", roster.path(), "\"\\\u00e9", "\"\\\u00e9", "--format", "json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["attacker"]["unit"], "\"\\\u00e9");
}

TEST(Csv, IsRectangularWithAHeader) {
  for (const Example& matchup : examples) {
    for (const auto& more : {std::vector<std::string>{}, rolled}) {
      const std::string text = fight(matchup, "csv", more);
      EXPECT_EQ(text.rfind("version,system,attacker,defender,engine,trials,seed,", 0), 0U);
      EXPECT_EQ(text.substr(text.size() - 2), "\r\n");
      EXPECT_GT(observations(text).size(), 10U);
    }
  }
}

TEST(Csv, HasTheSameDoublesAsJson) {
  for (const Example& matchup : examples) {
    for (const auto& more : {std::vector<std::string>{}, rolled}) {
      const Json json = Json::parse(fight(matchup, "json", more));
      int compared = 0;
      for (const auto& row : observations(fight(matchup, "csv", more))) {
        SCOPED_TRACE(row.at("side") + " " + row.at("quantity") + " " + row.at("k"));
        if (!json.contains(row.at("side") + "_deals") || row.at("quantity") == "profile" ||
            row.at("quantity") == "assumed") {
          continue;
        }
        EXPECT_EQ(row.at("version"), WARODDS_VERSION);
        EXPECT_EQ(row.at("engine"), more.empty() ? "exact" : "sim");
        EXPECT_EQ(row.at("seed"), more.empty() ? "" : "9");
        const Json& deals = json[row.at("side") + "_deals"];
        const std::string& quantity = row.at("quantity");
        const bool of_group = quantity.rfind("kills[", 0) == 0;
        const Json& where = of_group ? deals["kills_by_group"] : deals;
        const std::string name =
            of_group ? quantity.substr(6, quantity.size() - 7) : quantity;  // kills[NAME]
        ASSERT_TRUE(where.contains(name));
        const Json& series = where[name];
        const std::string& statistic = row.at("statistic");
        if (statistic == "probability" && !row.at("k").empty()) {
          const auto k = static_cast<std::size_t>(number(row.at("k")));
          EXPECT_EQ(series["pmf"][k].get<double>(), number(row.at("value")));
          if (!more.empty()) {
            EXPECT_EQ(series["half_width"][k].get<double>(), number(row.at("half_width")));
          }
          ++compared;
        } else if (series.contains("pmf") && statistic != "at_least") {
          EXPECT_EQ(series[statistic].get<double>(), number(row.at("value")));
          ++compared;
        }
      }
      EXPECT_GT(compared, 10);
    }
  }
}

TEST(Json, HasNoProbabilityAboveOne) {
  const Json json =
      Json::parse(fight({"arcane-legions", "Arena Champions", "Fog Witches", false}, "json"));
  for (const char* side : {"attacker_deals", "defender_deals"}) {
    for (const char* what : {"hits", "damage", "kills"}) {
      for (const Json& p : json[side][what]["pmf"]) EXPECT_LE(p.get<double>(), 1) << side << what;
    }
  }
  for (const Json& row : json["joint_damage"]) {
    for (const Json& p : row) EXPECT_LE(p.get<double>(), 1);
  }
}

TEST(Csv, QuotesNamesThatNeedIt) {
  const TemporaryFile roster("quotes.toml",
                             "system = \"magewinds\"\n[[unit]]\nname = \"the \\\"Fang\\\"\"\n"
                             "power = 3\nprecision = 4\n");
  const Outcome outcome =
      run({"fight", "--roster", roster.path(), "the \"Fang\"", "the \"Fang\"", "--format", "csv"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const auto& row : observations(outcome.out)) {
    EXPECT_EQ(row.at("attacker"), "the \"Fang\"");
  }
}

TEST(Csv, OfOtherCommandsIsRectangular) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"systems"},
           {"explain", "--roster", example("magewinds"), "Wizard", "Wurm"},
           {"check", "--roster", example("magewinds"), "Wizard", "Wurm"}}) {
    std::vector<std::string> with_format = arguments;
    with_format.insert(with_format.end(), {"--format", "csv"});
    const std::string text = run(with_format).out;
    EXPECT_THAT(text, HasSubstr("version,system,"));
    EXPECT_GT(observations(text).size(), 1U) << arguments[0];
  }
}

}  // namespace
}  // namespace warodds::test
