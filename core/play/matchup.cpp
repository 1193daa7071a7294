#include "core/play/matchup.h"

#include "core/systems/any_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/fields/unit_builder.h"
#include "core/systems/traits/assigned_damage.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/attacks_back.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

template <class Sides>
struct SystemOfSides;
template <class System>
struct SystemOfSides<SidesOf<System>> {
  using type = System;
};
/// The system of a SidesOf.
template <class Sides>
using SystemOf = typename SystemOfSides<std::remove_cvref_t<Sides>>::type;

Systems::AnyOf<SidesOf> sides_of(std::string_view system) {
  Systems::AnyOf<SidesOf> sides;
  with_system(system, "", [&](auto found) { sides = SidesOf<decltype(found)>(); });
  return sides;
}

/// The command that has a use for a key which fights have none for.
const char* command_of(UsedIn use) {
  return use == UsedIn::sequences ? "sequence"
         : use == UsedIn::battles ? "battle"
         : use == UsedIn::armies  ? "battles of sides of several units"
                                  : "solve";
}

/// Calls f(key, field, object) for all stats of a unit but its points, and of its groups.
template <class System, class F>
void for_each_stat(const typename System::Unit& unit, const F& f) {
  const auto all = [&](const auto& fields, const auto& object, const std::string& prefix,
                       bool with_lone) {
    for (const auto& field : fields) {
      if (field.name == "points" || (field.lone && !with_lone)) continue;
      f(prefix + std::string(field.name), field, object);
    }
  };
  all(System::unit_fields(), unit, "", unit.groups.empty());
  for (const auto& group : unit.groups) all(System::group_fields(), group, group.name + ".", true);
}

/// The field that a setting of the situation speaks of; its key without `reply.`. Throws
/// InputError.
template <class System>
const Field<typename System::Situation>& situation_field(const Setting& setting) {
  const auto* field = find_field(System::situation_fields(), setting.key);
  if (field != nullptr) return *field;
  for (const auto& of_situation : System::situation_fields()) {
    if (of_situation.reply_was.empty() || of_situation.reply_was != lower(setting.key)) continue;
    throw NotTogether(fmt::format("{}: {} is called {}{} now", setting.where, shown(setting.key),
                                  reply_prefix, of_situation.name));
  }
  if (find_field(System::unit_fields(), setting.key) != nullptr ||
      find_field(System::group_fields(), setting.key) != nullptr) {
    throw UnknownKey(
        fmt::format("{}: {} is a stat of units; --set and --vary take attacker.{} or defender.{}",
                    setting.where, setting.key, setting.key, setting.key));
  }
  std::vector<std::string> known;
  for (const auto& of_situation : System::situation_fields()) known.emplace_back(of_situation.name);
  throw UnknownKey(setting.where + ": " + unknown_name("key", setting.key, known), setting.key,
                   setting.where);
}

[[noreturn]] void of_no_use(const Setting& setting, std::string_view what, const char* meaning,
                            const Use& use) {
  throw NotTogether(fmt::format("{}: {} has a meaning only in {}, not in {}", setting.where, what,
                                meaning, use.command));
}

/// Refuses `reply.` where it says nothing.
template <class System>
void require_reply(const Setting& setting, const FieldSpec& field, const Use& use) {
  if (!has_use(use.in, UsedIn::battles)) of_no_use(setting, setting.key, "battle", use);
  if (!AttacksBack<System>) {
    throw NotTogether(fmt::format(
        "{}: {}: in {} a round is one exchange of both sides, without an attack back; leave out {}",
        setting.where, setting.key, System::title, reply_prefix));
  }
  if (field.holds_for == HoldsFor::attack) return;
  throw NotTogether(fmt::format("{}: {}: {} holds for both sides; leave out {}", setting.where,
                                setting.key, field.name, reply_prefix));
}

