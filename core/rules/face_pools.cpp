#include "core/rules/face_pools.h"

#include <limits>
#include <numeric>

namespace warodds {
namespace {

constexpr int most_dice_of_a_pool = std::numeric_limits<std::uint8_t>::max();

/// Calls f(faces) for all pools of so many dice in their order.
template <class F>
void for_each_pool(FacePools::Faces& faces, std::size_t face, int left, const F& f) {
  if (face + 1 == faces.size()) {
    faces[face] = static_cast<std::uint8_t>(left);
    f(faces);
    return;
  }
  for (int n = 0; n <= left; ++n) {
    faces[face] = static_cast<std::uint8_t>(n);
    for_each_pool(faces, face + 1, left - n, f);
  }
}

}  // namespace

double FacePools::count(int dice, int most_lifted) {
  if (dice > most_dice_of_a_pool) return std::numeric_limits<double>::infinity();
  double sum = 0;
  for (int n = dice; n >= dice - most_lifted; --n) {
    double pools = 1;
    for (int i = 1; i <= 5; ++i) pools *= (n + i) / static_cast<double>(i);
    sum += pools;
  }
  return sum;
}

FacePools::FacePools(int dice, int most_lifted) : dice_(dice) {
  const auto sizes = static_cast<std::size_t>(dice) + 1;
  of_so_many_.front().assign(sizes, 1);
  for (std::size_t f = 1; f < of_so_many_.size(); ++f) {
    of_so_many_[f].resize(sizes);
    std::partial_sum(of_so_many_[f - 1].begin(), of_so_many_[f - 1].end(), of_so_many_[f].begin());
  }
  for (int lifted = 0; lifted <= most_lifted; ++lifted) {
    first_.push_back(faces_.size());
    Faces faces{};
    for_each_pool(faces, 0, dice - lifted, [&](const Faces& pool) { faces_.push_back(pool); });
    if (lifted == 0) whole_ = faces_.size();
  }
  one_more_.resize(faces_.size() - whole_);
  for (std::size_t pool = whole_; pool < faces_.size(); ++pool) {
    Faces more = faces_[pool];
    for (std::size_t face = 0; face < more.size(); ++face) {
      ++more[face];
      one_more_[pool - whole_][face] = static_cast<std::uint32_t>(number(more));
      --more[face];
    }
  }
}

std::size_t FacePools::number(const Faces& faces) const {
  const int dice = std::accumulate(faces.begin(), faces.end(), 0);
  return first_[static_cast<std::size_t>(dice_ - dice)] + place(faces, dice);
}

/// Among the pools of so many dice: how many have fewer ones; as many ones and fewer twos; and so
/// on.
std::size_t FacePools::place(const Faces& faces, int dice) const {
  std::size_t before = 0;
  auto left = static_cast<std::size_t>(dice);
  for (std::size_t face = 0; face + 1 < faces.size(); ++face) {
    // With 0, 1, ... fewer than it has of this face: the others are of so many faces.
    const auto& others = of_so_many_[faces.size() - 1 - face];
    const std::size_t rest = left - faces[face];
    before += others[left] - others[rest];
    left = rest;
  }
  return before;
}

}  // namespace warodds
