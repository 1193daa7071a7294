#include "sim/lanes/cell_counts.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace warodds::sim {

namespace {

/// Up to so many cells are kept in copies.
constexpr std::size_t most_copied = 2048;
constexpr std::size_t most_copies = 4;

const Lanes<std::uint8_t>& narrow(const Lanes<std::uint8_t>& lanes) { return lanes; }
Lanes<std::uint8_t> narrow(const Lanes<std::uint32_t>& lanes) {
  return resized<std::uint8_t>(lanes);
}

}  // namespace

CellCounts::CellCounts(std::size_t rows, std::size_t columns)
    : cells_(rows * columns),
      rows_(rows),
      columns_(columns),
      few_(cells_ <= kernels_->most_few_cells),
      copies_(cells_ <= most_copied && !few_ ? most_copies : 1),
      counts_((cells_ + 1) * copies_ + 7, 0) {}

template <class T>
void CellCounts::add(const Lanes<T>& cell, int live) {
  assert(live >= 0 && live <= lane_count);
  if (!few_) return add_each(cell, live);
  added_ += static_cast<std::uint64_t>(live);
  kernels_->count_cells({cells_, columns_, rows_, counts_.data()}, narrow(cell).data(), live);
}

template <class T>
void CellCounts::add(const Lanes<T>& row, const Lanes<T>& column, int live) {
  assert(live >= 0 && live <= lane_count);
  if (few_) {
    added_ += static_cast<std::uint64_t>(live);
    kernels_->count_pairs({cells_, columns_, rows_, counts_.data()}, narrow(row).data(),
                          narrow(column).data(), live);
    return;
  }
  const auto cell_of = [this]<class Wide>(const Lanes<Wide>& r, const Lanes<Wide>& c) {
    const Lanes<Wide> columns(static_cast<int>(columns_));
    // A column too large is no column of the next row, but out of range.
    const Lanes<Wide> beyond = only(is_at_least(c, columns), Lanes<Wide>(-1));
    return larger(r * columns + c, beyond);
  };
  if (cells_ <= Lanes<T>::max()) {
    add_each(cell_of(row, column), live);
  } else {
    add_each(cell_of(resized<std::uint32_t>(row), resized<std::uint32_t>(column)), live);
  }
}

template <class T>
void CellCounts::add_each(const Lanes<T>& cell, int live) {
  added_ += static_cast<std::uint64_t>(live);
  // Whatever is out of range goes to the cell behind the last. (Nothing can be where a lane holds
  // no number as large.)
  const auto beyond = static_cast<int>(std::min<std::size_t>(cells_, Lanes<T>::max()));
  const auto cells = smaller(cell, Lanes<T>(beyond)).to_array();
  std::uint64_t* const counts = counts_.data();
  if (copies_ == 1 || live < lane_count) {
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(live); ++lane) ++counts[cells[lane]];
    return;
  }
  const std::size_t stride = cells_ + 1;
  for (std::size_t lane = 0; lane < cells.size(); lane += most_copies) {
    for (std::size_t copy = 0; copy < most_copies; ++copy)
      ++counts[stride * copy + cells[lane + copy]];
  }
}

void CellCounts::add_to(std::vector<std::uint64_t>& total) {
  assert(total.size() >= cells_);
  std::uint64_t in_range = 0;
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      const std::uint64_t times = counts_[copy * (cells_ + 1) + cell];
      total[cell] += times;
      in_range += times;
    }
  }
  std::fill(counts_.begin(), counts_.end(), 0);
  if (in_range != added_) {
    throw std::logic_error("a count of the simulation is out of its bounds");
  }
  added_ = 0;
}

template void CellCounts::add(const Lanes<std::uint8_t>&, int);
template void CellCounts::add(const Lanes<std::uint32_t>&, int);
template void CellCounts::add(const Lanes<std::uint8_t>&, const Lanes<std::uint8_t>&, int);
template void CellCounts::add(const Lanes<std::uint32_t>&, const Lanes<std::uint32_t>&, int);

}  // namespace warodds::sim
