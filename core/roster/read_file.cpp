#include "core/roster/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "core/machine/descriptor.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

std::int64_t nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileState state_of(const struct stat& file) {
#ifdef __APPLE__
  const auto& [written, changed] = std::pair(file.st_mtimespec, file.st_ctimespec);
#else
  const auto& [written, changed] = std::pair(file.st_mtim, file.st_ctim);
#endif
  return {static_cast<std::uint64_t>(file.st_dev), static_cast<std::uint64_t>(file.st_ino),
          static_cast<std::uint64_t>(file.st_size), nanoseconds(written), nanoseconds(changed)};
}

/// Of a pipe that somebody fills drop by drop.
constexpr std::chrono::seconds longest_reading(60);

}  // namespace

std::optional<FileState> state_of_file(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode)) return std::nullopt;
  return state_of(file);
}

FileText read_file(const std::string& path, std::string_view what, std::size_t most_bytes) {
  const auto fail = [&](const std::string& why) {
    throw BadFile(fmt::format("cannot read {}'{}': {}", what, shown(path), why), "", shown(path));
  };
  // Not to wait for somebody at the other end of a pipe.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) {
    throw BadFile(
        fmt::format("cannot open {}'{}': no such file, or not readable", what, shown(path)), "",
        shown(path));
  }
  struct stat state {};
  if (::fstat(file.number(), &state) != 0) fail(std::strerror(errno));
  const bool is_pipe = S_ISFIFO(state.st_mode);
  if (!S_ISREG(state.st_mode) && !is_pipe) {
    fail(S_ISDIR(state.st_mode) ? "it is a folder" : "it is a device, not a file");
  }
  FileText read{"", state_of(state)};
  constexpr int longest_wait = 10'000;  // milliseconds
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    if (is_pipe && (!is_ready(file.number(), POLLIN, longest_wait) ||
                    std::chrono::steady_clock::now() - begin > longest_reading)) {
      fail("it is a pipe out of which too little comes");
    }
    const ssize_t count = read_on(file.number(), read.text);
    if (count == 0) return read;
    const bool goes_on = count > 0 || errno == EINTR || (errno == EAGAIN && is_pipe);
    if (!goes_on) fail(std::strerror(errno));
    if (read.text.size() > most_bytes) {
      fail(fmt::format("it is larger than the {} MiB that there may be", most_bytes >> 20));
    }
  }
}

}  // namespace warodds
