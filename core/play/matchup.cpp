#include "core/play/matchup.h"
#include "core/systems/any_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "core/fields/unit_builder.h"
#include "core/systems/traits/assigned_damage.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/attacks_back.h"
#include "core/text/text.h"

namespace warodds {
namespace {

template <class Matchup>
struct SystemOfMatchup;
template <class System>
struct SystemOfMatchup<MatchupOf<System>> {
  using type = System;
};
/// The system of a MatchupOf.
template <class Matchup>
using SystemOf = typename SystemOfMatchup<std::remove_cvref_t<Matchup>>::type;

Systems::AnyOf<MatchupOf> matchup_of(std::string_view system) {
  Systems::AnyOf<MatchupOf> matchup;
  with_system(system, "", [&](auto found) { matchup = MatchupOf<decltype(found)>{}; });
  return matchup;
}

/// The command that has a use for a key which fights have none for.
const char* command_of(UsedIn use) {
  return use == UsedIn::sequences ? "sequence"
         : use == UsedIn::battles ? "battle"
         : use == UsedIn::armies  ? "battles of sides of several units"
                                  : "solve";
}

template <class T>
void add_stats(std::vector<Stat>& stats, const Fields<T>& fields, const T& object,
               const std::string& prefix, bool with_lone) {
  for (const Field<T>& field : fields) {
    if (field.text || (field.lone && !with_lone)) continue;
    if (!field.has_numbers() || field.name == "points" || field.is_flag()) continue;
    const std::optional<int> value = field.number_in(object);
    if (!value || *value < field.least || *value > field.most) continue;  // rolled, or a word
    stats.push_back({prefix + std::string(field.name), *value, field});
  }
}

/// The field that a setting of the situation speaks of; its key without `reply.`. Throws
/// InputError.
template <class System>
const Field<typename System::Situation>& situation_field(const Setting& setting) {
  const auto* field = find_field(System::situation_fields(), setting.key);
  if (field != nullptr) return *field;
  for (const auto& of_situation : System::situation_fields()) {
    if (of_situation.reply_was.empty() || of_situation.reply_was != lower(setting.key)) continue;
    throw InputError(fmt::format("{}: {} is called {}{} now", setting.where, setting.key,
                                 reply_prefix, of_situation.name));
  }
  if (find_field(System::unit_fields(), setting.key) != nullptr ||
      find_field(System::group_fields(), setting.key) != nullptr) {
    throw InputError(
        fmt::format("{}: {} is a stat of units; --set and --vary take attacker.{} or defender.{}",
                    setting.where, setting.key, setting.key, setting.key));
  }
  std::vector<std::string> known;
  for (const auto& of_situation : System::situation_fields()) known.emplace_back(of_situation.name);
  throw InputError(setting.where + ": " + unknown_name("key", setting.key, known));
}

[[noreturn]] void of_no_use(const Setting& setting, std::string_view what, const char* meaning,
                            const Use& use) {
  throw InputError(fmt::format("{}: {} has a meaning only in {}, not in {}", setting.where, what,
                               meaning, use.command));
}

/// Refuses `reply.` where it says nothing.
template <class System>
void require_reply(const Setting& setting, const FieldSpec& field, const Use& use) {
  if (!has_use(use.in, UsedIn::battles)) of_no_use(setting, setting.key, "battle", use);
  if (!AttacksBack<System>) {
    throw InputError(fmt::format(
        "{}: {}: in {} a round is one exchange of both sides, without an attack back; leave out {}",
        setting.where, setting.key, System::title, reply_prefix));
  }
  if (field.holds_for == HoldsFor::attack) return;
  throw InputError(fmt::format("{}: {}: {} holds for both sides; leave out {}", setting.where,
                               setting.key, field.name, reply_prefix));
}

template <class System>
void set_in(MatchupOf<System>& matchup, const Setting& setting, const Use& use) {
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
    if (use.in != UsedIn::battles && use.in != UsedIn::armies) {
      of_no_use(setting, "a value that changes from round to round (" + print(schedule) + ")",
                "battle", use);
    }
    if (field.holds_for == HoldsFor::battle) {
      throw InputError(fmt::format("{}: {} holds for the whole battle and cannot change to {}",
                                   setting.where, setting.key, schedule[1].value));
    }
  }
  if (of_reply) {
    matchup.course.set_reply(field, schedule, setting.where);
    return;
  }
  field.set(matchup.situation, schedule.front().value, setting.where);
  matchup.course.set(field, schedule, setting.where);
}

/// A field as it is in all rounds of a battle: a value, or a text that says how it changes.
template <class Situation>
Value value_in_rounds(const Field<Situation>& field, const std::vector<Situation>& rounds) {
  Schedule schedule;
  for (const Situation& situation : rounds) schedule.push_back({field.get(situation), 1});
  schedule = shortened(schedule);
  if (schedule.size() == 1) return value_of(field, rounds.front());
  return print(schedule);
}

/// The situations of all rounds until they change no more.
template <class System>
std::vector<typename System::Situation> attacks_of(const MatchupOf<System>& matchup) {
  std::vector<typename System::Situation> rounds;
  for (int round = 1; round <= matchup.course.settled(); ++round) {
    rounds.push_back(matchup.course.attack(matchup.situation, round));
  }
  return rounds;
}
/// The same of the attack back; empty where there is none.
template <class System>
std::vector<typename System::Situation> replies_of(const MatchupOf<System>& matchup) {
  std::vector<typename System::Situation> rounds;
  if (!AttacksBack<System>) return rounds;
  for (int round = 1; round <= matchup.course.settled(); ++round) {
    rounds.push_back(matchup.course.reply(matchup.situation, matchup.units.defender, round));
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
    const std::string prefix = std::string(to_string(side)) + ".";
    if (key.rfind(prefix, 0) != 0) continue;
    key = key.substr(prefix.size());
    return side;
  }
  return std::nullopt;
}

Matchup::Matchup(std::string_view system) : of_(matchup_of(system)) {}

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
        of.units[side] = std::get<Unit>(unit);
      },
      of_);
}

