// A part of the kernels: counts of few cells.
#pragma once

#include "sim/lanes/vectors.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

/// Beyond all few cells.
constexpr int no_cell = 255;

/// Calls count(i, cells) for the vectors of a row of cells; lanes that are not live have no cell.
template <class Cells, class Count>
inline void for_live(int live, const Cells& cells, const Count& count) {
  alignas(64) static constexpr struct Lanes {
    std::uint8_t index[row_bytes]{};
    constexpr Lanes() {
      for (std::size_t i = 0; i < row_bytes; ++i) index[i] = static_cast<std::uint8_t>(i);
    }
  } lanes;
  for (std::size_t i = 0; i < row_vectors; ++i) {
    Bytes here = cells(i * vector_bytes);
    if (live < lane_count) here |= (Bytes)(load(lanes.index + i * vector_bytes) >= all(live));
    count(i, here);
  }
}

#if defined(WARODDS_AVX512)

constexpr std::size_t most_few_cells = 128;

/// A mask in all words. It goes through memory: the port of a broadcast from a register is needed
/// for the comparisons.
inline __m512i broadcast(__mmask64 mask) {
  std::uint64_t word;
  asm("kmovq %1, %0" : "=m"(word) : "k"(mask));
  __m512i words;
  asm("vpbroadcastq %1, %0" : "=v"(words) : "m"(word));
  return words;
}

/// Brings rows that wait into the counts, all at once: a count is then read and written once for
/// all of them. The lanes of the eight cells of an octet are found from three bits of the cells,
/// once for all octets.
template <std::size_t rows>
inline void count_rows(const FewCells& few, const Bytes (&of_rows)[rows]) {
  // Lane k: all ones where the bit of k is not set.
  const __m512i not_one = _mm512_set_epi64(0, -1, 0, -1, 0, -1, 0, -1);
  const __m512i not_two = _mm512_set_epi64(0, 0, -1, -1, 0, 0, -1, -1);
  const __m512i not_four = _mm512_set_epi64(0, 0, 0, 0, -1, -1, -1, -1);
  __m512i in_octet[rows], octet[rows];
  for (std::size_t r = 0; r < rows; ++r) {
    const auto cells = (__m512i)of_rows[r];
    const auto bit = [&](int value) {
      return broadcast(_mm512_test_epi8_mask(cells, _mm512_set1_epi8(static_cast<char>(value))));
    };
    in_octet[r] = _mm512_and_si512(
        _mm512_and_si512(_mm512_xor_si512(bit(1), not_one), _mm512_xor_si512(bit(2), not_two)),
        _mm512_xor_si512(bit(4), not_four));
    octet[r] = _mm512_and_si512(cells, _mm512_set1_epi8(static_cast<char>(0xf8)));
  }
  __m512i first = _mm512_setzero_si512();
  std::uint64_t* counts = few.counts;
  for (std::size_t i = 0; i < few.cells; i += 8, counts += 8) {
    __m512i sum = _mm512_load_si512(counts);
    for (std::size_t r = 0; r < rows; ++r) {
      const __m512i here = broadcast(_mm512_cmpeq_epi8_mask(octet[r], first));
      sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(in_octet[r], here)));
    }
    _mm512_store_si512(counts, sum);
    first = _mm512_add_epi8(first, _mm512_set1_epi8(8));
  }
}

void collect_cells(const FewCells& few) {
  for (int row = 0; row < *few.rounds; ++row) {
    const Bytes waiting[]{load(few.by_lane + row * lane_count)};
    count_rows(few, waiting);
  }
  *few.rounds = 0;
}

inline void begin_round(const FewCells&) {}

/// Rows wait until they are four, where so much is written that it pays.
inline void count_vector(const FewCells& few, std::size_t, const Bytes& cells) {
  constexpr std::size_t most_at_once = 32;
  if (few.cells <= most_at_once) {
    const Bytes now[]{cells};
    return count_rows(few, now);
  }
  static_assert(FewCells::least_rows >= 3);
  if (*few.rounds < 3) {
    store(few.by_lane + *few.rounds * lane_count, cells);
    ++*few.rounds;
    return;
  }
  const Bytes all_four[]{load(few.by_lane), load(few.by_lane + row_bytes),
                         load(few.by_lane + 2 * row_bytes), cells};
  count_rows(few, all_four);
  *few.rounds = 0;
}

#else

constexpr std::size_t most_few_cells = vector_bytes;

void collect_cells(const FewCells& few) {
  for (std::size_t cell = 0; cell < few.cells; ++cell) {
    std::uint8_t* const row = few.by_lane + cell * row_bytes;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < row_bytes; ++i) sum += row[i];
    few.counts[cell] += sum;
    for (std::size_t i = 0; i < row_bytes; i += vector_bytes) store(row + i, Bytes{});
  }
  *few.rounds = 0;
}

inline void begin_round(const FewCells& few) {
  if (*few.rounds == 255) collect_cells(few);
  ++*few.rounds;
}

/// Each lane counts in bytes of its own.
inline void count_vector(const FewCells& few, std::size_t i, const Bytes& cells) {
  std::uint8_t* counts = few.by_lane + i * vector_bytes;
  Bytes value{};
  for (std::size_t k = 0; k < few.cells; ++k, counts += row_bytes, value += std::uint8_t{1}) {
    store(counts, load(counts) - (Bytes)(cells == value));
  }
}

#endif

void count_cells(const FewCells& few, const std::uint8_t* cell, int live) {
  begin_round(few);
  for_live(
      live, [&](std::size_t at) { return load_pieces(cell + at); },
      [&](std::size_t i, const Bytes& cells) { count_vector(few, i, cells); });
}

void count_pairs(const FewCells& few, const std::uint8_t* row, const std::uint8_t* column,
                 int live) {
  begin_round(few);
  const Bytes rows = all(static_cast<int>(few.rows));
  const Bytes columns = all(static_cast<int>(few.columns));
  for_live(
      live,
      [&](std::size_t at) {
        const Bytes r = load_pieces(row + at), c = load_pieces(column + at);
        const Bytes outside = (Bytes)(r >= rows) | (Bytes)(c >= columns);
        // Machines multiply no bytes, only words; where the row is not outside, no product is
        // larger than a byte.
        const auto factor = static_cast<std::uint16_t>(few.columns);
        return outside | ((Bytes)((Words)(r & ~outside) * factor) + c);
      },
      [&](std::size_t i, const Bytes& cells) { count_vector(few, i, cells); });
}

}  // namespace
}  // namespace warodds::sim::WARODDS_LEVEL
