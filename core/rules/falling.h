// How damage becomes losses where what is left of a unit is a Remains: as the owner chooses, in a
// fixed order of its ranks, or wound by wound in an order that may be another one in the next
// attack.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/rules/assignment.h"

namespace warodds {

struct Falling {
  enum class How {
    freely,  ///< so that the least is lost (after_free_assignment)
    filled,  ///< whoever is injured first, then rank after rank (after_in_order)
    wounded  ///< each wound as `order` and `turns` say, whoever is injured (D6)
  };
  How how = How::freely;
  std::vector<std::size_t> order = {};  ///< ranks, those first that fall first
  /// Where wounds are spread, of each rank in `order`: those of a lower number are gone before one
  /// of a higher is wounded; among equals it is always a model that has lost the fewest. Otherwise
  /// empty: rank after rank, each model until it falls, the one with the most damage first.
  std::vector<int> turns = {};
  /// The wounds of a second attack that follows at once fall in this order, without turns but
  /// spread if the first ones are (D8, D10); empty: nothing follows. Both are told as one number:
  /// pursued().
  std::vector<std::size_t> then = {};

  bool operator==(const Falling&) const = default;
};

/// The wounds of two attacks as one number; the first ones by themselves are that number. `left`:
/// what the unit has before.
constexpr int pursued(int wounds, int more, int left) { return wounds + more * (left + 1); }

/// What is left after damage. Overkill is lost.
Remains after_damage(const std::vector<Rank>& ranks, const Falling& falling, const Remains& remains,
                     int damage);

/// The same for damage of 0, 1, … `most`.
std::vector<Remains> after_each_damage(const std::vector<Rank>& ranks, const Falling& falling,
                                       const Remains& remains, int most);

/// The damage that such a number means.
inline int amount_of(const std::vector<Rank>& ranks, const Falling& falling, const Remains& remains,
                     int damage) {
  if (falling.then.empty()) return damage;
  const int all = left(ranks, remains);
  return std::min(damage % (all + 1) + damage / (all + 1), all);
}

/// Those who are left, as ranks that lose their wounds one after the other, none of them having
/// lost any yet; of How::wounded.
std::vector<Rank> wounds_ahead(const std::vector<Rank>& ranks, const Falling& falling,
                               const Remains& remains);

}  // namespace warodds
