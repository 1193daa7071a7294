#include "exact/battle/rows.h"

#include <algorithm>
#include <cassert>

namespace warodds::exact {

Rows::Entries Rows::room_for(std::size_t entries) {
  const std::lock_guard lock(one_at_a_time_);
  if (blocks_.empty() || blocks_.back().p.size() - blocks_.back().used < entries) {
    constexpr std::size_t least = std::size_t{1} << 14;
    constexpr std::size_t most = std::size_t{1} << 22;  // or what is needed
    std::size_t all = 0;
    for (const Block& block : blocks_) all += block.p.size();
    Block& block = blocks_.emplace_back();
    block.to.resize(std::max(entries, std::clamp(2 * all, least, most)));
    block.p.resize(block.to.size());
  }
  Block& block = blocks_.back();
  const Entries room{block.to.data() + block.used, block.p.data() + block.used};
  block.used += entries;
  return room;
}

Rows::Entries Rows::keep(const NewRows& rows) {
  const Entries room = room_for(rows.to.size());
  std::copy(rows.to.begin(), rows.to.end(), room.to);
  std::copy(rows.p.begin(), rows.p.end(), room.p);
  return room;
}

void Rows::take(std::span<const Place> places, const NewRows& rows, const Entries& kept,
                std::size_t states) {
  assert(rows.ends.size() == places.size());
  for (std::vector<Row>& of_attack : rows_) {
    if (of_attack.size() < states) of_attack.resize(states);
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t size = rows.ends[i] - begin;
    rows_[places[i].attack][places[i].state] = {{kept.to + begin, size}, {kept.p + begin, size}};
    begin = rows.ends[i];
  }
}

void Rows::clear() {
  for (std::vector<Row>& of_attack : rows_) of_attack.clear();
  blocks_.clear();
}

}  // namespace warodds::exact
