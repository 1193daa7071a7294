#include "exact/battle/rows.h"

#include <algorithm>
#include <cassert>

#include "core/threads/parallel.h"

namespace warodds::exact {

void Rows::take(std::span<const Place> places, std::span<const NewRows* const> rows,
                std::size_t states) {
  struct Begin {
    std::size_t place;
    std::size_t entry;
  };
  std::vector<Begin> begins;
  Begin next{0, 0};
  for (const NewRows* some : rows) {
    begins.push_back(next);
    next.place += some->ends.size();
    next.entry += some->to.size();
  }
  assert(next.place == places.size());
  for (std::vector<Row>& of_attack : rows_) {
    if (of_attack.size() < states) of_attack.resize(states);
  }
  Block& block = blocks_.emplace_back();
  block.to.resize(next.entry);
  block.p.resize(next.entry);
  const auto take_some = [&](std::size_t i) {
    const NewRows& some = *rows[i];
    std::uint32_t* const to = block.to.data() + begins[i].entry;
    double* const p = block.p.data() + begins[i].entry;
    std::copy(some.to.begin(), some.to.end(), to);
    std::copy(some.p.begin(), some.p.end(), p);
    std::size_t begin = 0;
    for (std::size_t row = 0; row < some.ends.size(); ++row) {
      const auto& [attack, state] = places[begins[i].place + row];
      const std::size_t size = some.ends[row] - begin;
      rows_[attack][state] = {{to + begin, size}, {p + begin, size}};
      begin = some.ends[row];
    }
  };
  constexpr std::size_t worth_waking_threads = std::size_t{1} << 16;
  in_parallel(rows.size(), take_some, next.entry > worth_waking_threads);
}

void Rows::clear() {
  for (std::vector<Row>& of_attack : rows_) of_attack.clear();
  blocks_.clear();
}

}  // namespace warodds::exact
