#include "core/answer/points_lost.h"

#include <fmt/format.h>

#include "core/text/error.h"

namespace warodds {
namespace {

std::vector<FigurePrice> prices_of(const PerSide<std::vector<std::vector<Rank>>>& units) {
  std::vector<FigurePrice> prices;
  for (const Side side : both_sides) {
    for (const std::vector<Rank>& ranks : units[side]) {
      for (const Rank& rank : ranks)
        prices.push_back(rank.wounds_only ? FigurePrice{} : rank.price);
    }
  }
  return prices;
}

}  // namespace

PointsLost::PointsLost(const PerSide<std::vector<std::vector<Rank>>>& units)
    : parts_(prices_of(units)) {
  for (const Side side : both_sides) {
    for (const std::vector<Rank>& ranks : units[side]) {
      first_[side].push_back(ranks_);
      ranks_ += ranks.size();
    }
    if (side == Side::attacker) ranks_of_attacker_ = ranks_;
  }
}

bool PointsLost::any(Side side) const {
  const std::size_t first = side == Side::attacker ? 0 : ranks_of_attacker_;
  const std::size_t last = side == Side::attacker ? ranks_of_attacker_ : ranks_;
  for (std::size_t rank = first; rank < last; ++rank) {
    if (parts_.parts(rank) > 0) return true;
  }
  return false;
}

long long PointsLost::lost(Side side, const std::vector<int>& before, const std::vector<int>& now,
                           std::size_t unit) const {
  const std::size_t first = first_[side][unit];
  long long sum = 0;
  for (std::size_t rank = 0; rank < before.size(); ++rank) {
    sum += parts_.parts(first + rank) * (before[rank] - now[rank]);
  }
  return sum;
}

double PointsLost::cost(Side side, const std::vector<std::vector<int>>& standing) const {
  long long parts = 0;
  for (std::size_t unit = 0; unit < standing.size(); ++unit) {
    parts += lost(side, standing[unit], std::vector<int>(standing[unit].size(), 0), unit);
  }
  return points(parts);
}

std::vector<OutcomeFact> PointsLost::facts() const {
  std::vector<OutcomeFact> facts;
  for (const Side side : both_sides) {
    if (any(side)) facts.push_back({OutcomeFact::Kind::points_lost, side});
  }
  return facts;
}

int share_in(const OutcomeFact& fact, Side loser) {
  if (fact.kind == OutcomeFact::Kind::points_lost) return loser == fact.side ? 1 : 0;
  return loser == fact.side ? -1 : 1;
}

void require_points(const OutcomeFact& fact, const PointsLost& points) {
  for (const Side side : both_sides) {
    if (share_in(fact, side) != 0 && points.any(side)) return;
  }
  const bool both = fact.kind == OutcomeFact::Kind::swing;
  throw NoAnswer(
      fmt::format("{}: {} no points; give units points, as in \"NAME,points=100\"", name_of(fact),
                  both ? "both sides have" : fmt::format("the {} has", to_string(fact.side))));
}

}  // namespace warodds
