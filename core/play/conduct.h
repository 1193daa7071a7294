// What a side does by its policy (E7, E8): among whom it chooses, and how.
#pragma once

#include "core/play/army.h"
#include "core/play/battle_state.h"

namespace warodds {

/// Leaves those options that the side may take, and says how it picks from them.
inline void follow_policy(const Conduct& conduct, const BattleMarks& marks, Moment& moment) {
  if (moment.options.is_one()) return;
  const auto take = [&](int unit) { moment.options = UnitSet::of(unit); };
  if (moment.next == Moment::Next::unit) {
    switch (conduct.activate) {
      case Activation::listed:
        return take(moment.options.first());
      case Activation::weakest:
        moment.picks = Picks::weakest;
        return;
      case Activation::strongest:
        moment.picks = Picks::strongest;
        return;
      case Activation::random:
        return;
      case Activation::best:
        moment.picks = Picks::best;
        return;
    }
  }
  const auto chosen_before = [&](int unit) {
    return marks.units[moment.of()][static_cast<std::size_t>(unit)].chosen;
  };
  int least = moment.options.first();
  switch (conduct.targets) {
    case Targeting::weakest:
      moment.picks = Picks::weakest;
      return;
    case Targeting::strongest:
      moment.picks = Picks::strongest;
      return;
    case Targeting::listed:
      return take(least);
    case Targeting::spread:
      for (const int unit : moment.options) {
        if (chosen_before(unit) < chosen_before(least)) least = unit;
      }
      return take(least);
    case Targeting::random:
      return;
    case Targeting::best:
      moment.picks = Picks::best;
      return;
    case Targeting::rollout:
      moment.picks = Picks::tried_out;
      return;
  }
}

}  // namespace warodds
