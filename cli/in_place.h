// Files that cannot be replaced by others: their own bytes are changed.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace warodds::cli {

/// Writes the text into the file at that path, which is the one that `state` speaks of. Room is
/// taken before its first byte changes, and where writing fails it gets back what it had. Throws
/// NoAnswer; `name`: for messages.
void write_in_place(std::string_view text, const std::filesystem::path& path,
                    const struct stat& state, const std::string& name);

}  // namespace warodds::cli
