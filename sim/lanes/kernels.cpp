// The kernels of one level: WARODDS_LEVEL, with the instructions that the compiler has been told
// to use.
#include "sim/lanes/kernels.h"

#include "sim/lanes/kernel_pools.h"
#include "sim/lanes/kernel_rows.h"

namespace warodds::sim::WARODDS_LEVEL {
namespace {

/// Counts the successes among the first dice of bytes.
class Counter {
 public:
  /// Dice succeed that show a face, from 0, of at least `least`.
  Counter(const ByteDice& dice, int least, int digits)
      : digits_(dice, digits), least_(all(least)) {}
  Bytes operator()(const Bytes& bytes) const {
    Bytes count{};
    digits_.each(bytes, [&](const Bytes& face) { count -= is_at_least(face, least_); });
    return count;
  }

 private:
  Digits digits_;
  Bytes least_;
};

void successes(Generators& generators, Box& box, int least, int n, std::uint8_t* count) {
  Bytes sum[row_vectors]{};
  const auto add_rows = [&](int rows, int digits) {
    const Counter counter(box.dice, least, digits);
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

void successes_by_lane(Generators& generators, Box& box, int least, const std::uint8_t* n,
                       std::uint8_t* count) {
  Bytes sum[row_vectors]{};
  Left left(n, box.dice.per_byte);
  const Counter whole(box.dice, least, box.dice.per_byte);
  left.whole_bytes(generators, box, [&](std::size_t i, const Bytes& bytes, const Bytes& here) {
    sum[i] += whole(bytes) & here;
  });
  left.last_bytes(
      generators, box, [&](int digits) { return Counter(box.dice, least, digits); },
      [&](const Counter& counter, std::size_t i, const Bytes& bytes, const Bytes& here) {
        sum[i] += counter(bytes) & here;
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
