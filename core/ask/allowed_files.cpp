#include "core/ask/allowed_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

namespace fs = std::filesystem;

/// Whether it lies below, as its name has it.
bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [of_folder, of_path] =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return of_folder == folder.end() && of_path != path.end();
}

/// Absolute, with no "." in it and no "/" at its end.
fs::path plain(const fs::path& path) {
  fs::path plain = fs::absolute(path).lexically_normal();
  return plain.has_filename() ? plain : plain.parent_path();
}

}  // namespace

AllowedFiles AllowedFiles::all() {
  AllowedFiles files;
  files.restricts_ = false;
  return files;
}

AllowedFiles AllowedFiles::none() { return {}; }

AllowedFiles AllowedFiles::below(const std::string& folder) {
  std::error_code failure;
  const fs::path real = fs::canonical(folder, failure);
  if (failure || !fs::is_directory(real, failure)) {
    throw InputError(fmt::format("'{}' is no folder that can be opened", shown(folder)));
  }
  AllowedFiles files;
  files.folder_ = std::make_shared<const Folder>(Folder{plain(folder).string(), real.string()});
  return files;
}

AllowedFiles AllowedFiles::told(std::function<void(const std::string& path)> tell) const {
  AllowedFiles files = *this;
  files.tell_ = std::move(tell);
  return files;
}

void AllowedFiles::require(const std::string& path, const std::string& where) const {
  if (!restricts_ || path.empty()) return;
  if (!folder_) {
    throw NotAllowed(fmt::format(
        "{}: a question names no file; write out what is in it, or allow a folder: ask --files "
        "DIR",
        where));
  }
  // What is not below by its name is not looked at: whether it is there is nobody's business. With
  // ".." in it a path would tell that by what it comes to.
  const fs::path named(path);
  const bool goes_up = std::find(named.begin(), named.end(), "..") != named.end();
  std::error_code failure;
  fs::path real;
  const auto is_file_below = [&] {
    if (goes_up || path.find('\0') != std::string::npos) return false;
    const fs::path absolute = plain(named);
    if (!is_below(absolute, folder_->named) && !is_below(absolute, folder_->real)) return false;
    real = fs::canonical(absolute, failure);
    return !failure && is_below(real, folder_->real) && fs::is_regular_file(real, failure);
  };
  if (!is_file_below()) {
    throw NotAllowed(fmt::format("{}: '{}' is no regular file below the folder of ask --files",
                                 where, shown(path)));
  }
  if (tell_) tell_(real.string());
}

}  // namespace warodds
