// What is wrong with a file, gathered so that all of it is told together.
#pragma once

#include <string>
#include <vector>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

class Faults {
 public:
  void add(const std::string& what) { add(InputError(what, ErrorCode::bad_roster)); }
  void add(const InputError& what) { all_.push_back(what); }
  /// Adds what `read` throws.
  template <class Read>
  void gather(const Read& read) {
    try {
      read();
    } catch (const InputError& error) {
      add(error);
    }
  }
  bool any() const { return !all_.empty(); }

  /// Throws InputError if there is any: the only one as it is; of several the first 20, a line
  /// each, below their number.
  void report(const std::string& file) const;

 private:
  std::vector<InputError> all_;
};

/// A file that is no roster but something else. What it says quotes the file for those
/// whose it is.
struct NoRoster : InputError {
  using InputError::InputError;
};

/// The same for others, who are shown nothing of it.
inline InputError no_roster(const std::string& path) {
  return BadRoster("'" + shown(path) +
                   "' is no roster: neither TOML with [[unit]] tables nor a spreadsheet with a "
                   "column 'name'");
}

}  // namespace warodds
