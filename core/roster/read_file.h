// Files that people name, read so that what they are can neither keep the program waiting nor fill
// its memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warodds {

/// All that is in a regular file; of a pipe, all that comes within a minute, as long as something
/// comes within ten seconds. `what`: for messages, "roster " or "". Throws InputError, also for
/// other kinds of files and for more than `most_bytes`.
std::string read_file(const std::string& path, std::string_view what, std::size_t most_bytes);

}  // namespace warodds
