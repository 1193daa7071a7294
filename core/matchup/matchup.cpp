#include "core/matchup/matchup.h"

#include <fmt/format.h>

#include <type_traits>

#include "core/matchup/unit_builder.h"

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
  std::visit(
      [&](auto& of) {
        using System = SystemOf<decltype(of)>;
        const auto* field = find_field(System::situation_fields(), setting.key);
        if (field != nullptr && field->used_in > use.in) {
          throw InputError(
              fmt::format("{}: {} has a meaning only in {}, not in {}", setting.where, setting.key,
                          field->used_in == UsedIn::battles ? "battle" : "solve", use.command));
        }
        apply<System>(of.situation, setting);
      },
      of_);
}

void Matchup::set(const Setting& setting, const Use& use) {
  Setting of_side = setting;
  if (const auto side = split_side(of_side.key)) {
    set_stat(*side, of_side);
  } else {
    set_situation(setting, use);
  }
}

void Matchup::keep_possible_choices() {
  std::visit(
      [&](auto& of) {
        using System = SystemOf<decltype(of)>;
        System::keep_possible_choices(of.situation, of.units.attacker, of.units.defender);
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
    return values_of(SystemOf<decltype(of)>::situation_fields(), of.situation, Shown::all, use);
  });
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
    return AnyBattle(Battle<System>(of.units.attacker, of.units.defender, of.situation));
  });
}

AnyGame Matchup::game(Payoff payoff, int rounds, const PerSide<bool>& known) const {
  return visit([&](const auto& of) {
    using System = SystemOf<decltype(of)>;
    return AnyGame(
        Game<System>(of.units.attacker, of.units.defender, of.situation, payoff, rounds, known));
  });
}

const std::vector<NamedPayoff>& Matchup::payoffs() const {
  return visit([](const auto& of) -> const std::vector<NamedPayoff>& {
    return SystemOf<decltype(of)>::payoffs();
  });
}

std::string Matchup::choice_key(Side side) const {
  return visit([&](const auto& of) { return Game<SystemOf<decltype(of)>>::key(side); });
}

bool Matchup::assigns_damage() const {
  return visit([](const auto& of) { return SystemOf<decltype(of)>::assigns_damage; });
}

bool Matchup::has_choice_in_battles() const {
  for (const NamedPayoff& named : payoffs()) {
    if (named.payoff == Payoff::win) return true;
  }
  return false;
}

AnyUnit read_unit(std::string_view system, const UnitText& text) {
  AnyUnit unit;
  with_system(system, "", [&](auto of) { unit = UnitBuilder<decltype(of)>::from_roster(text); });
  return unit;
}

AnyUnit find_unit(std::string_view system, const UnitRequest& request, const Roster* roster,
                  Side side) {
  if (const auto* whole = std::get_if<UnitText>(&request)) return read_unit(system, *whole);
  const InlineUnit text = parse_inline(std::get<std::string>(request), to_string(side));
  if (!text.name.empty() && roster == nullptr) {
    throw InputError(fmt::format(
        "{}: '{}' is the name of a unit, but there is no roster: give --roster FILE, or write the "
        "unit as key=value,key=value,...",
        to_string(side), text.name));
  }
  AnyUnit unit;
  with_system(system, "", [&](auto of) {
    using Builder = UnitBuilder<decltype(of)>;
    if (text.name.empty()) {
      unit =
          Builder::from_settings(text.settings, side == Side::attacker ? "Attacker" : "Defender");
      return;
    }
    auto found = Builder::from_roster(roster->find(text.name));
    for (const Setting& setting : text.settings) Builder::apply(found, setting, SetBy::change);
    unit = std::move(found);
  });
  return unit;
}

const std::string& name_of(const AnyUnit& unit) {
  return std::visit([](const auto& of) -> const std::string& { return of.name; }, unit);
}

int points_of(const AnyUnit& unit) {
  return std::visit([](const auto& of) { return of.points; }, unit);
}

}  // namespace warodds
