#include "core/roster/find_unit.h"

#include <fmt/format.h>

#include <utility>

#include "core/fields/unit_builder.h"
#include "core/text/error.h"

namespace warodds {

AnyUnit read_unit(std::string_view system, const UnitText& text) {
  AnyUnit unit;
  with_system(system, "", [&](auto of) { unit = UnitBuilder<decltype(of)>::from_roster(text); });
  return unit;
}

AnyUnit find_unit(std::string_view system, const UnitRequest& request, const Roster* roster,
                  const UnitRole& role) {
  if (const auto* whole = std::get_if<UnitText>(&request)) return read_unit(system, *whole);
  const InlineUnit text = parse_inline(std::get<std::string>(request), role.where);
  if (!text.name.empty() && roster == nullptr) {
    throw InputError(fmt::format(
        "{}: '{}' is the name of a unit, but there is no roster: give --roster FILE, or write the "
        "unit as key=value,key=value,...",
        role.where, text.name));
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

UnitRole role_of(Side side) {
  return {to_string(side), side == Side::attacker ? "Attacker" : "Defender"};
}

}  // namespace warodds
