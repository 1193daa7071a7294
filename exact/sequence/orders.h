// Every order of the steps of a sequence. Orders that begin alike share their beginning.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "core/answer/answer.h"
#include "exact/sequence/step_laws.h"

namespace warodds::exact {

/// The best first. `progress`, if there is one, is called with the share of the orders done.
template <class System>
std::vector<RankedOrder> ranked_orders(const Sequence<System>& sequence, StepLaws<System>& laws,
                                       const std::function<void(double)>& progress) {
  /// How things stand after some steps.
  struct Moment {
    Whereabouts target;
    ActionsLeft<System> left;  ///< of the target
    typename StepLaws<System>::Sums sums = {};
  };
  const double hit_points = sequence.hit_points();
  const auto orders = sequence.orders();
  std::vector<Moment> after(sequence.size() + 1, Moment{{}, sequence.actions()});
  after[0].target = laws.opening();
  std::vector<RankedOrder> ranked;
  for (const std::vector<std::size_t>& order : orders) {
    std::size_t known = 0;
    if (!ranked.empty()) {
      const auto& last = ranked.back().order;
      while (known < order.size() && order[known] == last[known]) ++known;
    }
    for (std::size_t i = known; i < order.size(); ++i) {
      const Moment& before = after[i];
      Moment& next = after[i + 1];
      next.left = before.left;
      const PlannedStep planned = sequence.planned(order[i], next.left);
      const auto [needed, lost] = laws.take(planned, before.target, next.target);
      next.sums = {before.sums.needed + needed, before.sums.hit_points_lost + lost};
    }
    const Moment& end = after.back();
    double destroyed = 0;
    for (std::size_t state = 0; state < end.target.standing.size(); ++state) {
      if (laws.target().gone(static_cast<int>(state))) destroyed += end.target.standing[state];
    }
    ranked.push_back({order,
                      {std::min(destroyed, 1.0)},
                      {hit_points > 0 ? end.sums.hit_points_lost / hit_points : 0},
                      {end.sums.needed}});
    if (progress) {
      progress(static_cast<double>(ranked.size()) / static_cast<double>(orders.size()));
    }
  }
  rank(ranked);
  return ranked;
}

}  // namespace warodds::exact
