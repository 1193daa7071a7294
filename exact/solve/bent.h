// Functions on [0, 1] that are linear between corners, continuous, and never fall: what a moment is
// worth as a function of what a state is worth that may come again. Averages, maxima and minima of
// such functions are such functions.
#pragma once

#include <utility>
#include <vector>

namespace warodds::exact {

class Bent {
 public:
  /// The same everywhere.
  explicit Bent(double value = 0) : corners_{{0, value}, {1, value}} {}
  /// What it is given.
  static Bent identity();

  double at(double x) const;
  /// Adds another one, `weight` times.
  void add(const Bent& other, double weight);
  /// The larger, or the smaller, of both everywhere.
  static Bent better(const Bent& one, const Bent& other, bool larger);
  /// outer(inner(x))
  static Bent after(const Bent& outer, const Bent& inner);
  /// Where x, f(x), f(f(x)), … goes to from one half.
  double limit_from_one_half() const;

 private:
  using Corner = std::pair<double, double>;

  /// Goes through the corners of both at once: f(x, one(x), other(x)) for each.
  template <class F>
  static void for_each_corner(const Bent& one, const Bent& other, F&& f);
  void push(const Corner& corner);

  std::vector<Corner> corners_;  ///< from 0 to 1
};

}  // namespace warodds::exact
