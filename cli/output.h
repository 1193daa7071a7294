// Where an answer goes: the terminal, a pipe, a device or a file. A file has the whole answer or
// what it had before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warodds::cli {

/// Standard input, output and error are open, if only to nothing: files that are opened later never
/// take their places, and to use one that was closed is an error.
void keep_standard_descriptors();

/// Writes all of the text. Throws NoAnswer; `name`: for messages. Once a stop has been asked for, a
/// reader who does not read for a second is waited for no longer.
void write_all(std::string_view text, int descriptor, const std::string& name);

/// An output. Files keep their owner, mode and attributes. Of a symbolic link it is the file behind
/// it that is written, and the link stays. What other names share (hard links), has attributes of
/// its own, or is in a folder that takes no new files, is changed in place, everything else
/// replaced at once.
class Output {
 public:
  /// Finds out whether it can be written to, and changes nothing. `path`: a file; standard output
  /// if it is empty or "-". Throws NoAnswer.
  explicit Output(std::string path);

  /// Refuses an output that is one of these files, or the one that standard input is. Names of no
  /// file are none. Throws InputError.
  void require_no_input(const std::vector<std::string>& inputs) const;

  /// Refuses an output that is a file already: it may be an input. Throws InputError.
  void require_new() const;

  /// Whether it is standard output, by whatever name.
  bool is_standard() const;

  /// Writes the text: to a file, all there is. Throws NoAnswer.
  void write(std::string_view text) const;

 private:
  std::string path_;  ///< empty: standard output
};

}  // namespace warodds::cli
