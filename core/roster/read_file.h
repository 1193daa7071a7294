// Files that people name, read so that what they are can neither keep the program waiting nor fill
// its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warodds {

/// What tells whether a file is still the one that was read.
struct FileState {
  std::uint64_t device = 0;
  std::uint64_t number = 0;  ///< of the file on it
  std::uint64_t size = 0;
  std::int64_t written = 0;  ///< nanoseconds since 1970
  std::int64_t changed = 0;  ///< also its owner, its name

  bool operator==(const FileState&) const = default;
};

/// Of a regular file; nothing where there is none of that path.
std::optional<FileState> state_of_file(const std::string& path);

struct FileText {
  std::string text;
  FileState state;  ///< as the reading began
};

/// All that is in a regular file; of a pipe, all that comes within a minute, as long as something
/// comes within ten seconds. `what`: for messages, "roster " or "". Throws InputError, also for
/// other kinds of files and for more than `most_bytes`.
FileText read_file(const std::string& path, std::string_view what, std::size_t most_bytes);

}  // namespace warodds
