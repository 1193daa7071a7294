// The vectors of the level that is compiled for: how long they are, and what the kernels do with
// them, written with the vector extensions of GCC and Clang. Included by the kernels only, in whose
// namespace everything here is.
//
// The same functions exist once for every level, and the linker keeps one of each name. So nothing
// may come from elsewhere that is not always inlined: no standard library.

#pragma once

#include "sim/lanes/kernels.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace warodds::sim::WARODDS_LEVEL {

#if defined(__AVX512BW__)
constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t vector_bytes = 32;
#else
constexpr std::size_t vector_bytes = 16;
#endif
/// Vectors that make up a row.
constexpr std::size_t row_vectors = row_bytes / vector_bytes;

typedef std::uint8_t Bytes __attribute__((vector_size(vector_bytes)));
typedef std::uint16_t Words __attribute__((vector_size(vector_bytes)));
typedef std::uint64_t Quads __attribute__((vector_size(vector_bytes)));

template <class Vector = Bytes>
inline Vector load(const void* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class Vector>
inline void store(void* to, const Vector& vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}
inline Bytes all(int value) { return Bytes{} + static_cast<std::uint8_t>(value); }

inline Bytes smaller(const Bytes& a, const Bytes& b) { return a < b ? a : b; }
inline Bytes larger(const Bytes& a, const Bytes& b) { return a > b ? a : b; }
/// a - b, but never below 0.
inline Bytes minus(const Bytes& a, const Bytes& b) { return larger(a, b) - b; }

/// Where something is the case: all bits of a byte.
inline Bytes is_at_least(const Bytes& a, const Bytes& b) { return (Bytes)(a >= b); }
inline Bytes is_equal(const Bytes& a, const Bytes& b) { return (Bytes)(a == b); }

/// The upper halves of the products. Compilers find the instruction for this loop.
inline Words upper_half(const Words& a, std::uint16_t b) {
  Words upper;
  for (std::size_t i = 0; i < sizeof a / sizeof b; ++i) {
    upper[i] = static_cast<std::uint16_t>((std::uint32_t{a[i]} * b) >> 16);
  }
  return upper;
}

/// Bytes divided by a number of sides.
///
/// Two bytes, low and high, are divided in one 16-bit word. With m = ceil(2^16 / s) and e = s m -
/// 2^16 < s, x m / 2^16 = x / s + x e / (2^16 s), which has the same whole part as x / s when x e <
/// 2^16: true for a byte x and s <= 100. So the upper half of (low byte) m is the low quotient, and
/// the upper byte of the upper half of (high byte * 2^8) m is the high one.
inline Bytes quotient(const Bytes& bytes, std::uint16_t m) {
  const Words low = upper_half((Words)bytes & std::uint16_t{0xff}, m);
  const Words high = upper_half((Words)bytes & std::uint16_t{0xff00}, m);
  return (Bytes)(low | (high & std::uint16_t{0xff00}));
}

/// What is left of bytes after a division that has given `upper`.
inline Bytes rest_of(const Bytes& bytes, const Bytes& upper, int s) {
  return bytes - (Bytes)((Words)upper * static_cast<std::uint16_t>(s));  // products stay in bytes
}

/// The first digits of bytes: dice.
class Digits {
 public:
  Digits(const ByteDice& dice, int count)
      : sides_(dice.sides),
        factor_(dice.factor),
        // Where the limit is a power of s, what is left at last is the last digit.
        rest_is_last_(count == dice.per_byte && dice.limit == dice.power),
        divisions_(rest_is_last_ ? count - 1 : count) {}

  /// Calls each(face), faces counted from 0, for the digits from the lowest on.
  template <class Each>
  void each(const Bytes& bytes, const Each& each) const {
    Bytes rest = bytes;
    for (int i = 0; i < divisions_; ++i) {
      const Bytes upper = quotient(rest, factor_);
      each(rest_of(rest, upper, sides_));
      rest = upper;
    }
    if (rest_is_last_) each(rest);
  }

 private:
  int sides_;
  std::uint16_t factor_;
  bool rest_is_last_;
  int divisions_;
};

#if defined(__AVX2__) && !defined(__AVX512VBMI2__)

/// [m][i]: where the i-th of the bits set in m stands, for _mm_shuffle_epi8.
struct Front {
  std::uint8_t order[256][8];

  constexpr Front() : order{} {
    for (int mask = 0; mask < 256; ++mask) {
      int kept = 0;
      for (int bit = 0; bit < 8; ++bit) {
        if (mask >> bit & 1) order[mask][kept++] = static_cast<std::uint8_t>(bit);
      }
    }
  }
};
constexpr Front front;

#endif

/// Copies those of a row of bytes that are below the limit (1..256), in order and without gaps, and
/// returns how many they are. May write up to a row more. Byte by byte this takes as long as all
/// else that is done with 32 bytes at a time, so it is not where there are instructions for it.
inline std::size_t keep_below(int limit, const std::uint8_t* from, std::uint8_t* to) {
  std::size_t kept = 0;
#if defined(__AVX512VBMI2__)
  const auto bytes = (__m512i)load(from);
  const __mmask64 good =
      _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8(static_cast<char>(limit - 1)));
  store(to, _mm512_maskz_compress_epi8(good, bytes));
  kept = static_cast<std::size_t>(__builtin_popcountll(good));
#elif defined(__AVX2__)
  // Eight bytes at a time: those to keep are shuffled to the front.
  const __m128i most = _mm_set1_epi8(static_cast<char>(limit - 1));
  for (std::size_t i = 0; i < row_bytes; i += 8) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + i));
    const int good = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(bytes, most), most)) & 0xff;
    const __m128i order = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(front.order[good]));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to + kept), _mm_shuffle_epi8(bytes, order));
    kept += static_cast<std::size_t>(__builtin_popcount(static_cast<unsigned>(good)));
  }
#else
  const auto most = static_cast<std::uint8_t>(limit - 1);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < row_bytes; ++i) {
    to[kept] = from[i];
    kept += from[i] <= most ? 1 : 0;
  }
#endif
  return kept;
}

}  // namespace warodds::sim::WARODDS_LEVEL
