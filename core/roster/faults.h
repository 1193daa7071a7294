// What is wrong with a file: told at once where the first is enough, or gathered so that all of it
// is told together.
#pragma once

#include <string>
#include <vector>

#include "core/text/error.h"

namespace warodds {

class Faults {
 public:
  enum class Told { first, together };
  explicit Faults(Told told = Told::together) : told_(told) {}

  void add(const std::string& what) { add(InputError(what, ErrorCode::bad_roster)); }
  /// Throws it where the first is told.
  void add(const InputError& what) {
    if (told_ == Told::first) throw InputError(what);
    all_.push_back(what);
  }
  /// Adds what `read` throws.
  template <class Read>
  void gather(const Read& read) {
    if (told_ == Told::first) return read();
    try {
      read();
    } catch (const InputError& error) {
      all_.push_back(error);
    }
  }
  bool any() const { return !all_.empty(); }

  /// Throws InputError if there is any: the only one as it is; of several the first 20, a line
  /// each, below their number.
  void report(const std::string& file) const;

 private:
  Told told_;
  std::vector<InputError> all_;
};

}  // namespace warodds