template <class System>
void set_in(SidesOf<System>& sides, const Setting& setting, const Use& use) {
  Setting plain = setting;
  const bool of_reply = lower(setting.key).rfind(reply_prefix, 0) == 0;
  if (of_reply) plain.key = setting.key.substr(reply_prefix.size());
  const auto& field = situation_field<System>(plain);
  if (!has_use(use.in, field.used_in)) {
    of_no_use(setting, setting.key, command_of(field.used_in), use);
  }
  if (of_reply) require_reply<System>(setting, field, use);
  const bool in_fights = use.in == UsedIn::fights || use.in == UsedIn::sequences;
  const Schedule schedule =
      in_fights && field.text ? Schedule{{setting.value, 1}} : parse_schedule(field, setting);
  if (schedule.size() > 1) {
    if (use.in == UsedIn::fights || use.in == UsedIn::sequences) {
      of_no_use(setting, "a value that changes from round to round (" + print(schedule) + ")",
                "battle", use);
    }
    if (field.holds_for == HoldsFor::battle) {
      throw NotTogether(fmt::format("{}: {} holds for the whole battle and cannot change to {}",
                                    setting.where, shown(setting.key), shown(schedule[1].value)));
    }
  }
  if (of_reply) {
    sides.course.set_reply(field, schedule, setting.where);
    return;
  }
  field.set(sides.situation, schedule.front().value, setting.where);
  sides.course.set(field, schedule, setting.where);
}

/// A field as it is in all rounds of a battle.
template <class Situation>
Schedule schedule_in(const Field<Situation>& field, const std::vector<Situation>& rounds) {
  Schedule schedule;
  for (const Situation& situation : rounds) schedule.push_back({field.get(situation), 1});
  return shortened(schedule);
}
/// The same as a value, or a text that says how it changes.
template <class Situation>
Value value_in_rounds(const Field<Situation>& field, const std::vector<Situation>& rounds) {
  const Schedule schedule = schedule_in(field, rounds);
  if (schedule.size() == 1) return value_of(field, rounds.front());
  return print(schedule);
}

/// The situations of all rounds until they change no more.
template <class System>
std::vector<typename System::Situation> attacks_of(const SidesOf<System>& sides) {
  std::vector<typename System::Situation> rounds;
  for (int round = 1; round <= sides.course.settled(); ++round) {
    rounds.push_back(sides.course.attack(sides.situation, round));
  }
  return rounds;
}
/// The same of the attack back; empty where there is none.
template <class System>
std::vector<typename System::Situation> replies_of(const SidesOf<System>& sides) {
  std::vector<typename System::Situation> rounds;
  if (!AttacksBack<System>) return rounds;
  for (int round = 1; round <= sides.course.settled(); ++round) {
    rounds.push_back(sides.course.reply(sides.situation, sides.unit(Side::defender), round));
  }
  return rounds;
}

/// Whether a field is one of the attack back.
bool is_of_reply(const FieldSpec& field) {
  return field.holds_for == HoldsFor::attack && has_use(UsedIn::battles, field.used_in);
}

}  // namespace

std::optional<Side> split_side(std::string& key) {
  for (const Side side : both_sides) {
    const std::string name = to_string(side);
    const bool of_one = key.rfind(name + "[", 0) == 0;
    if (!of_one && key.rfind(name + ".", 0) != 0) continue;
    key = key.substr(name.size() + (of_one ? 0 : 1));
    return side;
  }
  return std::nullopt;
}

Matchup::Matchup(std::string_view system) : of_(sides_of(system)) {}

std::string_view Matchup::system() const {
  return visit([](const auto& of) -> std::string_view { return SystemOf<decltype(of)>::name; });
}

std::string_view Matchup::title() const {
  return visit([](const auto& of) -> std::string_view { return SystemOf<decltype(of)>::title; });
}

void Matchup::put(Side side, const AnyUnit& unit) {
  std::visit(
      [&](auto& of) {
        using Unit = typename SystemOf<decltype(of)>::Unit;
        of.armies[side].units = {{std::get<Unit>(unit)}};
        of.names[side].clear();
      },
      of_);
}

namespace {

/// Refuses what cannot be said of one unit's attacks (E1b).
template <class System>
void require_of_one(Side side, const Setting& setting,
                    const Field<typename System::Situation>& field) {
  if (Battle<System>::with_takes(side, field)) return;
  std::string why = "holds for both sides";
  if (field.holds_for == HoldsFor::battle)
    why = "holds for both sides, from the first round to the last";
  if (field.holds_for == HoldsFor::attack) {
    why = "is not what this side chooses";
    const auto key = System::choice_key[side];
    for (const auto& own : System::situation_fields()) {
      if (key != nullptr && own.number == key) why += fmt::format(", which is {}", own.name);
    }
  }
  throw NotTogether(fmt::format("{}: with {}: {} {}; --with says it of the battle", setting.where,
                                setting.key, field.name, why));
}

/// Says of one unit's attacks what a setting says.
template <class System>
void set_of_one(Side side, const Setting& setting, SituationChanges<System>& changes) {
  if (lower(setting.key).rfind(reply_prefix, 0) == 0) {
    throw NotTogether(fmt::format(
        "{}: with {}: speaks of this unit's attacks, whatever side it is on; leave out {}",
        setting.where, setting.key, reply_prefix));
  }
  const auto& field = situation_field<System>(setting);
  require_of_one<System>(side, setting, field);
  changes.set(field, parse_schedule(field, setting), setting.where);
}

}  // namespace

