#include "cli/question.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/roster.h"
#include "core/unit_builder.h"

namespace warodds::cli {
namespace {

template <class T>
Value value_of(const Field<T>& field, const T& object) {
  const std::string text = field.get(object);
  if (field.text) return text;
  if (field.is_flag()) return object.*(field.number) != 0;
  for (const auto& [word, number] : field.words) {
    if (word == text) return text;
  }
  return object.*(field.number);
}

template <class T>
Values values_of(const Fields<T>& fields, const T& object, bool with_lone) {
  Values values;
  for (const Field<T>& field : fields) {
    if (field.lone && !with_lone) continue;
    values.emplace_back(std::string(field.name), value_of(field, object));
  }
  return values;
}

template <class System>
Profile profile_of(const typename System::Unit& unit) {
  Profile profile;
  profile.fields = values_of(System::unit_fields(), unit, unit.groups.empty());
  profile.group_word = System::group_word;
  for (const auto& group : unit.groups) {
    profile.groups.push_back(values_of(System::group_fields(), group, true));
  }
  return profile;
}

template <class T>
Values set_values_of(const Fields<T>& fields, const T& object) {
  Values values;
  for (const Field<T>& field : fields) {
    const bool is_default =
        field.text ? field.get(object).empty() : object.*(field.number) == field.fallback;
    if (!is_default) values.emplace_back(std::string(field.name), value_of(field, object));
  }
  return values;
}

/// Only what differs from the defaults.
template <class System>
Profile set_in(const typename System::Unit& unit) {
  Profile profile;
  profile.fields = set_values_of(System::unit_fields(), unit);
  profile.group_word = System::group_word;
  for (const auto& group : unit.groups) {
    profile.groups.push_back(set_values_of(System::group_fields(), group));
  }
  return profile;
}

/// The unit that an argument means.
template <class System>
typename System::Unit find_unit(const std::string& argument, const std::optional<Roster>& roster,
                                Side side) {
  using Builder = UnitBuilder<System>;
  const InlineUnit text = parse_inline(argument, to_string(side));
  if (text.name.empty()) {
    return Builder::from_settings(text.settings, side == Side::attacker ? "Attacker" : "Defender");
  }
  if (!roster) {
    throw InputError(fmt::format(
        "{}: '{}' is the name of a unit, but there is no roster: give --roster FILE, or write the "
        "unit as key=value,key=value,...",
        to_string(side), text.name));
  }
  auto unit = Builder::from_roster(roster->find(text.name));
  for (const Setting& setting : text.settings) Builder::apply(unit, setting, false);
  return unit;
}

template <class System>
Question ask(const Arguments& arguments, const std::optional<Roster>& roster) {
  PerSide<typename System::Unit> units;
  units.attacker = find_unit<System>(arguments.operands[0], roster, Side::attacker);
  units.defender = find_unit<System>(arguments.operands[1], roster, Side::defender);
  for (const std::string& text : arguments.set) {
    Setting setting = parse_setting(text, "--set");
    const auto dot = setting.key.find('.');
    const std::string side = setting.key.substr(0, dot);
    if (dot == std::string::npos || (side != "attacker" && side != "defender")) {
      throw InputError(fmt::format(
          "--set: '{}' must begin with attacker. or defender., for example attacker.{}",
          setting.key, dot == std::string::npos ? setting.key : setting.key.substr(dot + 1)));
    }
    setting.key = setting.key.substr(dot + 1);
    UnitBuilder<System>::apply(units[side == "attacker" ? Side::attacker : Side::defender], setting,
                               false);
  }
  typename System::Situation situation;
  for (const std::string& text : arguments.with) {
    apply<System>(situation, parse_setting(text, "--with"));
  }

  Question question;
  question.system = System::name;
  question.title = System::title;
  for (const Side side : both_sides) {
    question.units[side] = units[side].name;
    question.profiles[side] = profile_of<System>(units[side]);
  }
  question.given = arguments.with;
  question.situation = values_of(System::situation_fields(), situation, true);
  const auto fight = System::prepare(units.attacker, units.defender, situation, &question.why);
  question.summary = System::summary(fight);
  question.fight = fight;
  return question;
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  Systems::for_each([&](auto system) { names.emplace_back(decltype(system)::name); });
  return names;
}

std::optional<Roster> load_roster(const Arguments& arguments) {
  if (arguments.roster.empty()) return std::nullopt;
  return read_roster(arguments.roster);
}

/// The system that the roster or --system names.
std::string system_of(const Arguments& arguments, const std::optional<Roster>& roster) {
  if (!arguments.system.empty() && roster && roster->system != arguments.system) {
    throw InputError(fmt::format("--system says {}, but {} is a roster of {}", arguments.system,
                                 roster->file, roster->system));
  }
  if (roster) return roster->system;
  if (!arguments.system.empty()) return arguments.system;
  std::string names;
  for (const std::string& name : system_names()) names += (names.empty() ? "" : ", ") + name;
  throw InputError("which system? Give --roster FILE, or --system with one of " + names);
}

/// Calls f(System{}) for the system of that name.
template <class F>
void with_system(const std::string& name, const std::string& where, F&& f) {
  bool found = false;
  Systems::for_each([&](auto system) {
    if (decltype(system)::name != name) return;
    found = true;
    f(system);
  });
  if (!found) throw InputError(where + ": " + unknown_name("system", name, system_names()));
}

template <class T>
void append_rows(std::vector<FieldRow>& rows, const std::string& kind, const Fields<T>& fields) {
  for (const Field<T>& field : fields) {
    rows.push_back({kind, std::string(field.name), std::string(field.meaning),
                    std::string(field.unit), field.allowed(),
                    field.text ? "" : field.print(field.fallback)});
  }
}

}  // namespace

Question ask_fight(const Arguments& arguments) {
  if (arguments.operands.size() != 2) {
    throw InputError(fmt::format("{} needs two units, attacker and defender; {} given",
                                 arguments.command, arguments.operands.size()));
  }
  const std::optional<Roster> roster = load_roster(arguments);
  const std::string name = system_of(arguments, roster);
  Question question;
  with_system(name, roster ? roster->file : "--system",
              [&](auto system) { question = ask<decltype(system)>(arguments, roster); });
  return question;
}

UnitList list_units(const Arguments& arguments) {
  if (!arguments.operands.empty()) {
    throw InputError("units takes no arguments but --roster FILE");
  }
  const std::optional<Roster> roster = load_roster(arguments);
  if (!roster) throw InputError("units needs --roster FILE");
  UnitList list;
  with_system(system_of(arguments, roster), roster->file, [&](auto system) {
    using System = decltype(system);
    list.system = System::name;
    list.title = System::title;
    for (const UnitText& text : roster->units) {
      const auto unit = UnitBuilder<System>::from_roster(text);
      list.units.push_back({text.name, text.note, profile_of<System>(unit), set_in<System>(unit)});
    }
  });
  return list;
}

std::vector<SystemRow> list_systems() {
  std::vector<SystemRow> rows;
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    SystemRow row{System::name, System::title, {}};
    append_rows(row.fields, "unit", System::unit_fields());
    append_rows(row.fields, System::group_word, System::group_fields());
    append_rows(row.fields, "situation", System::situation_fields());
    rows.push_back(std::move(row));
  });
  return rows;
}

}  // namespace warodds::cli
