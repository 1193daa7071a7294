// Battles worked out by hand, of one unit a side and of several: what the program says of them, and
// what the second statement of the rules does; data in data/battle_checks.csv. A schedule is
// written with "/" there: mode=ranged*2/close.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/armies.h"
#include "tests/reference/statements.h"
#include "tests/support/asked.h"
#include "tests/support/csv.h"
#include "tests/support/drawn_armies.h"
#include "tests/support/matchup_of.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using reference::Rational;
using testing::CsvRow;
using testing::Json;

std::vector<std::string> divided(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (auto at = text.find(by); at != std::string::npos; at = text.find(by, begin)) {
    parts.push_back(text.substr(begin, at - begin));
    begin = at + by.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string replaced(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

/// "a=1;b=x/y" as keys and values.
std::vector<std::pair<std::string, std::string>> settings_in(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string& one : testing::split(text, ';')) {
    const auto equals = one.find('=');
    if (one.empty()) continue;
    settings.emplace_back(one.substr(0, equals), replaced(one.substr(equals + 1), '/', ','));
  }
  return settings;
}

// ---- As the program is asked ----

Json question_of(const CsvRow& row) {
  Json question{{"command", "battle"}, {"system", row.at("system")}};
  for (const char* side : {"attacker", "defender"}) {
    question[side] = replaced(row.at(side), ';', ',');
  }
  for (const auto& [key, value] : settings_in(row.at("situation"))) {
    const bool of_reply = key.starts_with("reply.");
    Json& situation = of_reply ? question["situation"]["reply"] : question["situation"];
    situation[of_reply ? key.substr(6) : key] = value;
  }
  // "attacker.targets=spread", or whom a unit attacks: "attacker[A]=D".
  for (const auto& [key, value] : settings_in(row.at("conduct"))) {
    const auto dot = key.find('.');
    const std::string option = dot == std::string::npos ? "targets" : key.substr(dot + 1);
    question[option].push_back(key.substr(0, dot) + "=" + value);
  }
  const int rounds = std::stoi(row.at("rounds"));
  if (rounds > 0) question["rounds"] = rounds;
  return question;
}

// ---- As the second statement is ----

template <class System>
reference::Army army_of(const CsvRow& row, const std::string& side) {
  reference::Army army;
  for (std::string text : divided(row.at(side), " + ")) {
    reference::Entry entry;
    if (const auto with = text.find(" with "); with != std::string::npos) {
      for (const auto& [key, value] : settings_in(text.substr(with + 6))) entry.with[key] = value;
      text.resize(with);
    }
    if (const auto times = text.find('*'); times != std::string::npos) {
      entry.count = std::stoi(text.substr(times + 1));
      text.resize(times);
    }
    const auto end_of_name = text.find(';');
    entry.name = text.substr(5, end_of_name - 5);  // behind "name="
    entry.unit =
        testing::to_reference<System>(testing::unit_of<System>(text.substr(end_of_name + 1)));
    army.units.push_back(std::move(entry));
  }
  for (const auto& [key, value] : settings_in(row.at("conduct"))) {
    if (key == side + ".targets") army.conduct.targets = value;
    if (key == side + ".activate") army.conduct.activate = value;
    if (key.starts_with(side + "[")) army.conduct.pins[key.substr(side.size() + 1, 1)] = value;
  }
  return army;
}

Rational at(const std::vector<Rational>& law, const std::string& place) {
  const auto k = static_cast<std::size_t>(std::stoi(place));
  return k < law.size() ? law[k] : Rational(0);
}

/// What is said alike of battles of one unit a side and of several.
template <class Battle>
Rational value_of(const Battle& battle, const std::string& asked) {
  if (asked == "win") return battle.attacker_wins;
  if (asked == "lose") return battle.defender_wins;
  if (asked == "both_destroyed") return battle.both_destroyed;
  if (asked == "undecided") return battle.undecided;
  if (asked == "retreated") return battle.retreated;
  if (asked == "ahead") return battle.ahead_attacker;
  if (asked == "even") return battle.ahead_even;
  if (asked == "rounds.mean") return battle.mean_rounds;
  if (asked.starts_with("rounds=")) return at(battle.rounds, asked.substr(7));
  throw std::invalid_argument(asked);
}

/// ... and of a side of several units, or of one of them.
Rational value_of_units(const reference::ArmyBattle& battle, const std::string& asked) {
  const bool of_attacker = asked.starts_with("attacker");
  if (!of_attacker && !asked.starts_with("defender")) return value_of(battle, asked);
  const int side = of_attacker ? 0 : 1;
  const std::string fact = asked.substr(8);
  if (fact.starts_with(".survivors=")) return at(battle.survivors[side], fact.substr(11));
  if (fact == ".hit-points-left.mean") {
    Rational sum = 0;
    for (const auto& unit : battle.units[side]) sum += unit.mean_hit_points_left;
    return sum;
  }
  for (const auto& unit : battle.units[side]) {
    const std::string of_unit = "[" + unit.name + "]";
    if (fact == of_unit + ".destroyed") return unit.destroyed;
    if (fact.starts_with(of_unit + ".survivors=")) {
      return at(unit.survivors, fact.substr(of_unit.size() + 11));
    }
  }
  throw std::invalid_argument(asked);
}

class BattleCheck : public ::testing::TestWithParam<testing::DataRow> {};

TEST_P(BattleCheck, IsMet) {
  const CsvRow& row = GetParam().row;
  SCOPED_TRACE(row.at("why"));
  std::vector<std::pair<std::string, Rational>> values;
  Json question = question_of(row);
  for (const std::string& text : divided(row.at("values"), "; ")) {
    const std::vector<std::string> parts = divided(text, " is ");
    values.emplace_back(parts.at(0), Rational(parts.at(1)));
    question["show"].push_back(parts.at(0));
  }
  const Json answer = testing::ask(question);
  ASSERT_TRUE(answer.contains("show")) << answer;
  for (const auto& [asked, value] : values) {
    EXPECT_NEAR(answer["show"][asked].get<double>(), reference::as_double(value), 1e-12) << asked;
  }
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    if (row.at("system") != System::name) return;
    const reference::Army attacker = army_of<System>(row, "attacker");
    const reference::Army defender = army_of<System>(row, "defender");
    reference::Situation situation;
    for (const auto& [key, said] : settings_in(row.at("situation"))) situation[key] = said;
    const int rounds = std::stoi(row.at("rounds"));
    const auto of_armies = reference::army_battle(testing::system_of<System>(), attacker, defender,
                                                  situation, rounds, 4);
    for (const auto& [asked, value] : values) {
      EXPECT_EQ(value_of_units(of_armies, asked), value) << asked;
    }
    const auto is_alone = [](const reference::Army& army) {
      return army.units.size() == 1 && army.units[0].count == 1 && army.units[0].with.empty();
    };
    if (!is_alone(attacker) || !is_alone(defender)) return;
    const auto of_two =
        reference::statement_of(System::name)
            .battle(attacker.units[0].unit, defender.units[0].unit, situation, rounds, 4);
    for (const auto& [asked, value] : values) {
      if (asked.find("er.") != std::string::npos || asked.find('[') != std::string::npos) continue;
      EXPECT_EQ(value_of(of_two, asked), value) << asked;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(ByHand, BattleCheck,
                         ::testing::ValuesIn(testing::data_rows("battle_checks.csv")),
                         [](const auto& info) {
                           return info.param.row.at("ruling") + "_" + std::to_string(info.index);
                         });

}  // namespace
}  // namespace warodds
