// A part of the kernels: pools of six-sided dice.
#pragma once

#include "sim/lanes/kernel_rows.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

constexpr int pool_per_byte = 3;

class PoolSums {
 public:
  // The sums are of min(face, v) over the dice, faces counted from 0. Neighbouring sums differ by
  // the dice that show v or more; that they overflow does not matter.
  void add(const Digits& digits, const Bytes& bytes) {
    digits.each(bytes, [&](const Bytes& face) {
      for (int v = 1; v < 5; ++v) sums_[v - 1] += smaller(face, all(v));
      sums_[4] += face;
    });
  }
  /// Dice that show 2, 3, … 6 or more.
  const Bytes (&at_least_two())[5] {
    for (int v = 4; v > 0; --v) sums_[v] -= sums_[v - 1];
    return sums_;
  }

 private:
  Bytes sums_[5]{};
};

/// Throws rows of dice into a pool.
inline void throw_rows(Generators& generators, Box& box, int rows, int digits,
                       PoolSums (&sums)[row_vectors]) {
  const Digits faces(box.dice, digits);
  take_rows(generators, box, static_cast<std::size_t>(rows),
            [&](const std::uint8_t* row, std::size_t some) {
              for (std::size_t i = 0; i < row_vectors; ++i) {
                PoolSums sum = sums[i];
                for (std::size_t r = 0; r < some; ++r) {
                  sum.add(faces, load(row + r * row_bytes + i * vector_bytes));
                }
                sums[i] = sum;
              }
            });
}

/// n(i): the dice of vector i.
template <class Dice>
inline void write_pool(const Dice& n, PoolSums (&sums)[row_vectors], std::uint8_t* pool) {
  for (std::size_t i = 0; i < row_vectors; ++i) {
    const Bytes(&two_and_more)[5] = sums[i].at_least_two();
    std::uint8_t* const to = pool + i * vector_bytes;
    store(to, n(i));
    store(to + row_bytes, n(i));
    for (std::size_t k = 0; k < 5; ++k) store(to + (2 + k) * row_bytes, two_and_more[k]);
    store(to + 7 * row_bytes, Bytes{});
  }
}

/// Throws n dice into a pool.
inline void throw_dice(Generators& generators, Box& box, int n, PoolSums (&sums)[row_vectors]) {
  const int rest = n % pool_per_byte;
  throw_rows(generators, box, n / pool_per_byte, pool_per_byte, sums);
  if (rest > 0) throw_rows(generators, box, 1, rest, sums);
}

void throw_pool(Generators& generators, Box& box, int n, std::uint8_t* pool) {
  PoolSums sums[row_vectors]{};
  throw_dice(generators, box, n, sums);
  write_pool([&](std::size_t) { return all(n); }, sums, pool);
}

void throw_pool_by_lane(Generators& generators, Box& box, const std::uint8_t* n,
                        std::uint8_t* pool) {
  PoolSums sums[row_vectors]{};
  Left left(n, pool_per_byte);
  // Where a lane has no dice, it gets the byte 0: ones.
  const Digits whole(box.dice, pool_per_byte);
  left.whole_bytes(generators, box, [&](std::size_t i, const Bytes& bytes, const Bytes& here) {
    sums[i].add(whole, bytes & here);
  });
  left.last_bytes(
      generators, box, [&](int digits) { return Digits(box.dice, digits); },
      [&](const Digits& some, std::size_t i, const Bytes& bytes, const Bytes& here) {
        sums[i].add(some, bytes & here);
      });
  write_pool([&](std::size_t i) { return load(n + i * vector_bytes); }, sums, pool);
}

/// The hits of those dice of a side that show one value (see LaneChance::lineup): `own` show it or
/// more, `higher` more than it; `opposing` is the enemy's dice that show it or more.
inline Bytes hits_of_value(const Bytes& own, const Bytes& higher, const Bytes& opposing) {
  return minus(own, larger(opposing, higher));
}

}  // namespace
}  // namespace warodds::sim::WARODDS_LEVEL
