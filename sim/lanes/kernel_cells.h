// A part of the kernels: counts of few cells.
#pragma once

#include "sim/lanes/vectors.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

/// Beyond all few cells.
constexpr int no_cell = 255;

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

/// The lanes of the eight cells of an octet are found from three bits of the cells, once for all
/// octets.
inline void count_vector(const FewCells& few, const Bytes& of_lanes) {
  // Lane k: all ones where the bit of k is not set.
  const __m512i not_one = _mm512_set_epi64(0, -1, 0, -1, 0, -1, 0, -1);
  const __m512i not_two = _mm512_set_epi64(0, 0, -1, -1, 0, 0, -1, -1);
  const __m512i not_four = _mm512_set_epi64(0, 0, 0, 0, -1, -1, -1, -1);
  const auto cells = (__m512i)of_lanes;
  const auto bit = [&](int value) {
    return broadcast(_mm512_test_epi8_mask(cells, _mm512_set1_epi8(static_cast<char>(value))));
  };
  const __m512i in_octet = _mm512_and_si512(
      _mm512_and_si512(_mm512_xor_si512(bit(1), not_one), _mm512_xor_si512(bit(2), not_two)),
      _mm512_xor_si512(bit(4), not_four));
  const __m512i octet = _mm512_and_si512(cells, _mm512_set1_epi8(static_cast<char>(0xf8)));
  __m512i first = _mm512_setzero_si512();
  std::uint64_t* counts = few.counts;
  for (std::size_t i = 0; i < few.cells; i += 8, counts += 8) {
    const __m512i here = broadcast(_mm512_cmpeq_epi8_mask(octet, first));
    const __m512i more = _mm512_popcnt_epi64(_mm512_and_si512(in_octet, here));
    store(counts, _mm512_add_epi64(load<__m512i>(counts), more));
    first = _mm512_add_epi8(first, _mm512_set1_epi8(8));
  }
}

#elif defined(__AVX2__)

constexpr std::size_t most_few_cells = 64;

inline void count_vector(const FewCells& few, const Bytes& cells) {
  for (std::size_t cell = 0; cell < few.cells; ++cell) {
    const auto here = (__m256i)is_equal(cells, all(static_cast<int>(cell)));
    few.counts[cell] += static_cast<std::uint64_t>(
        __builtin_popcount(static_cast<unsigned>(_mm256_movemask_epi8(here))));
  }
}

#else

/// Where no instruction counts bits, each lane adds one to its cell (CellCounts).
constexpr std::size_t most_few_cells = 0;

inline void count_vector(const FewCells&, const Bytes&) {}

#endif

/// Counts the vectors of a row of cells, cells(where it begins); lanes that are not live have no
/// cell.
template <class Cells>
inline void count_row(const FewCells& few, int live, const Cells& cells) {
  alignas(64) static constexpr struct Lanes {
    std::uint8_t index[row_bytes]{};
    constexpr Lanes() {
      for (std::size_t i = 0; i < row_bytes; ++i) index[i] = static_cast<std::uint8_t>(i);
    }
  } lanes;
  for (std::size_t i = 0; i < row_vectors; ++i) {
    Bytes here = cells(i * vector_bytes);
    if (live < lane_count) here |= (Bytes)(load(lanes.index + i * vector_bytes) >= all(live));
    count_vector(few, here);
  }
}

void count_cells(const FewCells& few, const std::uint8_t* cell, int live) {
  count_row(few, live, [&](std::size_t at) { return load_pieces(cell + at); });
}

void count_pairs(const FewCells& few, const std::uint8_t* row, const std::uint8_t* column,
                 int live) {
  const Bytes rows = all(static_cast<int>(few.rows));
  const Bytes columns = all(static_cast<int>(few.columns));
  count_row(few, live, [&](std::size_t at) {
    const Bytes r = load_pieces(row + at), c = load_pieces(column + at);
    const Bytes outside = (Bytes)(r >= rows) | (Bytes)(c >= columns);
    // Machines multiply no bytes, only words; where the row is not outside, no product is
    // larger than a byte.
    const auto factor = static_cast<std::uint16_t>(few.columns);
    return outside | ((Bytes)((Words)(r & ~outside) * factor) + c);
  });
}

}  // namespace
}  // namespace warodds::sim::WARODDS_LEVEL