void Matchup::put(Side side, const UnitsOfSide& units) {
  std::visit(
      [&](auto& of) {
        using System = SystemOf<decltype(of)>;
        std::vector<ArmyUnit<System>> all;
        for (const SideUnit& one : units.units) {
          auto& unit = all.emplace_back(
              ArmyUnit<System>{std::get<typename System::Unit>(one.unit), {}, one.wave});
          for (const Setting& setting : one.with) set_of_one<System>(side, setting, unit.with);
        }
        of.armies[side].units = std::move(all);
        of.names[side] = units.name;
      },
      of_);
}

void Matchup::replace(Side side, const std::vector<AnyUnit>& units) {
  std::visit(
      [&](auto& of) {
        using Unit = typename SystemOf<decltype(of)>::Unit;
        for (std::size_t i = 0; i < units.size(); ++i) {
          of.armies[side].units[i].unit = std::get<Unit>(units[i]);
        }
      },
      of_);
}

void Matchup::exchange_units() {
  const PerSide<std::string> names = visit([](const auto& of) { return of.names; });
  const PerSide<UnitsOfSide> sides{{names.attacker, units(Side::attacker)},
                                   {names.defender, units(Side::defender)}};
  for (const Side side : both_sides) put(side, sides[enemy_of(side)]);
}

void Matchup::set_conduct(Side side, const Conduct& conduct) {
  std::visit([&](auto& of) { of.armies[side].conduct = conduct; }, of_);
}

const Conduct& Matchup::conduct(Side side) const {
  return visit([&](const auto& of) -> const Conduct& { return of.armies[side].conduct; });
}

bool Matchup::is_of_several() const {
  return visit([](const auto& of) {
    return std::any_of(both_sides.begin(), both_sides.end(), [&](Side side) {
      const auto& units = of.armies[side].units;
      return units.size() > 1 || !units.front().with.empty();
    });
  });
}

std::vector<SideUnit> Matchup::units(Side side) const {
  return visit([&](const auto& of) {
    std::vector<SideUnit> units;
    for (const auto& one : of.armies[side].units) {
      SideUnit& unit = units.emplace_back(SideUnit{one.unit, {}, one.wave});
      one.with.for_each([&](const auto& field, const Schedule& schedule) {
        unit.with.push_back({std::string(field.name), print(schedule), "with"});
      });
    }
    return units;
  });
}

std::vector<std::string> names_apart(const std::vector<SideUnit>& units) {
  std::vector<std::string> names;
  for (const SideUnit& one : units) names.push_back(name_of(one.unit));
  return numbered(names);
}

bool Matchup::has(Side side, const std::string& name) const {
  std::vector<std::string> names;
  for (const SideUnit& one : units(side)) names.push_back(name_of(one.unit));
  const std::vector<std::string> apart = numbered(names);
  names.insert(names.end(), apart.begin(), apart.end());
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& one) { return lower(one) == lower(name); });
}

namespace {

/// A battle of two units is refused where one cannot do what is said of it. To more units that was
/// said for those who can (E1b): it is then said of the attacker's unit alone, which does what it
/// can of it as one of several does.
template <class System>
void obey_what_they_can(SidesOf<System>& of) {
  try {
    const Battle<System> of_two(of.unit(Side::attacker), of.unit(Side::defender), of.situation,
                                of.course);
    return;
  } catch (const std::runtime_error&) {  // one of them cannot
  }
  for (const auto& field : System::situation_fields()) {
    if (!Battle<System>::with_takes(Side::attacker, field)) continue;
    of.armies.attacker.units.front().with.set(field, schedule_in(field, attacks_of(of)), "with");
    return;
  }
}

}  // namespace

