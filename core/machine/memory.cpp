#include "core/machine/memory.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <limits>

#if __has_include(<sys/resource.h>) && __has_include(<unistd.h>)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace warodds {
namespace {

std::atomic<double> limit = std::numeric_limits<double>::infinity();

}  // namespace

void limit_memory(double most_bytes) { limit = most_bytes; }

double memory_there_is() {
  double bytes = limit;
#if defined(_SC_PHYS_PAGES) && defined(RLIMIT_AS)
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0) {
    bytes = std::min(bytes, static_cast<double>(pages) * static_cast<double>(size));
  }
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    struct rlimit of_process {};
    if (::getrlimit(resource, &of_process) == 0 && of_process.rlim_cur != RLIM_INFINITY) {
      bytes = std::min(bytes, static_cast<double>(of_process.rlim_cur));
    }
  }
  double of_group = 0;  // where none is set there is no number
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> of_group) bytes = std::min(bytes, of_group);
#endif
  return bytes;
}

double memory_in_use() {
#if defined(_SC_PHYS_PAGES) && defined(RLIMIT_AS)
  double size = 0;
  double resident = 0;
  if (std::ifstream("/proc/self/statm") >> size >> resident) {
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
  }
#endif
  return 0;
}

}  // namespace warodds
