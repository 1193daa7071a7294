// The kernels of one level: WARODDS_LEVEL, with the instructions that the compiler has been told
// to use. Where a byte is looked up as it is, the table is exactly what its digits give elsewhere.
#include "sim/lanes/kernels.h"

#include "sim/lanes/vectors.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

// Random bytes

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

// Successes

/// Counts the successes among the first dice of bytes.
class Counter {
 public:
#if defined(WARODDS_AVX512)
  Counter(const ByteDice&, const Successes& successes, int digits)
      : table_(successes.among[digits]) {}
  Bytes operator()(const Bytes& bytes) const { return table_[bytes]; }

 private:
  Table table_;
#else
  Counter(const ByteDice& dice, const Successes& successes, int digits)
      : digits_(dice, digits), least_(all(successes.least)) {}
  Bytes operator()(const Bytes& bytes) const {
    Bytes count{};
    digits_.each(bytes, [&](const Bytes& face) { count -= (Bytes)(face >= least_); });
    return count;
  }

 private:
  Digits digits_;
  Bytes least_;
#endif
};

void successes(Generators& generators, Box& box, const Successes& what, int n,
               std::uint8_t* count) {
  Bytes sum[row_vectors]{};
  const auto add = [&](int rows, int digits) {
    const Counter counter(box.dice, what, digits);
    take_rows(generators, box, static_cast<std::size_t>(rows),
              [&](const std::uint8_t* row, std::size_t some) {
                for (std::size_t i = 0; i < row_vectors; ++i) {
                  for (std::size_t r = 0; r < some; ++r) {
                    sum[i] += counter(load(row + r * row_bytes + i * vector_bytes));
                  }
                }
              });
  };
  const int per_byte = box.dice.per_byte;
  if (n >= per_byte) add(n / per_byte, per_byte);
  if (n % per_byte > 0) add(1, n % per_byte);
  for (std::size_t i = 0; i < row_vectors; ++i) store(count + i * vector_bytes, sum[i]);
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

void successes_by_lane(Generators& generators, Box& box, const Successes& what,
                       const std::uint8_t* n, std::uint8_t* count) {
  Bytes sum[row_vectors]{};
  const int per_byte = box.dice.per_byte;
  Left left(n, per_byte);
  const bool some = left.any();
  const Counter whole(box.dice, what, per_byte);
  left.for_whole(generators, box, [&](const std::uint8_t* row) {
    for (std::size_t i = 0; i < row_vectors; ++i) {
      sum[i] += whole(load(row + i * vector_bytes)) & left.whole(i);
    }
  });
  if (per_byte > 1 && some) {
    const std::uint8_t* const row = next_row(generators, box);
    for (int digits = 1; digits < per_byte; ++digits) {
      const Counter counter(box.dice, what, digits);
      for (std::size_t i = 0; i < row_vectors; ++i) {
        sum[i] += counter(load(row + i * vector_bytes)) & left.just(digits, i);
      }
    }
  }
  for (std::size_t i = 0; i < row_vectors; ++i) store(count + i * vector_bytes, sum[i]);
}

// Pools of six-sided dice

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
        pairs_[i] +=
            (Bytes)_mm512_permutexvar_epi8(way, _mm512_load_si512(pool_tables.counts[i]));
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

void throw_pool(Generators& generators, Box& box, int n, std::uint8_t* pool) {
  PoolSums sums[row_vectors]{};
  const int rest = n % pool_per_byte;
  throw_rows(generators, box, n / pool_per_byte, pool_per_byte, sums);
  if (rest > 0) throw_rows(generators, box, 1, rest, sums);
  write_pool([&](std::size_t) { return all(n); }, sums, pool);
}

void throw_pool_by_lane(Generators& generators, Box& box, const std::uint8_t* n,
                        std::uint8_t* pool) {
  PoolSums sums[row_vectors]{};
  Left left(n, pool_per_byte);
  const bool some = left.any();
  // Where a lane has no dice, it gets the byte 0: ones.
  const PoolCounter whole(pool_per_byte);
  left.for_whole(generators, box, [&](const std::uint8_t* row) {
    for (std::size_t i = 0; i < row_vectors; ++i) {
      sums[i].add(whole, load(row + i * vector_bytes) & left.whole(i));
    }
  });
  if (some) {
    const std::uint8_t* const row = next_row(generators, box);
    for (int digits = 1; digits < pool_per_byte; ++digits) {
      const PoolCounter counter(digits);
      for (std::size_t i = 0; i < row_vectors; ++i) {
        sums[i].add(counter, load(row + i * vector_bytes) & left.just(digits, i));
      }
    }
  }
  write_pool([&](std::size_t i) { return load(n + i * vector_bytes); }, sums, pool);
}

void pair_hits(const LineupTerms& terms, const std::uint8_t* own, const std::uint8_t* other,
               std::uint8_t* hits) {
  const Bytes smaller_pool = all(terms.smaller_pool);
  for (std::size_t i = 0; i < row_bytes; i += vector_bytes) {
    Bytes sum{};
    for (std::size_t k = 0; k < terms.count; ++k) {
      const LineupTerm& term = terms.term[k];
      const Bytes blocked = larger(load(other + term.opposing + i), load(own + term.higher + i));
      Bytes all_dice = load(own + term.face + i);
      if (term.paired) all_dice = smaller(all_dice, smaller_pool);
      sum += minus(all_dice, blocked);
    }
    store(hits + i, sum);
  }
}

void split(const ByteDice& dice, const std::uint8_t* row, std::uint8_t* faces) {
  const Digits digits(dice, dice.per_byte);
  for (std::size_t i = 0; i < row_bytes; i += vector_bytes) {
    std::uint8_t* to = faces + i;
    digits.each(load(row + i), [&](const Bytes& face) {
      store(to, face);
      to += row_bytes;
    });
  }
}

// Counts of cells

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
    const Bytes dead = (Bytes)(load(lanes.index + i * vector_bytes) >= all(live));
    count(i, dead | cells(i * vector_bytes));
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

/// The lanes of the eight cells of an octet are found from three bits of the cells, once for all
/// octets.
inline void count_vector(const FewCells& few, std::size_t, const Bytes& row) {
  const auto cells = (__m512i)row;
  const auto bit = [&](int value) {
    return broadcast(_mm512_test_epi8_mask(cells, _mm512_set1_epi8(static_cast<char>(value))));
  };
  // Lane k: all ones where the bit of k is not set.
  const __m512i not_one = _mm512_set_epi64(0, -1, 0, -1, 0, -1, 0, -1);
  const __m512i not_two = _mm512_set_epi64(0, 0, -1, -1, 0, 0, -1, -1);
  const __m512i not_four = _mm512_set_epi64(0, 0, 0, 0, -1, -1, -1, -1);
  const __m512i in_octet = _mm512_and_si512(
      _mm512_and_si512(_mm512_xor_si512(bit(1), not_one), _mm512_xor_si512(bit(2), not_two)),
      _mm512_xor_si512(bit(4), not_four));
  const __m512i octet = _mm512_and_si512(cells, _mm512_set1_epi8(static_cast<char>(0xf8)));
  __m512i first = _mm512_setzero_si512();
  std::uint64_t* counts = few.counts;
  for (std::size_t i = 0; i < few.cells; i += 8, counts += 8) {
    const __m512i here = broadcast(_mm512_cmpeq_epi8_mask(octet, first));
    const __m512i lanes = _mm512_popcnt_epi64(_mm512_and_si512(in_octet, here));
    _mm512_store_si512(counts, _mm512_add_epi64(_mm512_load_si512(counts), lanes));
    first = _mm512_add_epi8(first, _mm512_set1_epi8(8));
  }
}

inline void begin_round(const FewCells&) {}
void collect_cells(const FewCells&) {}

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

void count_pairs(const FewCells& few, int columns, const std::uint8_t* row, const std::uint8_t* column,
                 int live) {
  begin_round(few);
  const Bytes rows = all(static_cast<int>(few.cells) / columns);
  for_live(
      live,
      [&](std::size_t at) {
        const Bytes r = load_pieces(row + at), c = load_pieces(column + at);
        const Bytes outside = (Bytes)(r >= rows) | (Bytes)(c >= all(columns));
        // Machines multiply no bytes, only words; where the row is not outside, no product is
        // larger than a byte.
        return outside | ((Bytes)((Words)(r & ~outside) * static_cast<std::uint16_t>(columns)) + c);
      },
      [&](std::size_t i, const Bytes& cells) { count_vector(few, i, cells); });
}

}  // namespace

extern const Kernels kernels;
const Kernels kernels{random_row,     refill,     successes,    successes_by_lane,
                      throw_pool,     throw_pool_by_lane, pair_hits, split,
                      most_few_cells, count_cells, count_pairs, collect_cells};

}  // namespace warodds::sim::WARODDS_LEVEL
