#include "core/rules/casualties.h"

#include <algorithm>

namespace warodds {
namespace {

int sum_of(const std::vector<int>& figures) {
  int sum = 0;
  for (const int of_rank : figures) sum += of_rank;
  return sum;
}

}  // namespace

Casualties::Casualties(std::vector<Rank> ranks, Remains remains, Falling falling)
    : ranks_(std::move(ranks)),
      chosen_(true),
      remains_(std::move(remains)),
      falling_(std::move(falling)) {}

template <class F>
void Casualties::for_each_fallen(int total_damage, const F& f) const {
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const Rank& rank = ranks_[i];
    const int full = std::min(total_damage / rank.hit_points, rank.count);
    if (!rank.wounds_only) f(i, full);
    // Those that come later fall only when nobody of this rank is left.
    if (full < rank.count) return;
    total_damage -= rank.count * rank.hit_points;
  }
}

std::vector<int> Casualties::survivors_in_order(int total_damage) const {
  std::vector<int> standing;
  standing.reserve(ranks_.size());
  for (const Rank& rank : ranks_) standing.push_back(rank.wounds_only ? 0 : rank.count);
  for_each_fallen(total_damage, [&](std::size_t rank, int fallen) { standing[rank] -= fallen; });
  return standing;
}

std::vector<int> Casualties::survivors(int damage) const {
  if (chosen_) return after_damage(ranks_, falling_, remains_, damage).figures;
  return survivors_in_order(taken_ + damage);
}

int Casualties::fallen(int total_damage) const {
  int sum = 0;
  for_each_fallen(total_damage, [&](std::size_t, int fallen) { sum += fallen; });
  return sum;
}

int Casualties::standing() const {
  if (chosen_) return warodds::standing(remains_);
  int figures = 0;
  for (const Rank& rank : ranks_) figures += rank.wounds_only ? 0 : rank.count;
  return figures - fallen(taken_);
}

int Casualties::kills(int damage) const {
  if (!chosen_) return fallen(taken_ + damage) - fallen(taken_);
  return standing() - sum_of(survivors(damage));
}

std::vector<std::vector<int>> Casualties::survivors_of_each(int most) const {
  std::vector<std::vector<int>> standing;
  if (chosen_) {
    for (Remains& after : after_each_damage(ranks_, falling_, remains_, most)) {
      standing.push_back(std::move(after.figures));
    }
    return standing;
  }
  for (int damage = 0; damage <= most; ++damage) standing.push_back(survivors(damage));
  return standing;
}

int Casualties::left() const {
  if (chosen_) return warodds::left(ranks_, remains_);
  int sum = -taken_;
  for (const Rank& rank : ranks_) sum += rank.count * rank.hit_points;
  return std::max(sum, 0);
}

std::vector<int> Casualties::left_by_rank() const {
  int taken = taken_;
  std::vector<int> left;
  for (const Rank& rank : ranks_) {
    const int whole = rank.count * rank.hit_points;
    const int of_rank = std::min(taken, whole);
    left.push_back(whole - of_rank);
    taken -= of_rank;
  }
  return left;
}

int Casualties::taken_by_the_fallen() const {
  const std::vector<int> standing = survivors_in_order(taken_);
  int taken = 0;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    taken += (ranks_[i].count - standing[i]) * ranks_[i].hit_points;
  }
  return taken;
}

}  // namespace warodds
