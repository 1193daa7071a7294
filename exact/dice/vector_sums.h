// Weighted sums of arrays in whole vectors of eight doubles. Every element is a sum of its own, in
// the order of the sources, so it has the same bits wherever it stands and however wide the
// machine's vectors are.
#pragma once

#include <cstddef>
#include <cstring>

namespace warodds::exact {

/// Lengths are multiples of this, whatever the machine.
constexpr int vector_length = 8;

inline std::size_t whole_vectors(int length) {
  return static_cast<std::size_t>((length + vector_length - 1) / vector_length * vector_length);
}

// The machine's own vectors: arithmetic on wider ones is split up badly.
#if defined(__AVX512F__)
constexpr int machine_length = 8;
#elif defined(__AVX__)
constexpr int machine_length = 4;
#else
constexpr int machine_length = 2;
#endif
using MachineVector = double __attribute__((vector_size(8 * machine_length)));

/// target[c] += weight · source[c] for c < length.
inline void add_run(const double* source, double* target, double weight, std::size_t length) {
  for (std::size_t c = 0; c < length; c += machine_length) {
    MachineVector term;
    MachineVector sum;
    std::memcpy(&term, source + c, sizeof term);
    std::memcpy(&sum, target + c, sizeof sum);
    sum += weight * term;
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

/// target[t][c] = Σ_i weights[i + t · stride] · sources[i][c] for c from `begin` to `end`, in this
/// order of i.
template <int targets>
void weighted_sums(const Weighted& from, std::size_t begin, std::size_t end, double* const* target);
extern template void weighted_sums<1>(const Weighted&, std::size_t, std::size_t, double* const*);
extern template void weighted_sums<4>(const Weighted&, std::size_t, std::size_t, double* const*);

}  // namespace warodds::exact
