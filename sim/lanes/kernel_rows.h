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
  Left(const std::uint8_t* n, int per_byte) : per_byte_(all(per_byte)) {
    for (std::size_t i = 0; i < row_vectors; ++i) left_[i] = load_pieces(n + i * vector_bytes);
  }
  /// All ones where there are dice for a whole byte, and takes them.
  Bytes whole(std::size_t i) {
    const Bytes whole = (Bytes)(left_[i] >= per_byte_);
    left_[i] -= whole & per_byte_;
    return whole;
  }
  /// All ones where just so many dice are left.
  Bytes just(int dice, std::size_t i) const { return (Bytes)(left_[i] == all(dice)); }

  bool any() const { return any_of(most() > Bytes{}); }

  /// Calls each(row) for as many rows as there are whole bytes to come; each() takes them.
  template <class Each>
  void for_whole(Generators& generators, Box& box, const Each& each) {
    while (any_of(most() >= per_byte_)) each(next_row(generators, box));
  }

 private:
  Bytes most() const {
    Bytes most = left_[0];
    for (std::size_t i = 1; i < row_vectors; ++i) most = larger(most, left_[i]);
    return most;
  }

  Bytes per_byte_;
  Bytes left_[row_vectors];
};

}  // namespace
}  // namespace warodds::sim::WARODDS_LEVEL
