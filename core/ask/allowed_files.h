// Which files a question may name: who answers questions of others shows none of their own.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace warodds {

class AllowedFiles {
 public:
  static AllowedFiles all();
  static AllowedFiles none();
  /// Those that really lie below it, wherever links lead. Throws InputError if it is no folder.
  static AllowedFiles below(const std::string& folder);

  /// The same; each file that is found to be allowed is told, without links in its path.
  AllowedFiles told(std::function<void(const std::string& path)> tell) const;

  /// Refuses a path, named at `where` in a question, of what may not be named, or is neither a
  /// regular file; in the same words whether there is such a file elsewhere or not. Throws
  /// InputError.
  void require(const std::string& path, const std::string& where) const;

 private:
  struct Folder {
    std::string named;  ///< absolute, with its links
    std::string real;   ///< without
  };

  bool restricts_ = true;
  std::shared_ptr<const Folder> folder_;  ///< null: there is none
  std::function<void(const std::string&)> tell_;
};

}  // namespace warodds
