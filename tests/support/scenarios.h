// Random questions about fights, sequences and battles as users put them, of all systems and sizes,
// each with all that may happen, where that is known apart from the program.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/error.h"
#include "tests/support/asked.h"
#include "tests/support/drawn_armies.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_battle.h"
#include "tests/support/to_reference.h"
#include "tests/support/told.h"

namespace warodds::testing {

/// Facts by name are slow; of many questions some are small enough.
constexpr std::size_t most_outcomes = 1'000;

/// A part of an answer: a law of a fact, its mean, or how likely it is.
struct Part {
  std::string pointer, fact;
  std::string where = {};  ///< of the outcomes in which this is so
};

/// A question, and all that may happen; where it is not known apart, what is asked tells it.
struct Scenario {
  Json question;
  std::optional<Told> told = {};
  std::vector<std::string> facts = {};  ///< where nothing is told
  std::vector<Part> parts = {};
  PerSide<int> cost = {};  ///< points of a side, where they are told
  std::vector<std::pair<std::string, double>> numbers = {};  ///< parts without a condition
};

// ---- Questions, from values or from the texts of the reference ----

template <class T>
void write_fields(const Fields<T>& fields, const T& object, Json& json) {
  const T fresh;
  for (const Field<T>& field : fields) {
    if (field.get(object) != field.get(fresh)) json[std::string(field.name)] = field.get(object);
  }
}

template <class System>
Json json_of(const typename System::Unit& unit) {
  Json json;
  json["name"] = unit.name.empty() ? "Unit" : unit.name;
  write_fields(System::unit_fields(), unit, json);
  if constexpr (has_groups<System>) {
    for (const auto& group : unit.groups) {
      Json of_group;
      of_group["name"] = group.name;
      write_fields(System::group_fields(), group, of_group);
      json[System::group_word].push_back(of_group);
    }
  }
  return json;
}

/// The keys that such a question has; `of_target`: those of all steps, or those of one.
template <class System>
Json json_of(const typename System::Situation& situation, UsedIn use,
             std::optional<bool> of_target = {}) {
  Json json = Json::object();
  const typename System::Situation fresh;
  for (const auto& field : System::situation_fields()) {
    if (of_target && field.of_target != *of_target) continue;
    const std::string text = field.get(situation);
    if (has_use(use, field.used_in) && text != field.get(fresh)) {
      json[std::string(field.name)] = text;
    }
  }
  return json;
}

template <class System>
Json json_of(const reference::Army& army, int price) {
  Json side = Json::array();
  for (const reference::Entry& entry : army.units) {
    Json unit{{"name", entry.name}};
    for (const auto& [key, value] : entry.unit.fields) unit[key] = value;
    for (const reference::Group& of : entry.unit.groups) {
      Json group{{"name", of.name}};
      for (const auto& [key, value] : of.fields) group[key] = value;
      unit[System::group_word].push_back(group);
    }
    unit["points"] = price * figures_of(unit_of<System>(entry.name, entry.unit));
    Json one{{"unit", unit}, {"count", entry.count}};
    for (const auto& [key, value] : entry.with) one["situation"][key] = value;
    side.push_back(one);
  }
  return side;
}

template <class System>
void give_points(PerSide<typename System::Unit>& units) {
  units.attacker.points = attackers_price * figures_of(units.attacker);
  units.defender.points = defenders_price * figures_of(units.defender);
}

template <class System>
Json duel(const char* command, const Matchup<System>& of) {
  Json question{{"command", command}, {"system", System::name}};
  question["attacker"] = json_of<System>(of.units.attacker);
  question["defender"] = json_of<System>(of.units.defender);
  const UsedIn use = std::string(command) == "fight" ? UsedIn::fights : UsedIn::battles;
  question["situation"] = json_of<System>(of.situation, use);
  return question;
}

// ---- Scenarios: of each kind the next, or nothing where the rules allow none ----

template <class System>
std::vector<Part> parts_of_fight() {
  std::vector<Part> parts;
  for (const std::string side : {"attacker", "defender"}) {
    const auto add = [&](const std::string& fact) {
      const std::string json = "/" + side + "_deals/" + (fact == "destroys" ? "destroyed" : fact);
      parts.push_back({json, side + "." + fact});
    };
    for (const char* fact : {"damage", "kills", "destroys"}) add(fact);
    for (const ReportSpec& report : System::reports) add(std::string(report.name));
    parts.push_back({"/points_lost/" + side, side + ".points-lost"});
  }
  parts.push_back({"/swing", "swing"});
  return parts;
}

template <class System>
class Fights {
 public:
  explicit Fights(Size size, std::uint64_t seed) : size_(size), matchups_(size, seed) {}

