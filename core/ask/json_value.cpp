#include "core/ask/json_value.h"

#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {

const JsonValue* JsonValue::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (const JsonValue& member : *this) {
    if (member.key() == key) return &member;
  }
  return nullptr;
}

/// What the library that takes JSON apart hands its pieces to. It ends when it is told "false".
class JsonReader {
 public:
  /// `text`: what is read.
  JsonReader(std::string_view text, JsonText& read)
      : read_(read), has_escapes_(text.find('\\') != std::string_view::npos) {
    constexpr std::size_t usual_values = 24;
    constexpr std::size_t usual_keys = 16;
    constexpr std::size_t usual_depth = 4;
    read_.values_.reserve(usual_values);
    keys_.reserve(usual_keys);
    open_.reserve(usual_depth);
  }

  bool is_too_deep() const { return is_too_deep_; }
  bool has_half() const { return has_half_; }
  bool has_repeated_key() const { return has_repeated_key_; }

  using Size = rapidjson::SizeType;
  bool Null() {
    add(JsonValue::Kind::null);
    return true;
  }
  bool Bool(bool truth) {
    add(JsonValue::Kind::truth).truth_ = truth;
    return true;
  }
  bool RawNumber(const char* digits, Size length, bool) {
    add(JsonValue::Kind::number).text_ = {digits, length};
    return true;
  }
  bool String(const char* text, Size length, bool) {
    add(JsonValue::Kind::text).text_ = whole({text, length});
    return true;
  }
  bool Key(const char* key, Size length, bool) {
    key_ = whole({key, length});
    return true;
  }
  bool StartObject() { return open(JsonValue::Kind::object); }
  bool StartArray() { return open(JsonValue::Kind::list); }
  bool EndArray(Size) { return close(); }
  bool EndObject(Size) {
    const std::size_t object = open_.back();
    close();
    has_repeated_key_ |= has_same_keys(read_.values_[object]);
    return true;
  }
  // Numbers come as they are written.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  JsonValue& add(JsonValue::Kind kind) {
    JsonValue& value = read_.values_.emplace_back();
    value.kind_ = kind;
    value.key_ = std::exchange(key_, {});
    return value;
  }
  bool has_same_keys(const JsonValue& object) {
    KeysSeen seen;
    bool may_be_same = false;
    for (const JsonValue& member : object) may_be_same |= seen.may_have(member.key());
    if (!may_be_same) return false;
    keys_.clear();
    for (const JsonValue& member : object) keys_.push_back(member.key());
    std::sort(keys_.begin(), keys_.end());
    return std::adjacent_find(keys_.begin(), keys_.end()) != keys_.end();
  }
  /// The library lets the second half of a pair of escapes stand alone.
  std::string_view whole(std::string_view text) {
    constexpr char first_byte = '\xED';
    constexpr char least_second = '\xA0';
    if (!has_escapes_) return text;
    auto at = text.find(first_byte);
    for (; at != std::string_view::npos; at = text.find(first_byte, at + 1)) {
      has_half_ |= text[at + 1] >= least_second;
    }
    return text;
  }
  bool open(JsonValue::Kind kind) {
    // What a question says is read and handed back by functions that call themselves.
    constexpr std::size_t deepest = 32;
    is_too_deep_ = open_.size() == deepest;
    if (is_too_deep_) return false;
    open_.push_back(read_.values_.size());
    add(kind);
    return true;
  }
  bool close() {
    JsonValue& value = read_.values_[open_.back()];
    value.size_ = static_cast<std::uint32_t>(read_.values_.size() - open_.back());
    open_.pop_back();
    return true;
  }

  JsonText& read_;
  bool has_escapes_;
  std::string_view key_;           ///< of the member that comes next
  std::vector<std::size_t> open_;  ///< the lists and objects that have not ended
  std::vector<std::string_view> keys_;
  bool is_too_deep_ = false;
  bool has_half_ = false;
  bool has_repeated_key_ = false;
};

JsonText::JsonText(std::string_view text) {
  constexpr std::string_view mark_of_utf8 = "\xEF\xBB\xBF";
  if (text.starts_with(mark_of_utf8)) skipped_ = mark_of_utf8.size();
  text.remove_prefix(skipped_);
  // The library reads up to a null, and a character that was cut off to its end: three bytes more.
  constexpr std::size_t nulls = 4;
  text_.reserve(text.size() + nulls);
  text_.assign(text.begin(), text.end());
  text_.resize(text.size() + nulls, '\0');
  rapidjson::InsituStringStream stream(text_.data());
  rapidjson::Reader take_apart;
  JsonReader reader(text, *this);
  constexpr unsigned how = rapidjson::kParseInsituFlag | rapidjson::kParseValidateEncodingFlag |
                           rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult result = take_apart.Parse<how>(stream, reader);
  if (result.Code() == rapidjson::kParseErrorNumberTooBig) {
    throw InputError("a number of this line is too large");
  }
  if (reader.is_too_deep()) throw InputError("this line nests its lists and objects too deep");
  const bool is_json = !result.IsError() && stream.Tell() == text.size() && !reader.has_half();
  if (!is_json) throw InputError("this line is not JSON");
  if (reader.has_repeated_key()) throw InputError("a key is given twice in one place");
}

std::size_t JsonText::place_of(const JsonValue& value) const {
  return skipped_ + static_cast<std::size_t>(value.text().data() - text_.data());
}

void write(JsonWriter& json, const JsonValue& value) {
  switch (value.kind()) {
    case JsonValue::Kind::null:
      return json.value(nullptr);
    case JsonValue::Kind::truth:
      return json.value(value.truth());
    case JsonValue::Kind::number:
      return json.json(value.text());
    case JsonValue::Kind::text:
      return json.value(value.text());
    case JsonValue::Kind::list:
      return json.array(value, [&](const JsonValue& element) { write(json, element); });
    case JsonValue::Kind::object:
      return json.object([&] {
        for (const JsonValue& member : value) {
          json.member(member.key(), [&] { write(json, member); });
        }
      });
  }
}

std::string written(const JsonValue& value) {
  JsonWriter json(JsonWriter::Layout::one_line);
  write(json, value);
  return json.text();
}

}  // namespace warodds
