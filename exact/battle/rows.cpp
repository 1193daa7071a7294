#include "exact/battle/rows.h"

#include <algorithm>
#include <cassert>

#include "core/threads/parallel.h"

namespace warodds::exact {

void Rows::take(std::span<const Place> places, std::span<const NewRow> rows, std::size_t states) {
  assert(places.size() == rows.size());
  std::vector<std::size_t> begins;
  std::size_t entries = 0;
  for (const NewRow& row : rows) {
    begins.push_back(entries);
    entries += row.to.size();
  }
  for (std::vector<Row>& of_attack : rows_) {
    if (of_attack.size() < states) of_attack.resize(states);
  }
  Block& block = blocks_.emplace_back();
  block.to.resize(entries);
  block.p.resize(entries);
  constexpr std::size_t worth_waking_threads = std::size_t{1} << 16;
  in_parallel(
      places.size(),
      [&](std::size_t i) {
        const auto begin = static_cast<std::ptrdiff_t>(begins[i]);
        const std::size_t size = rows[i].to.size();
        std::copy(rows[i].to.begin(), rows[i].to.end(), block.to.begin() + begin);
        std::copy(rows[i].p.begin(), rows[i].p.end(), block.p.begin() + begin);
        rows_[places[i].attack][places[i].state] = {{block.to.data() + begin, size},
                                                    {block.p.data() + begin, size}};
      },
      entries > worth_waking_threads);
}

void Rows::clear() {
  for (std::vector<Row>& of_attack : rows_) of_attack.clear();
  blocks_.clear();
}

}  // namespace warodds::exact
