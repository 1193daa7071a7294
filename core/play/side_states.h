// The states that one side of a battle can be in, and how damage leads from one to another. A state
// is a number >= 0 whose meaning only this file knows, so that whoever walks through a battle can
// use it as an index.
#pragma once

#include <algorithm>

#include "core/rules/casualties.h"

namespace warodds {

class SideStates {
 public:
  SideStates() = default;
  /// The states of a unit that begins as `casualties` says. `damage_lasts`: damage that downs
  /// nobody is still there in the next turn.
  SideStates(const Casualties& casualties, bool damage_lasts)
      : unhurt_(casualties.order(), 0),
        capacity_(casualties.left() + casualties.taken()),
        opening_(casualties.taken()),
        damage_lasts_(damage_lasts) {}

  /// Where the battle begins.
  int opening() const { return opening_; }
  /// Where `damage` leads.
  int after(int state, int damage) const { return std::min(state + damage, capacity_); }
  /// What is left of a state at the end of a turn.
  int lasting(int state) const {
    return damage_lasts_ ? state : Casualties(unhurt_.order(), state).taken_by_the_fallen();
  }

  bool gone(int state) const { return state == capacity_; }
  /// Figures (models, fighters) that stand.
  int standing(int state) const { return unhurt_.standing() - unhurt_.kills(state); }
  int standing_at_most() const { return unhurt_.standing(); }
  /// Damage that it takes until the side is gone; more is lost.
  int left(int state) const { return capacity_ - state; }
  /// Damage that it has taken. What a battle leads to has taken more.
  int taken(int state) const { return state; }

  /// How many states there are, roughly; rather too many than too few.
  double size() const { return capacity_ + 1.0; }

 private:
  Casualties unhurt_;
  int capacity_ = 0;
  int opening_ = 0;
  bool damage_lasts_ = true;
};

}  // namespace warodds