  std::optional<Scenario> next() {
    Matchup<System> matchup = matchups_.next();
    give_points<System>(matchup.units);
    const auto fight = prepare(matchup);
    Scenario scenario{duel<System>("fight", matchup)};
    if (size_ == Size::tableful) {
      scenario.facts = {"attacker.damage", "attacker.hits",     "attacker.kills",
                        "defender.damage", "defender.destroys", "swing"};
      return scenario;
    }
    scenario.parts = parts_of_fight<System>();
    scenario.told = told_of_fight(fight);
    if (!scenario.told || scenario.told->size() > most_outcomes) return std::nullopt;
    scenario.cost = {matchup.units.attacker.points, matchup.units.defender.points};
    return scenario;
  }

 private:
  Size size_;
  RandomMatchups<System> matchups_;
};

/// Of the damage of both sides, by the second statement.
template <class System>
class StatedFights {
 public:
  explicit StatedFights(std::uint64_t seed) : matchups_(Size::handful, seed) {}

  std::optional<Scenario> next() {
    const Matchup<System> matchup = matchups_.next();
    const reference::Result should = play_reference(matchup);
    if (!should.legal) return std::nullopt;
    Scenario scenario{duel<System>("fight", matchup), Told{}};
    for (std::size_t row = 0; row < should.joint_damage.size(); ++row) {
      for (std::size_t column = 0; column < should.joint_damage[row].size(); ++column) {
        const FactsByName facts{{"attacker.damage", static_cast<int>(row)},
                                {"defender.damage", static_cast<int>(column)}};
        if (should.joint_damage[row][column] > 0) {
          (*scenario.told)[facts] += should.joint_damage[row][column];
        }
      }
    }
    return scenario;
  }

 private:
  RandomMatchups<System> matchups_;
};

template <class System>
class Sequences {
 public:
  Sequences(int most_steps, bool is_told, std::uint64_t seed)
      : most_steps_(most_steps), is_told_(is_told), sequences_(seed) {}

  std::optional<Scenario> next() {
    auto parts = sequences_.next(most_steps_);
    parts.target.points = defenders_price * figures_of(parts.target);
    int price = attackers_price;
    PerSide<int> cost{0, parts.target.points};
    // What is said of all steps is of the target alone.
    typename System::Situation of_all;
    for (const auto& field : System::situation_fields()) {
      if (field.of_target) field.set(of_all, field.get(parts.situation), "test");
    }
    parts.situation = of_all;
    Json question{{"command", "sequence"}, {"system", System::name}};
    question["target"] = json_of<System>(parts.target);
    question["situation"] = json_of<System>(of_all, UsedIn::sequences);
    for (auto& step : parts.steps) {
      if (auto* attack = std::get_if<typename Sequence<System>::Attack>(&step)) {
        attack->unit.points = price * figures_of(attack->unit);
        cost.attacker += attack->unit.points;
        question["by"].push_back(
            {{"unit", json_of<System>(attack->unit)},
             {"situation", json_of<System>(attack->situation, UsedIn::sequences, false)}});
      } else {
        const Amount& amount = std::get<Amount>(step);
        if (amount.is_random() && amount.most() < 1) return std::nullopt;  // users may not say so
        question["by"].push_back({{"damage", amount.text()}});
      }
      ++price;
    }
    const Sequence<System> sequence = sequence_of(parts);
    if (cost.attacker == 0) return std::nullopt;  // abilities have no points
    Scenario scenario{question};
    if (!is_told_) {
      scenario.facts = {"damage",       "losses",        "hits",          "survivors",
                        "step[1].hits", "step[1].kills", "step[1].swing", "attacker.points-lost"};
      return scenario;
    }
    scenario.told = ToldOfSequence<System>(sequence).told();
    if (!scenario.told || scenario.told->size() > most_outcomes) return std::nullopt;
    scenario.cost = cost;
    scenario.parts = {{"/target_survivors", "survivors"},
                      {"/destroyed", "destroyed"},
                      {"/points_lost/attacker", "attacker.points-lost"},
                      {"/points_lost/defender", "defender.points-lost"},
                      {"/swing", "swing"}};
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      const std::string json = fmt::format("/steps/{}/", i), fact = fmt::format("step[{}].", i + 1);
      for (const char* of : {"needed", "takes_place", "destroyed", "losses"}) {
        scenario.parts.push_back({json + of, fact + of});
      }
      scenario.parts.push_back({json + "target_mean_left", fact + "survivors"});
      for (const char* of : {"damage", "kills", "hits"}) {
        scenario.parts.push_back({json + "deals/" + of, fact + of, fact + "takes_place"});
      }
    }
    return scenario;
  }

