// Counting by comparison where there are few cells, by address where there are many.
#include "sim/lanes/cell_counts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <stdexcept>

#include "sim/lanes/machine.h"

namespace warodds::sim {

namespace {

/// Up to so many values (of rows and columns together) are compared with all lanes, on machines
/// where a comparison takes one instruction.
constexpr std::size_t few = 32;  // a multiple of 8
constexpr bool are_few(std::size_t values) { return machine::compares_quickly && values <= few; }
/// Up to so many cells are kept in copies.
constexpr std::size_t most_copied = 2048;
constexpr std::size_t most_copies = 4;

using Bytes = Lanes<std::uint8_t>;

/// Bit i: whether a and b are equal in lane i.
std::uint64_t equal_lanes(const Bytes& a, const Bytes& b) {
  return machine::equal_bytes(reinterpret_cast<const std::uint8_t*>(&a),
                              reinterpret_cast<const std::uint8_t*>(&b));
}

std::uint64_t first_lanes(int live) {
  return live >= lane_count ? ~std::uint64_t{0} : (std::uint64_t{1} << live) - 1;
}

[[noreturn]] void out_of_bounds() {
  throw std::logic_error("a count of the simulation is out of its bounds");
}

}  // namespace

CellCounts::CellCounts(std::size_t cells)
    : cells_(cells),
      copies_(!are_few(cells) && cells <= most_copied ? most_copies : 1),
      counts_((cells + 1) * copies_, 0) {}

template <class T>
void CellCounts::add(const Lanes<T>& cell, int live) {
  assert(live >= 0 && live <= lane_count);
  added_ += static_cast<std::uint64_t>(live);
  if (are_few(cells_)) {
    const Bytes narrow = resized<std::uint8_t>(cell);
    const std::uint64_t counted = first_lanes(live);
    std::uint64_t* counts = counts_.data();
    const std::size_t cells = cells_;
    Bytes value;
    for (std::size_t i = 0; i < cells; ++i, value = value + 1) {
      counts[i] += static_cast<std::uint64_t>(std::popcount(equal_lanes(narrow, value) & counted));
    }
    return;
  }
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
    for (std::size_t i = 0; i < cells_; ++i) {
      const std::uint64_t count = counts_[copy * (cells_ + 1) + i];
      total[i] += count;
      in_range += count;
    }
  }
  if (in_range != added_) out_of_bounds();
  std::fill(counts_.begin(), counts_.end(), 0);
  added_ = 0;
}

namespace {

std::size_t padded(std::size_t rows) { return (rows + 7) / 8 * 8; }

}  // namespace

PairCounts::PairCounts(std::size_t rows, std::size_t columns)
    : rows_(rows), columns_(columns), cells_(are_few(rows + columns) ? 0 : rows * columns) {
  if (!are_few(rows + columns)) return;
  across_ = padded(columns) * rows < padded(rows) * columns;
  stride_ = padded(across_ ? columns : rows);
  counts_.resize(stride_ * (across_ ? rows : columns), 0);
}

template <class T>
void PairCounts::add(const Lanes<T>& row, const Lanes<T>& column, int live) {
  assert(live >= 0 && live <= lane_count);
  if (stride_ == 0) {
    const auto cell_of = [this]<class Wide>(const Lanes<Wide>& r, const Lanes<Wide>& c) {
      const Lanes<Wide> columns(static_cast<int>(columns_));
      // A column too large is no column of the next row, but out of range.
      const Lanes<Wide> beyond = only(is_at_least(c, columns), Lanes<Wide>(-1));
      return larger(r * columns + c, beyond);
    };
    if (rows_ * columns_ <= Lanes<T>::max()) {
      cells_.add(cell_of(row, column), live);
    } else {
      cells_.add(cell_of(resized<std::uint32_t>(row), resized<std::uint32_t>(column)), live);
    }
    return;
  }
  added_ += static_cast<std::uint64_t>(live);
  const Bytes in_stride = resized<std::uint8_t>(across_ ? column : row);
  const Bytes other = resized<std::uint8_t>(across_ ? row : column);
  const std::size_t stride = stride_;
  const std::size_t others = across_ ? rows_ : columns_;
  const std::uint64_t counted = first_lanes(live);
  std::array<std::uint64_t, few> lanes;
  Bytes value;
  for (std::size_t i = 0; i < stride; ++i, value = value + 1) {
    lanes[i] = equal_lanes(in_stride, value) & counted;
  }
  std::uint64_t* counts = counts_.data();
  value = 0;
  for (std::size_t i = 0; i < others; ++i, value = value + 1) {
    const std::uint64_t other_lanes = equal_lanes(other, value);
    for (std::size_t first = 0; first < stride; first += 8, counts += 8) {
      for (std::size_t k = 0; k < 8; ++k) {  // a vector at a time
        counts[k] += static_cast<std::uint64_t>(std::popcount(lanes[first + k] & other_lanes));
      }
    }
  }
}

void PairCounts::add_to(std::vector<std::uint64_t>& total) {
  assert(total.size() >= rows_ * columns_);
  if (stride_ == 0) {
    cells_.add_to(total);
    return;
  }
  std::uint64_t in_range = 0;
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < columns_; ++c) {
      const std::uint64_t count = counts_[across_ ? r * stride_ + c : c * stride_ + r];
      total[r * columns_ + c] += count;
      in_range += count;
    }
  }
  if (in_range != added_) out_of_bounds();
  std::fill(counts_.begin(), counts_.end(), 0);
  added_ = 0;
}

template void CellCounts::add(const Lanes<std::uint8_t>&, int);
template void CellCounts::add(const Lanes<std::uint32_t>&, int);
template void PairCounts::add(const Lanes<std::uint8_t>&, const Lanes<std::uint8_t>&, int);
template void PairCounts::add(const Lanes<std::uint32_t>&, const Lanes<std::uint32_t>&, int);

}  // namespace warodds::sim
