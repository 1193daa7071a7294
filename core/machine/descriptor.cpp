#include "core/machine/descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace warodds {

bool Descriptor::close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

bool is_ready(int descriptor, short what, int milliseconds) {
  pollfd waiting{descriptor, what, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, milliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
}

ssize_t read_on(int descriptor, std::string& text) {
  constexpr std::size_t at_once = std::size_t{1} << 18;
  const std::size_t before = text.size();
  text.resize(before + at_once);
  const ssize_t count = ::read(descriptor, text.data() + before, at_once);
  text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return count;
}

}  // namespace warodds
