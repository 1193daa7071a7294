// Weighted sums of arrays in whole vectors of eight doubles. Every element is a sum of its own, in
// the order of the sources, so it has the same bits wherever it stands and however wide the
// machine's vectors are.
#pragma once

#include <cstddef>
#include <cstring>

namespace warodds::exact {

constexpr int vector_length = 8;
using Vector = double __attribute__((vector_size(8 * vector_length)));

inline std::size_t whole_vectors(int length) {
  return static_cast<std::size_t>((length + vector_length - 1) / vector_length * vector_length);
}

inline Vector load(const double* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// target[c] += weight · source[c] for c < length, in whole vectors.
inline void add_run(const double* source, double* target, double weight, std::size_t length) {
  for (std::size_t c = 0; c < length; c += vector_length) {
    const Vector sum = load(target + c) + weight * load(source + c);
    std::memcpy(target + c, &sum, sizeof sum);
  }
}

/// Sources, and the weights with which each is added to several targets at once: those of the next
/// target stand `stride` further on.
struct Weighted {
  const double* const* sources;
  const double* weights;
  std::ptrdiff_t stride;
  int count;  ///< sources
};

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

/// target[t][c] = Σ_i weights[i + t · stride] · sources[i][c] for c from `begin` to `end`, in whole
/// vectors and in this order of i.
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

}  // namespace warodds::exact
