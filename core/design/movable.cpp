#include "core/design/movable.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "core/design/budget.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The setting in "KEY=…", its key as stats are named here.
Setting parse_stat(const std::string& text, const std::string& option) {
  Setting setting = parse_setting(text, option);
  std::string of_attacker = setting.key;
  if (split_side(of_attacker) == Side::attacker) setting.key = of_attacker;
  const auto bracket = setting.key.rfind("].");
  if (setting.key.starts_with('[') && bracket != std::string::npos) {
    setting.key.erase(bracket, 1).erase(0, 1);  // "[NAME].hp" of one of several is "NAME.hp"
  }
  if (setting.key.find('.') == std::string::npos) setting.key = lower(setting.key);
  return setting;
}

Matchup alone(const AnyUnit& unit) {
  std::string_view name;
  visit_unit(unit, [&](auto system, const auto&) { name = decltype(system)::name; });
  Matchup matchup(name);
  matchup.put(Side::attacker, unit);
  return matchup;
}

template <class Said>
void add_distinct(std::vector<Said>& all, Said said) {
  for (const Said& other : all) {
    if (other.key != said.key) continue;
    throw BadValue(fmt::format("{}: {} is there twice", said.where, shown(said.key)));
  }
  all.push_back(std::move(said));
}

}  // namespace

std::vector<Stat> stats_of(const AnyUnit& unit, Points points) {
  std::vector<Stat> stats = alone(unit).stats(Side::attacker);
  if (points == Points::left_out || points_of(unit) == 0) return stats;
  visit_unit(unit, [&](auto system, const auto&) {
    const auto* field = find_field(decltype(system)::unit_fields(), key_of_points);
    stats.push_back({std::string(key_of_points), points_of(unit), *field});
  });
  return stats;
}

Profile profile_of(const AnyUnit& unit) { return alone(unit).profile(Side::attacker); }

void set_stat(AnyUnit& unit, const std::string& key, const std::string& value) {
  if (key == key_of_points) return set_points(unit, std::stoi(value));
  Matchup changed = alone(unit);
  changed.set_stat(Side::attacker, {key, value, "--vary"});
  unit = changed.unit(Side::attacker);
}

bool StatName::names(const Stat& stat) const { return key == stat.key || key == stat.field.name; }

bool StatName::names(const std::string& unit, const Stat& stat) const {
  return key == unit + "." + stat.key || key == fmt::format("{}.{}", unit, stat.field.name);
}

Movable parse_range(StatName name, const std::string& range) {
  constexpr int largest = 1'000'000;
  const auto dots = range.find("..");
  const auto least = read_number<int>(trim(std::string_view(range).substr(0, dots)));
  const auto most = dots == std::string::npos
                        ? std::nullopt
                        : read_number<int>(trim(std::string_view(range).substr(dots + 2)));
  if (!least || !most || *least > *most || *least < -largest || *most > largest) {
    throw BadValue(fmt::format(
        "{}: '{}' is not KEY=LO..HI: a stat and the whole numbers between which it may move, from "
        "the lower to the higher",
        name.where, shown(name.key + "=" + range)));
  }
  return {std::move(name), *least, *most};
}

std::vector<Movable> parse_movables(const std::vector<std::string>& texts) {
  std::vector<Movable> all;
  for (const std::string& text : texts) {
    const Setting setting = parse_stat(text, "--vary");
    add_distinct(all, parse_range({setting.key, "--vary"}, setting.value));
  }
  return all;
}

std::vector<PointCost> parse_point_costs(const std::vector<std::string>& texts) {
  constexpr int most = 100;
  std::vector<PointCost> all;
  for (const std::string& text : texts) {
    const Setting setting = parse_stat(text, "--cost");
    const auto cost = read_number<int>(setting.value);
    if (!cost || *cost < 1 || *cost > most) {
      throw BadValue(fmt::format(
          "--cost: '{}' is not KEY=N: a stat and what one point of it counts, a whole number from "
          "1 to {}",
          shown(text), most));
    }
    add_distinct(all, PointCost{{setting.key, "--cost"}, *cost});
  }
  return all;
}

