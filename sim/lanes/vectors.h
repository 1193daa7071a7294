// The vectors of the level that is compiled for: how long they are, and the few steps for which the
// machine has instructions that the vector extensions of GCC and Clang cannot express. Included by
// the kernels only, in whose namespace everything here is.
//
// The same functions exist once for every level, and the linker keeps one of each name. So nothing
// may come from elsewhere that is not always inlined: no standard library.

#pragma once

#include "sim/lanes/kernels.h"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif
#if defined(__AVX512VBMI__) && defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__)
#define WARODDS_AVX512 1
#endif

namespace warodds::sim::WARODDS_LEVEL {

#if defined(WARODDS_AVX512)
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
inline Bytes minus(const Bytes& a, const Bytes& b) {
#if defined(WARODDS_AVX512)
  return (Bytes)_mm512_subs_epu8((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
  return (Bytes)_mm256_subs_epu8((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
  return (Bytes)_mm_subs_epu8((__m128i)a, (__m128i)b);
#elif defined(__wasm_simd128__)
  return (Bytes)wasm_u8x16_sub_sat((v128_t)a, (v128_t)b);
#else
  return larger(a, b) - b;
#endif
}

/// Where something is the case.
#if defined(WARODDS_AVX512)
using Where = __mmask64;
inline Where is_at_least(const Bytes& a, const Bytes& b) {
  return _mm512_cmpge_epu8_mask((__m512i)a, (__m512i)b);
}
inline Where is_equal(const Bytes& a, const Bytes& b) {
  return _mm512_cmpeq_epu8_mask((__m512i)a, (__m512i)b);
}
/// The bytes there, 0 elsewhere.
inline Bytes only(Where where, const Bytes& a) {
  return (Bytes)_mm512_maskz_mov_epi8(where, (__m512i)a);
}
inline void add(Bytes& sum, Where where, const Bytes& a) {
  sum = (Bytes)_mm512_mask_add_epi8((__m512i)sum, where, (__m512i)sum, (__m512i)a);
}
inline bool is_anywhere(Where where) { return where != 0; }
#else
using Where = Bytes;
inline Where is_at_least(const Bytes& a, const Bytes& b) { return (Where)(a >= b); }
inline Where is_equal(const Bytes& a, const Bytes& b) { return (Where)(a == b); }
/// The bytes there, 0 elsewhere.
inline Bytes only(const Where& where, const Bytes& a) { return where & a; }
inline void add(Bytes& sum, const Where& where, const Bytes& a) { sum += only(where, a); }
inline bool is_anywhere(const Where& where) {
#if defined(__AVX2__)
  return _mm256_movemask_epi8((__m256i)where) != 0;
#elif defined(__SSE2__)
  return _mm_movemask_epi8((__m128i)where) != 0;
#elif defined(__wasm_simd128__)
  return wasm_v128_any_true((v128_t)where);
#else
  const auto words = (Quads)where;
  return (words[0] | words[1]) != 0;
#endif
}
#endif

/// The upper halves of the products.
inline Words upper_half(const Words& a, std::uint16_t b) {
#if defined(WARODDS_AVX512)
  return (Words)_mm512_mulhi_epu16((__m512i)a, _mm512_set1_epi16(static_cast<short>(b)));
#elif defined(__AVX2__)
  return (Words)_mm256_mulhi_epu16((__m256i)a, _mm256_set1_epi16(static_cast<short>(b)));
#elif defined(__SSE2__)
  return (Words)_mm_mulhi_epu16((__m128i)a, _mm_set1_epi16(static_cast<short>(b)));
#elif defined(__wasm_simd128__)
  const v128_t factor = wasm_u16x8_splat(b);
  const v128_t low = wasm_u32x4_extmul_low_u16x8((v128_t)a, factor);
  const v128_t high = wasm_u32x4_extmul_high_u16x8((v128_t)a, factor);
  return (Words)wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  Words upper;
  for (std::size_t i = 0; i < sizeof a / sizeof b; ++i) {
    upper[i] = static_cast<std::uint16_t>((std::uint32_t{a[i]} * b) >> 16);
  }
  return upper;
#endif
}

/// Bytes divided by s = 2..100.
///
/// Two bytes, low and high, are divided in one 16-bit word. With m = ceil(2^16 / s) and e = s m -
/// 2^16 < s, x m / 2^16 = x / s + x e / (2^16 s), which has the same whole part as x / s when x e <
/// 2^16: true for a byte x and s <= 100. So the upper half of (low byte) m is the low quotient, and
/// the upper byte of the upper half of (high byte * 2^8) m is the high one.
inline Bytes quotient(const Bytes& bytes, int s) {
  const auto factor = static_cast<std::uint16_t>((65535 + s) / s);
  const Words low = upper_half((Words)bytes & std::uint16_t{0xff}, factor);
  const Words high = upper_half((Words)bytes & std::uint16_t{0xff00}, factor);
  return (Bytes)(low | (high & std::uint16_t{0xff00}));
}

/// What is left of bytes after a division that has given `upper`.
inline Bytes rest_of(const Bytes& bytes, const Bytes& upper, int s) {
  return bytes - (Bytes)((Words)upper * static_cast<std::uint16_t>(s));  // products stay in bytes
}
inline Bytes remainder(const Bytes& bytes, int s) { return rest_of(bytes, quotient(bytes, s), s); }

/// The first digits of bytes: dice.
class Digits {
 public:
  Digits(const ByteDice& dice, int count)
      : sides_(dice.sides),
        // Where the limit is a power of s, what is left at last is the last digit.
        rest_is_last_(count == dice.per_byte && dice.limit == dice.power),
        divisions_(rest_is_last_ ? count - 1 : count) {}

  /// Calls each(face), faces counted from 0, for the digits from the lowest on.
  template <class Each>
  void each(const Bytes& bytes, const Each& each) const {
    Bytes rest = bytes;
    for (int i = 0; i < divisions_; ++i) {
      const Bytes upper = quotient(rest, sides_);
      each(rest_of(rest, upper, sides_));
      rest = upper;
    }
    if (rest_is_last_) each(rest);
  }

 private:
  int sides_;
  bool rest_is_last_;
  int divisions_;
};

#if defined(WARODDS_AVX512)

/// A table of 256 bytes in registers.
class Table {
 public:
  explicit Table(const std::uint8_t* table) {
    for (int i = 0; i < 4; ++i) part_[i] = _mm512_loadu_si512(table + 64 * i);
  }
  Bytes operator[](const Bytes& at) const {
    const auto index = (__m512i)at;
    const __m512i low = _mm512_permutex2var_epi8(part_[0], index, part_[1]);
    const __m512i high = _mm512_permutex2var_epi8(part_[2], index, part_[3]);
    return (Bytes)_mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
  }

 private:
  __m512i part_[4];
};

#endif

#if !defined(WARODDS_AVX512) && defined(__AVX2__)

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

/// Copies those of 64 bytes that are below the limit (1..256), in order and without gaps, and
/// returns how many they are. May read and write up to a row more.
#if defined(WARODDS_AVX512)
inline std::size_t keep_below(int limit, const Bytes& bytes, std::uint8_t* to) {
  const __mmask64 good =
      _mm512_cmple_epu8_mask((__m512i)bytes, _mm512_set1_epi8(static_cast<char>(limit - 1)));
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(good, (__m512i)bytes));
  return static_cast<std::size_t>(__builtin_popcountll(good));
}
#elif defined(__AVX2__)
inline std::size_t keep_below(int limit, const std::uint8_t* from, std::uint8_t* to) {
  // Eight bytes at a time: those to keep are shuffled to the front.
  const __m256i most = _mm256_set1_epi8(static_cast<char>(limit - 1));
  std::uint8_t* const first = to;
  for (std::size_t half = 0; half < 64; half += 32) {
    const __m256i bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(from + half));
    const auto good = static_cast<std::uint32_t>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(bytes, most), most)));
    for (std::size_t eight = 0; eight < 4; ++eight) {
      const std::uint32_t here = good >> (8 * eight) & 0xff;
      const __m128i order = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(front.order[here]));
      const __m128i eight_bytes =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + half + 8 * eight));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_shuffle_epi8(eight_bytes, order));
      to += __builtin_popcount(here);
    }
  }
  return static_cast<std::size_t>(to - first);
}
#elif defined(__SSE2__)
inline std::size_t keep_below(int limit, const std::uint8_t* from, std::uint8_t* to) {
  // Each run of bytes to keep is copied to where the last one ended, with what follows it; a byte
  // to throw away ends it.
  constexpr std::size_t at_once = 32;
  const auto copy = [&](std::size_t a, std::size_t b) {
    store(to + b, load(from + a));
    store(to + b + vector_bytes, load(from + a + vector_bytes));
  };
  const __m128i most = _mm_set1_epi8(static_cast<char>(limit - 1));
  std::uint64_t bad = 0;
  for (std::size_t i = 0; i < row_bytes; i += vector_bytes) {
    const auto bytes = (__m128i)load(from + i);
    const int good = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(bytes, most), most));
    bad |= std::uint64_t{static_cast<std::uint16_t>(~good)} << i;
  }
  copy(0, 0);
  std::size_t begin = 0, removed = 0;
  for (; bad != 0; bad &= bad - 1) {
    const auto end = static_cast<std::size_t>(__builtin_ctzll(bad));
    if (end - begin > at_once) copy(begin + at_once, begin - removed + at_once);
    begin = end + 1;
    ++removed;
    copy(begin, begin - removed);
  }
  if (row_bytes - begin > at_once) copy(begin + at_once, begin - removed + at_once);
  return row_bytes - removed;
}
#else
inline std::size_t keep_below(int limit, const std::uint8_t* from, std::uint8_t* to) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    to[kept] = from[i];
    kept += from[i] < limit ? 1 : 0;
  }
  return kept;
}
#endif

}  // namespace warodds::sim::WARODDS_LEVEL
