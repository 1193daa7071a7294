// The counting of outcomes while trials are played, 64 at a time. Few cells are counted by the
// kernels; where there are many, each lane adds one to its cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/lanes/lanes.h"
#include "sim/lanes/levels.h"

namespace warodds::sim {

/// Counts of the cells 0, 1, …, or of pairs of a row and a column, row by row.
class CellCounts {
 public:
  explicit CellCounts(std::size_t cells) : CellCounts(cells, 1) {}
  CellCounts(std::size_t rows, std::size_t columns);

  /// Counts the first `live` lanes. What is out of range is noticed by add_to().
  template <class T>
  void add(const Lanes<T>& cell, int live);
  template <class T>
  void add(const Lanes<T>& row, const Lanes<T>& column, int live);

  /// Adds what has been counted to `total`, which has a place for every cell, and starts again from
  /// 0. Throws std::logic_error when something fell outside the range.
  void add_to(std::vector<std::uint64_t>& total);

 private:
  template <class T>
  void add_each(const Lanes<T>& cell, int live);

  const Kernels* kernels_ = &kernels();
  std::size_t cells_;
  std::size_t rows_;
  std::size_t columns_;
  bool few_;
  /// Neighbouring lanes count into different copies, or the processor would wait for its own last
  /// store; but large arrays, which would no longer fit the cache, have one copy only.
  std::size_t copies_;
  /// Each copy has a cell more, for what is out of range, and there is room for whole eights.
  std::vector<std::uint64_t> counts_;
  std::uint64_t added_ = 0;
};

}  // namespace warodds::sim
