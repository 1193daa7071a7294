#include "cli/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/signals.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds::cli {

Input::Input(const std::string& path)
    : name_(path.empty() ? "standard input" : fmt::format("'{}'", shown(path))),
      file_(path.empty() ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      descriptor_(path.empty() ? STDIN_FILENO : file_.number()) {
  std::error_code ignored;
  if (descriptor_ >= 0 && !std::filesystem::is_directory(path, ignored)) return;
  if (stop_asked()) throw NoAnswer("interrupted before anything was read");
  throw InputError(fmt::format("cannot open {}: no such file, or not readable", name_));
}

void Input::require_good() const {
  if (failure_ == 0) return;
  throw InputError(fmt::format("cannot read {}: {}", name_, std::strerror(failure_)));
}

std::streamsize Input::showmanyc() {
  int count = 0;
  return ::ioctl(descriptor_, FIONREAD, &count) == 0 && count > 0 ? count : 0;
}

Input::int_type Input::underflow() {
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, read_.data(), read_.size());
  } while (count < 0 && errno == EINTR && !stop_asked());
  if (count < 0 && errno != EINTR) failure_ = errno;
  if (count <= 0) return traits_type::eof();
  setg(read_.data(), read_.data(), read_.data() + count);
  return traits_type::to_int_type(read_.front());
}

void widen_if_pipe([[maybe_unused]] int end) {
#ifdef F_SETPIPE_SZ
  constexpr int most_allowed = 1 << 20;
  ::fcntl(end, F_SETPIPE_SZ, most_allowed);
#endif
}

}  // namespace warodds::cli
