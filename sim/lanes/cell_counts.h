// The counting of outcomes while trials are played, 64 at a time. Where there are few cells, all
// lanes are compared with each of them; where there are many, each lane adds one to its cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/lanes/lanes.h"

namespace warodds::sim {

/// Counts of the cells 0, 1, …
class CellCounts {
 public:
  explicit CellCounts(std::size_t cells);

  /// Counts the first `live` lanes. A cell outside the range is noticed by add_to().
  template <class T>
  void add(const Lanes<T>& cell, int live);

  /// Adds what has been counted to `total`, which has a place for every cell, and starts again from
  /// 0. Throws std::logic_error when something fell outside the range.
  void add_to(std::vector<std::uint64_t>& total);

 private:
  std::size_t cells_;
  /// Neighbouring lanes count into different copies, or the processor would wait for its own last
  /// store; but large arrays, which would no longer fit the cache, have one copy only.
  std::size_t copies_;
  std::vector<std::uint64_t> counts_;  ///< each copy has a cell more, for what is out of range
  std::uint64_t added_ = 0;
};

/// Counts of pairs of cells, row by row.
class PairCounts {
 public:
  PairCounts(std::size_t rows, std::size_t columns);

  template <class T>
  void add(const Lanes<T>& row, const Lanes<T>& column, int live);
  /// As above; `total` has rows * columns places.
  void add_to(std::vector<std::uint64_t>& total);

 private:
  std::size_t rows_;
  std::size_t columns_;
  bool across_ = false;     ///< rows are counted as columns and columns as rows: it is less work
  std::size_t stride_ = 0;  ///< places of a column; 0: the pairs are counted in cells_
  std::vector<std::uint64_t> counts_;  ///< column by column
  std::uint64_t added_ = 0;
  CellCounts cells_;
};

}  // namespace warodds::sim