namespace {

/// What is said of a stat of that unit: what names the unit goes first. Null: nothing.
template <class Said>
const Said* said_of(const std::vector<Said>& all, const std::string& unit, const Stat& stat) {
  for (const Said& one : all) {
    if (one.names(unit, stat)) return &one;
  }
  for (const Said& one : all) {
    if (one.names(stat)) return &one;
  }
  return nullptr;
}

/// Throws InputError where a stat goes by none of these names; `of_units`: "Knights.arm".
void require_known_name(const StatName& name, const std::vector<std::string>& of_all,
                        const std::vector<std::string>& of_units) {
  const auto is_in = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name.key) != names.end();
  };
  if (is_in(of_all) || is_in(of_units)) return;
  std::string key = name.key;
  if (split_side(key)) {
    throw BadValue(fmt::format("{}: {} is of one side; this is about a stat of a unit: {}",
                               name.where, name.key, key));
  }
  // Of a unit that is known its stats are enough to choose from.
  std::vector<std::string> near;
  const std::string unit = name.key.substr(0, name.key.rfind('.') + 1);
  std::copy_if(of_units.begin(), of_units.end(), std::back_inserter(near),
               [&](const std::string& one) { return !unit.empty() && one.starts_with(unit); });
  const bool is_of_other = near.empty() && !unit.empty();
  std::string what = unknown_name("stat", name.key, near.empty() ? of_all : near);
  if (is_of_other) {
    what = fmt::format("unknown stat '{}'", shown(name.key));
    const std::string meant = nearest_name(name.key, of_units);
    if (!meant.empty()) what += fmt::format("; did you mean '{}'?", shown(meant));
  }
  throw UnknownStat(fmt::format("{}: no unit has this: {}", name.where, what));
}

}  // namespace

std::optional<StatRules::Range> StatRules::range_of(const std::string& unit,
                                                    const Stat& stat) const {
  const FieldSpec& field = stat.field;
  Range range{field.least, field.most};
  // What is for nothing cannot be bought for a budget.
  if (stat.key == key_of_points || said_of(characters, unit, stat) != nullptr) ++range.least;
  if (!vary.empty()) {
    const Movable* const movable = said_of(vary, unit, stat);
    if (movable == nullptr || said_of(fixed, unit, stat) != nullptr) return std::nullopt;
    range.least = std::max(range.least, movable->least * field.scale);
    range.most = std::min(range.most, movable->most * field.scale);
  }
  range.least = std::min(range.least, stat.value);
  range.most = std::max(range.most, stat.value);
  const PointCost* const cost = said_of(costs, unit, stat);
  if (cost != nullptr) range.cost = cost->cost;
  return range;
}

void StatRules::require_known(const std::vector<AnyUnit>& units, Points points) const {
  std::vector<Stat> stats;
  for (const AnyUnit& unit : units) {
    for (Stat& stat : stats_of(unit, points)) {
      stat.unit = name_of(unit);
      stats.push_back(std::move(stat));
    }
  }
  require_known(stats);
}

void StatRules::require_known(const std::vector<Stat>& stats) const {
  std::vector<std::string> of_all, of_units;
  std::set<std::string> all;
  for (const Stat& stat : stats) {
    for (const std::string& name : std::set{stat.key, std::string(stat.field.name)}) {
      if (all.insert(name).second) of_all.push_back(name);
      of_units.push_back(fmt::format("{}.{}", stat.unit, name));
    }
  }
  const auto require = [&](const StatName& name) { require_known_name(name, of_all, of_units); };
  std::for_each(fixed.begin(), fixed.end(), require);
  std::for_each(vary.begin(), vary.end(), require);
  std::for_each(characters.begin(), characters.end(), require);
  std::for_each(costs.begin(), costs.end(), require);
}

}  // namespace warodds
