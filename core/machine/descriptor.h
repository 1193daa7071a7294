// Open files of the system, by their numbers.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>

namespace warodds {

/// An open file, which is closed with the object.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Closes it; false: what was written may not have arrived (errno).
  bool close();

 private:
  int number_;
};

/// Whether what poll() calls so (POLLIN, POLLOUT) can be done before that is waited for too long;
/// signals do not end the wait.
bool is_ready(int descriptor, short what, int milliseconds);

/// Reads on and adds to the text what there is, of a long file a piece. As read() says: 0 at the
/// end, below 0 where it fails (errno).
ssize_t read_on(int descriptor, std::string& text);

}  // namespace warodds
