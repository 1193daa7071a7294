// What a side does by its policy (E7, E8): among whom it chooses.
#pragma once

#include <optional>

#include "core/play/round.h"

namespace warodds {

/// Those of the options that the side takes, each as likely as the others; nothing where that is
/// for an engine to find out.
template <class System>
std::optional<UnitSet> taken_by_policy(const Round<System>& round, const BattleState& state,
                                       const Moment& moment) {
  const UnitSet options = moment.options;
  if (options.is_one()) return options;
  /// The option with the least of something, the one listed first among equals.
  const auto least = [&](auto&& something) {
    int best = options.first();
    int of_best = something(best);
    for (const int unit : options) {
      const int of_unit = something(unit);
      if (of_unit >= of_best) continue;
      best = unit;
      of_best = of_unit;
    }
    return UnitSet::of(best);
  };
  const Conduct& conduct = round.battle().conduct(moment.side);
  if (moment.next == Moment::Next::unit) {
    const auto left = [&](int unit) { return round.hit_points(state, moment.side, unit); };
    switch (conduct.activate) {
      case Activation::listed:
        return UnitSet::of(options.first());
      case Activation::weakest:
        return least(left);
      case Activation::strongest:
        return least([&](int unit) { return -left(unit); });
      case Activation::random:
        return options;
      case Activation::best:
        return std::nullopt;
    }
  }
  const Side enemy = enemy_of(moment.side);
  const auto left = [&](int unit) { return round.hit_points(state, enemy, unit); };
  switch (conduct.targets) {
    case Targeting::weakest:
      return least(left);
    case Targeting::strongest:
      return least([&](int unit) { return -left(unit); });
    case Targeting::listed:
      return UnitSet::of(options.first());
    case Targeting::spread:
      return least([&](int unit) {
        return state.marks.units[enemy][static_cast<std::size_t>(unit)].chosen;
      });
    case Targeting::random:
      return options;
    case Targeting::best:
    case Targeting::rollout:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace warodds
