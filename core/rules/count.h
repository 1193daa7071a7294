// The arithmetic that a rule may do with a number of dice, hits or wounds. A rule sees a `Count`,
// not an int: to one engine it is a number, to another a vector of numbers (one trial a lane), to a
// third a range of numbers. Hence no branches on a count; these four and + and * are enough. This
// file has them for plain numbers; an engine with another Count brings its own overloads.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <vector>

namespace warodds {

constexpr int smaller(int a, int b) { return std::min(a, b); }
constexpr int larger(int a, int b) { return std::max(a, b); }

/// a - b, but never below 0.
constexpr int minus(int a, int b) { return std::max(a - b, 0); }

/// table[count]; beyond the end of the table its last entry holds.
inline int look_up(const std::vector<int>& table, int count) {
  return table[std::min(static_cast<std::size_t>(count), table.size() - 1)];
}

/// What a rule may do with counts. A plain number will do wherever a count is asked for.
template <class Count>
concept CountArithmetic = std::copyable<Count> && std::convertible_to<int, Count> &&
    requires(const Count a, const Count b, const std::vector<int> table) {
  { a + b } -> std::convertible_to<Count>;
  { a* b } -> std::convertible_to<Count>;
  { smaller(a, b) } -> std::convertible_to<Count>;
  { larger(a, b) } -> std::convertible_to<Count>;
  { minus(a, b) } -> std::convertible_to<Count>;
  { look_up(table, a) } -> std::convertible_to<Count>;
};

/// `amount` if the count is at least 1, else 0.
template <class Count>
constexpr Count if_any(const Count& count, int amount) {
  return smaller(count, Count(1)) * Count(amount);
}

}  // namespace warodds
