// Open files of the system: closed on every way out, written to the end or with the reason why not.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace warodds::cli {

/// An open file, which is closed with the object.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Closes it; false: what was written may not have arrived (errno).
  bool close();

 private:
  int number_;
};

/// NoAnswer: `name` cannot be written to, for this reason (errno).
[[noreturn]] void fail_to_write(const std::string& name, int reason);

/// Writes all of the text. Throws NoAnswer. Once a stop has been asked for, a reader who does not
/// read for a second is waited for no longer.
void write_all(std::string_view text, int descriptor, const std::string& name);

/// Standard input, output and error are open, if only to nothing: files that are opened later never
/// take their places, and to use one that was closed is an error.
void keep_standard_descriptors();

}  // namespace warodds::cli
