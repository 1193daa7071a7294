// Weighted sums of arrays in whole vectors of eight doubles. Every element is a sum of its own, in
// the order of the sources, so it has the same bits wherever it stands and however wide the
// machine's vectors are. The loops are compiled once for each level of instructions
// (core/machine/instructions.h).
#pragma once

#include <cstddef>

namespace warodds::exact {

/// Lengths are multiples of this, whatever the machine.
constexpr int vector_length = 8;

inline std::size_t whole_vectors(int length) {
  return static_cast<std::size_t>((length + vector_length - 1) / vector_length * vector_length);
}

/// Sources, and the weights with which each is added to several targets at once: those of the next
/// target stand `stride` further on.
struct Weighted {
  const double* const* sources;
  const double* weights;
  std::ptrdiff_t stride;
  int count;  ///< sources
};

/// The loops of a level.
struct VectorSums {
  void (*add_run)(const double* source, double* target, double weight, std::size_t length);
  void (*to_one)(const Weighted& from, std::size_t begin, std::size_t end, double* const* target);
  void (*to_four)(const Weighted& from, std::size_t begin, std::size_t end, double* const* target);
};
/// Those of the level that is used. Throws InputError as instructions() does.
const VectorSums& vector_sums();

/// target[c] += weight · source[c] for c < length.
inline void add_run(const double* source, double* target, double weight, std::size_t length) {
  vector_sums().add_run(source, target, weight, length);
}

/// target[t][c] = Σ_i weights[i + t · stride] · sources[i][c] for c from `begin` to `end`, in this
/// order of i.
template <int targets>
void weighted_sums(const Weighted& from, std::size_t begin, std::size_t end,
                   double* const* target) {
  static_assert(targets == 1 || targets == 4);
  const VectorSums& sums = vector_sums();
  (targets == 1 ? sums.to_one : sums.to_four)(from, begin, end, target);
}

}  // namespace warodds::exact
