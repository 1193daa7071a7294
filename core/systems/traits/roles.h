// A trait: the sides may change roles from round to round. Without it the battle's attacker begins
// every round.
#pragma once

#include <concepts>

namespace warodds {

template <class System>
concept ChangesRoles = requires(const typename System::Situation situation) {
  // Whether the other side begins every second round.
  { System::roles_alternate(situation) } -> std::same_as<bool>;
};

/// The attacks of rounds differ in turn: so many rounds until they are the same again.
template <class System>
int rounds_until_same(const typename System::Situation& situation) {
  if constexpr (ChangesRoles<System>) return System::roles_alternate(situation) ? 2 : 1;
  return 1;
}

}  // namespace warodds
