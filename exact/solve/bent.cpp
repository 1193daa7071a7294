#include "exact/solve/bent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warodds::exact {
namespace {

/// Values that differ by less are equal.
constexpr double tiny = 1e-14;

double between(const std::pair<double, double>& a, const std::pair<double, double>& b, double x) {
  if (b.first <= a.first) return b.second;
  return a.second + (b.second - a.second) * ((x - a.first) / (b.first - a.first));
}

}  // namespace

Bent Bent::identity() {
  Bent identity;
  identity.corners_ = {{0, 0}, {1, 1}};
  return identity;
}

double Bent::at(double x) const {
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
    if (std::abs(between(before, corner, corners_.back().first) - corners_.back().second) > tiny) {
      break;
    }
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

Bent Bent::after(const Bent& outer, const Bent& inner) {
  Bent result;
  result.corners_.clear();
  for (std::size_t i = 0; i < inner.corners_.size(); ++i) {
    const Corner& here = inner.corners_[i];
    if (i > 0) {
      // Where the inner one comes to a corner of the outer one.
      const Corner& before = inner.corners_[i - 1];
      for (const Corner& corner : outer.corners_) {
        if (corner.first <= before.second || corner.first >= here.second) continue;
        const double share = (corner.first - before.second) / (here.second - before.second);
        result.push({before.first + share * (here.first - before.first), corner.second});
      }
    }
    result.push({here.first, outer.at(here.second)});
  }
  return result;
}

double Bent::limit_from_one_half() const {
  double x = 0.5;
  const double rise = at(x) - x;
  if (std::abs(rise) <= tiny) return x;
  // On to the first corner that it does not pass, then to where it stops before that.
  const bool up = rise > 0;
  double value = at(x);
  const auto goes_on = [&](double y, double at_y) {
    return up ? at_y > y + tiny : at_y < y - tiny;
  };
  std::vector<Corner> way = corners_;
  if (!up) std::reverse(way.begin(), way.end());
  for (const Corner& corner : way) {
    if (up ? corner.first <= x : corner.first >= x) continue;
    if (goes_on(corner.first, corner.second)) {
      x = corner.first;
      value = corner.second;
      continue;
    }
    // f(x) - x is linear from here to the corner and comes to 0.
    const double here = value - x;
    const double there = corner.second - corner.first;
    const double share = here == there ? 1 : here / (here - there);
    return x + share * (corner.first - x);
  }
  return x;
}

}  // namespace warodds::exact
