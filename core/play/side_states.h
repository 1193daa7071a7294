// The states that one side of a battle can be in, and how damage leads from one to another. A state
// is a number >= 0 that can be used as an index. Where losses come off in one fixed order it is the
// damage taken; where the owner chooses who falls, or attacks differ in who falls first, the states
// are numbered as they are found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "core/rules/casualties.h"
#include "core/rules/fight.h"

namespace warodds {

/// How long damage that downs nobody stays. One that is as good as the next is the shorter one,
/// because it has fewer states.
enum class DamageLasts {
  battle,
  turn,   ///< to the end of a turn of several attacks
  attack  ///< every attack ends a turn
};

class SideStates {
 public:
  SideStates() = default;
  /// The states of a unit that begins as `casualties` says.
  SideStates(const Casualties& casualties, DamageLasts lasts);
  /// The same, where attacks differ in who falls first: `ways` of falling.
  SideStates(const Casualties& casualties, DamageLasts lasts, std::vector<Falling> ways);

  /// The same states by figures left, whatever decides who falls: an owner who chooses anew each
  /// time may come to any of them (A11b). after() still says what `casualties` say.
  static SideStates of_any_choice(const Casualties& casualties, DamageLasts lasts);
  /// The states of_any_choice() again, but after() says what `casualties` say from now on.
  void assign_by(const Casualties& casualties);

  /// Whether states are what is left of the unit, and not the damage it has taken.
  bool chosen() const { return unhurt_.chosen(); }
  /// One more than the greatest number of a state, as far as they have been found.
  std::size_t found() const {
    return chosen() ? states_.size() : static_cast<std::size_t>(capacity_) + 1;
  }
  /// Where the battle begins.
  int opening() const { return opening_; }
  /// Makes after(state, damage, way) known for damage up to `most`. States that are found on the
  /// way get the next numbers, so whoever finds the same in the same order has the same numbers.
  void find(int state, int most, std::size_t way = 0) {
    if (chosen()) find_chosen(state, most, way);
  }
  /// Makes choices(state, damage) known for damage up to `most`.
  void find_choices(int state, int most);
  /// All states that `damage` may lead to if the owner chooses as it likes, what after() says among
  /// them if that is known; must have been found.
  const std::vector<int>& choices(int state, int damage) const {
    const State& from = at(state);
    return from.choices[static_cast<std::size_t>(std::min(damage, from.left))];
  }
  /// Where `damage` leads, or as well, where every attack ends a turn, what is left of that; must
  /// have been found.
  int after(int state, int damage, std::size_t way = 0) const {
    return chosen() ? chosen_after(state, damage, way) : std::min(state + damage, capacity_);
  }
  /// What is left of a state at the end of a turn.
  int lasting(int state) const {
    if (lasts_ == DamageLasts::battle) return state;
    return chosen() ? at(state).lasting : Casualties(unhurt_.ranks(), state).taken_by_the_fallen();
  }

  bool gone(int state) const { return left(state) == 0; }
  /// Figures (models, fighters) that stand.
  int standing(int state) const {
    return chosen() ? at(state).standing : standing_at_most() - unhurt_.kills(state);
  }
  int standing_at_most() const { return unhurt_.standing(); }
  /// The same of each rank.
  std::vector<int> standing_by_rank(int state) const {
    return (chosen() ? Casualties(ranks(), remains(state)) : Casualties(ranks(), state))
        .survivors(0);
  }
  /// Damage that it takes until the side is gone; more is lost.
  int left(int state) const { return chosen() ? at(state).left : capacity_ - state; }
  /// No damage counts for more than this number, which may be of two attacks (pursued).
  int greatest(int state, std::size_t way) const {
    const int left = this->left(state);
    return !chosen() || ways_[way].then.empty() ? left : pursued(left, left, left);
  }
  /// Damage that it has taken. What a battle leads to has taken more.
  int taken(int state) const { return capacity_ - left(state); }

  /// Puts the side's state into what System::prepare is told of both sides.
  void tell(int state, Side side, Standing& standing) const;

  /// The ranks of the unit's figures and, where the owner chooses, what is left of them in a state.
  const std::vector<Rank>& ranks() const { return unhurt_.ranks(); }
  const Remains& remains(int state) const { return at(state).remains; }
  /// The state in which so much is left: the same for whoever else has found it.
  int state_with(const Remains& remains) { return number(remains); }

  /// An order of the states that does not depend on their numbers.
  bool before(int state, int other) const {
    return chosen() ? at(state).remains < at(other).remains : state < other;
  }

 private:
  /// A state where the owner chooses.
  struct State {
    Remains remains;
    int standing;
    int left;
    int lasting;                          ///< the state at the end of a turn
    std::vector<std::vector<int>> after;  ///< by way and damage, as far as found
    std::vector<std::vector<int>> choices;
  };

  void find_chosen(int state, int most, std::size_t way);
  const State& at(int state) const { return states_[static_cast<std::size_t>(state)]; }
  int number(const Remains& remains);
  /// The state that damage leads to.
  int reached(const Remains& remains) {
    return number(lasts_ == DamageLasts::attack ? healed(remains) : remains);
  }
  int chosen_after(int state, int damage, std::size_t way) const {
    const State& from = at(state);
    if (damage >= from.left && ways_[way].then.empty()) return gone_;
    return from.after[way][static_cast<std::size_t>(damage)];
  }

  Casualties unhurt_;
  int capacity_ = 0;
  int opening_ = 0;
  DamageLasts lasts_ = DamageLasts::battle;
  // where states are what is left
  std::vector<State> states_;
  std::map<Remains, int> numbers_;
  std::vector<Falling> ways_;
  int gone_ = 0;  ///< the state in which nobody is left
};

/// What is left of a unit.
struct UnitLeft {
  int figures = 0;
  int hit_points = 0;             ///< damage that does not last is not lost
  std::vector<int> by_rank = {};  ///< figures; where they are asked for
};
UnitLeft left_of(const SideStates& states, int state, bool by_rank = true);

/// Counts the work of whoever looks where so many damages lead.
void spend_on_damages(int damages);

/// What System::prepare is told when the sides are in these states.
Standing standing_of(const PerSide<SideStates>& sides, const PerSide<int>& states);

}  // namespace warodds
