#include "sim/play/numbers.h"

#include <algorithm>
#include <utility>

namespace warodds::sim {

std::size_t Numbers::of(const List& list) {
  if (2 * (ends_.size() + 1) > slots_.size()) grow();
  std::uint64_t hash = 0;
  for (const int one : list) {
    hash = (hash ^ static_cast<std::uint32_t>(one)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  Slot& slot = this->slot(list, static_cast<std::uint32_t>(hash));
  if (slot.after == 0) {
    lists_.insert(lists_.end(), list.begin(), list.end());
    ends_.push_back(lists_.size());
    slot = {static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(ends_.size())};
  }
  return slot.after - 1;
}

/// Where the list stands, or the free slot in which it would.
Numbers::Slot& Numbers::slot(const List& list, std::uint32_t hash) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
    Slot& slot = slots_[place];
    if (slot.after == 0) return slot;
    if (slot.hash != hash) continue;
    const std::size_t number = slot.after - 1;
    const auto first = lists_.begin() + std::ptrdiff_t(number == 0 ? 0 : ends_[number - 1]);
    const auto end = lists_.begin() + std::ptrdiff_t(ends_[number]);
    if (std::equal(first, end, list.begin(), list.end())) return slot;
  }
}

void Numbers::grow() {
  const std::vector<Slot> old = std::exchange(slots_, {});
  constexpr std::size_t least = 64;
  slots_.resize(std::max(least, 2 * old.size()));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& one : old) {
    if (one.after == 0) continue;
    std::size_t place = one.hash & mask;
    while (slots_[place].after != 0) place = (place + 1) & mask;
    slots_[place] = one;
  }
}

void Numbers::clear() {
  lists_.clear();
  ends_.clear();
  std::fill(slots_.begin(), slots_.end(), Slot());
}

}  // namespace warodds::sim
