// A part of the kernels: random bytes, rows of those below a limit, and who uses which of them.
#pragma once

#include "sim/lanes/vectors.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

/// A vector of the generators: xoshiro256++ (D. Blackman, S. Vigna, "Scrambled linear pseudorandom
/// number generators", ACM TOMS 47, 2021) in each.
class Stream {
 public:
  Stream(const Generators& generators, std::size_t vector) : first_(vector * (vector_bytes / 8)) {
    for (std::size_t k = 0; k < 4; ++k) words_[k] = load<Quads>(generators.words[k] + first_);
  }
  void keep(Generators& generators) const {
    for (std::size_t k = 0; k < 4; ++k) store(generators.words[k] + first_, words_[k]);
  }

  Quads step() {
    const auto rotated = [](const Quads& a, int bits) { return (a << bits) | (a >> (64 - bits)); };
    const Quads result = rotated(words_[0] + words_[3], 23) + words_[0];
    const Quads shifted = words_[1] << 17;
    const Quads third = words_[3] ^ words_[1];
    words_[1] ^= words_[2] ^ words_[0];
    words_[2] ^= words_[0] ^ shifted;
    words_[0] ^= third;
    words_[3] = rotated(third, 45);
    return result;
  }

 private:
  std::size_t first_;  ///< generator
  Quads words_[4];
};

/// Makes so many steps. Two vectors take turns: a step waits for the last one of its own.
inline void random_steps(Generators& generators, std::size_t steps, std::uint8_t* bytes) {
  for (std::size_t i = 0; i < step_bytes / vector_bytes; i += 2) {
    Stream one(generators, i), other(generators, i + 1);
    std::uint8_t* to = bytes + i * vector_bytes;
    for (std::size_t k = 0; k < steps; ++k, to += step_bytes) {
      store(to, one.step());
      store(to + vector_bytes, other.step());
    }
    one.keep(generators);
    other.keep(generators);
  }
}

void random_step(Generators& generators, std::uint8_t* bytes) {
  random_steps(generators, 1, bytes);
}

/// Writes those bytes of a batch of random rows that are below the limit and returns how many they
/// are. Up to a row more may be overwritten.
inline std::size_t random_bytes_below(int limit, Generators& generators, std::uint8_t* to) {
  constexpr std::size_t steps = Box::batch * row_bytes / step_bytes;
  std::size_t kept = 0;
  alignas(64) std::uint8_t random[steps * step_bytes];
  random_steps(generators, steps, random);
  for (std::size_t i = 0; i < steps * step_bytes; i += row_bytes) {
    kept += keep_below(limit, random + i, to + kept);
  }
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

/// Dice to be thrown, by lane: whole bytes first, the rest from one last byte.
class Left {
 public:
  Left(const std::uint8_t* n, int per_byte) : per_byte_(per_byte) {
    // Mostly another kernel has written them, as a whole.
    for (std::size_t i = 0; i < row_vectors; ++i) dice_[i] = load(n + i * vector_bytes);
    for (std::size_t i = 0; i < row_bytes; ++i) most_ = n[i] > most_ ? n[i] : most_;
  }

  /// Takes the dice of whole bytes: calls each(i, bytes of vector i, where they are wanted).
  template <class Each>
  void whole_bytes(Generators& generators, Box& box, const Each& each) {
    const Bytes of_a_byte = all(per_byte_);
    std::size_t next = box.next;
    for (int taken = per_byte_; taken <= most_; taken += per_byte_) {
      if (next == Box::rows) {
        refill(generators, box);
        next = 0;
      }
      const std::uint8_t* const row = box.bytes + row_bytes * next++;
      for (std::size_t i = 0; i < row_vectors; ++i) {
        const Bytes here = is_at_least(dice_[i], of_a_byte);
        dice_[i] -= of_a_byte & here;
        each(i, load(row + i * vector_bytes), here);
      }
    }
    box.next = next;
  }

  /// What is left then is less than a byte. Calls begin(digits) for the numbers of dice that it can
  /// be and then, of each, each(i, bytes of vector i, where it is that).
  template <class Begin, class Each>
  void last_bytes(Generators& generators, Box& box, const Begin& begin, const Each& each) {
    if (per_byte_ == 1 || most_ == 0) return;
    const std::uint8_t* const row = next_row(generators, box);
    for (int digits = 1; digits < per_byte_; ++digits) {
      const auto begun = begin(digits);
      for (std::size_t i = 0; i < row_vectors; ++i) {
        each(begun, i, load(row + i * vector_bytes), is_equal(dice_[i], all(digits)));
      }
    }
  }

 private:
  int per_byte_;
  Bytes dice_[row_vectors];
  std::uint8_t most_ = 0;  ///< of any lane
};

}  // namespace
}  // namespace warodds::sim::WARODDS_LEVEL
