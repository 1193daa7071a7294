#include "exact/solve/bent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warodds::exact {
namespace {

/// What differs by less, or by less of the larger, is equal.
constexpr double tiny = 1e-14;

double between(const std::pair<double, double>& a, const std::pair<double, double>& b, double x) {
  if (b.first <= a.first) return b.second;
  return a.second + (b.second - a.second) * ((x - a.first) / (b.first - a.first));
}

}  // namespace

double Bent::rise(double x) const {
  std::size_t right = 1;
  while (right + 1 < corners_.size() && corners_[right].first < x) ++right;
  return between(corners_[right - 1], corners_[right], x);
}

template <class F>
void Bent::for_each_corner(const Bent& one, const Bent& other, F&& f) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < one.corners_.size() && j < other.corners_.size()) {
    const double x = std::min(one.corners_[i].first, other.corners_[j].first);
    const double a = one.corners_[i].first == x ? one.corners_[i].second
                                                : between(one.corners_[i - 1], one.corners_[i], x);
    const double b = other.corners_[j].first == x
                         ? other.corners_[j].second
                         : between(other.corners_[j - 1], other.corners_[j], x);
    f(x, a, b);
    if (one.corners_[i].first == x) ++i;
    if (other.corners_[j].first == x) ++j;
  }
}

void Bent::push(const Corner& corner) {
  if (!corners_.empty() && corner.first - corners_.back().first < tiny) {
    if (corner.first < 1) return;
    corners_.back() = corner;  // the end must be there
    return;
  }
  // A corner at which nothing bends is none.
  while (corners_.size() > 1) {
    const Corner& before = corners_[corners_.size() - 2];
    const double flat = between(before, corner, corners_.back().first);
    const double most = std::max(std::abs(before.second), std::abs(corner.second));
    if (std::abs(flat - corners_.back().second) > tiny * most) break;
    corners_.pop_back();
  }
  corners_.push_back(corner);
}

void Bent::add(const Bent& other, double weight) {
  Bent sum;
  sum.corners_.clear();
  for_each_corner(*this, other, [&](double x, double a, double b) {
    sum.push({x, a + weight * b});
  });
  *this = std::move(sum);
}

Bent Bent::better(const Bent& one, const Bent& other, bool larger) {
  Bent best;
  best.corners_.clear();
  double last_x = 0;
  double last_a = 0;
  double last_b = 0;
  const auto of = [&](double a, double b) { return larger ? std::max(a, b) : std::min(a, b); };
  for_each_corner(one, other, [&](double x, double a, double b) {
    const double before = last_a - last_b;
    const double now = a - b;
    if (x > 0 && ((before < 0 && now > 0) || (before > 0 && now < 0))) {
      const double share = before / (before - now);
      const double y = last_a + share * (a - last_a);
      best.push({last_x + share * (x - last_x), y});
    }
    best.push({x, of(a, b)});
    last_x = x;
    last_a = a;
    last_b = b;
  });
  return best;
}

double Bent::limit_from(double x) const {
  // On to the first corner that it does not pass, then to where it stops before that.
  double here = rise(x);
  if (here == 0) return x;
  const bool up = here > 0;
  std::vector<Corner> way = corners_;
  if (!up) std::reverse(way.begin(), way.end());
  for (const auto& [corner, there] : way) {
    if (up ? corner <= x : corner >= x) continue;
    if (up ? there <= 0 : there >= 0) return x + here / (here - there) * (corner - x);
    x = corner;
    here = there;
  }
  return x;
}

}  // namespace warodds::exact
