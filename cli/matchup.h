// Two units in a situation, put together from a roster and the command line.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "core/matchup/roster.h"
#include "core/matchup/unit_builder.h"
#include "core/rules/error.h"
#include "core/systems/systems.h"

namespace warodds::cli {

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

/// Two units of a system in a situation.
template <class System>
struct Matchup {
  PerSide<typename System::Unit> units;
  typename System::Situation situation;

  /// "attacker.KEY" or "defender.KEY": the side, and the key without it; nothing for other keys.
  static std::optional<Side> side_of(std::string& key) {
    for (const Side side : both_sides) {
      const std::string prefix = std::string(to_string(side)) + ".";
      if (key.rfind(prefix, 0) != 0) continue;
      key = key.substr(prefix.size());
      return side;
    }
    return std::nullopt;
  }

  /// Sets a key of the situation. Throws InputError when the command has no use for it.
  void set_situation(const Setting& setting, UsedIn use, const std::string& command) {
    const auto* field = find_field(System::situation_fields(), setting.key);
    if (field != nullptr && field->used_in > use) {
      throw InputError(
          fmt::format("{}: {} has a meaning only in {}, not in {}", setting.where, setting.key,
                      field->used_in == UsedIn::battles ? "battle" : "solve", command));
    }
    apply<System>(situation, setting);
  }

  /// Sets a stat of a side ("attacker.hp"), or else a key of the situation.
  void set(Setting setting, UsedIn use, const std::string& command) {
    if (const auto side = side_of(setting.key)) {
      UnitBuilder<System>::apply(units[*side], setting, false);
    } else {
      set_situation(setting, use, command);
    }
  }

  /// All that --set and --with say.
  void set_all(const Arguments& arguments, UsedIn use) {
    for (const std::string& text : arguments.set) {
      Setting setting = parse_setting(text, "--set");
      const std::string written = setting.key;
      const auto side = side_of(setting.key);
      if (!side) {
        const auto dot = written.find('.');
        throw InputError(fmt::format(
            "--set: '{}' must begin with attacker. or defender., for example attacker.{}", written,
            dot == std::string::npos ? written : written.substr(dot + 1)));
      }
      UnitBuilder<System>::apply(units[*side], setting, false);
    }
    for (const std::string& text : arguments.with) {
      set_situation(parse_setting(text, "--with"), use, arguments.command);
    }
  }
};

template <class System>
Matchup<System> matchup_of(const Arguments& arguments, const std::optional<Roster>& roster,
                           UsedIn use) {
  Matchup<System> matchup;
  for (const Side side : both_sides) {
    const std::size_t place = side == Side::attacker ? 0 : 1;
    matchup.units[side] = find_unit<System>(arguments.operands[place], roster, side);
  }
  matchup.set_all(arguments, use);
  return matchup;
}

inline std::vector<std::string> system_names() {
  std::vector<std::string> names;
  Systems::for_each([&](auto system) { names.emplace_back(decltype(system)::name); });
  return names;
}

inline std::optional<Roster> load_roster(const Arguments& arguments) {
  if (arguments.roster.empty()) return std::nullopt;
  return read_roster(arguments.roster, arguments.system);
}

/// The system that the roster or --system names.
inline std::string system_of(const Arguments& arguments, const std::optional<Roster>& roster) {
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

}  // namespace warodds::cli
