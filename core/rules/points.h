// What figures cost: a unit's points shared among its figures, so that it is known what is lost
// with each that falls.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace warodds {

/// What one figure costs: so many points for so many figures.
struct FigurePrice {
  long long points = 0;
  long long figures = 1;
  bool operator==(const FigurePrice&) const = default;
};

/// Figures that cost the same.
struct PricedGroup {
  int figures = 1;
  int points = 0;  ///< of all of them; 0: their share of what is left of the unit's
};

/// How many figures of each group the points of a unit are for. They are those it has, until a
/// budget buys more or fewer of them.
class PricedFor {
 public:
  PricedFor() = default;
  explicit PricedFor(std::vector<int> figures) : figures_(std::move(figures)) {}
  int figures(std::size_t group, int now) const { return figures_.empty() ? now : figures_[group]; }
  bool operator==(const PricedFor&) const = default;

 private:
  std::vector<int> figures_;
};

/// What the unit costs: `points`, or, where that is 0, as much as its groups together.
int cost_of(int points, std::span<const PricedGroup> groups);

/// Whether what groups cost fits what the unit costs: no more than that, and no less where every
/// group has points of its own.
bool fit(int points, std::span<const PricedGroup> groups);

/// What a figure of each group costs. Groups without points of their own share, by figures, what
/// those of the others leave of the unit's; where they leave nothing, or nobody is there to take
/// it, the points of groups are shares of the unit's. All together always cost cost_of().
std::vector<FigurePrice> figure_prices(int points, std::span<const PricedGroup> groups);

/// Sums of such prices, without rounding: whole numbers of a common part of a point.
class PointParts {
 public:
  explicit PointParts(std::span<const FigurePrice> prices);

  /// Of the price at this place.
  long long parts(std::size_t place) const { return parts_[place]; }
  double points(long long parts) const {
    return static_cast<double>(parts) / static_cast<double>(of_one_);
  }
  /// Parts that come nearest to so many points.
  long long nearest(double points) const;

 private:
  std::vector<long long> parts_;
  long long of_one_ = 1;  ///< parts of a point
};

}  // namespace warodds
