#include "cli/temporary.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <cerrno>
#include <cstdio>
#include <string>

#include "cli/signals.h"

namespace warodds::cli {
namespace {

/// A new file of that name; -1 where there is one already, or it cannot be made (errno).
int create(const std::filesystem::path& path, mode_t mode) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

/// Gives the file the attributes that the other has; false: not all of them.
bool copy_attributes([[maybe_unused]] const std::filesystem::path& from, [[maybe_unused]] int to) {
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

}  // namespace

TemporaryFile::TemporaryFile(const std::filesystem::path& folder, bool is_private) {
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

bool TemporaryFile::be_like(const std::filesystem::path& old, const struct stat& state) {
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

void TemporaryFile::replace(const std::filesystem::path& target, const std::string& name) {
  if (!file_.close()) fail_to_write(name, errno);
  if (::rename(path_.c_str(), target.c_str()) != 0) fail_to_write(name, errno);
  path_.clear();
  // So that the new name is on the disk, too; that the text is there is known.
  const Descriptor folder(::open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) reaches_disk(folder.number());
}

bool reaches_disk(int descriptor) {
  if (::fsync(descriptor) == 0) return true;
  return errno == EINVAL || errno == ENOTSUP || errno == EROFS;  // there is no disk
}

}  // namespace warodds::cli
