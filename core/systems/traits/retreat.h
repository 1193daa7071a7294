// A trait: a side can move away, which ends a battle and a sequence.
#pragma once

#include <concepts>

namespace warodds {

template <class System>
concept CanRetreat = requires(const typename System::Situation situation) {
  // Whether a target that still stands after an attack in this situation has moved away.
  { System::retreats(situation) } -> std::same_as<bool>;
};

/// The same for any system; never where nobody can.
template <class System>
bool retreats(const typename System::Situation& situation) {
  if constexpr (CanRetreat<System>) return System::retreats(situation);
  return false;
}

}  // namespace warodds
