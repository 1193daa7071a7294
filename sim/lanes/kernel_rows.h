// A part of the kernels: random bytes, rows of those below a limit, and who uses which of them.
#pragma once

#include "sim/lanes/vectors.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

/// A step of xoshiro256++ (D. Blackman, S. Vigna, "Scrambled linear pseudorandom number
/// generators", ACM TOMS 47, 2021) in each of a vector's generators.
inline Quads step(Quads (&words)[4]) {
  const auto rotated = [](const Quads& a, int bits) { return (a << bits) | (a >> (64 - bits)); };
  const Quads result = rotated(words[0] + words[3], 23) + words[0];
  const Quads shifted = words[1] << 17;
  const Quads third = words[3] ^ words[1];
  words[1] ^= words[2] ^ words[0];
  words[2] ^= words[0] ^ shifted;
  words[0] ^= third;
  words[3] = rotated(third, 45);
  return result;
}

/// Writes `count` rows.
void random_rows(Generators& generators, std::size_t count, std::uint8_t* rows) {
  for (std::size_t i = 0; i < row_vectors; ++i) {
    Quads words[4];
    for (std::size_t k = 0; k < 4; ++k) {
      words[k] = load<Quads>(generators.words[k] + i * (vector_bytes / 8));
    }
    for (std::size_t row = 0; row < count; ++row) {
      store(rows + row * row_bytes + i * vector_bytes, step(words));
    }
    for (std::size_t k = 0; k < 4; ++k) {
      store(generators.words[k] + i * (vector_bytes / 8), words[k]);
    }
  }
}

void random_row(Generators& generators, std::uint8_t* row) { random_rows(generators, 1, row); }

/// Writes those bytes of a batch of random rows that are below the limit and returns how many they
/// are. Up to a row more may be overwritten.
inline std::size_t random_bytes_below(int limit, Generators& generators, std::uint8_t* to) {
  std::size_t kept = 0;
#if defined(WARODDS_AVX512)
  Quads words[4];
  for (std::size_t k = 0; k < 4; ++k) words[k] = load<Quads>(generators.words[k]);
  for (std::size_t row = 0; row < Box::batch; ++row) {
    kept += keep_below(limit, (Bytes)step(words), to + kept);
  }
  for (std::size_t k = 0; k < 4; ++k) store(generators.words[k], words[k]);
#else
  alignas(64) std::uint8_t random[(Box::batch + 1) * row_bytes];
  random_rows(generators, Box::batch, random);
  for (std::size_t i = 0; i < Box::batch * row_bytes; i += row_bytes) {
    kept += keep_below(limit, random + i, to + kept);
  }
#endif
  return kept;
}

void refill(Generators& generators, Box& box) {
  std::size_t kept = box.spare;
  for (std::size_t i = 0; i < kept; i += vector_bytes) {
    store(box.bytes + i, load(box.bytes + Box::rows * row_bytes + i));
  }
  while (kept < Box::rows * row_bytes) {
    kept += random_bytes_below(box.dice.limit, generators, box.bytes + kept);
  }
  box.next = 0;
  box.spare = kept - Box::rows * row_bytes;
}

/// Calls each(rows, count) for runs of rows that make up `count` rows.
template <class Each>
inline void take_rows(Generators& generators, Box& box, std::size_t count, const Each& each) {
  while (count > 0) {
    if (box.next == Box::rows) refill(generators, box);
    const std::size_t some = count < Box::rows - box.next ? count : Box::rows - box.next;
    each(box.bytes + box.next * row_bytes, some);
    box.next += some;
    count -= some;
  }
}

inline const std::uint8_t* next_row(Generators& generators, Box& box) {
  if (box.next == Box::rows) refill(generators, box);
  return box.bytes + row_bytes * box.next++;
}

/// Dice still to be thrown, by lane: whole bytes first, the rest from one last byte.
class Left {
 public:
  Left(const std::uint8_t* n, int per_byte) : per_byte_(per_byte) {
    for (std::size_t i = 0; i < row_vectors; ++i) left_[i] = load_pieces(n + i * vector_bytes);
    Bytes most = left_[0];
    for (std::size_t i = 1; i < row_vectors; ++i) most = larger(most, left_[i]);
    any_ = is_anywhere(is_at_least(most, all(1)));
  }

  /// Takes the dice of whole bytes: calls each(i, bytes of vector i, where they are wanted).
  template <class Each>
  void whole_bytes(Generators& generators, Box& box, const Each& each) {
    const Bytes whole = all(per_byte_);
    for (;;) {
      Where here[row_vectors];
      Where anywhere{};
      for (std::size_t i = 0; i < row_vectors; ++i) {
        here[i] = is_at_least(left_[i], whole);
        anywhere |= here[i];
      }
      if (!is_anywhere(anywhere)) return;
      const std::uint8_t* const row = next_row(generators, box);
      for (std::size_t i = 0; i < row_vectors; ++i) {
        each(i, load(row + i * vector_bytes), here[i]);
        subtract(left_[i], here[i], whole);
      }
    }
  }

  /// What is left now is less than a byte. Calls begin(digits) for the numbers of dice that it can
  /// be and then, of each, each(i, bytes of vector i, where it is that).
  template <class Begin, class Each>
  void last_bytes(Generators& generators, Box& box, const Begin& begin, const Each& each) {
    if (per_byte_ == 1 || !any_) return;
    const std::uint8_t* const row = next_row(generators, box);
    for (int digits = 1; digits < per_byte_; ++digits) {
      const auto begun = begin(digits);
      for (std::size_t i = 0; i < row_vectors; ++i) {
        each(begun, i, load(row + i * vector_bytes), is_equal(left_[i], all(digits)));
      }
    }
  }

 private:
  int per_byte_;
  bool any_;  ///< dice at all
  Bytes left_[row_vectors];
};

}  // namespace
}  // namespace warodds::sim::WARODDS_LEVEL
