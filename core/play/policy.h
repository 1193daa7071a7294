// What both sides do who choose anew wherever they may: before each fight, or after it who falls
// (A11b). What an engine that plays a battle needs to know of best play.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "core/play/side_states.h"
#include "core/rules/choice.h"
#include "core/rules/side.h"

namespace warodds {

/// A battle in which both choose anew wherever they may: what they play for, and what is known.
struct OpenPlay {
  Payoff payoff = Payoff::win;
  KnownChoices known = {};
  bool passes = true;  ///< whether who may attack may do without, where there are actions
};

/// Where something is chosen before a fight.
struct Standpoint {
  PerSide<int> turns;   ///< what each side can still spend: attacks of a battle, actions, reactions
  PerSide<int> states;  ///< of SideStates: mostly the damage taken so far

  auto operator<=>(const Standpoint&) const = default;
};

/// What both sides choose before fights, wherever something is left to choose.
struct Policy {
  struct Decision {
    PerSide<MixedStrategy> mixes;
    Side by = Side::attacker;  ///< the attacker of the fight
    int phase = 0;             ///< of the battle
  };
  std::map<Standpoint, Decision> decisions;
  PerSide<std::set<Standpoint>> leaves;  ///< where a side leaves the field, the round being over
  PerSide<SideStates> sides;             ///< whose states standpoints speak of
  int rounds = 0;                        ///< that it has been made for
};

/// A decision of one owner on who falls, and how much depends on it.
struct AssignmentDecision {
  Side side = Side::attacker;
  int rounds_left = 0;       ///< the round in hand counted; 0: the battle goes to its end
  int phase = 0;             ///< of the battle
  std::size_t attack = 0;    ///< of the round
  PerSide<int> states = {};  ///< before the attack
  PerSide<int> suffered = {};
  MixedStrategy chosen = {};  ///< states of the side afterwards
  double met = 0;    ///< how often a battle in which both follow the policy comes to it, on average
  double stake = 0;  ///< payoff between the best choice and the worst
};

class AssignmentPolicy {
 public:
  virtual ~AssignmentPolicy() = default;

  /// The states that the policy speaks of, with all that may be reached already found.
  virtual PerSide<SideStates> sides() const = 0;
  /// The rounds it has been made for; 0: it goes to the end of the battle.
  virtual int rounds() const = 0;
  /// What both owners choose in these states when attack `attack` of a round of this phase has
  /// dealt so much damage to each of them: states, and the probability that they are chosen.
  /// `rounds_left` counts the round in hand; it does not matter to a policy that goes to the end.
  /// Nothing is chosen for damage that cannot be dealt there.
  virtual PerSide<MixedStrategy> at(int rounds_left, int phase, std::size_t attack,
                                    const PerSide<int>& states,
                                    const PerSide<int>& suffered) const = 0;
  /// Where an owner has a choice, in the battle that begins where the policy does: the decisions on
  /// which most depends (met times stake) first. Where there are very many, not all.
  virtual std::vector<AssignmentDecision> decisions() const = 0;
};

}  // namespace warodds
