#include "exact/dice/vector_sums.h"

namespace warodds::exact {
namespace {

/// `wide` machine vectors of weighted_sums().
template <int targets, int wide>
void sum_vectors(const Weighted& from, std::size_t offset, double* const* target) {
  MachineVector sums[targets][wide] = {};
  for (int i = 0; i < from.count; ++i) {
    const double* source = from.sources[i] + offset;
    const double* weights = from.weights + i;
    for (int v = 0; v < wide; ++v) {
      MachineVector vector;
      std::memcpy(&vector, source + v * machine_length, sizeof vector);
      for (int t = 0; t < targets; ++t) sums[t][v] += weights[t * from.stride] * vector;
    }
  }
  for (int t = 0; t < targets; ++t) {
    for (int v = 0; v < wide; ++v) {
      std::memcpy(target[t] + offset + v * machine_length, &sums[t][v], sizeof sums[t][v]);
    }
  }
}

}  // namespace

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

template void weighted_sums<1>(const Weighted&, std::size_t, std::size_t, double* const*);
template void weighted_sums<4>(const Weighted&, std::size_t, std::size_t, double* const*);

}  // namespace warodds::exact
