#include "cli/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "core/ask/ask.h"
#include "core/roster/read_file.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds::cli {
namespace {

constexpr std::string_view file_scheme = "file://";

/// A file name in an address: what would end it, or be decoded, is encoded.
std::string address_of_file(const std::string& path) {
  std::string address(file_scheme);
  for (const char character : path) {
    address += character == '/' ? "/" : percent_encoded(std::string_view(&character, 1));
  }
  return address;
}

/// The page as `cmake --install` puts it, or as it lies in the folder of the build.
std::string installed_page() {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  if (failure) return "";
  const fs::path above = program.parent_path().parent_path();
  for (const char* place : {"share/warodds/warodds.html", "page/warodds.html"}) {
    if (fs::is_regular_file(above / place, failure)) return (above / place).string();
  }
  return "";
}

[[noreturn]] void no_page() {
  throw NoAnswer(
      "no page is installed beside this program: say where it is with --page URL, or build it "
      "with cmake --workflow --preset page");
}

/// The path that an address of a file names.
std::string path_of_address(std::string_view address) {
  address.remove_prefix(file_scheme.size());
  std::string path;
  while (!address.empty()) {
    unsigned code = 0;
    const auto end = address.data() + std::min<std::size_t>(address.size(), 3);
    const bool encoded = address.size() >= 3 && address.front() == '%' &&
                         std::from_chars(address.data() + 1, end, code, 16).ptr == end;
    path += encoded ? static_cast<char>(code) : address.front();
    address.remove_prefix(encoded ? 3 : 1);
  }
  return path;
}

std::string read_page(const std::string& page) {
  const std::string path = file_of_page(page);
  if (path.empty()) no_page();
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  try {
    return read_file(path, "", most_bytes);
  } catch (const InputError& error) {
    throw NoAnswer(fmt::format("--page: '{}' is no page that can be read from a file: {}",
                               shown(path), error.what()));
  }
}

}  // namespace

std::string address_of_page(const std::string& page) {
  if (!page.empty()) return page;
  const std::string installed = installed_page();
  if (installed.empty()) no_page();
  return address_of_file(installed);
}

std::string file_of_page(const std::string& page) {
  if (page.empty()) return installed_page();
  return page.starts_with(file_scheme) ? path_of_address(page) : page;
}

std::string filled_page(const Question& question, const std::string& page) {
  const std::string text = page_with(question, read_page(page));
  if (text.empty()) {
    throw NoAnswer(fmt::format("--page: '{}' is not the page of warodds", shown(page)));
  }
  return text;
}

}  // namespace warodds::cli
