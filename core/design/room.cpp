#include "core/design/room.h"

#include <fmt/format.h>

#include "core/machine/memory.h"
#include "core/text/error.h"

namespace warodds {

double bytes_of_cells(double cells, std::size_t quantities) {
  constexpr double of_cell = 128;  // with what the allocator adds
  constexpr double of_quantity =
      350;  // its number, and a row of CSV, of which there are two copies
  return cells * (of_cell + of_quantity * static_cast<double>(quantities));
}

void require_room(const std::function<double(double)>& bytes, std::size_t count,
                  std::string_view command, std::string_view what) {
  constexpr double gibibyte = 1 << 30;
  const double room = memory_there_is();
  const double needed = bytes(static_cast<double>(count));
  if (needed <= room) return;
  std::size_t fits = 0;
  for (std::size_t beyond = count; beyond - fits > 1;) {
    const std::size_t middle = fits + (beyond - fits) / 2;
    (bytes(static_cast<double>(middle)) <= room ? fits : beyond) = middle;
  }
  throw TooLarge(
      fmt::format("{}: {} {} would need about {:.1f} GiB of memory, and there are {:.1f} GiB: at "
                  "most {} {} fit",
                  command, count, what, needed / gibibyte, room / gibibyte, fits, what));
}

}  // namespace warodds
