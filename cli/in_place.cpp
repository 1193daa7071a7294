#include "cli/in_place.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/descriptor.h"
#include "cli/signals.h"
#include "cli/temporary.h"

namespace warodds::cli {
namespace {

/// What is in the file; false: it cannot be read (errno).
bool read_whole(int file, std::string& text) {
  constexpr std::size_t some = 1 << 16;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + some);
    const ssize_t count = ::pread(file, text.data() + before, some, static_cast<off_t>(before));
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
}

/// Writes the text over what is there, from the beginning; false: not all of it (errno).
bool overwrite(int file, std::string_view text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count =
        ::pwrite(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno != EINTR) return false;
    done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  return true;
}

off_t length(std::string_view text) { return static_cast<off_t>(text.size()); }

/// Makes the file long enough, on the disk; 0, or why not.
int take_room(int file, std::string_view text, std::string_view old) {
  if (text.size() <= old.size()) return 0;
  int reason = 0;
  do {
    reason = ::posix_fallocate(file, length(old), length(text) - length(old));
  } while (reason == EINTR);
  const bool unknown = reason == EINVAL || reason == EOPNOTSUPP || reason == ENODEV;
  return unknown ? 0 : reason;
}

}  // namespace

void write_in_place(std::string_view text, const std::filesystem::path& path,
                    const struct stat& state, const std::string& name) {
  const Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  struct stat now {};
  std::string old;
  const bool can_go_back =
      file.is_open() && ::fstat(file.number(), &now) == 0 && read_whole(file.number(), old);
  if (!can_go_back) fail_to_write(name, errno);
  if (now.st_dev != state.st_dev || now.st_ino != state.st_ino) fail_to_write(name, ESTALE);
  const Undisturbed until_it_is_whole;
  const auto go_back = [&](bool changed, int reason) {
    // As far as that is possible; it is the first reason that is said.
    [[maybe_unused]] const bool done =
        (!changed || overwrite(file.number(), old)) && ::ftruncate(file.number(), length(old)) == 0;
    fail_to_write(name, reason);
  };
  if (const int reason = take_room(file.number(), text, old); reason != 0) go_back(false, reason);
  const bool written = overwrite(file.number(), text) &&
                       ::ftruncate(file.number(), length(text)) == 0 && reaches_disk(file.number());
  if (!written) go_back(true, errno);
}

}  // namespace warodds::cli