Matchup Matchup::with_only(Side side, UnitSet units) const {
  Matchup rest = *this;
  std::visit(
      [&](auto& of) {
        const auto all = std::exchange(of.armies[side].units, {});
        for (const int unit : units) {
          of.armies[side].units.push_back(all[static_cast<std::size_t>(unit)]);
        }
      },
      rest.of_);
  // Those who stay may be told apart by other numbers now.
  const std::vector<std::string> before = names_apart(this->units(side));
  const std::vector<std::string> now = names_apart(rest.units(side));
  const auto rename = [&](std::string& name) {
    std::size_t place = 0;
    for (const int unit : units) {
      if (lower(before[static_cast<std::size_t>(unit)]) == lower(name)) {
        name = now[place];
        return;
      }
      ++place;
    }
  };
  for (const Side each : both_sides) {
    Conduct conduct = rest.conduct(each);
    for (Pin& pin : conduct.pins) rename(each == side ? pin.unit : pin.enemy);
    if (each == side) std::for_each(conduct.choosers.begin(), conduct.choosers.end(), rename);
    std::erase_if(conduct.choosers,
                  [&](const std::string& name) { return !name.empty() && !rest.has(each, name); });
    std::erase_if(conduct.pins, [&](const Pin& pin) {
      return !rest.has(each, pin.unit) || !rest.has(enemy_of(each), pin.enemy);
    });
    rest.set_conduct(each, conduct);
  }
  if (!rest.is_of_several()) std::visit([](auto& of) { obey_what_they_can(of); }, rest.of_);
  return rest;
}

AnyUnit Matchup::unit(Side side) const {
  return visit([&](const auto& of) { return AnyUnit(of.unit(side)); });
}

const std::string& Matchup::name(Side side) const {
  return visit([&](const auto& of) -> const std::string& {
    return of.is_listed(side) ? of.names[side] : of.unit(side).name;
  });
}

namespace {

template <class System>
std::vector<std::string> names_in(const Army<System>& army) {
  std::vector<std::string> names;
  for (const auto& one : army.units) names.push_back(one.unit.name);
  return names;
}

/// The units of a side that a key speaks of, "[NAME].hp" or "hp", which is of all; and the key
/// without the name. `end`: of the name.
template <class System>
std::pair<std::vector<ArmyUnit<System>*>, std::string> meant_by(const Setting& setting, Side side,
                                                                std::string_view end,
                                                                Army<System>& army) {
  std::pair<std::vector<ArmyUnit<System>*>, std::string> meant{{}, setting.key};
  auto& [units, key] = meant;
  const bool is_of_all = !key.starts_with('[');
  const auto bracket = key.rfind(end);
  if (!is_of_all && bracket == std::string::npos) {
    throw BadValue(fmt::format("{}: '{}' is not {}[NAME]{}KEY", setting.where, shown(key),
                               to_string(side), end.substr(1)));
  }
  const std::string name = is_of_all ? "" : key.substr(1, bracket - 1);
  if (!is_of_all) key.erase(0, bracket + end.size());
  const std::vector<std::string> names = numbered(names_in(army));
  const auto is_called = [&](const std::string& one) {
    return lower(name_key(one)) == lower(name_key(name));
  };
  for (std::size_t i = 0; i < army.units.size(); ++i) {
    ArmyUnit<System>& one = army.units[i];
    if (is_of_all || is_called(names[i]) || is_called(one.unit.name)) units.push_back(&one);
  }
  if (!units.empty()) return meant;
  throw UnknownUnit(fmt::format("{}: the {}'s side: {}", setting.where, to_string(side),
                                unknown_name("unit", name, names)),
                    setting.key, setting.where);
}

/// The units of a side by the names that their stats are said of: alike ones of one name once.
template <class System>
std::vector<std::pair<std::string, const ArmyUnit<System>*>> by_name(const Army<System>& army) {
  const std::vector<std::string> names = names_in(army), apart = numbered(names);
  std::vector<std::pair<std::string, const ArmyUnit<System>*>> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ArmyUnit<System>& one = army.units[i];
    const auto differs = [&](const ArmyUnit<System>& other) {
      return other.unit.name == names[i] &&
             !(profile_of<System>(other.unit) == profile_of<System>(one.unit) &&
               other.with == one.with);
    };
    if (std::any_of(army.units.begin(), army.units.end(), differs)) {
      all.emplace_back(apart[i], &one);
    } else if (std::find(names.begin(), names.end(), names[i]) - names.begin() ==
               static_cast<std::ptrdiff_t>(i)) {
      all.emplace_back(names[i], &one);
    }
  }
  return all;
}

}  // namespace

