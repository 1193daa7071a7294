#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/descriptor.h"
#include "cli/signals.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds::cli {
namespace {

namespace fs = std::filesystem;

std::string in_quotes(const std::string& path) { return fmt::format("'{}'", shown(path)); }

/// What a path leads to.
struct Target {
  enum class Kind {
    open,    ///< a file that is open already, by its number: /dev/stdout, /dev/fd/3
    stream,  ///< a device or a pipe: written to, never replaced
    file     ///< a file, or nothing yet
  };
  Kind kind = Kind::file;
  int descriptor = -1;                 ///< of `open`
  fs::path place;                      ///< where the links end
  std::optional<struct stat> state{};  ///< of a file that is there
};

/// Follows the links to what need not be there.
Target find_target(const std::string& name) {
  const auto fail = [&](int reason) { fail_to_write(in_quotes(name), reason); };
  constexpr int most_links = 40;
  std::error_code failure;
  const fs::path open_files = fs::canonical("/proc/self/fd", failure);
  fs::path path = name;
  if (!path.has_filename()) fail(EISDIR);
  Target target;
  for (int links = 0;; ++links) {
    if (links > most_links) fail(ELOOP);
    const fs::path folder =
        fs::canonical(path.has_parent_path() ? path.parent_path() : ".", failure);
    if (failure) fail(failure.value());
    target.place = folder / path.filename();
    if (folder == open_files) {
      const auto number = read_number<int>(path.filename().string());
      if (!number) fail(ENOENT);
      target.kind = Target::Kind::open;
      target.descriptor = *number;
      return target;
    }
    const fs::path leads_to = fs::read_symlink(target.place, failure);
    if (failure) break;
    path = folder / leads_to;
  }
  struct stat state {};
  if (::lstat(target.place.c_str(), &state) != 0) {
    if (errno != ENOENT) fail(errno);
    return target;
  }
  if (S_ISDIR(state.st_mode)) fail(EISDIR);
  if (S_ISSOCK(state.st_mode)) fail(ENXIO);
  if (!S_ISREG(state.st_mode)) target.kind = Target::Kind::stream;
  target.state = state;
  return target;
}

void require_open_for_writing(int descriptor, const std::string& name) {
  const int mode = ::fcntl(descriptor, F_GETFL);
  if (mode < 0) fail_to_write(name, errno);
  if ((mode & O_ACCMODE) == O_RDONLY) fail_to_write(name, EBADF);
}

/// Waits until what was written is on the disk; false: it did not arrive (errno).
bool reaches_disk(int descriptor) {
  if (::fsync(descriptor) == 0) return true;
  return errno == EINVAL || errno == ENOTSUP || errno == EROFS;  // there is no disk
}

/// A new file of that name; -1 where there is one already, or it cannot be made (errno).
int create(const fs::path& path, mode_t mode) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

/// Gives the file the attributes that the other has; false: not all of them.
bool copy_attributes([[maybe_unused]] const fs::path& from, [[maybe_unused]] int to) {
#ifdef __linux__
  const ssize_t size = ::listxattr(from.c_str(), nullptr, 0);
  if (size <= 0) return size == 0 || errno == ENOTSUP;
  std::string names(static_cast<std::size_t>(size), '\0');
  if (::listxattr(from.c_str(), names.data(), names.size()) != size) return false;
  for (std::size_t at = 0; at < names.size();) {
    const char* const name = names.c_str() + at;
    at += std::char_traits<char>::length(name) + 1;
    // The system labels files by itself.
    if (std::string_view(name).starts_with("security.")) continue;
    const ssize_t length = ::getxattr(from.c_str(), name, nullptr, 0);
    if (length < 0) return false;
    std::string value(static_cast<std::size_t>(length), '\0');
    if (::getxattr(from.c_str(), name, value.data(), value.size()) != length) return false;
    if (::fsetxattr(to, name, value.data(), value.size(), 0) != 0) return false;
  }
#endif
  return true;
}

/// A file that is to take the place of another: beside it, so that the last step is one rename.
/// Removed with the object, and where a signal ends the program. At most one at a time.
class TemporaryFile {
 public:
  /// A new one in that folder, or none (is_open(), errno). Only its owner may use it if it
  /// `is_private`, else what the system allows for new files.
  TemporaryFile(const fs::path& folder, bool is_private);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool is_open() const { return file_.is_open(); }
  /// Gives it owner, mode and extended attributes (access lists among them) of a file that is to be
  /// replaced; false: it cannot have all of them.
  bool be_like(const fs::path& old, const struct stat& state);
  /// Writes the text and waits until it is on the disk. Throws NoAnswer; `name`: for messages.
  void write(std::string_view text, const std::string& name);
  /// Takes the place of the file at that path. Throws NoAnswer.
  void replace(const fs::path& target, const std::string& name);

