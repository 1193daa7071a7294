// The dice of a pool that do not look at each other: without rerolls, or each die decides for
// itself whether it is rerolled.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/rules/chance.h"

namespace warodds::exact {

/// The final result of one die, as equally likely ways in which it comes about.
struct IndependentDie {
  struct Value {
    int value = 0;
    int ways = 0;  ///< at least 1
    bool operator==(const Value&) const = default;
  };
  std::array<int, 6> faces{};  ///< ways to show 1 ... 6 after rerolls, before the adjustment
  std::vector<Value> values;   ///< after the adjustment, by falling value
  int natural_sixes = 0;       ///< ways to show six at the first roll; the value is the highest
  int ways = 0;                ///< in all
  bool operator==(const IndependentDie&) const = default;

  int ways_at(int value) const;
  int ways_above(int value) const;
};

/// The die of such a pool; nothing if a die's result depends on the rest of the pool.
std::optional<IndependentDie> independent_die(const Pool& pool);

}  // namespace warodds::exact
