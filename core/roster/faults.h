// What is wrong with a file, gathered so that all of it is told at once.
#pragma once

#include <string>
#include <vector>

#include "core/text/error.h"

namespace warodds {

class Faults {
 public:
  void add(const std::string& what) { add(InputError(what, ErrorCode::bad_roster)); }
  void add(const InputError& what) { all_.push_back(what); }
  bool any() const { return !all_.empty(); }

  /// Throws InputError if there is any: the only one as it is; of several the first 20, a line
  /// each, below their number.
  void report(const std::string& file) const;

 private:
  std::vector<InputError> all_;
};

}  // namespace warodds