 private:
  fs::path path_;
  Descriptor file_{-1};
};

TemporaryFile::TemporaryFile(const fs::path& folder, bool is_private) {
  constexpr int most_tries = 100;  // names that others have left
  const mode_t mode = is_private ? 0600 : 0666;
  for (int number = 0; number < most_tries && !is_open(); ++number) {
    const auto path = folder / fmt::format("warodds-{}-{}.part", ::getpid(), number);
    const Undisturbed until_it_is_known;
    file_ = Descriptor(create(path, mode));
    if (!is_open() && errno != EEXIST) return;
    if (!is_open()) continue;
    path_ = path;
    remove_if_ended(path);
  }
}

TemporaryFile::~TemporaryFile() {
  const int reason = errno;
  if (!path_.empty()) ::unlink(path_.c_str());
  remove_if_ended("");
  errno = reason;
}

bool TemporaryFile::be_like(const fs::path& old, const struct stat& state) {
  struct stat own {};
  if (::fstat(file_.number(), &own) != 0) return false;
  const bool same_owner = own.st_uid == state.st_uid && own.st_gid == state.st_gid;
  if (!same_owner && ::fchown(file_.number(), state.st_uid, state.st_gid) != 0) return false;
  // Last, since a new owner takes some bits away.
  return copy_attributes(old, file_.number()) &&
         ::fchmod(file_.number(), state.st_mode & 07777) == 0;
}

void TemporaryFile::write(std::string_view text, const std::string& name) {
  write_all(text, file_.number(), name);
  if (!reaches_disk(file_.number())) fail_to_write(name, errno);
}

void TemporaryFile::replace(const fs::path& target, const std::string& name) {
  if (!file_.close()) fail_to_write(name, errno);
  if (::rename(path_.c_str(), target.c_str()) != 0) fail_to_write(name, errno);
  path_.clear();
  // So that the new name is on the disk, too; that the text is there is known.
  const Descriptor folder(::open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) reaches_disk(folder.number());
}

// Files that cannot be replaced by others: their own bytes are changed.

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

/// Writes the text into the file at that path, which is the one that `state` speaks of. Room is
/// taken before its first byte changes, and where writing fails it gets back what it had. Throws
/// NoAnswer; `name`: for messages.
void write_in_place(std::string_view text, const fs::path& path, const struct stat& state,
                    const std::string& name) {
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

/// Whether somebody else's file in such a folder may be replaced (the "sticky" bit of /tmp).
bool may_be_replaced(const fs::path& folder, const struct stat& file) {
  struct stat state {};
  if (::stat(folder.c_str(), &state) != 0) return false;
  const uid_t user = ::geteuid();
  return (state.st_mode & S_ISVTX) == 0 || user == 0 || user == file.st_uid || user == state.st_uid;
}

/// Writes a file, or, without a text, only finds out whether that can be done.
void write_file(const Target& target, std::optional<std::string_view> text,
                const std::string& name) {
  const fs::path folder = target.place.parent_path();
  if (!target.state) {
    TemporaryFile temporary(folder, false);
    if (!temporary.is_open()) fail_to_write(name, errno);
    if (!text) return;
    temporary.write(*text, name);
    return temporary.replace(target.place, name);
  }
  const Descriptor allowed(::open(target.place.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!allowed.is_open()) fail_to_write(name, errno);
  TemporaryFile temporary(folder, true);
  const bool replaces = temporary.is_open() && target.state->st_nlink == 1 &&
                        may_be_replaced(folder, *target.state) &&
                        temporary.be_like(target.place, *target.state);
  if (!text) return;
  // In place, too: whatever ends the program while the file changes, its new text is beside it.
  if (temporary.is_open()) temporary.write(*text, name);
  if (replaces) {
    temporary.replace(target.place, name);
  } else {
    write_in_place(*text, target.place, *target.state, name);
  }
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

Output::Output(std::string path) : path_(path == "-" ? "" : std::move(path)) {
  if (path_.empty()) {
    require_open_for_writing(STDOUT_FILENO, "standard output");
    return;
  }
  const Target target = find_target(path_);
  const std::string name = in_quotes(path_);
  switch (target.kind) {
    case Target::Kind::open:
      require_open_for_writing(target.descriptor, name);
      break;
    case Target::Kind::stream:
      if (::faccessat(AT_FDCWD, target.place.c_str(), W_OK, AT_EACCESS) != 0) {
        fail_to_write(name, errno);
      }
      break;
    case Target::Kind::file:
      write_file(target, std::nullopt, name);
  }
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

bool Output::is_standard() const {
  if (path_.empty()) return true;
  const Target target = find_target(path_);
  return target.kind == Target::Kind::open && target.descriptor == STDOUT_FILENO;
}

void Output::write(std::string_view text) const {
  if (path_.empty()) return write_all(text, STDOUT_FILENO, "standard output");
  const Target target = find_target(path_);
  const std::string name = in_quotes(path_);
  switch (target.kind) {
    case Target::Kind::open:
      return write_all(text, target.descriptor, name);
    case Target::Kind::stream: {
      Descriptor stream(::open(target.place.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
      if (!stream.is_open()) fail_to_write(name, errno);
      write_all(text, stream.number(), name);
      if (!stream.close()) fail_to_write(name, errno);
      return;
    }
    case Target::Kind::file:
      return write_file(target, text, name);
  }
}

}  // namespace warodds::cli
