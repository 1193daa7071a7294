// Damage that an owner assigns (A11), by trying every set of figures: slow and plain, for checking
// core/rules/assignment.h.
#pragma once

#include <cstddef>
#include <functional>
#include <tuple>
#include <vector>

#include "core/rules/assignment.h"

namespace warodds::testing {

/// What may be left of a unit after damage, one way after the other. `f(fallen, remains)`: of each
/// rank, who falls.
inline void every_assignment(
    const std::vector<Rank>& ranks, const Remains& remains, int damage,
    const std::function<void(const std::vector<int>&, const Remains&)>& f) {
  if (remains.injured >= 0) {  // first of all, one of those with the most damage
    std::vector<Injury> lying{{remains.injured, remains.damage}};
    lying.insert(lying.end(), remains.others.begin(), remains.others.end());
    for (std::size_t i = 0; i < lying.size() && lying[i].damage == remains.damage; ++i) {
      const auto rank = static_cast<std::size_t>(lying[i].rank);
      const int needed = ranks[rank].hit_points - remains.damage;
      Remains next = remains;
      next.others = lying;
      next.others.erase(next.others.begin() + static_cast<std::ptrdiff_t>(i));
      if (damage < needed) {
        next.injured = lying[i].rank;
        next.damage += damage;
        f(std::vector<int>(ranks.size(), 0), next);
        continue;
      }
      --next.figures[rank];
      next.injured = -1;
      next.damage = 0;
      if (!next.others.empty()) {
        next.injured = next.others.front().rank;
        next.damage = next.others.front().damage;
        next.others.erase(next.others.begin());
      }
      every_assignment(ranks, next, damage - needed,
                       [&](std::vector<int> fallen, const Remains& left) {
                         ++fallen[rank];
                         f(fallen, left);
                       });
    }
    return;
  }
  std::vector<int> fallen(ranks.size(), 0);
  for (;;) {
    int rest = damage;
    bool anyone = false;
    Remains left = remains;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      rest -= fallen[i] * ranks[i].hit_points;
      left.figures[i] -= fallen[i];
      anyone = anyone || left.figures[i] > 0;
    }
    if (rest == 0 || (rest > 0 && !anyone)) f(fallen, left);
    for (std::size_t i = 0; rest > 0 && i < ranks.size(); ++i) {
      if (left.figures[i] == 0 || ranks[i].hit_points <= rest) continue;
      Remains injured = left;
      injured.injured = static_cast<int>(i);
      injured.damage = rest;
      f(fallen, injured);
    }
    std::size_t digit = 0;
    while (digit < ranks.size() && fallen[digit] == remains.figures[digit]) fallen[digit++] = 0;
    if (digit == ranks.size()) return;
    ++fallen[digit];
  }
}

/// Of all these, what the policy `free` says.
inline Remains freely_assigned(const std::vector<Rank>& ranks, const Remains& remains, int damage) {
  // Smaller is better: figures, icons, losses of the first rank, the second, …; then the rest lies
  // on the one with the most hit points, the later among equals.
  using Key = std::tuple<int, int, std::vector<int>, int, int>;
  Key best_key;
  Remains best;
  bool first = true;
  every_assignment(
      ranks, remains, damage, [&](const std::vector<int>& fallen, const Remains& left) {
        int figures = 0;
        int icons = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
          figures += fallen[i];
          icons += fallen[i] * ranks[i].icons;
        }
        const int on = left.injured;
        const int hit_points = on < 0 ? 0 : ranks[static_cast<std::size_t>(on)].hit_points;
        const Key key{figures, icons, fallen, -hit_points, -on};
        if (first || key < best_key) {
          best_key = key;
          best = left;
        }
        first = false;
      });
  return best;
}

}  // namespace warodds::testing
