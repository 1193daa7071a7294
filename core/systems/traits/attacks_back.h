// A trait: the defender attacks back, with attacks of its own whose situation `reply.` sets.
// Without it a round is one exchange, in which both sides strike.
#pragma once

#include <concepts>

namespace warodds {

template <class System>
concept AttacksBack = requires(const typename System::Situation attack,
                               typename System::Situation reply,
                               const typename System::Unit replying) {
  // How many attacks a unit makes when it is its turn.
  { System::attacks_in_turn(attack) } -> std::same_as<int>;
  // Sets what of the situation of the attack back follows from that of the attack. `reply` is as
  // it is otherwise; what is said of it then goes over what follows.
  { System::follow(attack, replying, reply) } -> std::same_as<void>;
};

}  // namespace warodds
