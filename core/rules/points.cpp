#include "core/rules/points.h"

#include <cmath>
#include <numeric>

namespace warodds {
namespace {

FigurePrice in_lowest_terms(long long points, long long figures) {
  const long long divisor = std::gcd(points, figures);
  return {points / divisor, figures / divisor};
}

}  // namespace

int cost_of(int points, std::span<const PricedGroup> groups) {
  if (points > 0) return points;
  int sum = 0;
  for (const PricedGroup& group : groups) sum += group.points;
  return sum;
}

bool fit(int points, std::span<const PricedGroup> groups) {
  int own = 0;
  bool sharing = groups.empty();
  for (const PricedGroup& group : groups) {
    own += group.points;
    sharing = sharing || group.points == 0;
  }
  return points == 0 || (sharing ? own <= points : own == points);
}

std::vector<FigurePrice> figure_prices(int points, std::span<const PricedGroup> groups) {
  const long long cost = cost_of(points, groups);
  long long own = 0, sharing = 0;
  for (const PricedGroup& group : groups) {
    own += group.points;
    if (group.points == 0) sharing += group.figures;
  }
  const bool has_rest = own < cost && sharing > 0;
  std::vector<FigurePrice> prices;
  for (const PricedGroup& group : groups) {
    if (group.points == 0) {
      prices.push_back(has_rest ? in_lowest_terms(cost - own, sharing) : FigurePrice{});
    } else if (has_rest) {
      prices.push_back(in_lowest_terms(group.points, group.figures));
    } else {
      prices.push_back(in_lowest_terms(group.points * cost, own * group.figures));
    }
  }
  return prices;
}

PointParts::PointParts(std::span<const FigurePrice> prices) {
  // Points of very many groups without a common part are told to the billionth.
  constexpr long long most_parts = 1'000'000'000;
  for (const FigurePrice& price : prices) {
    const long long factor = price.figures / std::gcd(of_one_, price.figures);
    of_one_ = factor > most_parts / of_one_ ? most_parts : of_one_ * factor;
  }
  for (const FigurePrice& price : prices) {
    const bool is_whole = of_one_ % price.figures == 0;
    parts_.push_back(is_whole ? price.points * (of_one_ / price.figures)
                              : std::llround(static_cast<double>(price.points) /
                                             static_cast<double>(price.figures) *
                                             static_cast<double>(of_one_)));
  }
}

long long PointParts::nearest(double points) const {
  return std::llround(points * static_cast<double>(of_one_));
}

}  // namespace warodds
