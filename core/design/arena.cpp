#include "core/design/arena.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/design/movable.h"
#include "core/roster/side_text.h"

namespace warodds {

const std::string& Contestant::name() const {
  const auto* army = std::get_if<UnitsOfSide>(&is);
  return army != nullptr ? army->name : name_of(std::get<AnyUnit>(is));
}

int Contestant::points() const {
  const auto* army = std::get_if<UnitsOfSide>(&is);
  return army != nullptr ? army->points() : points_of(std::get<AnyUnit>(is));
}

std::vector<Contestant> contestants(const std::vector<AnyUnit>& units) {
  return {units.begin(), units.end()};
}

std::vector<std::string> names_of(const std::vector<Contestant>& all) {
  std::vector<std::string> names;
  for (const Contestant& one : all) names.push_back(one.name());
  return names;
}

std::string units_text(const UnitsOfSide& army) {
  std::vector<SidePart> parts;
  std::string last;  // one of the last part
  for (const SideUnit& one : army.units) {
    const SidePart part{name_of(one.unit), 1, one.with};
    if (written(part) == last) {
      ++parts.back().count;
    } else {
      parts.push_back(part);
      last = written(part);
    }
  }
  std::vector<std::string> texts;
  for (const SidePart& part : parts) texts.push_back(written(part));
  return fmt::format("{}", fmt::join(texts, " + "));
}

Arena::Arena(std::string_view system, Conditions conditions, const Use& use,
             const PerSide<Conduct>& conducts)
    : system_(system), conditions_(std::move(conditions)), empty_(system) {
  for (const Setting& setting : conditions_.situation) empty_.set_situation(setting, use);
  for (const Side side : both_sides) empty_.set_conduct(side, conducts[side]);
}

Matchup Arena::of(const Contestant& attacker, const Contestant& defender) const {
  Matchup matchup = empty_;
  const auto put = [&](Side side, const Contestant& who) {
    std::visit([&](const auto& one) { matchup.put(side, one); }, who.is);
  };
  put(Side::attacker, attacker);
  put(Side::defender, defender);
  for (Setting setting : conditions_.stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  matchup.clear_missing_choices();
  return matchup;
}

std::string fingerprint(std::string_view system, const AnyUnit& unit) {
  const Profile profile = profile_of(system, unit);
  std::string text;
  const auto add = [&](const Values& values) {
    for (const auto& [key, value] : values) {
      if (key != "points") text += key + '=' + print(value) + '\n';
    }
    text += '\n';
  };
  add(profile.fields);
  for (const Values& group : profile.groups) add(group);
  return text;
}

AlikeUnits alike_units(std::string_view system, const std::vector<AnyUnit>& units,
                       bool names_count) {
  const auto dearer_first = [&](std::size_t a, std::size_t b) {
    return std::pair(-points_of(units[a]), name_of(units[a])) <
           std::pair(-points_of(units[b]), name_of(units[b]));
  };
  std::map<std::string, std::vector<std::size_t>> by_text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    by_text[fingerprint(system, units[i]) + (names_count ? name_of(units[i]) : "")].push_back(i);
  }
  std::vector<std::vector<std::size_t>> kinds;
  for (auto& [text, members] : by_text) {
    std::stable_sort(members.begin(), members.end(), dearer_first);
    kinds.push_back(std::move(members));
  }
  std::stable_sort(kinds.begin(), kinds.end(), [&](const auto& a, const auto& b) {
    return dearer_first(a.front(), b.front());
  });
  AlikeUnits alike;
  alike.kind.resize(units.size());
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    for (const std::size_t unit : kinds[kind]) {
      alike.order.push_back(unit);
      alike.kind[unit] = kind;
    }
  }
  return alike;
}

}  // namespace warodds
