// A trait: damage that downs nobody is removed at the end of each turn. Without it damage lasts.
#pragma once

#include <concepts>

namespace warodds {

template <class System>
concept ClearsDamage = requires(const typename System::Situation situation) {
  // Whether a turn holds the attacks of both sides, the whole round; otherwise each side has its
  // own.
  { System::turn_holds_both_sides(situation) } -> std::same_as<bool>;
};

}  // namespace warodds
