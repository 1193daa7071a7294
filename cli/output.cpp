#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/text/error.h"

namespace warodds::cli {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const std::string& path, int reason) {
  throw NoAnswer(fmt::format("cannot write to '{}': {}", path, std::strerror(reason)));
}

void write_all(const std::string& text, std::FILE* file, const std::string& path) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (!written || std::fflush(file) != 0) fail(path, errno);
}

}  // namespace

void require_no_input(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (output.empty() || input.empty()) continue;
    if (!std::filesystem::equivalent(output, input, ignored)) continue;
    throw InputError(fmt::format(
        "--output: '{}' is the file that the question is read from and would be destroyed",
        output));
  }
}

void write_output(const std::string& text, const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty()) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (written && std::fflush(stdout) == 0) return;
    if (errno == EPIPE) throw NoAnswer("the reader of the output closed it before the end");
    fail("standard output", errno);
  }
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    const File file(std::fopen(path.c_str(), "wb"));
    if (!file) fail(path, errno);
    write_all(text, file.get(), path);
    return;
  }
  // Beside the target, so that the last step is one rename.
  const std::string temporary = fmt::format("{}.{}.part", path, ::getpid());
  try {
    const File file(std::fopen(temporary.c_str(), "wb"));
    if (!file) fail(path, errno);
    write_all(text, file.get(), path);
  } catch (...) {
    fs::remove(temporary, ignored);
    throw;
  }
  std::error_code failure;
  fs::rename(temporary, path, failure);
  if (failure) {
    fs::remove(temporary, ignored);
    fail(path, failure.value());
  }
}

}  // namespace warodds::cli
