// What is wrong with a file, gathered so that all of it is told at once.
#pragma once

#include <string>
#include <vector>

namespace warodds {

class Faults {
 public:
  void add(std::string what) { all_.push_back(std::move(what)); }
  bool any() const { return !all_.empty(); }

  /// Throws InputError if there is any: the only one as it is; of several the first 20, a line
  /// each, below their number.
  void report(const std::string& file) const;

 private:
  std::vector<std::string> all_;
};

}  // namespace warodds
