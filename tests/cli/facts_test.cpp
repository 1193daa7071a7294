// Every fact of every report, in every form: what JSON says, CSV says too, with the same values,
// and what is a number of a fight or a battle has a name by which it can be asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/roster/csv.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using Row = std::map<std::string, std::string>;

/// Rows by the names of the header.
std::vector<Row> read(const std::string& csv) {
  const std::vector<CsvRow> rows = parse_csv(csv, "").rows;
  std::vector<Row> named;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    EXPECT_EQ(rows[r].fields.size(), rows[0].fields.size());
    named.emplace_back();
    for (std::size_t c = 0; c < rows[r].fields.size(); ++c) {
      named.back()[rows[0].fields[c]] = rows[r].fields[c];
    }
  }
  return named;
}

/// Whether a field of CSV says what a value of JSON says.
bool says(const std::string& field, const Json& value) {
  if (value.is_null()) return field.empty();
  if (value.is_boolean()) return field == (value.get<bool>() ? "yes" : "no");
  if (value.is_string()) return field == value.get<std::string>();
  char* end = nullptr;
  const double number = std::strtod(field.c_str(), &end);
  return !field.empty() && *end == '\0' && number == value.get<double>();
}

/// Calls f(path, value) for each value that is neither an object nor a list.
template <class F>
void for_each_leaf(const Json& json, const std::string& path, const F& f) {
  if (!json.is_structured()) return f(path, json);
  for (const auto& [key, value] : json.items()) {
    for_each_leaf(value, path + (path.empty() ? "" : "/") + key, f);
  }
}

/// Whether any field of any row, or any part of the settings, says it.
class Said {
 public:
  explicit Said(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      for (const auto& [column, field] : row) {
        fields_.insert(field);
        fields_.insert(column);  // what is varied is the name of a column
        if (column != "settings") continue;
        settings_.push_back("; " + field + "; ");
        std::string part;
        for (const char c : field + ";") {
          if (c != ';') {
            part += c;
            continue;
          }
          const std::string text = part.substr(part.find_first_not_of(' '));
          fields_.insert(text);  // "cover=yes" as it is asked for
          for (auto at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
            fields_.insert(text.substr(at + 1));
          }
          part.clear();
        }
      }
    }
    for (const std::string& field : fields_) {
      char* end = nullptr;
      const double number = std::strtod(field.c_str(), &end);
      if (!field.empty() && *end == '\0') numbers_.insert(number);
    }
  }
  bool has(const Json& value) const {
    if (value.is_number()) return numbers_.count(value.get<double>()) > 0;
    if (value.is_boolean()) return fields_.count(value.get<bool>() ? "yes" : "no") > 0;
    if (value.is_null() || fields_.count(value.get<std::string>()) > 0) return true;
    if (fields_.count("'" + value.get<std::string>()) > 0) return true;  // no formula
    return std::any_of(settings_.begin(), settings_.end(), [&](const std::string& settings) {
      return settings.find("=" + value.get<std::string>() + "; ") != std::string::npos;
    });
  }

 private:
  std::vector<std::string> settings_;
  std::set<std::string> fields_;
  std::set<double> numbers_;
};

struct System {
  const char* name;
  const char* a;
  const char* b;
  const char* with;
};
const std::vector<System> systems{
    {"arcane-legions", "Iron Cohort", "Dune Raiders", "attacker-side=grey"},
    {"magewinds", "Deadeye", "Wizard", "cover=yes"},
    {"raiders-of-arcana", "Human Warriors", "Goblin Mob", "round-up=yes"},
    {"dwethia-skirmish", "Oak Shields", "Wolf Riders", "response=retreat"}};

Arguments asked(const System& system, const char* command, const Arguments& more = {}) {
  return with({command, "--roster", example(system.name)}, more);
}

/// The rows of CSV that have these fields.
std::vector<Row> matching(const std::vector<Row>& rows, const Row& fields) {
  std::vector<Row> found;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(found), [&](const Row& row) {
    return std::all_of(fields.begin(), fields.end(),
                       [&](const auto& field) { return row.at(field.first) == field.second; });
  });
  return found;
}

/// CSV has one such row, and its value is that.
void expect_row(const std::vector<Row>& rows, const Row& fields, const Json& value) {
  const std::vector<Row> found = matching(rows, fields);
  std::string what;
  for (const auto& [column, field] : fields) what += column + "=" + field + " ";
  ASSERT_EQ(found.size(), 1U) << what;
  EXPECT_TRUE(says(found.front().at("value"), value)) << what << value;
}

