#include "core/roster/find_unit.h"

#include <fmt/format.h>

#include <utility>

#include "core/fields/unit_builder.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {

AnyUnit read_unit(std::string_view system, const UnitText& text) {
  AnyUnit unit;
  with_system(system, "", [&](auto of) { unit = UnitBuilder<decltype(of)>::from_roster(text); });
  return unit;
}

AnyUnit find_unit(std::string_view system, const UnitRequest& request, const Roster* roster,
                  const UnitRole& role) {
  if (const auto* whole = std::get_if<UnitText>(&request)) return read_unit(system, *whole);
  const UnitText text = parse_inline(std::get<std::string>(request), role.where);
  if (!text.name.empty() && roster == nullptr) {
    throw Missing(fmt::format("{}: '{}' is the name of a unit, but there is no roster: give "
                              "--roster FILE, or write the "
                              "unit as key=value,key=value,...",
                              role.where, shown(text.name)),
                  "roster");
  }
  AnyUnit unit;
  with_system(system, "", [&](auto of) {
    using Builder = UnitBuilder<decltype(of)>;
    if (text.name.empty()) {
      unit = Builder::from_settings(text.settings, role.unnamed);
      return;
    }
    auto found = Builder::from_roster(roster->find(text.name));
    for (const Setting& setting : text.settings) Builder::apply(found, setting, SetBy::change);
    unit = std::move(found);
  });
  return unit;
}

const UnitRequest* SideMeant::alone() const {
  const bool is_alone = parts.size() == 1 && parts.front().count == 1 && parts.front().with.empty();
  return is_alone ? &parts.front().unit : nullptr;
}

namespace {

/// Units that are given one by one: a text may be several, unless more is said of it than the text.
std::vector<SidePart> parts_meant(const std::vector<SidePart>& given, const std::string& where,
                                  const std::vector<std::string>& names) {
  std::vector<SidePart> parts;
  for (const SidePart& part : given) {
    const auto* text = std::get_if<std::string>(&part.unit);
    if (text == nullptr) {
      parts.push_back(part);
      continue;
    }
    std::vector<SidePart> read = parse_side(*text, where, names);
    if (part.count > 1 || !part.with.empty()) {
      if (read.size() > 1 || read.front().count > 1 || !read.front().with.empty()) {
        throw BadValue(
            fmt::format("{}: '{}' must be one unit where count or situation stands beside it",
                        where, shown(*text)));
      }
      read.front().count = part.count;
      read.front().with = part.with;
    }
    parts.insert(parts.end(), read.begin(), read.end());
  }
  require_few(parts, where);
  return parts;
}

}  // namespace

SideMeant side_meant(const SideRequest& request, const Roster* roster, const std::string& where) {
  if (const auto* unit = std::get_if<UnitText>(&request)) return {{{*unit}}};
  const auto names = roster == nullptr ? std::vector<std::string>() : roster->names();
  if (const auto* parts = std::get_if<std::vector<SidePart>>(&request)) {
    return {parts_meant(*parts, where, names)};
  }
  const auto& text = std::get<std::string>(request);
  const ArmyText* army = roster == nullptr ? nullptr : roster->find_army(trim(text));
  return army != nullptr ? SideMeant{army->parts, army} : SideMeant{parse_side(text, where, names)};
}

AnyUnit find_sole_unit(std::string_view system, const SideRequest& request, const Roster* roster,
                       const UnitRole& role, const std::string& command) {
  const SideMeant side = side_meant(request, roster, role.where);
  if (const UnitRequest* unit = side.alone()) return find_unit(system, *unit, roster, role);
  throw NotTogether(fmt::format(
      "{}: '{}' is a side of several units, or with settings of its own; {} takes one unit a side",
      role.where, shown(written(side.parts)), command));
}

UnitRole role_of(Side side) {
  return {to_string(side), side == Side::attacker ? "Attacker" : "Defender"};
}

}  // namespace warodds