AnyUnit Matchup::unit(Side side) const {
  return visit([&](const auto& of) { return AnyUnit(of.units[side]); });
}

const std::string& Matchup::name(Side side) const {
  return visit([&](const auto& of) -> const std::string& { return of.units[side].name; });
}

void Matchup::set_stat(Side side, const Setting& setting) {
  std::visit(
      [&](auto& of) {
        UnitBuilder<SystemOf<decltype(of)>>::apply(of.units[side], setting, SetBy::change);
      },
      of_);
}

void Matchup::set_situation(const Setting& setting, const Use& use) {
  std::visit([&](auto& of) { set_in(of, setting, use); }, of_);
}

void Matchup::set(const Setting& setting, const Use& use) {
  Setting of_side = setting;
  if (const auto side = split_side(of_side.key)) {
    set_stat(*side, of_side);
  } else {
    set_situation(setting, use);
  }
}

void Matchup::clear_missing_choices() {
  std::visit(
      [&](auto& of) {
        using System = SystemOf<decltype(of)>;
        if constexpr (ChoosesAmongAttacks<System>) {
          auto& [units, situation, course] = of;
          auto reply = course.reply(situation, units.defender, 1);
          System::clear_missing_choices(situation, units.attacker);
          if (!AttacksBack<System>) return;
          System::clear_missing_choices(reply, units.defender);
          const auto follows = course.reply(situation, units.defender, 1);
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
    const auto& unit = of.units[side];
    std::vector<Stat> stats;
    add_stats(stats, System::unit_fields(), unit, "", unit.groups.empty());
    for (const auto& group : unit.groups) {
      add_stats(stats, System::group_fields(), group, group.name + ".", true);
    }
    return stats;
  });
}

int Matchup::points(Side side) const {
  return visit([&](const auto& of) { return of.units[side].points; });
}

Profile Matchup::profile(Side side) const {
  return visit([&](const auto& of) { return profile_of<SystemOf<decltype(of)>>(of.units[side]); });
}

Values Matchup::situation(UsedIn use) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    const auto& fields = System::situation_fields();
    const bool of_battle =
        use == UsedIn::battles || (use == UsedIn::best_play && !of.course.empty());
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
    return AnyFight(rolled_fights<SystemOf<decltype(of)>>(of.units.attacker, of.units.defender,
                                                          of.situation, why));
  });
}

AnyBattle Matchup::battle() const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    return AnyBattle(Battle<System>(of.units.attacker, of.units.defender, of.situation, of.course));
  });
}

AnyGame Matchup::game(Payoff payoff, int rounds, const KnownChoices& known) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    return AnyGame(Game<System>(of.units.attacker, of.units.defender, of.situation, payoff, rounds,
                                known, of.course));
  });
}

const std::vector<NamedPayoff>& Matchup::payoffs() const {
  return visit([](const auto& of) -> const std::vector<NamedPayoff>& {
    return SystemOf<decltype(of)>::payoffs();
  });
}

std::string Matchup::choice_key(Side side) const {
  return visit(
      [&](const auto& of) { return Game<SystemOf<decltype(of)>>::key(side, of.situation); });
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
