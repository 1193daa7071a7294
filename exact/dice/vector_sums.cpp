#include "exact/dice/vector_sums.h"

namespace warodds::exact {
namespace {

/// `wide` vectors of weighted_sums().
template <int targets, int wide>
void sum_vectors(const Weighted& from, std::size_t offset, double* const* target) {
  Vector sums[targets][wide] = {};
  for (int i = 0; i < from.count; ++i) {
    const double* source = from.sources[i] + offset;
    const double* weights = from.weights + i;
    for (int v = 0; v < wide; ++v) {
      const Vector vector = load(source + v * vector_length);
      for (int t = 0; t < targets; ++t) sums[t][v] += weights[t * from.stride] * vector;
    }
  }
  for (int t = 0; t < targets; ++t) {
    for (int v = 0; v < wide; ++v) {
      std::memcpy(target[t] + offset + v * vector_length, &sums[t][v], sizeof sums[t][v]);
    }
  }
}

}  // namespace

template <int targets>
void weighted_sums(const Weighted& from, std::size_t begin, std::size_t end,
                   double* const* target) {
  constexpr int wide = targets == 1 ? 4 : 2;
  constexpr std::size_t step = wide * vector_length;
  std::size_t c = begin;
  for (; c + step <= end; c += step) sum_vectors<targets, wide>(from, c, target);
  switch ((end - c) / vector_length) {
    case 3:
      return sum_vectors<targets, 3>(from, c, target);
    case 2:
      return sum_vectors<targets, 2>(from, c, target);
    case 1:
      return sum_vectors<targets, 1>(from, c, target);
    default:
      return;
  }
}

template void weighted_sums<1>(const Weighted&, std::size_t, std::size_t, double* const*);
template void weighted_sums<4>(const Weighted&, std::size_t, std::size_t, double* const*);

}  // namespace warodds::exact
