// The loops of one level: WARODDS_LEVEL, with the instructions that the compiler has been told to
// use. The same functions exist once for every level, and the linker keeps one of each name: so
// nothing may come from elsewhere that is not always inlined.
#include "exact/dice/vector_sums.h"

namespace warodds::exact::WARODDS_LEVEL {
namespace {

// The machine's own vectors: arithmetic on wider ones is split up badly.
#if defined(__AVX512F__)
constexpr int machine_length = 8;
#elif defined(__AVX__)
constexpr int machine_length = 4;
#else
constexpr int machine_length = 2;
#endif
typedef double MachineVector __attribute__((vector_size(8 * machine_length)));

void add_run(const double* source, double* target, double weight, std::size_t length) {
  for (std::size_t c = 0; c < length; c += machine_length) {
    MachineVector term;
    MachineVector sum;
    __builtin_memcpy(&term, source + c, sizeof term);
    __builtin_memcpy(&sum, target + c, sizeof sum);
    sum += weight * term;
    __builtin_memcpy(target + c, &sum, sizeof sum);
  }
}

/// `wide` machine vectors of weighted_sums().
template <int targets, int wide>
inline void sum_vectors(const Weighted& from, std::size_t offset, double* const* target) {
  // Not "= {}", which g++ 12 makes a loop in memory.
  MachineVector sums[targets][wide];
  for (auto& of_target : sums) {
    for (MachineVector& sum : of_target) sum = MachineVector{};
  }
  for (int i = 0; i < from.count; ++i) {
    const double* source = from.sources[i] + offset;
    const double* weights = from.weights + i;
    for (int v = 0; v < wide; ++v) {
      MachineVector vector;
      __builtin_memcpy(&vector, source + v * machine_length, sizeof vector);
      for (int t = 0; t < targets; ++t) sums[t][v] += weights[t * from.stride] * vector;
    }
  }
  for (int t = 0; t < targets; ++t) {
    for (int v = 0; v < wide; ++v) {
      __builtin_memcpy(target[t] + offset + v * machine_length, &sums[t][v], sizeof sums[t][v]);
    }
  }
}

template <int targets>
void weighted_sums(const Weighted& from, std::size_t begin, std::size_t end,
                   double* const* target) {
  // As many sums as hide the time that an addition takes, and fit into registers.
  constexpr int wide = 8 / targets;
  std::size_t c = begin;
  for (; c + wide * machine_length <= end; c += wide * machine_length) {
    sum_vectors<targets, wide>(from, c, target);
  }
  if constexpr (wide == 8) {
    for (; c + 2 * machine_length <= end; c += 2 * machine_length) {
      sum_vectors<targets, 2>(from, c, target);
    }
  }
  for (; c < end; c += machine_length) sum_vectors<targets, 1>(from, c, target);
}

}  // namespace

extern const VectorSums vector_sums;
const VectorSums vector_sums{add_run, weighted_sums<1>, weighted_sums<4>};

}  // namespace warodds::exact::WARODDS_LEVEL
