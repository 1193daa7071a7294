// Matchups written in a test as users write them: "red=3;brutal=1".
#pragma once

#include <string>

#include "core/systems/systems.h"
#include "core/text/error.h"
#include "tests/support/csv.h"
#include "tests/support/random_matchup.h"

namespace warodds::testing {

template <class T>
void set_fields(const Fields<T>& fields, T& object, const std::string& text) {
  for (const std::string& assignment : split(text, ';')) {
    if (assignment.empty()) continue;
    const std::size_t equals = assignment.find('=');
    const std::string name = assignment.substr(0, equals);
    const Field<T>* field = find_field(fields, name);
    if (field == nullptr) throw InputError("no field " + name);
    field->set(object, assignment.substr(equals + 1), "test");
  }
}

/// "red=3;hp=2" for a unit without groups; "brutal=1 | name=A;red=1 | name=B" for one with groups.
template <class System>
typename System::Unit unit_of(const std::string& text) {
  typename System::Unit unit;
  const std::vector<std::string> parts = split(text, '|');
  const auto trimmed = [](std::string part) {
    while (!part.empty() && part.front() == ' ') part.erase(0, 1);
    while (!part.empty() && part.back() == ' ') part.pop_back();
    return part;
  };
  set_fields(System::unit_fields(), unit, trimmed(parts.front()));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    unit.groups.emplace_back();
    set_fields(System::group_fields(), unit.groups.back(), trimmed(parts[i]));
  }
  return unit;
}

template <class System>
Matchup<System> matchup_of(const std::string& attacker, const std::string& defender,
                           const std::string& situation = "") {
  Matchup<System> matchup{{unit_of<System>(attacker), unit_of<System>(defender)}, {}};
  set_fields(System::situation_fields(), matchup.situation, situation);
  return matchup;
}

/// What the matchup may be once its amounts have been rolled.
template <class System>
Mixture<typename System::Fight> fights_of(const Matchup<System>& matchup,
                                          Explanation* why = nullptr) {
  return rolled_fights<System>(matchup.units.attacker, matchup.units.defender, matchup.situation,
                               why);
}

/// The fight of a matchup without random amounts.
template <class System>
typename System::Fight prepare(const Matchup<System>& matchup, Explanation* why = nullptr) {
  return System::prepare(matchup.units.attacker, matchup.units.defender, matchup.situation, why);
}

template <class System>
typename System::Fight prepare(const std::string& attacker, const std::string& defender,
                               const std::string& situation = "", Explanation* why = nullptr) {
  return prepare(matchup_of<System>(attacker, defender, situation), why);
}

}  // namespace warodds::testing