 private:
  int most_steps_;
  bool is_told_;
  RandomSequences<System> sequences_;
};

inline std::vector<Part> parts_of_battle(const reference::ArmyBattle& battle, bool with_rounds,
                                         bool by_unit) {
  std::vector<Part> parts{{"/win/attacker", "win"},
                          {"/win/defender", "lose"},
                          {"/win/both_destroyed", "both_destroyed"},
                          {"/win/undecided", "undecided"},
                          {"/win/ahead/attacker", "ahead"},
                          {"/win/ahead/defender", "behind"},
                          {"/win/ahead/even", "even"},
                          {"/swing", "swing"}};
  if (with_rounds) parts.push_back({"/rounds", "rounds"});
  for (const Side side : both_sides) {
    const std::string own = to_string(side);
    parts.push_back({"/" + own + "_survivors", own + ".survivors"});
    parts.push_back({"/points_lost/" + own, own + ".points-lost"});
    const auto& units = battle.units[side == Side::attacker ? 0 : 1];
    for (std::size_t i = 0; by_unit && i < units.size(); ++i) {
      const std::string json = fmt::format("/{}_units/{}/", own, i);
      const std::string fact = fmt::format("{}[{}].", own, units[i].name);
      parts.push_back({json + "survivors", fact + "survivors"});
      parts.push_back({json + "destroyed", fact + "destroyed"});
      parts.push_back({json + "mean_hit_points_left", fact + "hit-points-left"});
    }
  }
  return parts;
}

/// What is told after each round, and of the rounds of a battle to the end.
inline std::vector<std::pair<std::string, double>> numbers_of(const reference::ArmyBattle& battle,
                                                              bool by_unit) {
  std::vector<std::pair<std::string, double>> numbers;
  const auto add = [&](const std::string& pointer, const reference::Rational& should) {
    numbers.emplace_back(pointer, reference::as_double(should));
  };
  add("/rounds/mean", battle.mean_rounds);
  for (std::size_t r = 0; r < battle.rounds.size(); ++r) {
    add(fmt::format("/rounds/pmf/{}", r), battle.rounds[r]);
  }
  for (const int side : {0, 1}) {
    for (std::size_t u = 0; by_unit && u < battle.units[side].size(); ++u) {
      const auto& unit = battle.units[side][u];
      const auto json = fmt::format("/{}_units/{}/", side == 0 ? "attacker" : "defender", u);
      add(json + "destroyed", unit.destroyed);
      add(json + "mean_hit_points_left", unit.mean_hit_points_left);
      for (std::size_t k = 0; k < unit.survivors.size(); ++k) {
        add(fmt::format("{}survivors/pmf/{}", json, k), unit.survivors[k]);
      }
    }
  }
  for (std::size_t r = 0; r < battle.by_round.size(); ++r) {
    const reference::ArmyBattle::Round& round = battle.by_round[r];
    for (const int side : {0, 1}) {
      const std::string own = side == 0 ? "attacker" : "defender";
      add(fmt::format("/by_round/{}/{}_destroyed", r, own), round.destroyed[side]);
      add(fmt::format("/by_round/{}/{}_mean_left", r, own), round.mean_left[side]);
      for (std::size_t u = 0; by_unit && u < battle.units[side].size(); ++u) {
        const std::string unit = fmt::format("/{}_units/{}/by_round/{}/", own, u, r);
        add(unit + "destroyed", round.unit_destroyed[side][u]);
        add(unit + "mean_left", round.unit_mean_left[side][u]);
        add(unit + "mean_hit_points_left", round.unit_mean_hit_points_left[side][u]);
      }
    }
  }
  return numbers;
}

