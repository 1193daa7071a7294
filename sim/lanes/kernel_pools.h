// A part of the kernels: pools of six-sided dice.
#pragma once

#include "sim/lanes/kernel_rows.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

constexpr int pool_per_byte = 3;

#if defined(WARODDS_AVX512)

/// Three dice fall in 56 ways when their order does not matter: few enough for tables in registers.
struct PoolTables {
  /// [d][b]: the way in which the first d dice of the byte b fall, the others showing ones.
  alignas(64) std::uint8_t way[pool_per_byte + 1][256];
  /// [i][w]: two counts in a byte: dice that show 2 + 2 i or more, and 16 times those that show 3 +
  /// 2 i or more.
  alignas(64) std::uint8_t counts[3][64];

  constexpr PoolTables() : way{}, counts{} {
    std::uint8_t ways[6][6][6]{};
    std::uint8_t next = 0;
    for (int high = 0; high < 6; ++high) {
      for (int middle = 0; middle <= high; ++middle) {
        for (int low = 0; low <= middle; ++low) {
          const int faces[]{high, middle, low};
          for (const int face : faces) {
            for (int i = 0; i < 3; ++i) {
              const int above = face - 2 * i;
              counts[i][next] = static_cast<std::uint8_t>(counts[i][next] + (above >= 1 ? 1 : 0) +
                                                          (above >= 2 && i < 2 ? 16 : 0));
            }
          }
          ways[high][middle][low] = ways[high][low][middle] = ways[middle][high][low] =
              ways[middle][low][high] = ways[low][high][middle] = ways[low][middle][high] = next++;
        }
      }
    }
    for (int byte = 0; byte < 216; ++byte) {
      const int first = byte % 6, second = byte / 6 % 6, third = byte / 36;
      way[1][byte] = ways[first][0][0];
      way[2][byte] = ways[first][second][0];
      way[3][byte] = ways[first][second][third];
    }
  }
};
constexpr PoolTables pool_tables;

class PoolCounter {
 public:
  explicit PoolCounter(int digits) : ways_(pool_tables.way[digits]) {}

  class Sums {
   public:
    void add(const PoolCounter& counter, const Bytes& bytes) {
      constexpr int most = 15 / pool_per_byte;  // what half a byte can count
      if (added_ == most) settle();
      const auto way = (__m512i)counter.ways_[bytes];
      for (int i = 0; i < 3; ++i) {
        pairs_[i] += (Bytes)_mm512_permutexvar_epi8(way, _mm512_load_si512(pool_tables.counts[i]));
      }
      ++added_;
    }
    /// Dice that show 2, 3, … 6 or more.
    const Bytes (&at_least_two())[5] {
      settle();
      return faces_;
    }

   private:
    void settle() {
      const std::uint16_t low_half = 0x0f0f;
      for (int i = 0; i < 3; ++i) {
        const auto both = (Words)pairs_[i];
        faces_[2 * i] += (Bytes)(both & low_half);
        if (i < 2) faces_[2 * i + 1] += (Bytes)(both >> 4 & low_half);
        pairs_[i] = Bytes{};
      }
      added_ = 0;
    }

    Bytes pairs_[3]{};
    Bytes faces_[5]{};
    int added_ = 0;
  };

 private:
  Table ways_;
};

#else

class PoolCounter {
 public:
  explicit PoolCounter(int digits) : digits_({6, pool_per_byte, 216, 216}, digits) {}

  class Sums {
   public:
    // The sums are of min(face, v) over the dice, faces counted from 0. Neighbouring sums differ by
    // the dice that show v or more; that they overflow does not matter.
    void add(const PoolCounter& counter, const Bytes& bytes) {
      counter.digits_.each(bytes, [&](const Bytes& face) {
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

 private:
  Digits digits_;
};

#endif

using PoolSums = PoolCounter::Sums;

/// Throws rows of dice into a pool.
inline void throw_rows(Generators& generators, Box& box, int rows, int digits,
                       PoolSums (&sums)[row_vectors]) {
  const PoolCounter counter(digits);
  take_rows(generators, box, static_cast<std::size_t>(rows),
            [&](const std::uint8_t* row, std::size_t some) {
              for (std::size_t i = 0; i < row_vectors; ++i) {
                PoolSums sum = sums[i];
                for (std::size_t r = 0; r < some; ++r) {
                  sum.add(counter, load(row + r * row_bytes + i * vector_bytes));
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
  const PoolCounter whole(pool_per_byte);
  left.whole_bytes(generators, box, [&](std::size_t i, const Bytes& bytes, const Where& here) {
    sums[i].add(whole, only(here, bytes));
  });
  left.last_bytes(
      generators, box, [](int digits) { return PoolCounter(digits); },
      [&](const PoolCounter& counter, std::size_t i, const Bytes& bytes, const Where& here) {
        sums[i].add(counter, only(here, bytes));
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
