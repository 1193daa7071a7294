// Any bytes as a roster: they are read, or refused with InputError or NoAnswer; every unit is
// built, and the first two fight as far as the prediction of what that would cost.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/roster.h"
#include "core/systems/systems.h"
#include "core/unit_builder.h"
#include "exact/fight.h"

namespace {

template <class System>
void use(const warodds::Roster& roster) {
  std::vector<typename System::Unit> units;
  for (const warodds::UnitText& text : roster.units) {
    units.push_back(warodds::UnitBuilder<System>::from_roster(text));
  }
  if (units.size() < 2) return;
  warodds::Explanation why;
  const auto fight = System::prepare(units[0], units[1], {}, &why);
  const warodds::Summary summary = System::summary(fight);
  if (warodds::exact::predicted_seconds(fight) < 0 || summary.empty()) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const warodds::Roster roster = warodds::parse_toml(text, "roster.toml");
    warodds::Systems::for_each([&](auto system) {
      if (roster.system == decltype(system)::name) use<decltype(system)>(roster);
    });
  } catch (const warodds::InputError&) {
  } catch (const warodds::NoAnswer&) {
  }
  return 0;
}
