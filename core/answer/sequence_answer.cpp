#include "core/answer/sequence_answer.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace warodds {
namespace {

/// The place of each number among all, by size; numbers that follow each other more closely than
/// rounding can tell have one place.
std::vector<std::size_t> places(const std::vector<double>& numbers) {
  constexpr double as_good_as_equal = 1e-12;
  std::vector<std::size_t> by_size(numbers.size());
  std::iota(by_size.begin(), by_size.end(), std::size_t{0});
  std::sort(by_size.begin(), by_size.end(),
            [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  std::vector<std::size_t> place(numbers.size(), 0);
  for (std::size_t i = 1; i < by_size.size(); ++i) {
    const bool larger = numbers[by_size[i]] - numbers[by_size[i - 1]] > as_good_as_equal;
    place[by_size[i]] = place[by_size[i - 1]] + (larger ? 1 : 0);
  }
  return place;
}

}  // namespace

void rank(std::vector<RankedOrder>& orders) {
  const auto places_by = [&](auto&& number) {
    std::vector<double> numbers;
    for (const RankedOrder& order : orders) numbers.push_back(number(order));
    return places(numbers);
  };
  const auto destroyed = places_by([](const RankedOrder& one) { return -one.destroyed.value; });
  const auto lost = places_by([](const RankedOrder& one) { return one.share_lost.value; });
  const auto steps = places_by([](const RankedOrder& one) { return one.steps.value; });
  std::vector<std::size_t> best_first(orders.size());
  std::iota(best_first.begin(), best_first.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::tuple(destroyed[i], lost[i], steps[i], i); };
  std::sort(best_first.begin(), best_first.end(),
            [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<RankedOrder> sorted;
  for (const std::size_t i : best_first) sorted.push_back(std::move(orders[i]));
  orders = std::move(sorted);
}

}  // namespace warodds
