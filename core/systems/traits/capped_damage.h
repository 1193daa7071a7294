// A trait: damage is what is taken off the target, so never more than it has left. Without it what
// is dealt beyond that counts as damage, too.
#pragma once

namespace warodds {

template <class System>
concept CapsDamage = requires {
  requires System::caps_damage;
};

}  // namespace warodds
