// A trait: the rules may break a battle off after some rounds.
#pragma once

#include <concepts>
#include <string_view>

namespace warodds {

template <class System>
concept BreaksOff = requires(const typename System::Unit unit,
                             const typename System::Situation situation) {
  // The rounds after which a battle of attacker and defender is broken off; 0: never.
  { System::most_rounds(unit, unit, situation) } -> std::same_as<int>;
  // When that is, for people: "when a unit is tired out (C8)".
  { System::breaks_off } -> std::convertible_to<std::string_view>;
};

/// The same for any system; 0 where no battle is broken off.
template <class System>
int most_rounds(const typename System::Unit& attacker, const typename System::Unit& defender,
                const typename System::Situation& situation) {
  if constexpr (BreaksOff<System>) return System::most_rounds(attacker, defender, situation);
  return 0;
}

}  // namespace warodds
