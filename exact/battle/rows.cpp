#include "exact/battle/rows.h"

#include <cassert>

namespace warodds::exact {

void Rows::keep(const NewRows& rows, Entries& kept) {
  const auto of_row = [&](std::size_t row) {
    const std::size_t begin = row == 0 ? 0 : rows.ends[row - 1];
    return std::span<const double>(rows.p.data() + begin, rows.ends[row] - begin);
  };
  std::vector<char> repeats(rows.ends.size(), 0);
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows.ends.size(); ++row) {
    const auto here = of_row(row), before = of_row(row == 0 ? 0 : row - 1);
    repeats[row] = row > 0 && std::equal(here.begin(), here.end(), before.begin(), before.end());
    if (repeats[row] == 0) count += here.size();
  }
  double* p = nullptr;
  {
    const std::lock_guard lock(one_at_a_time_);
    kept.to = to_.room_for(rows.to.size());
    p = p_.room_for(count);
  }
  std::copy(rows.to.begin(), rows.to.end(), kept.to);
  kept.p.clear();
  for (std::size_t row = 0; row < rows.ends.size(); ++row) {
    if (repeats[row] != 0) {
      kept.p.push_back(kept.p.back());
    } else {
      kept.p.push_back(p);
      p = std::copy(of_row(row).begin(), of_row(row).end(), p);
    }
  }
}

void Rows::take(std::span<const Node> nodes, const NewRows& rows, const Entries& kept,
                std::size_t states) {
  assert(rows.ends.size() == nodes.size());
  for (std::vector<Row>& of_attack : rows_) {
    if (of_attack.size() < states) of_attack.resize(states);
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t size = rows.ends[i] - begin;
    rows_[nodes[i].table][nodes[i].state] = {{kept.to + begin, size}, {kept.p[i], size}};
    begin = rows.ends[i];
  }
}

void Rows::clear() {
  for (std::vector<Row>& of_attack : rows_) of_attack.clear();
  to_.clear();
  p_.clear();
}

}  // namespace warodds::exact
