// Random battles that the rules allow, with values that change from round to round and an attack
// back in a situation of its own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/fields/schedule.h"
#include "core/play/battle.h"
#include "core/systems/traits/attacks_back.h"
#include "core/text/error.h"
#include "tests/support/attacks_of.h"
#include "tests/support/random_matchup.h"

namespace warodds::testing {

template <class System>
struct DrawnBattle {
  Matchup<System> matchup;  ///< with its course
  Battle<System> battle;
  std::map<std::string, std::string> said;  ///< the course, as users write it
};

/// Random battles of a handful of dice and figures.
template <class System>
class BattlesWithSettings {
 public:
  using Situation = typename System::Situation;

  explicit BattlesWithSettings(std::uint64_t seed, Amounts amounts = Amounts::numbers)
      : matchups_(Size::handful, seed, amounts) {}

  /// The next that the rules allow.
  DrawnBattle<System> next() {
    for (;;) {
      Matchup<System> matchup = matchups_.next();
      try {
        std::map<std::string, std::string> said = say(matchup);
        Battle<System> battle(matchup.units.attacker, matchup.units.defender, matchup.situation,
                              matchup.course);
        if (!is_affordable(battle)) continue;
        return {std::move(matchup), std::move(battle), std::move(said)};
      } catch (const NoAnswer&) {
        continue;
      } catch (const InputError&) {
        continue;
      }
    }
  }

 private:
  /// Whether the amounts of each attack can fall in a few ways only: each is a fight of its own.
  static bool is_affordable(const Battle<System>& battle) {
    constexpr std::size_t most_fights = 6;
    for (const auto& attack : attacks_of(battle)) {
      if (attack.fights && attack.fights->fights().size() > most_fights) return false;
    }
    return true;
  }

  std::map<std::string, std::string> say(Matchup<System>& matchup) {
    RandomNumbers& random = matchups_.random();
    std::map<std::string, std::string> said;
    if (random.happens(30)) return said;
    for (const Field<Situation>& field : System::situation_fields()) {
      if (!has_use(UsedIn::battles, field.used_in) || field.holds_for == HoldsFor::battle) continue;
      const std::string name(field.name);
      if (random.happens(8)) {
        const Schedule schedule = changing(field, matchup, Side::attacker);
        matchup.course.set(field, schedule, "test");
        said[name] = print(schedule);
        field.set(matchup.situation, schedule.front().value, "test");
      }
      const bool has_its_own = AttacksBack<System> && field.holds_for == HoldsFor::attack;
      if (!has_its_own || !random.happens(15)) continue;
      const Schedule schedule = random.happens(40)
                                    ? changing(field, matchup, Side::defender)
                                    : Schedule{{value_of(field, matchup, Side::defender), 1}};
      matchup.course.set_reply(field, schedule, "test");
      said["reply." + name] = print(schedule);
    }
    return said;
  }

  Schedule changing(const Field<Situation>& field, const Matchup<System>& matchup, Side by) {
    Schedule schedule;
    const int stretches = matchups_.random().between(2, 3);
    for (int i = 0; i < stretches; ++i) {
      schedule.push_back({value_of(field, matchup, by), matchups_.random().between(1, 2)});
    }
    return schedule;
  }

  /// The only free text is the name of an attack.
  std::string value_of(const Field<Situation>& field, const Matchup<System>& matchup, Side by) {
    if (!field.text) return matchups_.value_of(field);
    const auto& groups = matchup.units[by].groups;
    const int last = static_cast<int>(groups.size());
    const int place = matchups_.random().between(0, last);
    return place == last ? "" : groups[static_cast<std::size_t>(place)].name;
  }

  RandomMatchups<System> matchups_;
};

/// Says something of the attack back, the same in every round; as users write it.
template <class System>
std::map<std::string, std::string> say_of_reply(RandomMatchups<System>& matchups,
                                                Matchup<System>& matchup) {
  std::map<std::string, std::string> said;
  for (const auto& field : System::situation_fields()) {
    const bool is_own =
        has_use(UsedIn::battles, field.used_in) && field.holds_for == HoldsFor::attack;
    if (!is_own || field.text || !matchups.random().happens(30)) continue;
    const std::string value = matchups.value_of(field);
    matchup.course.set_reply(field, {{value, 1}}, "test");
    said["reply." + std::string(field.name)] = value;
  }
  return said;
}

template <class System>
std::string describe(const DrawnBattle<System>& drawn) {
  std::string text = describe(drawn.matchup) + " in battle:";
  for (const auto& [key, value] : drawn.said) text += ' ' + key + '=' + value;
  return text;
}

}  // namespace warodds::testing
