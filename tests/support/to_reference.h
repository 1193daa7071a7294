// Hands a matchup to the second statement of the rules, as texts.
#pragma once

#include <string>

#include "core/systems/systems.h"
#include "tests/reference/reference.h"
#include "tests/reference/statements.h"
#include "tests/support/quantities.h"
#include "tests/support/random_matchup.h"

namespace warodds::testing {

template <class T>
reference::Fields texts(const Fields<T>& fields, const T& object) {
  reference::Fields result;
  for (const Field<T>& field : fields) result[std::string(field.name)] = field.get(object);
  return result;
}

template <class System>
reference::Unit to_reference(const typename System::Unit& unit) {
  reference::Unit result{texts(System::unit_fields(), unit), {}};
  if constexpr (has_groups<System>) {
    for (const auto& group : unit.groups) {
      result.groups.push_back({group.name, texts(System::group_fields(), group)});
    }
  }
  // What a unit writes on itself is its only attack, or its only kind of model.
  if constexpr (std::is_base_of_v<typename System::Group, typename System::Unit>) {
    if (unit.groups.empty()) {
      const typename System::Group& only = unit;
      result.groups.push_back({"", texts(System::group_fields(), only)});
      if constexpr (requires { unit.models; }) {
        result.groups.back().fields["count"] = std::to_string(unit.models);
      }
    }
  }
  return result;
}

template <class System>
reference::Result play_reference(const Matchup<System>& m) {
  return reference::statement_of(System::name)
      .fight(to_reference<System>(m.units.attacker), to_reference<System>(m.units.defender),
             texts(System::situation_fields(), m.situation));
}

inline Quantities quantities(const reference::Result& result) {
  Quantities all;
  for (const Side side : both_sides) {
    const reference::Deals& deals = side == Side::attacker ? result.attacker : result.defender;
    const std::string who = std::string(to_string(side)) + ' ';
    all[who + "hits"] = deals.hits;
    all[who + "damage"] = deals.damage;
    all[who + "kills"] = deals.kills;
    all[who + "wounds"] = deals.wounds;
    all[who + "knockback"] = {1 - deals.knockback, deals.knockback};
    all[who + "destroys"] = {deals.destroyed};
  }
  for (std::size_t row = 0; row < result.joint_damage.size(); ++row) {
    all["joint damage, row " + std::to_string(row)] = result.joint_damage[row];
  }
  return all;
}

}  // namespace warodds::testing
