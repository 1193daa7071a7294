// Which loops are used.
#include "exact/dice/vector_sums.h"

#include "core/machine/instructions.h"

namespace warodds::exact {

namespace baseline {
extern const VectorSums vector_sums;
}
#if defined(__x86_64__)
namespace avx2 {
extern const VectorSums vector_sums;
}
namespace avx512 {
extern const VectorSums vector_sums;
}
#endif

const VectorSums& vector_sums() {
  static const VectorSums& used = []() -> const VectorSums& {
#if defined(__x86_64__)
    if (instructions() == Instructions::avx512) return avx512::vector_sums;
    if (instructions() == Instructions::avx2) return avx2::vector_sums;
#endif
    return baseline::vector_sums;
  }();
  return used;
}

}  // namespace warodds::exact