/// A battle of sides of one or several units as users write it.
template <class System>
Json asked_battle(const Drawn& drawn, bool is_plain) {
  Json question{{"command", "battle"}, {"system", System::name}};
  Json targets = Json::array(), activate = Json::array();
  for (const Side side : both_sides) {
    const bool attacks = side == Side::attacker;
    const reference::Army& army = attacks ? drawn.attacker : drawn.defender;
    const Json units = json_of<System>(army, attacks ? attackers_price : defenders_price);
    const std::string own = to_string(side);
    question[own] = is_plain ? units[0]["unit"] : units;
    activate.push_back(own + "=" + army.conduct.activate);
    targets.push_back(own + "=" + army.conduct.targets);
    for (const auto& [unit, enemy] : army.conduct.pins) {
      targets.push_back(fmt::format("{}[{}]={}", own, unit, enemy));
    }
  }
  if (!is_plain) {
    question["activate"] = activate;
    question["targets"] = targets;
  }
  for (const auto& [key, value] : drawn.with_halts()) {
    if (!key.starts_with("until-")) question["situation"][key] = value;
  }
  if (drawn.cap > 0) question["rounds"] = drawn.cap;
  if (const std::string until = drawn.halts.event(); !until.empty()) question["until"] = until;
  return question;
}

/// By the second statement.
template <class System>
Scenario stated(const Drawn& drawn, bool is_plain = false) {
  Scenario scenario{asked_battle<System>(drawn, is_plain)};
  constexpr int horizon = 4;
  const reference::ArmyBattle battle = reference::army_battle(
      system_of<System>(), drawn.attacker, drawn.defender, drawn.with_halts(), drawn.cap, horizon);
  PerSide<std::vector<int>> at_first;
  for (const Side side : both_sides) {
    const bool attacks = side == Side::attacker;
    for (const auto& unit : army_of<System>(attacks ? drawn.attacker : drawn.defender).units) {
      at_first[side].push_back(figures_of(unit.unit));
      scenario.cost[side] += at_first[side].back() * (attacks ? attackers_price : defenders_price);
    }
  }
  // Where much can happen, events are of whole sides.
  const bool by_unit = !is_plain && battle.outcomes.size() < 500;
  scenario.told = told_of_battle(battle, at_first, by_unit);
  scenario.parts = parts_of_battle(battle, drawn.cap > 0, by_unit);
  scenario.numbers = numbers_of(battle, !is_plain);
  return scenario;
}

enum class ToldBy { second_statement, nobody };
enum class Fought { to_the_end, until_it_halts };

/// Of sides of one or several units.
template <class System>
class Battles {
 public:
  Battles(ToldBy by, Fought fought, unsigned seed) : by_(by), fought_(fought), draw_(seed) {}

  std::optional<Scenario> next() {
    constexpr ArmySystem system = system_of<System>();
    const bool is_told = by_ == ToldBy::second_statement;
    // Fractions of fights of many units in one take long.
    const bool is_slow =
        system == ArmySystem::dwethia_skirmish || fought_ == Fought::until_it_halts;
    Drawn drawn = draw_.battle(system, is_told && (is_slow || number_++ % 5 != 4) ? 2 : 3);
    if (fought_ == Fought::until_it_halts) drawn.halts = draw_.halts();
    const bool is_plain = is_of_two_units<System>(drawn);
    if (is_plain) {
      drawn.situation.erase("order-points");
      if (ask(asked_battle<System>(drawn, true)).contains("error")) return std::nullopt;
    }
    if (is_told) return stated<System>(drawn, is_plain);
    if (drawn.cap == 0) drawn.cap = 40;  // some go on for ever, or nearly so
    Scenario scenario{asked_battle<System>(drawn, is_plain)};
    scenario.facts = {"attacker.survivors",       "defender.survivors",
                      "attacker.hit-points-left", "rounds",
                      "attacker.kills",           "swing"};
    return scenario;
  }

 private:
  ToldBy by_;
  Fought fought_;
  int number_ = 0;
  Draw draw_;
};

/// Of two units with all that can be said of them, not told.
template <class System>
class Duels {
 public:
  explicit Duels(std::uint64_t seed) : battles_(seed) {}

  std::optional<Scenario> next() {
    Matchup<System> matchup = battles_.next().first;
    give_points<System>(matchup.units);
    Scenario scenario{duel<System>("battle", matchup)};
    scenario.question["rounds"] = 40;
    scenario.facts = {"attacker.survivors",   "defender.survivors",
                      "attacker.kills",       "rounds",
                      "defender.points-lost", "swing"};
    return scenario;
  }

 private:
  RandomBattles<System> battles_;
};

}  // namespace warodds::testing
