#include "core/answer/answer.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

Estimate divided(Estimate number, double by) {
  number.value /= by;
  if (number.half_width) *number.half_width /= by;
  return number;
}

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

std::optional<Estimate> PointsLostAnswer::destroyed_per_point(Side side) const {
  if (!(cost[side] > 0) || !(cost[enemy_of(side)] > 0)) return std::nullopt;
  return divided(lost[enemy_of(side)].estimate_mean(), cost[side]);
}

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

const OutcomeLaw* Answer::find(const OutcomeFact& fact) const {
  const auto is_of_it = [&](const OutcomeLaw& law) {
    const OutcomeColumns& columns = law.asked().columns;
    const auto* const of = std::get_if<OutcomeFact>(&columns.front());
    return columns.size() == 1 && of != nullptr && *of == fact;
  };
  const auto found = std::find_if(told.begin(), told.end(), is_of_it);
  return found == told.end() ? nullptr : &*found;
}

const OutcomeLaw& Answer::law(const OutcomeFact& fact) const {
  if (const OutcomeLaw* const found = find(fact)) return *found;
  throw std::logic_error("no answer of this kind tells " + name_of(fact));
}

std::optional<PointsLostAnswer> Answer::points() const {
  std::optional<PointsLostAnswer> points;
  for (const OutcomeLaw& law : told) {
    for (std::size_t column = 0; column < law.asked().columns.size(); ++column) {
      const auto* const fact = std::get_if<OutcomeFact>(&law.asked().columns[column]);
      if (fact == nullptr || !is_of_points(*fact)) continue;
      if (!points) {
        const Distribution nothing = Distribution::of_numbers({{0, 1}});
        points.emplace(PointsLostAnswer{cost, {nothing, nothing}});
      }
      const Distribution numbers = *law.of(column);
      if (fact->kind == Kind::swing) {
        points->swing = numbers;
      } else {
        points->lost[fact->side] = numbers;
      }
    }
  }
  return points;
}

std::optional<Estimate> Answer::rate_of(Side side, Estimate mean_damage, std::size_t step) const {
  if (side != Side::attacker || rate.name.empty() || paid[step] == 0) return std::nullopt;
  return divided(mean_damage, paid[step]);
}

Estimate Answer::end(BattleEnd end) const {
  return of({Kind::end}).estimate(static_cast<int>(end));
}

Estimate Answer::is_ahead(Ahead who) const {
  return of({Kind::ahead}).estimate(static_cast<int>(who));
}

Estimate Answer::draw() const {
  return of({Kind::end})
      .estimate_sum(static_cast<int>(BattleEnd::both_destroyed),
                    static_cast<int>(BattleEnd::retreated));
}

Estimate Answer::win(Side side) const {
  return end(side == Side::attacker ? BattleEnd::attacker_wins : BattleEnd::defender_wins);
}

}  // namespace warodds
