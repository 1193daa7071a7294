#include "tests/cli/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/program_options/parsers.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace warodds::test {
namespace {

/// A file descriptor.
class Handle {
 public:
  explicit Handle(int number) : number_(number) {
    if (number < 0) throw std::runtime_error("cannot open what the program is to write to");
  }
  Handle(Handle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() { close(); }

  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }

 private:
  int number_;
};

/// Something the program writes to, and our end of it.
struct Channel {
  Handle ours;
  Handle theirs;
};

Channel pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {Handle(ends[0]), Handle(ends[1])};
}

Channel terminal() {
  Handle ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (::grantpt(ours.number()) != 0 || ::unlockpt(ours.number()) != 0) {
    throw std::runtime_error("no terminal");
  }
  Handle theirs(::open(::ptsname(ours.number()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  return {std::move(ours), std::move(theirs)};
}

/// Reads to the end, and interrupts the program when it has written `signal_for` (unless empty).
std::string read_all(const Handle& from, pid_t program, std::string signal_for) {
  std::string text;
  std::array<char, 4096> part{};
  while (true) {
    const ssize_t count = ::read(from.number(), part.data(), part.size());
    if (count <= 0) return text;  // a terminal ends with an error
    text.append(part.data(), static_cast<std::size_t>(count));
    if (!signal_for.empty() && text.find(signal_for) != std::string::npos) {
      ::kill(program, SIGINT);
      signal_for.clear();
    }
  }
}

/// The settings of the sanitizers, and which mutant is alive, as the test itself has got them.
std::vector<std::string> settings_handed_on() {
  std::vector<std::string> settings;
  for (const char* name :
       {"ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "WARODDS_MUTANT"}) {
    if (const char* value = std::getenv(name)) settings.push_back(std::string(name) + "=" + value);
  }
  return settings;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Outcome run(const Call& call) {
  std::vector<std::string> arguments{call.program};
  arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
  std::vector<std::string> environment = settings_handed_on();
  for (const auto& [name, value] : call.environment) environment.push_back(name + "=" + value);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);

  Channel out = call.to_terminal ? terminal() : pipe();
  Channel err = call.interrupt ? terminal() : pipe();
  if (call.to_closed_pipe) out.ours.close();

  const pid_t program = ::fork();
  if (program < 0) throw std::runtime_error("cannot start the program");
  if (program == 0) {
    ::dup2(out.theirs.number(), STDOUT_FILENO);
    ::dup2(err.theirs.number(), STDERR_FILENO);
    ::execve(call.program.c_str(), argument_pointers.data(), environment_pointers.data());
    ::_exit(127);
  }
  out.theirs.close();
  err.theirs.close();

  Outcome outcome;
  std::thread reader([&] {
    if (!call.to_closed_pipe) outcome.out = read_all(out.ours, program, "");
  });
  outcome.err = read_all(err.ours, program, call.interrupt ? "Ctrl-C" : "");
  reader.join();
  int status = 0;
  ::waitpid(program, &status, 0);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

Outcome run(std::vector<std::string> arguments) {
  Call call;
  call.arguments = std::move(arguments);
  return run(call);
}

Outcome run_in_shell(const std::string& shell, const std::string& script) {
  const std::string program = WARODDS_PROGRAM;
  Call call{{shell, "-c", script}};
  call.program = "/usr/bin/env";
  call.environment["PATH"] = program.substr(0, program.rfind('/')) + ":/usr/bin:/bin";
  call.environment["HOME"] = ::testing::TempDir();
  return run(call);
}

std::vector<std::string> words(const std::string& line) {
  return boost::program_options::split_unix(line);
}

std::string example(const std::string& name) {
  return std::string(WARODDS_EXAMPLES) + "/" + name + ".toml";
}

TemporaryFile::TemporaryFile(const std::string& name, const std::string& content)
    : path_(::testing::TempDir() + "warodds-" + std::to_string(::getpid()) + "-" + name) {
  std::ofstream file(path_, std::ios::binary);
  file << content;
  if (!file.flush()) throw std::runtime_error("cannot write " + path_);
}

TemporaryFile::~TemporaryFile() { ::unlink(path_.c_str()); }

std::string TemporaryFile::content() const {
  std::ostringstream text;
  text << std::ifstream(path_, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace warodds::test
