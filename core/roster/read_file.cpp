#include "core/roster/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "core/machine/descriptor.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Of a pipe that somebody fills drop by drop.
constexpr std::chrono::seconds longest_reading(60);

}  // namespace

std::string read_file(const std::string& path, std::string_view what, std::size_t most_bytes) {
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
  std::string text;
  constexpr int longest_wait = 10'000;  // milliseconds
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    if (is_pipe && (!is_ready(file.number(), POLLIN, longest_wait) ||
                    std::chrono::steady_clock::now() - begin > longest_reading)) {
      fail("it is a pipe out of which too little comes");
    }
    const ssize_t count = read_on(file.number(), text);
    if (count == 0) return text;
    const bool goes_on = count > 0 || errno == EINTR || (errno == EAGAIN && is_pipe);
    if (!goes_on) fail(std::strerror(errno));
    if (text.size() > most_bytes) {
      fail(fmt::format("it is larger than the {} MiB that there may be", most_bytes >> 20));
    }
  }
}

}  // namespace warodds
