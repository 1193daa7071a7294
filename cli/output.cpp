#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/descriptor.h"
#include "cli/in_place.h"
#include "cli/temporary.h"
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
