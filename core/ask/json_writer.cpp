#include "core/ask/json_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace warodds {
namespace {

/// By its byte, whether a character does not stand in JSON as it is; how it does, a library knows.
constexpr auto special = [] {
  std::array<bool, 256> characters{};
  for (std::size_t byte = 0; byte < characters.size(); ++byte) {
    characters[byte] = byte < ' ' || byte > '~' || byte == '"' || byte == '\\';
  }
  return characters;
}();

bool is_plain(std::string_view text) {
  bool found = false;
  for (const char character : text) found |= special[static_cast<unsigned char>(character)];
  return !found;
}

}  // namespace

void JsonWriter::open(char bracket) {
  text_ += bracket;
  empty_ = true;
  ++depth_;
}

void JsonWriter::close(char bracket) {
  --depth_;
  if (!empty_) new_line();
  text_ += bracket;
  empty_ = false;
}

void JsonWriter::next() {
  if (!empty_) text_ += ',';
  empty_ = false;
  new_line();
}

void JsonWriter::new_line() {
  if (!many_lines_) return;
  text_ += '\n';
  text_.append(depth_, ' ');
}

void JsonWriter::string(std::string_view text) {
  if (is_plain(text)) {
    text_ += '"';
    text_ += text;
    text_ += '"';
    return;
  }
  using nlohmann::json;
  text_ += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

void JsonWriter::number(double number) {
  if (!std::isfinite(number)) return value(nullptr);
  std::array<char, 32> digits;  // of a double there are at most 24 characters
  const char* end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), number);
  text_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  // So that readers who tell kinds of numbers apart see that this is a real one.
  const auto shows_it = [](char character) { return character == '.' || character == 'e'; };
  if (std::none_of(static_cast<const char*>(digits.data()), end, shows_it)) text_ += ".0";
}

void JsonWriter::integer(long long number) { text_ += fmt::format_int(number).c_str(); }

void JsonWriter::integer(unsigned long long number) { text_ += fmt::format_int(number).c_str(); }

}  // namespace warodds
