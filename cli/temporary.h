// A file that is to take the place of another: beside it, so that the last step is one rename, and
// gone on every way out.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string_view>

#include "cli/descriptor.h"

namespace warodds::cli {

/// Removed with the object, and where a signal ends the program. At most one at a time.
class TemporaryFile {
 public:
  /// A new one in that folder, or none (is_open(), errno). Only its owner may use it if it
  /// `is_private`, else what the system allows for new files.
  TemporaryFile(const std::filesystem::path& folder, bool is_private);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool is_open() const { return file_.is_open(); }
  /// Gives it owner, mode and extended attributes (access lists among them) of a file that is to be
  /// replaced; false: it cannot have all of them.
  bool be_like(const std::filesystem::path& old, const struct stat& state);
  /// Writes the text and waits until it is on the disk. Throws NoAnswer; `name`: for messages.
  void write(std::string_view text, const std::string& name);
  /// Takes the place of the file at that path. Throws NoAnswer.
  void replace(const std::filesystem::path& target, const std::string& name);

 private:
  std::filesystem::path path_;
  Descriptor file_{-1};
};

/// Waits until what was written is on the disk; false: it did not arrive (errno).
bool reaches_disk(int descriptor);

}  // namespace warodds::cli
