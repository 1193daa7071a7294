// Whether a table fits into memory, found out before it is begun.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace warodds {

/// Bytes of so many cells with so many numbers each, as they are answered and as they are written
/// down: an estimate, rather too large.
double bytes_of_cells(double cells, std::size_t quantities);

/// Refuses what does not fit: `bytes(n)` says what n of `what` ("units") need, and rises with n.
/// Throws NoAnswer, which says how many fit.
void require_room(const std::function<double(double)>& bytes, std::size_t count,
                  std::string_view command, std::string_view what);

}  // namespace warodds
