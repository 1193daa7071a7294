// Counting outcomes against counting them one by one.
#include "sim/lanes/cell_counts.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace warodds::sim {
namespace {

using Totals = std::vector<std::uint64_t>;

template <class T>
Lanes<T> random_lanes(std::mt19937& random, std::size_t below) {
  std::array<T, lane_count> values;
  for (T& value : values) value = static_cast<T>(random() % below);
  return Lanes<T>(values);
}

/// All lanes, or a few: the last trials of a chunk.
int random_live(std::mt19937& random) {
  return random() % 3 == 0 ? static_cast<int>(random() % 65) : lane_count;
}

template <class T>
void check_cells(std::size_t cells) {
  std::mt19937 random(1);
  CellCounts counts(cells);
  Totals counted(cells, 5), expected(cells, 5);
  for (int round = 0; round < 700; ++round) {
    const Lanes<T> cell = random_lanes<T>(random, cells);
    const int live = random_live(random);
    counts.add(cell, live);
    for (std::size_t i = 0; i < static_cast<std::size_t>(live); ++i) ++expected[cell.to_array()[i]];
    if (round % 300 == 0) counts.add_to(counted);
  }
  counts.add_to(counted);
  EXPECT_EQ(counted, expected) << cells << " cells";
}

TEST(CellCounts, count_each_cell_whatever_their_number) {
  for (const std::size_t cells : {1u, 2u, 10u, 32u, 33u, 100u, 255u, 256u}) {
    check_cells<std::uint8_t>(cells);
    check_cells<std::uint32_t>(cells);
  }
  for (const std::size_t cells : {257u, 2048u, 2049u, 1'000'000u})
    check_cells<std::uint32_t>(cells);
}

template <class T>
void check_pairs(std::size_t rows, std::size_t columns) {
  std::mt19937 random(2);
  CellCounts counts(rows, columns);
  Totals counted(rows * columns, 0), expected(rows * columns, 0);
  for (int round = 0; round < 200; ++round) {
    const Lanes<T> row = random_lanes<T>(random, rows), column = random_lanes<T>(random, columns);
    const int live = random_live(random);
    counts.add(row, column, live);
    for (std::size_t i = 0; i < static_cast<std::size_t>(live); ++i) {
      ++expected[row.to_array()[i] * columns + column.to_array()[i]];
    }
  }
  counts.add_to(counted);
  EXPECT_EQ(counted, expected) << rows << " x " << columns;
}

TEST(CellCounts, count_pairs_whatever_their_number) {
  for (const std::size_t rows : {1u, 2u, 7u, 8u, 9u, 10u, 17u, 31u, 100u, 256u}) {
    for (const std::size_t columns : {1u, 3u, 7u, 8u, 16u, 31u, 200u}) {
      check_pairs<std::uint8_t>(rows, columns);
      check_pairs<std::uint32_t>(rows, columns);
    }
  }
  check_pairs<std::uint32_t>(1000, 1000);
}

TEST(CellCounts, notice_what_is_out_of_range) {
  for (const std::size_t cells : {5u, 100u, 3000u}) {
    CellCounts counts(cells);
    counts.add(Lanes<std::uint32_t>(static_cast<int>(cells)), 1);
    Totals total(cells, 0);
    EXPECT_THROW(counts.add_to(total), std::logic_error) << cells;
  }
  for (const std::size_t columns : {4u, 60u, 200u}) {
    CellCounts pairs(3, columns);
    pairs.add(Lanes<std::uint8_t>(1), Lanes<std::uint8_t>(static_cast<int>(columns)), lane_count);
    Totals total(3 * columns, 0);
    EXPECT_THROW(pairs.add_to(total), std::logic_error) << columns;
    CellCounts more(3, columns);
    more.add(Lanes<std::uint8_t>(3), Lanes<std::uint8_t>(0), 1);
    EXPECT_THROW(more.add_to(total), std::logic_error) << columns;
  }
}

}  // namespace
}  // namespace warodds::sim
