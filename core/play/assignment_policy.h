// How owners assign damage who choose anew for every state and every damage (A11b): what an engine
// that plays a battle needs to know of best play.
#pragma once

#include <cstddef>

#include "core/play/side_states.h"
#include "core/rules/choice.h"
#include "core/rules/side.h"

namespace warodds {

class AssignmentPolicy {
 public:
  virtual ~AssignmentPolicy() = default;

  /// The states that the policy speaks of, with all that may be reached already found.
  virtual const PerSide<SideStates>& sides() const = 0;
  /// The rounds it has been made for; 0: it goes to the end of the battle.
  virtual int rounds() const = 0;
  /// What both owners choose in these states when attack `attack` of a round has dealt so much
  /// damage to each of them: states, and the probability that they are chosen. `rounds_left` counts
  /// the round in hand; it does not matter to a policy that goes to the end.
  virtual PerSide<MixedStrategy> at(int rounds_left, std::size_t attack, const PerSide<int>& states,
                                    const PerSide<int>& suffered) const = 0;
};

}  // namespace warodds
