#include "core/rules/casualties.h"

#include <algorithm>

namespace warodds {

int Casualties::figures() const {
  int sum = 0;
  for (const Rank& rank : order_) sum += rank.count;
  return sum;
}

int Casualties::down(int total_damage) const {
  int fallen = 0;
  for (const Rank& rank : order_) {
    const int of_rank = std::min(total_damage / rank.hit_points, rank.count);
    fallen += of_rank;
    if (of_rank < rank.count) break;
    total_damage -= rank.count * rank.hit_points;
  }
  return fallen;
}

int Casualties::left() const {
  int sum = -taken_;
  for (const Rank& rank : order_) sum += rank.count * rank.hit_points;
  return std::max(sum, 0);
}

std::vector<int> Casualties::survivors(int damage) const {
  int fallen = down(taken_ + damage);
  std::vector<int> standing;
  for (const Rank& rank : order_) {
    const int of_rank = std::min(fallen, rank.count);
    standing.push_back(rank.count - of_rank);
    fallen -= of_rank;
  }
  return standing;
}

std::vector<int> Casualties::left_by_rank() const {
  int taken = taken_;
  std::vector<int> left;
  for (const Rank& rank : order_) {
    const int whole = rank.count * rank.hit_points;
    const int of_rank = std::min(taken, whole);
    left.push_back(whole - of_rank);
    taken -= of_rank;
  }
  return left;
}

int Casualties::taken_by_the_fallen() const {
  int fallen = down(taken_);
  int taken = 0;
  for (const Rank& rank : order_) {
    const int of_rank = std::min(fallen, rank.count);
    taken += of_rank * rank.hit_points;
    fallen -= of_rank;
  }
  return taken;
}

}  // namespace warodds
