// Numbers that stand in places (exact/solve/graph.h): some for each place that has any, nothing for
// the rest. Rows that are done with are used again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "core/threads/patience.h"

namespace warodds::exact {

class Places {
 public:
  /// So many numbers a place.
  explicit Places(int columns) : width_(static_cast<std::size_t>(columns)) {}
  Places(Places&&) = default;
  Places& operator=(Places&&) = default;

  struct Row {
    int node = -1;
    /// From the first column that has any to one after the last.
    int low = std::numeric_limits<int>::max(), high = 0;
    std::vector<double> p;
    std::vector<char> used;  ///< by column: whether it may have any

    void use(int from, int to) {
      low = std::min(low, from);
      high = std::max(high, to);
      std::fill(used.begin() + from, used.begin() + to, char{1});
    }
  };

  /// The row, with room for so many columns.
  Row& row(int node, int row, int high) {
    const auto r = static_cast<std::size_t>(row);
    const auto n = static_cast<std::size_t>(node);
    const bool known = n < places_.size() && r < places_[n].size() && places_[n][r] != nullptr;
    Row& found = known ? *places_[n][r] : new_row(node, row);
    const std::size_t room = static_cast<std::size_t>(high) * width_;
    if (found.p.size() < room) {
      found.p.resize(std::max(room, found.p.size() * 3 / 2), 0.0);
      spend(found.p.size() * sizeof(double));  // memory that is new costs as much as work
      found.used.resize(found.p.size() / width_ + 1, 0);
    }
    return found;
  }
  void add(int node, int row, int column, double p) {
    Row& to = this->row(node, row, column + 1);
    to.use(column, column + 1);
    to.p[static_cast<std::size_t>(column) * width_] += p;
  }

  /// Of a row of the attacker's side: rows of different nodes, of which there may come to be more.
  std::size_t nodes_of(int row) const {
    const auto place = static_cast<std::size_t>(row);
    return place < of_row_.size() ? of_row_[place].size() : 0;
  }
  Row& node_of(int row, std::size_t i) { return *of_row_[static_cast<std::size_t>(row)][i]; }
  /// Calls f(node, row, column, p) for all of one number a place.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t row = 0; row < of_row_.size(); ++row) {
      for (const Row* const of : of_row_[row]) {
        for (int column = of->low; column < of->high; ++column) {
          const double p = of->p[static_cast<std::size_t>(column)];
          if (p > 0) f(of->node, static_cast<int>(row), column, p);
        }
      }
    }
  }
  /// The sum of all of one number a place.
  double sum() const {
    double sum = 0;
    for_each([&](int, int, int, double p) { sum += p; });
    return sum;
  }
  void scale(double factor) {
    for (const std::vector<Row*>& of : of_row_) {
      for (Row* const row : of) {
        for (double& p : row->p) p *= factor;
      }
    }
  }
  /// All of it is zero again.
  void release(int row) {
    if (nodes_of(row) == 0) return;
    for (Row* const done : of_row_[static_cast<std::size_t>(row)]) {
      places_[static_cast<std::size_t>(done->node)][static_cast<std::size_t>(row)] = nullptr;
      done->low = std::numeric_limits<int>::max();
      done->high = 0;
      free_.push_back(done);
    }
    of_row_[static_cast<std::size_t>(row)].clear();
  }

 private:
  Row& new_row(int node, int row) {
    const auto r = static_cast<std::size_t>(row);
    const auto n = static_cast<std::size_t>(node);
    if (places_.size() <= n) places_.resize(n + 1);
    if (places_[n].size() <= r) places_[n].resize(std::max(r + 1, 2 * places_[n].size()), nullptr);
    if (of_row_.size() <= r) of_row_.resize(std::max(r + 1, 2 * of_row_.size()));
    if (free_.empty()) free_.push_back(&rows_.emplace_back());
    Row& found = *(places_[n][r] = free_.back());
    free_.pop_back();
    of_row_[r].push_back(&found);
    found.node = node;
    return found;
  }

  std::size_t width_;
  std::vector<std::vector<Row*>> places_;  ///< by node and row; null: none
  std::vector<std::vector<Row*>> of_row_;
  std::deque<Row> rows_;
  std::vector<Row*> free_;
};

}  // namespace warodds::exact
