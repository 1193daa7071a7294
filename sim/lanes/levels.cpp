// Which kernels are used.
#include "sim/lanes/levels.h"

namespace warodds::sim {

namespace baseline {
extern const Kernels kernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const Kernels kernels;
}
namespace avx512 {
extern const Kernels kernels;
}
#endif

const Kernels& kernels_of(Instructions level) {
#if defined(__x86_64__)
  if (level == Instructions::avx512) return avx512::kernels;
  if (level == Instructions::avx2) return avx2::kernels;
#else
  static_cast<void>(level);
#endif
  return baseline::kernels;
}

const Kernels& kernels() {
  static const Kernels& used = kernels_of(instructions());
  return used;
}

}  // namespace warodds::sim
