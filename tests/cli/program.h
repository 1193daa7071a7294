// Runs the built program the way a shell would, and keeps all that can be seen of it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warodds::test {

/// One run of the program.
struct Call {
  std::vector<std::string> arguments;
  /// The only variables the program sees, but for those of the sanitizers, which it inherits: built
  /// with one, it runs under the same settings as the test that starts it.
  std::map<std::string, std::string> environment{{"LANG", "C.UTF-8"}};
  std::string program = WARODDS_PROGRAM;  ///< another one, by its path
  bool to_terminal = false;               ///< standard output is a terminal
  bool to_closed_pipe = false;            ///< standard output is a pipe nobody reads
  bool interrupt = false;                 ///< Ctrl-C, as soon as it shows progress on its terminal
};

struct Outcome {
  int exit_code = -1;  ///< -1: ended by a signal
  int signal = 0;
  std::string out;
  std::string err;
};

Outcome run(const Call& call);
Outcome run(std::vector<std::string> arguments);
/// A script, run by that shell, which finds the program on its path.
Outcome run_in_shell(const std::string& shell, const std::string& script);

/// The words of a command line, divided as a shell would.
std::vector<std::string> words(const std::string& line);

/// The path of an example roster.
std::string example(const std::string& name);

/// A file that is there as long as the object is.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& content);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  std::string content() const;

 private:
  std::string path_;
};

/// A file that is not there yet and is gone afterwards.
class Place {
 public:
  explicit Place(const std::string& name) : file_(name, "") {
    std::filesystem::remove(file_.path());
  }
  const std::string& path() const { return file_.path(); }
  std::string content() const { return file_.content(); }

 private:
  TemporaryFile file_;
};

}  // namespace warodds::test
