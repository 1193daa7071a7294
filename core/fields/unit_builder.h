// From units as text to units of a system, through the system's field tables.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/field.h"
#include "core/fields/setting.h"
#include "core/rules/points.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {

inline constexpr std::size_t most_groups = 100;

/// Where a setting of a unit comes from, which decides what it may do.
enum class SetBy {
  roster,   ///< a file: values only
  profile,  ///< a unit that is written out: groups come into being when they are named
  change    ///< changes of a unit that there is: "+1" and "-1" are so much more or less
};

/// Refuses what a setting says of a unit.
template <class Error = BadValue>
[[noreturn]] void refuse_setting(const Setting& setting, const std::string& what) {
  throw Error(setting.where + ": " + what, setting.key, setting.where);
}

/// Stores a value, or changes the number there: "+1" is one more; "-1" is one less where numbers
/// below 0 are not allowed anyway, and "+-1" is one less everywhere. Throws InputError.
template <class T>
void change_or_set(const Field<T>& field, T& object, const Setting& setting) {
  const std::string& value = setting.value;
  const bool more = !value.empty() && value.front() == '+';
  const bool less = !value.empty() && value.front() == '-' && field.least >= 0;
  const auto by = read_number<int>(std::string_view(value).substr(more ? 1 : 0));
  if (field.text || !field.has_numbers() || !by || !(more || less)) {
    field.set(object, value, setting.where);
    return;
  }
  constexpr int most = 1'000'000'000;
  if (*by < -most || *by > most) field.set(object, value, setting.where);  // refuses it
  std::string sum;
  if (field.amount != nullptr) {
    sum = (object.*field.amount + *by).text();
  } else {
    const int now = object.*field.number;
    if (now < field.least || now > field.most) {
      refuse_setting(setting, shown(setting.key) + " is " + field.get(object) +
                                  ", which cannot be changed by " + shown(value) +
                                  "; give a number");
    }
    sum = std::to_string(now + *by);
  }
  field.set(object, sum, setting.where);
}

template <class System>
class UnitBuilder {
 public:
  using Unit = typename System::Unit;
  using Group = typename System::Group;

  /// The unit of a roster. Throws InputError.
  static Unit from_roster(const UnitText& text) {
    Unit unit;
    require_visible(text.name, TextOf::name, text.where);
    unit.name = text.name;
    for (const GroupText& group : text.groups) add_group(unit, group);
    require_distinct(text.settings);
    for (const Setting& setting : text.settings) {
      require_not_in_group(unit, text.groups, setting);
      apply(unit, setting, SetBy::roster);
    }
    require_fitting_points(unit, text.where);
    return unit;
  }

  /// A unit written on the command line only; groups come into being when they are named.
  static Unit from_settings(const std::vector<Setting>& settings, std::string_view name) {
    Unit unit;
    unit.name = std::string(name);
    for (const Setting& setting : settings) apply(unit, setting, SetBy::profile);
    return unit;
  }

  /// Sets one field: `key` of the unit, `group.key` of a group, or `key` of the only group (where
  /// something is changed: the only one that has it). Throws InputError.
  static void apply(Unit& unit, const Setting& setting, SetBy by) {
    if (setting.key == "name") {
      require_visible(setting.value, TextOf::name, setting.where);
      unit.name = setting.value;
      return;
    }
    const Field<Unit>* field = find_field(System::unit_fields(), setting.key);
    if (field != nullptr && !(field->lone && has_groups(unit))) {
      write(*field, unit, setting, by);
      return;
    }
    if (set_in_named_group(unit, setting, by) || set_in_only_group(unit, setting, by)) return;
    if (field != nullptr) {
      refuse_setting(setting, setting.key + " belongs to a " + System::group_word +
                                  ": write NAME." + key_in_group(*field) + ", with NAME one of " +
                                  group_names(unit));
    }
    if (find_field(System::situation_fields(), setting.key) != nullptr) {
      refuse_setting(setting, setting.key + " is of the situation, not of a unit: --with " +
                                  setting.key + "=..., or behind --by, 'UNIT with " + setting.key +
                                  "=...'");
    }
    refuse_setting<UnknownStat>(setting, unknown_name("field", setting.key, keys(unit)));
  }

 private:
  static bool has_groups(const Unit& unit) { return !unit.groups.empty(); }

  static void require_fitting_points(const Unit& unit, const std::string& where) {
    if constexpr (requires(Group group) { group.own_points; }) {
      std::vector<PricedGroup> groups;
      for (const Group& group : unit.groups) groups.push_back({group.count, group.own_points});
      if (fit(unit.points, groups)) return;
      throw BadValue(where + ": the points of each " + System::group_word + " add up to " +
                     std::to_string(cost_of(0, groups)) + ", but " + shown(unit.name) + " has " +
                     std::to_string(unit.points));
    }
  }

  template <class T>
  static void write(const Field<T>& field, T& object, const Setting& setting, SetBy by) {
    if (by == SetBy::change) {
      change_or_set(field, object, setting);
    } else {
      field.set(object, setting.value, setting.where);
    }
  }

  static std::string group_names(const Unit& unit) {
    std::string names;
    for (const Group& group : unit.groups) names += (names.empty() ? "" : ", ") + shown(group.name);
    return names;
  }

