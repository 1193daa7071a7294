// Probabilities of small counts, built by rolling one die after the other.
#pragma once

#include <cstddef>
#include <vector>

#include "reference.h"

namespace reference::inline REFERENCE_ARITHMETIC {

using JointLaw = std::vector<std::vector<Number>>;

/// Adds `chance` to the probability of `value`, making room for it.
inline void add(Law& law, int value, Number chance) {
  const auto index = static_cast<std::size_t>(value);
  if (law.size() <= index) law.resize(index + 1, 0);
  law[index] += chance;
}

/// Likewise for two values; the rows stay equally long.
inline void add(JointLaw& joint, int row, int column, Number chance) {
  const auto r = static_cast<std::size_t>(row);
  const auto c = static_cast<std::size_t>(column);
  const std::size_t columns = joint.empty() ? 0 : joint.front().size();
  if (joint.size() <= r) joint.resize(r + 1, Law(columns, 0));
  if (columns <= c) {
    for (Law& law : joint) law.resize(c + 1, 0);
  }
  joint[r][c] += chance;
}

/// Calls visit(value, probability) for every value that can happen.
template <typename Visit>
void for_each(const Law& law, Visit visit) {
  for (std::size_t value = 0; value < law.size(); ++value) {
    if (law[value] > 0) visit(static_cast<int>(value), law[value]);
  }
}

inline Number mean(const Law& law) {
  Number sum = 0;
  for_each(law, [&](int value, Number chance) { sum += value * chance; });
  return sum;
}

/// The chance of rolling `target` or more on one die: the faces that do, counted.
inline Number at_least(int target, int sides) {
  int good = 0;
  for (int face = 1; face <= sides; ++face) {
    if (face >= target) ++good;
  }
  return Number(good) / sides;
}

/// The chance of rolling `target` or less on one die.
inline Number at_most(int target, int sides) { return 1 - at_least(target + 1, sides); }

/// The count so far after `dice` more dice, each adding one with probability `chance`.
inline Law roll_more(Law so_far, int dice, Number chance) {
  for (int die = 0; die < dice; ++die) {
    Law next;
    for_each(so_far, [&](int count, Number p) {
      add(next, count, p * (1 - chance));
      add(next, count + 1, p * chance);
    });
    so_far = next;
  }
  return so_far;
}

inline Law roll(int dice, Number chance) { return roll_more({1}, dice, chance); }

}  // namespace reference::inline REFERENCE_ARITHMETIC
