// A trait: owners choose who falls, by the rule of core/rules/assignment.h, and that is what is
// chosen in best play. choice_key then names the rules by which owners can assign damage who do not
// choose anew each time.
#pragma once

namespace warodds {

template <class System>
concept AssignsDamage = requires {
  requires System::assigns_damage;
};

}  // namespace warodds
