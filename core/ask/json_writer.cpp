#include "core/ask/json_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/writer.h>

#include <array>
#include <cmath>

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

/// A buffer as the library writes into it.
template <class Buffer>
class IntoBuffer {
 public:
  using Ch = char;
  explicit IntoBuffer(Buffer& buffer) : buffer_(buffer) {}
  void Put(char character) { buffer_.push_back(character); }
  void Flush() {}

 private:
  Buffer& buffer_;
};

/// The text with U+FFFD for each byte that belongs to no character.
std::string repaired(std::string_view text) {
  constexpr unsigned replacement = 0xFFFD;
  fmt::memory_buffer valid;
  IntoBuffer to(valid);
  while (!text.empty()) {
    rapidjson::MemoryStream from(text.data(), text.size());
    unsigned character = 0;
    const bool is_one = rapidjson::UTF8<>::Decode(from, &character);
    rapidjson::UTF8<>::Encode(to, is_one ? character : replacement);
    text.remove_prefix(is_one ? from.Tell() : 1);
  }
  return fmt::to_string(valid);
}

}  // namespace

void JsonWriter::open(char bracket) {
  text_.push_back(bracket);
  empty_ = true;
  ++depth_;
}

void JsonWriter::close(char bracket) {
  --depth_;
  if (!empty_) new_line();
  text_.push_back(bracket);
  empty_ = false;
}

void JsonWriter::next() {
  if (!empty_) text_.push_back(',');
  empty_ = false;
  new_line();
}

void JsonWriter::new_line() {
  if (!many_lines_) return;
  text_.push_back('\n');
  for (std::size_t i = 0; i < depth_; ++i) text_.push_back(' ');
}

void JsonWriter::key(std::string_view key) {
  next();
  string(key);
  text_.push_back(':');
  if (many_lines_) text_.push_back(' ');
}

void JsonWriter::string(std::string_view text) {
  const std::size_t before = text_.size();
  text_.resize(before + text.size() + 2);
  char* to = text_.data() + before;
  bool has_special = false;
  *to++ = '"';
  for (const char character : text) {
    has_special |= special[static_cast<unsigned char>(character)];
    *to++ = character;
  }
  *to = '"';
  if (!has_special) return;
  text_.resize(before);
  const std::string valid = repaired(text);
  IntoBuffer to_text(text_);
  rapidjson::Writer<decltype(to_text)>(to_text).String(
      valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
}

void JsonWriter::number(double number) {
  if (!std::isfinite(number)) return value(nullptr);
  constexpr double most_written_out = 1e16;
  constexpr std::size_t most_characters = 32;  // of a double there are at most 24
  if (std::abs(number) < most_written_out && std::trunc(number) == number) {
    // So that readers who tell kinds of numbers apart see that this is a real one.
    if (std::signbit(number)) text_.push_back('-');
    integer(static_cast<unsigned long long>(std::abs(number)));
    return json(".0");
  }
  const std::size_t before = text_.size();
  text_.resize(before + most_characters);
  const char* end = fmt::format_to(text_.data() + before, FMT_COMPILE("{}"), number);
  text_.resize(static_cast<std::size_t>(end - text_.data()));
}

void JsonWriter::integer(long long number) {
  const fmt::format_int digits(number);
  json({digits.data(), digits.size()});
}

void JsonWriter::integer(unsigned long long number) {
  const fmt::format_int digits(number);
  json({digits.data(), digits.size()});
}

}  // namespace warodds
