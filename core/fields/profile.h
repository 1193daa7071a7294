// Units and situations as lists of named values, for whoever shows them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields/field.h"

namespace warodds {

using Values = std::vector<std::pair<std::string, Value>>;

/// A unit's fields and those of its groups.
struct Profile {
  Values fields;
  std::string group_word;
  std::vector<Values> groups;

  bool operator==(const Profile&) const = default;
};

template <class T>
Value value_of(const Field<T>& field, const T& object) {
  const std::optional<int> number = field.number_in(object);
  if (!number) return field.get(object);
  return field.value_of(*number);
}

/// Which fields are wanted.
enum class Shown { all, all_but_lone, changed };

/// Calls f(name, value) for the fields of an object that a question of the kind `use` has a use
/// for.
template <class T, class F>
void for_each_value(const Fields<T>& fields, const T& object, Shown shown, UsedIn use, F&& f) {
  for (const Field<T>& field : fields) {
    if (!has_use(use, field.used_in)) continue;
    if (field.lone && shown == Shown::all_but_lone) continue;
    if (shown == Shown::changed && field.is_default(object)) continue;
    f(field.name, value_of(field, object));
  }
}

template <class T>
Values values_of(const Fields<T>& fields, const T& object, Shown shown,
                 UsedIn use = UsedIn::best_play) {
  Values values;
  values.reserve(fields.size());
  for_each_value(fields, object, shown, use, [&](std::string_view name, Value value) {
    values.emplace_back(name, std::move(value));
  });
  return values;
}

/// What is shown of a unit itself.
template <class Unit>
Shown shown_of(const Unit& unit) {
  return unit.groups.empty() ? Shown::all : Shown::all_but_lone;
}

/// `shown`: of the unit itself; of its groups the same fields, or all.
template <class System>
Profile profile_of(const typename System::Unit& unit, Shown shown) {
  Profile profile{values_of(System::unit_fields(), unit, shown), System::group_word, {}};
  const Shown of_group = shown == Shown::changed ? shown : Shown::all;
  for (const auto& group : unit.groups) {
    profile.groups.push_back(values_of(System::group_fields(), group, of_group));
  }
  return profile;
}
template <class System>
Profile profile_of(const typename System::Unit& unit) {
  return profile_of<System>(unit, shown_of(unit));
}

/// Only what differs from the defaults.
template <class System>
Profile changes_of(const typename System::Unit& unit) {
  return profile_of<System>(unit, Shown::changed);
}

}  // namespace warodds
