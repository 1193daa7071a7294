// Any bytes as a roster, TOML or CSV: they are read, or refused with InputError or NoAnswer; every
// unit is built, and the first two fight as far as that is little work. Armies
// are found by their names, and their units too. A sheet that is written anew has the same rows.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fields/unit_builder.h"
#include "core/play/battle.h"
#include "core/play/rolled.h"
#include "core/roster/roster.h"
#include "core/roster/roster_text.h"
#include "core/roster/sheet.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/work.h"

namespace {

template <class System>
void use(const warodds::Roster& roster) {
  std::vector<typename System::Unit> units;
  for (const warodds::UnitText& text : roster.units) {
    units.push_back(warodds::UnitBuilder<System>::from_roster(text));
  }
  for (const warodds::ArmyText& army : roster.armies) {
    if (roster.find_army(army.name) != &army) __builtin_trap();
    for (const warodds::SidePart& part : army.parts) {
      if (roster.find(std::get<std::string>(part.unit)).name.empty()) __builtin_trap();
    }
  }
  if (units.size() < 2) return;
  warodds::Explanation why;
  const auto fight = warodds::rolled_fights<System>(units[0], units[1], {}, &why);
  const warodds::Summary summary = warodds::summary_of(fight);
  if (summary.empty()) __builtin_trap();
  constexpr double small = 0.0005;  // seconds
  warodds::testing::takes_more_than(small, [&] { warodds::exact::fight(fight); });
  const warodds::Battle<System> battle(units[0], units[1], {});
  warodds::testing::takes_more_than(small, [&] { warodds::exact::battle({battle}, {}); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = [&](auto&& parse) {
    try {
      const warodds::Roster roster = parse();
      warodds::Systems::for_each([&](auto system) {
        if (roster.system == decltype(system)::name) use<decltype(system)>(roster);
      });
    } catch (const warodds::InputError&) {
    } catch (const warodds::NoAnswer&) {
    }
  };
  read([&] { return warodds::parse_toml(text, "roster.toml"); });
  read([&] {
    warodds::Roster roster = warodds::parse_csv_roster(text, "roster.csv", "");
    roster.text = text;
    const std::string unit = roster.units.front().name;
    const std::string again = warodds::with_values(roster, {{unit, "", "points", "7"}});
    const warodds::Roster other = warodds::parse_csv_roster(again, "roster.csv", roster.system);
    if (other.units.size() != roster.units.size() || other.titles.size() != roster.titles.size() ||
        other.headings.size() != roster.headings.size()) {
      __builtin_trap();
    }
    return roster;
  });
  return 0;
}
