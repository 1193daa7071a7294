#include "cli/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "cli/signals.h"
#include "core/text/error.h"

namespace warodds::cli {
namespace {

/// Whether it can be written to within a second.
bool waits_no_longer(int descriptor) {
  constexpr int second = 1000;
  pollfd waiting{descriptor, POLLOUT, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, second);
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
}

}  // namespace

Descriptor::~Descriptor() { close(); }

bool Descriptor::close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

void fail_to_write(const std::string& name, int reason) {
  throw NoAnswer(fmt::format("cannot write to {}: {}", name, std::strerror(reason)));
}

void write_all(std::string_view text, int descriptor, const std::string& name) {
  while (!text.empty()) {
    std::size_t most = text.size();
    if (stop_asked()) {
      if (!waits_no_longer(descriptor)) {
        throw NoAnswer(fmt::format("interrupted while nobody read on from {}", name));
      }
      most = std::min<std::size_t>(most, PIPE_BUF);  // so much is written without waiting
    }
    const ssize_t count = ::write(descriptor, text.data(), most);
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      waits_no_longer(descriptor);
    } else if (errno == EPIPE) {
      throw NoAnswer("the reader of the output closed it before the end");
    } else if (errno != EINTR) {
      fail_to_write(name, errno);
    }
  }
}

void keep_standard_descriptors() {
  // Opened the wrong way round: to read or write is the error that it would have been.
  const auto keep = [](int descriptor, int mode) {
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", mode);
  };
  keep(STDIN_FILENO, O_WRONLY);
  keep(STDOUT_FILENO, O_RDONLY);
  keep(STDERR_FILENO, O_RDONLY);
}

}  // namespace warodds::cli
