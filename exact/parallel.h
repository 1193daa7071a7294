// Loops whose turns do not influence each other, shared out among threads.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>

namespace warodds::exact {

/// Calls turn(i) for i in [0, count). What a turn throws comes out, once all have ended.
template <class Turn>
void in_parallel(std::size_t count, Turn&& turn) {
  std::exception_ptr error;
  std::mutex mutex;
  const auto turns = static_cast<std::ptrdiff_t>(count);
#pragma omp parallel for schedule(dynamic) if (turns > 1)
  for (std::ptrdiff_t i = 0; i < turns; ++i) {
    try {
      turn(static_cast<std::size_t>(i));
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace warodds::exact
