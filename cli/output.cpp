#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/signals.h"
#include "core/machine/descriptor.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds::cli {
namespace {

namespace fs = std::filesystem;

std::string in_quotes(const std::string& path) { return fmt::format("'{}'", shown(path)); }

/// NoAnswer: `name` cannot be written to, for this reason (errno).
[[noreturn]] void fail_to_write(const std::string& name, int reason) {
  throw NoAnswer(fmt::format("cannot write to {}: {}", name, std::strerror(reason)));
}

/// What a path leads to.
struct Target {
  enum class Kind {
    open,    ///< a file that is open already, by its number: /dev/stdout, /dev/fd/3
    stream,  ///< a device or a pipe: written to, never replaced
    file     ///< a file, or nothing yet
  };
  std::string name;  ///< for messages
  Kind kind = Kind::file;
  int descriptor = -1;                 ///< of `open`
  fs::path place = {};                 ///< where the links end
  std::optional<struct stat> state{};  ///< of a file that is there

  [[noreturn]] void fail(int reason) const { fail_to_write(name, reason); }
};

/// Follows the links to what need not be there. `path`: empty for standard output.
Target find_target(const std::string& path) {
  if (path.empty()) return {"standard output", Target::Kind::open, STDOUT_FILENO};
  constexpr int most_links = 40;
  std::error_code failure;
  const fs::path open_files = fs::canonical("/proc/self/fd", failure);
  Target target{in_quotes(path)};
  fs::path at = path;
  if (!at.has_filename()) target.fail(EISDIR);
  for (int links = 0;; ++links) {
    if (links > most_links) target.fail(ELOOP);
    const fs::path folder = fs::canonical(at.has_parent_path() ? at.parent_path() : ".", failure);
    if (failure) target.fail(failure.value());
    target.place = folder / at.filename();
    if (folder == open_files) {
      const auto number = read_number<int>(at.filename().string());
      if (!number) target.fail(ENOENT);
      target.kind = Target::Kind::open;
      target.descriptor = *number;
      return target;
    }
    const fs::path leads_to = fs::read_symlink(target.place, failure);
    if (failure) break;
    at = folder / leads_to;
  }
  struct stat state {};
  if (::lstat(target.place.c_str(), &state) != 0) {
    if (errno != ENOENT) target.fail(errno);
    return target;
  }
  if (S_ISDIR(state.st_mode)) target.fail(EISDIR);
  if (S_ISSOCK(state.st_mode)) target.fail(ENXIO);
  if (!S_ISREG(state.st_mode)) target.kind = Target::Kind::stream;
  target.state = state;
  return target;
}

/// Waits until what was written is on the disk; false: it did not arrive (errno).
bool reaches_disk(int descriptor) {
  if (::fsync(descriptor) == 0) return true;
  return errno == EINVAL || errno == ENOTSUP || errno == EROFS;  // there is no disk
}

/// Whether a file has extended attributes, access lists among them, but for the labels that the
/// system itself gives to files.
bool has_attributes([[maybe_unused]] const fs::path& file) {
#ifdef __linux__
  std::string names(1 << 16, '\0');  // no file has more
  const ssize_t size = ::listxattr(file.c_str(), names.data(), names.size());
  names.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  for (const std::string& name : split(names, '\0')) {
    if (!name.empty() && !name.starts_with("security.")) return true;
  }
#endif
  return false;
}

/// A file that is to take the place of another: beside it, so that the last step is one rename.
/// Removed with the object, and where a signal ends the program. At most one at a time.
class TemporaryFile {
 public:
  /// A new one, or none (is_open(), errno). Only its owner may use it where there is a file to be
  /// replaced, else what the system allows for new files.
  explicit TemporaryFile(const Target& target) : target_(target) {
    constexpr int most_tries = 100;  // names that others have left
    const mode_t mode = target.state ? 0600 : 0666;
    for (int number = 0; number < most_tries && !is_open(); ++number) {
      const auto path =
          target.place.parent_path() / fmt::format("warodds-{}-{}.part", ::getpid(), number);
      const Undisturbed until_it_is_known;
      file_ = Descriptor(
          ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
      if (!is_open() && errno != EEXIST) return;
      if (!is_open()) continue;
      path_ = path;
      remove_if_ended(path);
    }
  }
  ~TemporaryFile() {
    const int reason = errno;
    if (!path_.empty()) ::unlink(path_.c_str());
    remove_if_ended("");
    errno = reason;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool is_open() const { return file_.is_open(); }

  /// Gives it owner and mode of the file that is to be replaced; false: it cannot have them.
  bool be_like_target() {
    struct stat own {};
    if (::fstat(file_.number(), &own) != 0) return false;
    const struct stat& old = *target_.state;
    const bool same_owner = own.st_uid == old.st_uid && own.st_gid == old.st_gid;
    if (!same_owner && ::fchown(file_.number(), old.st_uid, old.st_gid) != 0) return false;
    // Last, since a new owner takes some bits away.
    return ::fchmod(file_.number(), old.st_mode & 07777) == 0;
  }

  /// Writes the text and waits until it is on the disk. Throws NoAnswer.
  void write(std::string_view text) {
    write_all(text, file_.number(), target_.name);
    if (!reaches_disk(file_.number())) target_.fail(errno);
  }

  /// Takes the place of the target. Throws NoAnswer.
  void replace_target() {
    if (!file_.close()) target_.fail(errno);
    if (::rename(path_.c_str(), target_.place.c_str()) != 0) target_.fail(errno);
    path_.clear();
    // So that the new name is on the disk, too; that the text is there is known.
    const Descriptor folder(
        ::open(target_.place.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) reaches_disk(folder.number());
  }

 private:
  const Target& target_;
  fs::path path_;
  Descriptor file_{-1};
};

// Files that cannot be replaced by others: their own bytes are changed.

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
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

/// Writes the text into the file that the target is. Room is taken before its first byte changes,
/// and where writing fails it gets back what it had. Throws NoAnswer.
void write_in_place(std::string_view text, const Target& target) {
  const Descriptor file(::open(target.place.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  struct stat now {};
  if (!file.is_open() || ::fstat(file.number(), &now) != 0) target.fail(errno);
  std::string old;
  ssize_t count = 0;
  do {
    count = read_on(file.number(), old);
  } while (count > 0 || (count < 0 && errno == EINTR));
  if (count < 0) target.fail(errno);
  if (!is_same(now, *target.state)) target.fail(ESTALE);
  const Undisturbed until_it_is_whole;
  const auto go_back = [&](bool changed, int reason) {
    // As far as that is possible; it is the first reason that is said.
    [[maybe_unused]] const bool done =
        (!changed || overwrite(file.number(), old)) && ::ftruncate(file.number(), length(old)) == 0;
    target.fail(reason);
  };
  if (const int reason = take_room(file.number(), text, old); reason != 0) go_back(false, reason);
  const bool written = overwrite(file.number(), text) &&
                       ::ftruncate(file.number(), length(text)) == 0 && reaches_disk(file.number());
  if (!written) go_back(true, errno);
}

void write_file(const Target& target, std::optional<std::string_view> text) {
  if (target.state) {
    const Descriptor allowed(::open(target.place.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!allowed.is_open()) target.fail(errno);
  }
  TemporaryFile temporary(target);
  if (!target.state && !temporary.is_open()) target.fail(errno);
  // A file that is somebody else's cannot be made like it, so that it is not replaced.
  const bool replaces =
      !target.state || (temporary.is_open() && target.state->st_nlink == 1 &&
                        !has_attributes(target.place) && temporary.be_like_target());
  if (!text) return;
  // In place, too: whatever ends the program while the file changes, its new text is beside it.
  if (temporary.is_open()) temporary.write(*text);
  replaces ? temporary.replace_target() : write_in_place(*text, target);
}

/// Writes the text, or, without one, only finds out whether that can be done. Throws NoAnswer.
void put(const Target& target, std::optional<std::string_view> text) {
  switch (target.kind) {
    case Target::Kind::open: {
      const int mode = ::fcntl(target.descriptor, F_GETFL);
      if (mode < 0) target.fail(errno);
      if ((mode & O_ACCMODE) == O_RDONLY) target.fail(EBADF);
      if (text) write_all(*text, target.descriptor, target.name);
      return;
    }
    case Target::Kind::stream: {
      if (::faccessat(AT_FDCWD, target.place.c_str(), W_OK, AT_EACCESS) != 0) target.fail(errno);
      if (!text) return;
      Descriptor stream(::open(target.place.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
      if (!stream.is_open()) target.fail(errno);
      write_all(*text, stream.number(), target.name);
      if (!stream.close()) target.fail(errno);
      return;
    }
    case Target::Kind::file:
      write_file(target, text);
  }
}

}  // namespace

void keep_standard_descriptors() {
  // Opened the wrong way round: to read or write is the error that it would have been.
  const auto keep = [](int descriptor, int mode) {
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", mode);
  };
  keep(STDIN_FILENO, O_WRONLY);
  keep(STDOUT_FILENO, O_RDONLY);
  keep(STDERR_FILENO, O_RDONLY);
}

void write_all(std::string_view text, int descriptor, const std::string& name) {
  constexpr int second = 1000;  // in milliseconds
  while (!text.empty()) {
    std::size_t most = text.size();
    if (stop_asked()) {
      if (!is_ready(descriptor, POLLOUT, second)) {
        throw NoAnswer(fmt::format("interrupted while nobody read on from {}", name));
      }
      most = std::min<std::size_t>(most, PIPE_BUF);  // so much is written without waiting
    }
    const ssize_t count = ::write(descriptor, text.data(), most);
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      is_ready(descriptor, POLLOUT, second);
    } else if (errno == EPIPE) {
      throw NoAnswer("the reader of the output closed it before the end");
    } else if (errno != EINTR) {
      fail_to_write(name, errno);
    }
  }
}

Output::Output(std::string path) : path_(path == "-" ? "" : std::move(path)) {
  put(find_target(path_), std::nullopt);
}

void Output::require_no_input(const std::vector<std::string>& inputs) const {
  struct stat output {};
  const bool is_there =
      (path_.empty() ? ::fstat(STDOUT_FILENO, &output) : ::stat(path_.c_str(), &output)) == 0;
  if (!is_there || !S_ISREG(output.st_mode)) return;
  const auto require_other = [&](const struct stat& input) {
    if (!is_same(input, output)) return;
    throw InputError(
        fmt::format("{} is the file that the question is read from and would be destroyed",
                    path_.empty() ? "standard output" : "--output: " + in_quotes(path_)));
  };
  struct stat state {};
  if (::fstat(STDIN_FILENO, &state) == 0) require_other(state);
  for (const std::string& input : inputs) {
    if (!input.empty() && ::stat(input.c_str(), &state) == 0) require_other(state);
  }
}

void Output::require_new() const {
  struct stat output {};
  if (::stat(path_.c_str(), &output) != 0 || !S_ISREG(output.st_mode)) return;
  throw InputError(fmt::format(
      "--output: {} may be one of the very many files that the questions are read from, and would "
      "be destroyed; name a new file",
      in_quotes(path_)));
}

bool Output::is_standard() const { return find_target(path_).descriptor == STDOUT_FILENO; }

void Output::write(std::string_view text) const { put(find_target(path_), text); }

}  // namespace warodds::cli