void expect_law(const std::vector<Row>& rows, Row of, const Json& law) {
  const auto statistic = [&](const char* name) {
    of["statistic"] = name;
    return of;
  };
  expect_row(rows, statistic("mean"), law["mean"]);
  expect_row(rows, statistic("sd"), law["sd"]);
  double at_least = 0;
  for (std::size_t k = law["pmf"].size(); k-- > 0;) {
    of["k"] = std::to_string(k);
    expect_row(rows, statistic("probability"), law["pmf"][k]);
    at_least += law["pmf"][k].get<double>();
    if (law.contains("half_width")) {
      const Row row = matching(rows, statistic("probability")).front();
      EXPECT_TRUE(says(row.at("half_width"), law["half_width"][k]));
    }
    const auto found = matching(rows, statistic("at_least"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(std::stod(found.front().at("value")), at_least, 1e-12);
  }
}

/// The settings of a side and of the situation, what plays, what was bought, what is remarked.
void expect_circumstances(const std::vector<Row>& rows, const Json& json) {
  for (const char* side : {"attacker", "defender"}) {
    EXPECT_EQ(rows.front().at(side), json[side]["unit"].get<std::string>());
    for (const auto& [key, value] : json[side]["profile"].items()) {
      if (!value.is_array()) {
        expect_row(rows, {{"side", side}, {"quantity", "profile"}, {"statistic", key}}, value);
        continue;
      }
      for (std::size_t i = 0; i < value.size(); ++i) {
        for (const auto& [field, of_group] : value[i].items()) {
          expect_row(rows,
                     {{"side", side},
                      {"quantity", "profile"},
                      {"statistic", value[i]["name"].get<std::string>() + "." + field},
                      {"k", std::to_string(i + 1)}},
                     of_group);
        }
      }
    }
    if (json.contains("policy") && json["policy"].contains(side)) {
      expect_row(rows, {{"side", side}, {"quantity", "policy"}}, json["policy"][side]);
    }
  }
  for (const auto& [key, value] : json["situation"].items()) {
    expect_row(rows, {{"quantity", "situation"}, {"statistic", key}}, value);
  }
  if (json.contains("budget")) expect_row(rows, {{"quantity", "budget"}}, json["budget"]);
  for (std::size_t i = 0; json.contains("remarks") && i < json["remarks"].size(); ++i) {
    expect_row(rows, {{"quantity", "remark"}, {"k", std::to_string(i + 1)}}, json["remarks"][i]);
  }
  expect_row(rows, {{"quantity", "command"}}, json["command"]);
}

const Arguments sampled{"--engine", "sim", "--trials", "20000"};

/// The number, which has a half-width beside it where it is simulated.
const Json& number_of(const Json& json) {
  if (!json.is_object()) return json;
  for (const char* word : {"p", "mean", "value"}) {
    if (json.contains(word)) return json[word];
  }
  return json;
}

std::string names_of(const std::map<std::string, Json>& numbers) {
  std::string names;
  for (const auto& [name, number] : numbers) names += (names.empty() ? "" : ",") + name;
  return names;
}

/// Asked for by their names, the numbers are the same.
void expect_named(const Arguments& question, const std::map<std::string, Json>& numbers) {
  const Json shown = answered(question, {"--show", names_of(numbers)})["show"];
  const auto rows = read(said(question, {"--show", names_of(numbers), "--format", "csv"}));
  for (const auto& [name, number] : numbers) {
    EXPECT_EQ(number_of(shown[name]), number_of(number)) << name;
    expect_row(rows, {{"quantity", name}, {"statistic", "value"}}, number_of(number));
  }
}

/// Every fact that a system lists can be asked for, in all ways that there are of its kind.
void expect_all_can_be_asked(const System& system, const std::string& of,
                             const Arguments& question) {
  std::map<std::string, Json> asked_for;
  const Json listed = answered({"quantities", system.name});
  for (const Json& row : listed["systems"][0]["quantities"]) {
    std::string name = row["name"];
    // Only figures in groups, sides of several units, and units with points have these.
    if (row["of"] != of || name.find('[') != std::string::npos ||
        name.find("swing") != std::string::npos || name.find("point") != std::string::npos) {
      continue;
    }
    if (name.rfind("SIDE", 0) == 0) name = "attacker" + name.substr(4);
    if (row["is"] != "count") {
      asked_for[name];
      continue;
    }
    for (const char* how : {".mean", ".sd", ".median", ".p90", " >= 1"}) asked_for[name + how];
  }
  const Json shown = answered(question, {"--show", names_of(asked_for)})["show"];
  EXPECT_EQ(shown.size(), asked_for.size());
  for (const auto& [name, number] : shown.items())
    EXPECT_TRUE(number_of(number).is_number()) << name;
}

void expect_fight(const System& system, const Arguments& more) {
  SCOPED_TRACE(system.name);
  const Arguments question =
      asked(system, "fight", with({system.a, system.b, "--with", system.with}, more));
  const Json json = answered(question);
  const auto rows = read(said(question, {"--format", "csv"}));
  expect_circumstances(rows, json);
  std::map<std::string, Json> numbers;
  for (const std::string side : {"attacker", "defender"}) {
    for (const auto& [name, fact] : json[side + "_deals"].items()) {
      const std::string full = side + "." + name;
      if (name == "kills_by_group") {
        for (const auto& [group, law] : fact.items()) {
          expect_law(rows, {{"side", side}, {"quantity", "kills[" + group + "]"}}, law);
          numbers[side + ".kills[" + group + "].mean"] = law["mean"];
        }
      } else if (fact.contains("pmf")) {
        expect_law(rows, {{"side", side}, {"quantity", name}}, fact);
        numbers[full + ".mean"] = fact["mean"];
        numbers[full + ".sd"] = fact["sd"];
      } else if (!fact.is_null()) {
        expect_row(rows, {{"side", side}, {"quantity", name}}, number_of(fact));
        numbers[name == "destroyed" ? side + ".destroys" : full] = fact;
      }
    }
  }
  for (std::size_t r = 0; r < json["joint_damage"].size(); ++r) {
    for (std::size_t c = 0; c < json["joint_damage"][r].size(); ++c) {
      expect_row(rows,
                 {{"quantity", "joint_damage"},
                  {"k", std::to_string(r)},
                  {"statistic", "defender=" + std::to_string(c)}},
                 json["joint_damage"][r][c]);
    }
  }
  expect_named(question, numbers);
  expect_all_can_be_asked(system, "fights", question);
}

TEST(Facts, OfAFightAreInAllForms) {
  for (const System& system : systems) {
    expect_fight(system, {});
    expect_fight(system, sampled);
  }
}

void expect_battle(const System& system, const Arguments& more) {
  SCOPED_TRACE(system.name);
  const Arguments question = asked(system, "battle", with({system.a, system.b}, more));
  const Json json = answered(question);
  const auto rows = read(said(question, {"--format", "csv"}));
  expect_circumstances(rows, json);
  const Json& win = json["win"];
  const std::map<std::string, std::pair<Json, Row>> ends{
      {"win", {win["attacker"], {{"side", "attacker"}, {"quantity", "win"}}}},
      {"lose", {win["defender"], {{"side", "defender"}, {"quantity", "win"}}}},
      {"both_destroyed", {win["both_destroyed"], {{"quantity", "both_destroyed"}}}},
      {"undecided", {win["undecided"], {{"quantity", "undecided"}}}},
      {"ahead", {win["ahead"]["attacker"], {{"side", "attacker"}, {"quantity", "ahead"}}}},
      {"behind", {win["ahead"]["defender"], {{"side", "defender"}, {"quantity", "ahead"}}}},
      {"even", {win["ahead"]["even"], {{"quantity", "even"}}}}};
  std::map<std::string, Json> numbers{{"rounds.mean", json["rounds"]["mean"]}};
  for (const auto& [name, fact] : ends) {
    numbers[name] = fact.first;
    expect_row(rows, fact.second, number_of(fact.first));
  }
  if (win.contains("retreated")) {
    numbers["retreated"] = win["retreated"];
    expect_row(rows, {{"quantity", "retreated"}}, number_of(win["retreated"]));
  }
  EXPECT_EQ(win.size(), win.contains("retreated") ? 6U : 5U);
  for (const std::string side : {"attacker", "defender"}) {
    const Json& left = json[side + "_survivors"];
    expect_law(rows, {{"side", side}, {"quantity", "survivors"}}, left);
    numbers[side + ".survivors.mean"] = left["mean"];
    numbers[side + ".survivors.sd"] = left["sd"];
    for (const Json& round : json["by_round"]) {
      Row of{{"side", side}, {"k", std::to_string(round["round"].get<int>())}};
      of["statistic"] = "after_round";
      of["quantity"] = "destroyed";
      expect_row(rows, of, number_of(round[side + "_destroyed"]));
      of["quantity"] = "left";
      expect_row(rows, of, number_of(round[side + "_mean_left"]));
    }
  }
  expect_named(question, numbers);
  expect_all_can_be_asked(system, "battles", question);
}

TEST(Facts, OfABattleAreInAllForms) {
  for (const System& system : systems) {
    expect_battle(system, {"--rounds", "4"});
    expect_battle(system, with({"--rounds", "4"}, sampled));
  }
  expect_battle(systems[2], {"--rounds", "4", "--policy", "attacker=best"});
}

// Two files can be told apart by what was asked.
TEST(Facts, TellQuestionsApart) {
  const auto csv = [](const Arguments& more) {
    return said(
        asked(systems[2], "battle", with({systems[2].a, systems[2].b, "--rounds", "3"}, more)),
        {"--format", "csv"});
  };
  EXPECT_NE(csv({}), csv({"--policy", "both=best"}));
  EXPECT_NE(csv({}), csv({"--with", "round-up=yes"}));
  EXPECT_NE(csv({}), csv({"--set", "attacker.fatigue=9"}));
}

/// What JSON says and CSV does not, on purpose: which list of what there is it is, and that what is
/// exact is no part; `odds`, where nothing else is compared; `title` is a name for people; the
/// counts behind a cell stand in JSON as "near" and "sizes", in CSV as one text; of a matrix, CSV
/// has the ranking by
/// --ranking, and of what players choose what is said of each unit; solve's CSV has all decisions
/// instead of the first; a warning of a whole table is no observation of a row.
bool is_only_of_json(const std::string& path, const Json& json) {
  const bool is_list = json.contains("systems") || json["command"] == "units";
  if (is_list && (path == "command" || path == "version")) return true;
  if (path == "partial" && json["simulated"] == 0) return true;
  if (path == "quantities/0" && json["quantities"][0] == "odds") return true;
  for (const char* part :
       {"title", "bought/", "bought_whole/", "ranking/", "dominations/", "cycles/", "left_out",
        "exploitability", "plain/", "verification/", "policy/", "matrix/", "profile/", "situation/",
        "in_words", "attacker/", "defender/", "remarks/"}) {
    if (path.find(part) != std::string::npos) return true;
  }
  return false;
}

void expect_all_said(const Arguments& question, bool matrix = false) {
  SCOPED_TRACE(question.front());
  const Json json = answered(question);
  const Said said_in_csv(read(said(question, {"--format", "csv"})));
  int compared = 0;
  for_each_leaf(json, "", [&](const std::string& path, const Json& value) {
    if (is_only_of_json(path, json) && !(matrix && path.find("matrix/") == 0)) return;
    EXPECT_TRUE(said_in_csv.has(value)) << path << " " << value;
    ++compared;
  });
  EXPECT_GT(compared, 5);
}

TEST(Facts, OfTablesAreInCsv) {
  for (const System& system : systems) {
    SCOPED_TRACE(system.name);
    const Arguments pair{system.a, system.b, "--with", system.with};
    expect_all_said({"systems", system.name});
    expect_all_said({"quantities", system.name});
    expect_all_said(asked(system, "units"));
    expect_all_said(asked(system, "explain", pair));
    expect_all_said(asked(system, "check", pair));
    expect_all_said(asked(system, "matrix", {"--with", system.with}), true);
    expect_all_said(asked(system, "matrix", sampled), true);
    expect_all_said(asked(system, "value", with(pair, {"--show", "attacker.damage.mean,win"})));
    expect_all_said(asked(system, "sequence", {system.b, "--by", system.a, "--by", system.a}));
  }
  const System& raiders = systems[2];
  const Arguments vary{raiders.a, raiders.b, "--vary", "attacker.arm=4..6"};
  expect_all_said(asked(raiders, "sweep", vary));
  expect_all_said(asked(raiders, "sweep", with(vary, sampled)));
  expect_all_said(asked(raiders, "tune", with(vary, {"--target", "win=0.5"})));
  expect_all_said(asked(raiders, "value"));
  expect_all_said(asked(raiders, "matrix", {"--ranking", "--rounds", "3"}));
  expect_all_said(
      asked(raiders, "solve", {raiders.a, raiders.b, "--payoff", "win", "--rounds", "3"}));
}

TEST(Facts, OfBalanceAndPricesAreInCsv) {
  const TemporaryFile roster(
      "even.csv",
      "system,name,points,figures,hp,cd,as,arm\n"
      "raiders-of-arcana,A,40,4,1,3,5,5\nraiders-of-arcana,B,60,4,2,3,5,5\n");
  const TemporaryFile newer("newer.csv",
                            "system,name,points,figures,hp,cd,as,arm\n"
                            "raiders-of-arcana,A,40,4,1,3,5,6\nraiders-of-arcana,C,60,4,2,3,5,5\n");
  for (const Arguments& how : {Arguments{}, Arguments{"--engine", "sim", "--trials", "5000"}}) {
    expect_all_said(with({"prices", "--roster", roster.path(), "--budget", "100"}, how));
    expect_all_said(with({"balance", "--roster", roster.path(), "--vary", "arm=4..6"}, how));
    expect_all_said(with({"compare", roster.path(), newer.path()}, how));
  }
}

}  // namespace
}  // namespace warodds::test
