// The files in a ZIP archive that is held in memory.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace warodds {

class Archive {
 public:
  static constexpr std::size_t most_bytes = std::size_t{128} << 20;  ///< of all files, unpacked

  /// The bytes must outlive it; `file`: as messages name it. Throws InputError where they are no
  /// archive.
  Archive(std::string_view bytes, std::string file);

  /// One of its files; nothing where there is none of that name. Throws InputError where it is
  /// damaged, locked with a password, or more than all files may be together.
  std::optional<std::string> read(const std::string& name);

  /// The bytes of the same archive with other files in the place of these. All else stays as it was
  /// packed.
  std::string with(const std::map<std::string, std::string>& changes);

 private:
  void require(bool done) const;

  std::string_view bytes_;
  std::string file_;
  std::size_t read_ = 0;  ///< bytes of all files so far
  std::shared_ptr<void> packed_;
};

}  // namespace warodds
