// How far the odds of units are from what they are to be, all together.
#pragma once

namespace warodds {

/// First by how much they leave the band about the target, then by their squares.
struct Unfairness {
  // Where simulation or rounding decides, the edge belongs to the band.
  static constexpr double rounding = 1e-12;

  double outside = 0;  ///< the sum of what lies outside
  double squares = 0;  ///< the sum of the squares of all distances from the target

  /// Odds so far from the target, in either direction, of which so much is allowed.
  void add(double distance, double within);
  bool operator<(const Unfairness& other) const;
};

}  // namespace warodds