void Matchup::set_stat(Side side, const Setting& setting) {
  std::visit(
      [&]<class System>(SidesOf<System>& of) {
        const auto [units, key] = meant_by(setting, side, "].", of.armies[side]);
        std::size_t without = 0;
        for (ArmyUnit<System>* const one : units) {
          try {
            UnitBuilder<System>::apply(one->unit, {key, setting.value, setting.where},
                                       SetBy::change);
          } catch (const UnknownStat&) {  // others have it
            if (++without == units.size()) throw;
          }
        }
      },
      of_);
}

void Matchup::set_situation(const Setting& setting, const Use& use) {
  std::visit([&](auto& of) { set_in(of, setting, use); }, of_);
}

void Matchup::set(const Setting& setting, const Use& use) {
  constexpr std::string_view with = "] with ";
  Setting of_side = setting;
  const auto side = split_side(of_side.key);
  if (!side) return set_situation(setting, use);
  if (of_side.key.find(with) == std::string::npos) return set_stat(*side, of_side);
  std::visit(
      [&]<class System>(SidesOf<System>& of) {
        const auto [units, key] = meant_by(of_side, *side, with, of.armies[*side]);
        for (ArmyUnit<System>* const one : units) {
          set_of_one<System>(*side, {key, setting.value, setting.where}, one->with);
        }
      },
      of_);
}

void Matchup::clear_missing_choices() {
  if (is_of_several()) return;  // each of several obeys what it can
  std::visit(
      [&](auto& of) {
        using System = SystemOf<decltype(of)>;
        if constexpr (ChoosesAmongAttacks<System>) {
          auto& situation = of.situation;
          auto& course = of.course;
          auto reply = course.reply(situation, of.unit(Side::defender), 1);
          System::clear_missing_choices(situation, of.unit(Side::attacker));
          if (!AttacksBack<System>) return;
          System::clear_missing_choices(reply, of.unit(Side::defender));
          const auto follows = course.reply(situation, of.unit(Side::defender), 1);
          for (const auto& field : System::situation_fields()) {
            if (!is_of_reply(field) || is_same(field, reply, follows)) continue;
            course.set_reply(field, {{field.get(reply), 1}}, "reply");
          }
        }
      },
      of_);
}

std::vector<Stat> Matchup::stats(Side side) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    std::vector<Stat> stats;
    for (const auto& [name, one] : by_name(of.armies[side])) {
      const std::string whose = of.is_listed(side) ? name : "";
      for_each_stat<System>(one->unit,
                            [&](const std::string& key, const auto& field, const auto& object) {
                              if (field.text || !field.has_numbers() || field.is_flag()) return;
                              const std::optional<int> value = field.number_in(object);
                              if (!value || *value < field.least || *value > field.most)
                                return;  // rolled, or a word
                              stats.push_back({key, *value, field, whose});
                            });
    }
    return stats;
  });
}

std::vector<Unusual> Matchup::unusual() const {
  return visit([](const auto& of) {
    using System = SystemOf<decltype(of)>;
    std::vector<Unusual> all;
    const auto attacks = attacks_of<System>(of);
    const typename System::Situation usual;
    const auto add_setting = [&](const std::string& before, const auto& field,
                                 const std::string& value) {
      if (value == field.get(usual)) return;
      all.push_back({before + std::string(field.name), value, field.get(usual)});
    };
    for (const Side side : both_sides) {
      for (const auto& [name, one] : by_name(of.armies[side])) {
        const std::string whose =
            to_string(side) + (of.is_listed(side) ? "[" + name + "]" : std::string());
        for_each_stat<System>(one->unit, [&]<class T>(const std::string& key, const Field<T>& field,
                                                      const T& object) {
          if (field.name == "name" || field.is_default(object)) return;
          all.push_back({whose + "." + key, field.get(object), field.get(T())});
        });
        one->with.for_each([&](const auto& field, const Schedule& schedule) {
          add_setting(whose + " with ", field, print(schedule));
        });
      }
    }
    for (const auto& field : System::situation_fields()) {
      add_setting("", field, print(schedule_in(field, attacks)));
    }
    of.course.for_each_of_reply([&](const auto& field, const Schedule& schedule) {
      add_setting(std::string(reply_prefix), field, print(schedule));
    });
    return all;
  });
}

int Matchup::points(Side side) const {
  return visit([&](const auto& of) {
    int points = 0;
    for (const auto& one : of.armies[side].units) points += one.unit.points;
    return points;
  });
}

