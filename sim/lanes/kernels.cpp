// The kernels of one level: WARODDS_LEVEL, with the instructions that the compiler has been told
// to use. Where a byte is looked up as it is, the table is exactly what its digits give elsewhere.
#include "sim/lanes/kernels.h"

#include "sim/lanes/kernel_pools.h"
#include "sim/lanes/kernel_rows.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

/// Counts the successes among the first dice of bytes.
#if defined(WARODDS_AVX512)

class Counter {
 public:
  Counter(const ByteDice&, const Successes& successes, int digits)
      : table_(successes.among[digits]) {}
  Bytes operator()(const Bytes& bytes) const { return table_[bytes]; }

 private:
  Table table_;
};

#else

class Counter {
 public:
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
};
#endif

void successes(Generators& generators, Box& box, const Successes& what, int n,
               std::uint8_t* count) {
  Bytes sum[row_vectors]{};
  const auto add_rows = [&](int rows, int digits) {
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
  if (n >= per_byte) add_rows(n / per_byte, per_byte);
  if (n % per_byte > 0) add_rows(1, n % per_byte);
  for (std::size_t i = 0; i < row_vectors; ++i) store(count + i * vector_bytes, sum[i]);
}

void successes_by_lane(Generators& generators, Box& box, const Successes& what,
                       const std::uint8_t* n, std::uint8_t* count) {
  Bytes sum[row_vectors]{};
  Left left(n, box.dice.per_byte);
  const Counter whole(box.dice, what, box.dice.per_byte);
  left.whole_bytes(generators, box, [&](std::size_t i, const Bytes& bytes, const Where& here) {
    add(sum[i], here, whole(bytes));
  });
  left.last_bytes(
      generators, box, [&](int digits) { return Counter(box.dice, what, digits); },
      [&](const Counter& counter, std::size_t i, const Bytes& bytes, const Where& here) {
        add(sum[i], here, counter(bytes));
      });
  for (std::size_t i = 0; i < row_vectors; ++i) store(count + i * vector_bytes, sum[i]);
}

void pair_hits(const LineupTerms& terms, const std::uint8_t* own, const std::uint8_t* other,
               std::uint8_t* hits) {
  const Bytes smaller_pool = all(terms.smaller_pool);
  for (std::size_t i = 0; i < row_bytes; i += vector_bytes) {
    Bytes sum{};
    for (std::size_t k = 0; k < terms.count; ++k) {
      const LineupTerm& term = terms.term[k];
      Bytes all_dice = load(own + term.face + i);
      if (term.paired) all_dice = smaller(all_dice, smaller_pool);
      sum += hits_of_value(all_dice, load(own + term.higher + i), load(other + term.opposing + i));
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

}  // namespace

extern const Kernels kernels;
const Kernels kernels{random_step,        refill,    successes, successes_by_lane, throw_pool,
                      throw_pool_by_lane, pair_hits, split};

}  // namespace warodds::sim::WARODDS_LEVEL
