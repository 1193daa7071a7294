// Lines of questions as they arrive, from standard input or a file.
#pragma once

#include <array>
#include <streambuf>
#include <string>

#include "core/machine/descriptor.h"

namespace warodds::cli {

/// What is there to be read, without waiting for more; at its end when a stop is asked for while
/// nothing is there.
class Input : public std::streambuf {
 public:
  /// A file; standard input if the path is empty. Throws InputError.
  explicit Input(const std::string& path);

  /// Throws InputError if it ended since it could not be read any further.
  void require_good() const;

 protected:
  std::streamsize showmanyc() override;
  int_type underflow() override;

 private:
  std::string name_;
  Descriptor file_;
  int descriptor_;
  int failure_ = 0;  ///< errno of a read
  std::array<char, 1 << 18> read_;
};

/// Makes room in a pipe, so that its two ends seldom wait for each other.
void widen_if_pipe(int end);

}  // namespace warodds::cli