Profile Matchup::profile(Side side) const {
  return visit([&](const auto& of) { return profile_of<SystemOf<decltype(of)>>(of.unit(side)); });
}

Values Matchup::situation(UsedIn use) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    const auto& fields = System::situation_fields();
    const bool of_battle = use == UsedIn::battles || use == UsedIn::armies ||
                           (use == UsedIn::best_play && !of.course.empty());
    if (!of_battle) return values_of(fields, of.situation, Shown::all, use);
    Values values;
    const auto attacks = attacks_of<System>(of);
    for (const auto& field : fields) {
      if (!has_use(use, field.used_in)) continue;
      values.emplace_back(std::string(field.name), value_in_rounds(field, attacks));
    }
    const auto replies = replies_of<System>(of);
    for (const auto& field : fields) {
      if (replies.empty() || !is_of_reply(field)) continue;
      values.emplace_back(fmt::format("{}{}", reply_prefix, field.name),
                          value_in_rounds(field, replies));
    }
    return values;
  });
}

std::vector<std::string> Matchup::reply_given() const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    const auto replies = replies_of<System>(of);
    std::vector<std::string> given;
    for (const auto& field : System::situation_fields()) {
      const bool at_default = std::all_of(replies.begin(), replies.end(), [&](const auto& reply) {
        return field.is_default(reply);
      });
      if (!is_of_reply(field) || at_default) continue;
      given.push_back(fmt::format("{}={}", field.name, print(value_in_rounds(field, replies))));
    }
    return given;
  });
}

bool Matchup::has_reply() const {
  return visit([](const auto& of) { return AttacksBack<SystemOf<decltype(of)>>; });
}

bool Matchup::has_course() const {
  return visit([](const auto& of) { return !of.course.empty(); });
}

bool Matchup::changes_by_round() const {
  return visit([](const auto& of) { return of.course.settled() > 1; });
}

AnyFight Matchup::fight(Explanation* why) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    if (!is_of_several()) {
      return AnyFight(rolled_fights<System>(of.unit(Side::attacker), of.unit(Side::defender),
                                            of.situation, why));
    }
    if constexpr (JoinsFights<System>) {
      require_no_damage_said<System>(of.situation);
      PerSide<Members<System>> members;
      for (const Side side : both_sides) {
        for (const auto& one : of.armies[side].units) {
          const auto taken = System::opening(one.unit, one.unit, of.situation);
          members[side].push_back({&one.unit, taken.attacker});
        }
      }
      return AnyFight(rolled_fights<System>(members, of.situation, false, why));
    } else {
      throw NotTogether(
          fmt::format("in {} a fight is of one unit of each side; battle takes sides of several",
                      System::title));
    }
  });
}

AnyBattle Matchup::battle(const std::optional<OpenPlay>& open) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    return AnyBattle(Battle<System>(of.armies, of.situation, of.course, open));
  });
}

std::vector<NamedPayoff> Matchup::payoffs() const {
  std::vector<NamedPayoff> payoffs =
      visit([](const auto& of) { return SystemOf<decltype(of)>::payoffs(); });
  payoffs.push_back(payoff_in_points);
  return payoffs;
}

std::string Matchup::choice_key(Side side) const {
  return visit(
      [&](const auto& of) { return choice_key_of<SystemOf<decltype(of)>>(side, of.situation); });
}

std::string Matchup::reply_choice_key(Side side) const {
  return visit([&](const auto& of) -> std::string {
    using System = SystemOf<decltype(of)>;
    const auto key = System::choice_key[enemy_of(side)];
    for (const auto& field : System::situation_fields()) {
      const bool is_key = AttacksBack<System> && key != nullptr && field.number == key;
      if (is_key && is_of_reply(field)) return fmt::format("{}{}", reply_prefix, field.name);
    }
    return "";
  });
}

bool Matchup::assigns_damage() const {
  return visit([](const auto& of) { return AssignsDamage<SystemOf<decltype(of)>>; });
}

bool Matchup::is_of_target(std::string_view key) const {
  return visit([&](const auto& of) {
    const auto* field = find_field(SystemOf<decltype(of)>::situation_fields(), key);
    return field != nullptr && field->of_target;
  });
}

Summary summary_of(const AnyFight& fight) {
  return std::visit([](const auto& fights) { return summary_of(fights); }, fight);
}

}  // namespace warodds
