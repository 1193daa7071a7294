// A trait: units tire. Each fight of a round costs a unit markers, and with so many it can do no
// more; a battle in which that has come to a whole side breaks off.
#pragma once

#include <algorithm>
#include <concepts>
#include <string_view>

#include "core/rules/side.h"

namespace warodds {

template <class System>
concept BreaksOff = requires(const typename System::Unit unit, const Side side,
                             const typename System::Situation situation) {
  // The markers with which a unit can do no more; 0: it never tires.
  { System::endurance(unit) } -> std::same_as<int>;
  // Those that its first fight of a round costs a unit of that side. Each further one costs one.
  { System::markers(side, situation) } -> std::same_as<int>;
  // When a battle breaks off, for people: "when a unit is tired out (C8)".
  { System::breaks_off } -> std::convertible_to<std::string_view>;
  // What has it go on, for people: "fatigue=0 has it go on".
  { System::goes_on_with } -> std::convertible_to<std::string_view>;
};

/// The rounds after which a battle of two units is broken off; 0: never.
template <class System>
int most_rounds(const typename System::Unit& attacker, const typename System::Unit& defender,
                const typename System::Situation& situation) {
  int rounds = 0;
  if constexpr (BreaksOff<System>) {
    const PerSide<const typename System::Unit*> units{&attacker, &defender};
    for (const Side side : both_sides) {
      const int endurance = System::endurance(*units[side]);
      if (endurance == 0) continue;
      const int markers = System::markers(side, situation);
      const int of_unit = (endurance + markers - 1) / markers;
      rounds = rounds == 0 ? of_unit : std::min(rounds, of_unit);
    }
  }
  return rounds;
}

}  // namespace warodds
