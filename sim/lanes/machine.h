// Everything that depends on the instruction set of the machine that is compiled for, and nothing
// else: how long its vectors are, and the few steps for which it has instructions that the vector
// extensions of GCC and Clang cannot express. Each step is also stated in plain C++, for machines
// without them. The results are the same on all machines.
//
// No installed header includes this one: who uses the library may compile for another machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace warodds::sim::machine {

/// The length of its vectors. Longer ones would be cut up by the compiler, and not well.
#if defined(__AVX512BW__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

typedef std::uint16_t Words __attribute__((vector_size(vector_bytes)));

/// Sets `upper` to the upper halves of the products.
inline void upper_half(const Words& a, std::uint16_t b, Words& upper) {
#if defined(__AVX512BW__)
  upper = (Words)_mm512_mulhi_epu16((__m512i)a, _mm512_set1_epi16(static_cast<short>(b)));
#elif defined(__AVX2__)
  upper = (Words)_mm256_mulhi_epu16((__m256i)a, _mm256_set1_epi16(static_cast<short>(b)));
#elif defined(__SSE2__)
  upper = (Words)_mm_mulhi_epu16((__m128i)a, _mm_set1_epi16(static_cast<short>(b)));
#elif defined(__wasm_simd128__)
  const v128_t factor = wasm_u16x8_splat(b);
  const v128_t low = wasm_u32x4_extmul_low_u16x8((v128_t)a, factor);
  const v128_t high = wasm_u32x4_extmul_high_u16x8((v128_t)a, factor);
  upper = (Words)wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  for (std::size_t i = 0; i < sizeof a / sizeof b; ++i) {
    upper[i] = static_cast<std::uint16_t>((std::uint32_t{a[i]} * b) >> 16);
  }
#endif
}

/// Whether equal_bytes() is so quick that counting by comparison is worth while.
#if defined(__AVX512BW__)
inline constexpr bool compares_quickly = true;
#else
inline constexpr bool compares_quickly = false;
#endif

/// Bit i: whether the bytes a[i] and b[i] of 64 are equal. Both arrays are aligned to 64 bytes.
inline std::uint64_t equal_bytes(const std::uint8_t* a, const std::uint8_t* b) {
#if defined(__AVX512BW__)
  return _mm512_cmpeq_epi8_mask(_mm512_load_si512(a), _mm512_load_si512(b));
#else
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; ++i) bits |= std::uint64_t{a[i] == b[i]} << i;
  return bits;
#endif
}

/// Copies those of 64 bytes that are below the limit (1..256), in order and without gaps, and
/// returns how many they are. May write up to 64 bytes.
inline std::size_t keep_below(int limit, const std::uint8_t* from, std::uint8_t* to) {
#if defined(__AVX512VBMI2__) && defined(__AVX512BW__)
  const __m512i bytes = _mm512_loadu_si512(from);
  const __mmask64 good =
      _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8(static_cast<char>(limit - 1)));
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(good, bytes));
  return static_cast<std::size_t>(std::popcount(good));
#else
  std::size_t kept = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    to[kept] = from[i];
    kept += from[i] < limit ? 1 : 0;
  }
  return kept;
#endif
}

}  // namespace warodds::sim::machine
