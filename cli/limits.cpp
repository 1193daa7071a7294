#include "cli/limits.h"

#include <sys/resource.h>

#include <algorithm>

#include "core/machine/memory.h"
#include "core/threads/parallel.h"

namespace warodds::cli {
namespace {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WARODDS_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WARODDS_SANITIZED
#endif

/// Where what was foretold was too little, the system has the last word. RLIMIT_AS would count
/// what the allocator reserves for threads and never takes.
void wall([[maybe_unused]] double bytes) {
#ifndef WARODDS_SANITIZED  // the memory of sanitizers is no measure
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const auto most = static_cast<rlim_t>(bytes);
  limit.rlim_cur = limit.rlim_cur == RLIM_INFINITY ? most : std::min(limit.rlim_cur, most);
  ::setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace

void keep_limits(const AskArguments& limits) {
  limit_threads(limits.most_threads);
  if (limits.most_bytes == 0) return;
  limit_memory(limits.most_bytes);
  wall(limits.most_bytes);
}

}  // namespace warodds::cli
