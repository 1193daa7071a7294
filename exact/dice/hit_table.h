// P(hits, hits) of many states of two pools side by side, and sums over the states of one of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "exact/dice/aligned_doubles.h"
#include "exact/dice/pool_steps.h"
#include "exact/dice/vector_sums.h"

namespace warodds::exact {

/// For each number of dice of one pool a few rows, each with a line for every state of the other
/// pool from some state on. In a line are some columns, in a column all phases of the first pool.
/// Lines are padded to whole vectors; the padding is zero.
class HitTable {
 public:
  struct Row {
    int columns = 0;
    int first = 0;           ///< state of the other pool
    int states = 0;          ///< of the other pool
    std::size_t length = 0;  ///< of a line
    std::size_t begin = 0;   ///< of the first line
  };

  /// Begins again. What memory there is stays.
  void clear() {
    dice_.clear();
    rows_.clear();
    size_ = 0;
    values_.clear();
  }
  /// All rows that are added next belong to the next number of dice, which has so many phases.
  void add_dice(int phases) { dice_.push_back({phases, rows_.size()}); }
  void add_row(int columns, int first, int states) {
    const std::size_t length = whole_vectors(columns * dice_.back().phases);
    rows_.push_back({columns, first, states, length, size_});
    size_ += length * static_cast<std::size_t>(states);
  }
  /// After the last row: all numbers are zero.
  void finish() {
    dice_.push_back({0, rows_.size()});
    values_.assign(size_, 0.0);
  }

  bool empty() const { return values_.empty(); }
  /// Numbers that there is memory for.
  std::size_t capacity() const { return values_.capacity(); }
  int phases(int dice) const { return dice_[static_cast<std::size_t>(dice)].phases; }
  std::span<const Row> rows(int dice) const {
    const auto number = static_cast<std::size_t>(dice);
    return std::span(rows_).subspan(dice_[number].begin,
                                    dice_[number + 1].begin - dice_[number].begin);
  }
  /// The line of a state that the row has.
  double* line(const Row& row, int state) { return values_.data() + begin(row, state); }
  const double* line(const Row& row, int state) const { return values_.data() + begin(row, state); }

 private:
  struct Dice {
    int phases = 0;
    std::size_t begin = 0;
  };
  static std::size_t begin(const Row& row, int state) {
    return row.begin + static_cast<std::size_t>(state - row.first) * row.length;
  }

  std::vector<Dice> dice_;
  std::vector<Row> rows_;
  std::size_t size_ = 0;
  AlignedDoubles values_;
};

/// Sums over the lines of a row, one for every end of some fans.
class RowSums {
 public:
  void sum(const HitTable& table, const HitTable::Row& row, std::span<const Fan> fans);

  /// Calls use(fan, sum of its first end) for all fans to which a state of the row leads; the sums
  /// of the next ends stand row.length further on.
  template <class Use>
  void each(const Use& use) const {
    for (const Part& part : parts_) use(*part.fan, sums_.data() + part.begin);
  }

  /// target[place + i · target_step] += sum[i · step] for i < count and all ends of a fan.
  void add(double* target, int target_step, const Fan& fan, const double* sum, int step,
           int count) const;

 private:
  struct Part {
    const Fan* fan;
    std::size_t begin;  ///< of its sums
    Weighted weighted;
  };
  std::vector<Part> parts_;
  std::vector<const double*> sources_;
  AlignedDoubles sums_;
  std::size_t length_ = 0;
};

}  // namespace warodds::exact
