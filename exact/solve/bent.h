// Functions on [0, 1] that are linear between corners, continuous, and never fall: what a moment is
// worth as a function of what a state is worth that may come again. Averages, maxima and minima of
// such functions are such functions.
#pragma once

#include <utility>
#include <vector>

namespace warodds::exact {

class Bent {
 public:
  /// What it is given; or no function yet, to which others are added.
  Bent() : Bent(0, 0) {}
  /// The same everywhere; or so likely, `value` being the mean times that.
  explicit Bent(double value, double p = 1) : corners_{{0, value}, {1, value - p}} {}

  double at(double x) const { return x + rise(x); }
  /// Adds another one, `weight` times: in the end all weights must come to 1.
  void add(const Bent& other, double weight);
  /// The larger, or the smaller, of both everywhere.
  static Bent better(const Bent& one, const Bent& other, bool larger);
  /// Where x, f(x), f(f(x)), … goes to.
  double limit_from(double x) const;

 private:
  /// x, and how much the function is above it: so that what hardly ever changes keeps its digits.
  using Corner = std::pair<double, double>;

  double rise(double x) const;

  /// Goes through the corners of both at once: f(x, one(x), other(x)) for each.
  template <class F>
  static void for_each_corner(const Bent& one, const Bent& other, F&& f);
  void push(const Corner& corner);

  std::vector<Corner> corners_;  ///< from 0 to 1
};

}  // namespace warodds::exact