  /// What a field of a unit of one kind is called in its groups.
  static std::string key_in_group(const Field<Unit>& field) {
    for (const Field<Group>& of_group : System::group_fields()) {
      if (field.is_size && of_group.is_size) return std::string(of_group.name);
    }
    return std::string(field.name);
  }

  static void add_group(Unit& unit, const GroupText& text) {
    if (*System::group_word == '\0') {
      throw UnknownStat(text.where + ": '" + shown(text.word) + "': units of " + System::title +
                            " have no groups",
                        text.word, text.where);
    }
    if (text.word != System::group_word) {
      throw UnknownStat(
          text.where + ": " + unknown_name("group", text.word, {std::string(System::group_word)}),
          text.word, text.where);
    }
    Group group;
    require_distinct(text.settings);
    for (const Setting& setting : text.settings) {
      const Field<Group>* field = find_field(System::group_fields(), setting.key);
      if (field == nullptr) {
        std::vector<std::string> known;
        for (const auto& of_group : System::group_fields()) known.emplace_back(of_group.name);
        refuse_setting<UnknownStat>(setting, unknown_name("field", setting.key, known));
      }
      field->set(group, setting.value, setting.where);
    }
    if (group.name.empty()) {
      group.name = System::group_word + std::string(" ") + std::to_string(unit.groups.size() + 1);
    }
    push(unit, std::move(group), text.where);
  }

  static void push(Unit& unit, Group group, const std::string& where) {
    if (unit.groups.size() == most_groups) {
      throw BadValue(where + ": more than " + std::to_string(most_groups) + " groups in one unit");
    }
    require_visible(group.name, TextOf::name, where);
    for (const Group& other : unit.groups) {
      if (other.name == group.name) {
        throw BadValue(where + ": a second " + System::group_word + " is called '" +
                       shown(group.name) + "'; names must differ");
      }
    }
    unit.groups.push_back(std::move(group));
  }

  /// `group.key`
  static bool set_in_named_group(Unit& unit, const Setting& setting, SetBy by) {
    const std::string_view key = setting.key;
    for (Group& group : unit.groups) {
      const std::string prefix = group.name + ".";
      if (!key.starts_with(prefix)) continue;
      const Field<Group>* field = find_field(System::group_fields(), key.substr(prefix.size()));
      if (field == nullptr || field->text) continue;
      write(*field, group, setting, by);
      return true;
    }
    const auto dot = key.find('.');
    if (by != SetBy::profile || dot == std::string_view::npos || dot == 0) return false;
    const Field<Group>* field = find_field(System::group_fields(), key.substr(dot + 1));
    if (field == nullptr || field->text) return false;
    require_no_lone_fields(unit, setting);
    Group group;
    group.name = key.substr(0, dot);
    field->set(group, setting.value, setting.where);
    push(unit, std::move(group), setting.where);
    return true;
  }

  /// What a group says of itself is not said once more on the unit, in other words perhaps.
  static void require_not_in_group(const Unit& unit, const std::vector<GroupText>& groups,
                                   const Setting& setting) {
    const Field<Unit>* field = find_field(System::unit_fields(), setting.key);
    if (field != nullptr && !field->lone) return;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (const Setting& own : groups[i].settings) {
        if (setting.key != own.key && setting.key != unit.groups[i].name + "." + own.key) continue;
        refuse_setting(setting, shown(setting.key) + " is given twice: here and in the " +
                                    System::group_word + " '" + shown(unit.groups[i].name) + "' (" +
                                    own.where + ")");
      }
    }
  }

  /// `key`, where one group only can be meant: there is one, or one only has set it and a change is
  /// to be made.
  static bool set_in_only_group(Unit& unit, const Setting& setting, SetBy by) {
    const Field<Group>* field = find_field(System::group_fields(), setting.key);
    if (field == nullptr || field->text) return false;
    if (by == SetBy::roster && unit.groups.size() > 1) return false;
    std::vector<Group*> candidates;
    for (Group& group : unit.groups) {
      const bool has_it = !field->is_default(group);
      if (unit.groups.size() == 1 || has_it) candidates.push_back(&group);
    }
    if (candidates.size() != 1) return false;
    write(*field, *candidates.front(), setting, by);
    return true;
  }

  /// A unit is either of one kind, with the fields on itself, or has groups.
  static void require_no_lone_fields(const Unit& unit, const Setting& setting) {
    for (const Field<Unit>& field : System::unit_fields()) {
      if (field.lone && !field.text && !field.is_default(unit)) {
        refuse_setting(setting, shown(setting.key) + " names a " + System::group_word + ", but " +
                                    std::string(field.name) +
                                    " is set on the unit itself; write NAME." +
                                    std::string(field.name));
      }
    }
  }

  static std::vector<std::string> keys(const Unit& unit) {
    std::vector<std::string> known;
    for (const Field<Unit>& field : System::unit_fields()) {
      if (!(field.lone && has_groups(unit))) known.emplace_back(field.name);
    }
    for (const Group& group : unit.groups) {
      for (const Field<Group>& field : System::group_fields()) {
        if (!field.text) known.push_back(group.name + "." + std::string(field.name));
      }
    }
    return known;
  }
};

}  // namespace warodds
