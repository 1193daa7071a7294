// A rectangular array as a value.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warodds {

/// Numbers in rows and columns; in memory one column after the other.
template <class T>
class Array2d {
 public:
  /// Without any number.
  Array2d() = default;
  Array2d(std::ptrdiff_t rows, std::ptrdiff_t cols, T value = {})
      : values_(static_cast<std::size_t>(rows * cols), value), rows_(rows), cols_(cols) {}

  std::ptrdiff_t rows() const { return rows_; }
  std::ptrdiff_t cols() const { return cols_; }
  std::ptrdiff_t size() const { return rows_ * cols_; }
  T operator()(std::ptrdiff_t row, std::ptrdiff_t col) const { return values_[place(row, col)]; }
  T& operator()(std::ptrdiff_t row, std::ptrdiff_t col) { return values_[place(row, col)]; }
  /// All of them, column after column.
  std::span<const T> values() const { return values_; }
  std::span<T> values() { return values_; }

  /// Row after row, as lists.
  std::vector<std::vector<T>> to_rows() const {
    std::vector<std::vector<T>> result(static_cast<std::size_t>(rows_));
    for (std::size_t i = 0; i < values_.size(); ++i)
      result[i % result.size()].push_back(values_[i]);
    return result;
  }

  bool operator==(const Array2d&) const = default;

 private:
  std::size_t place(std::ptrdiff_t row, std::ptrdiff_t col) const {
    return static_cast<std::size_t>(col * rows_ + row);
  }

  std::vector<T> values_;
  std::ptrdiff_t rows_ = 0;
  std::ptrdiff_t cols_ = 0;
};

}  // namespace warodds
