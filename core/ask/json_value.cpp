#include "core/ask/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/rules/error.h"

namespace warodds {

const JsonValue* JsonValue::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (const JsonValue& member : *this) {
    if (member.key() == key) return &member;
  }
  return nullptr;
}

/// What the library that takes JSON apart hands its pieces to.
class JsonReader {
 public:
  JsonReader(std::string_view line, JsonText& read) : read_(read) {
    // No piece is longer than it stands in the line, so that the texts stay where they are.
    read_.texts_.reserve(line.size());
    constexpr std::size_t usual_values = 32;
    read_.values_.reserve(usual_values);
  }

  bool has_repeated_key() const { return has_repeated_key_; }

  bool null() {
    add(JsonValue::Kind::null);
    return true;
  }
  bool boolean(bool truth) {
    add(JsonValue::Kind::truth).number_ = truth ? 1 : 0;
    return true;
  }
  bool number_integer(std::int64_t number) { return whole_number(number); }
  bool number_unsigned(std::uint64_t number) { return whole_number(number); }
  bool number_float(double number, const std::string& digits) {
    JsonValue& value = add(JsonValue::Kind::number);
    value.number_ = number;
    value.text_ = kept(digits);
    return true;
  }
  bool string(const std::string& text) {
    add(JsonValue::Kind::text).text_ = kept(text);
    return true;
  }
  bool binary(const nlohmann::json::binary_t&) { return false; }  // JSON has none
  bool key(const std::string& key) {
    key_ = kept(key);
    return true;
  }
  bool start_object(std::size_t) { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) { return open(JsonValue::Kind::list); }
  bool end_array() { return close(); }
  bool end_object() {
    const std::size_t object = open_.back();
    close();
    keys_.clear();
    for (const JsonValue& member : read_.values_[object]) keys_.push_back(member.key());
    std::sort(keys_.begin(), keys_.end());
    has_repeated_key_ |= std::adjacent_find(keys_.begin(), keys_.end()) != keys_.end();
    return true;
  }
  [[noreturn]] bool parse_error(std::size_t, const std::string&,
                                const nlohmann::json::exception& error) {
    if (dynamic_cast<const nlohmann::json::out_of_range*>(&error) != nullptr) {
      throw InputError("a number of this line is too large");
    }
    throw InputError("this line is not JSON");
  }

 private:
  JsonValue& add(JsonValue::Kind kind) {
    JsonValue& value = read_.values_.emplace_back();
    value.kind_ = kind;
    value.key_ = std::exchange(key_, {});
    return value;
  }
  bool whole_number(auto number) {
    const fmt::format_int digits(number);
    JsonValue& value = add(JsonValue::Kind::number);
    value.number_ = static_cast<double>(number);
    value.text_ = kept({digits.data(), digits.size()});
    value.whole_ = true;
    return true;
  }
  bool open(JsonValue::Kind kind) {
    // What a question says is read and handed back by functions that call themselves.
    constexpr std::size_t deepest = 32;
    if (open_.size() == deepest) {
      throw InputError("this line nests its lists and objects too deep");
    }
    open_.push_back(read_.values_.size());
    add(kind);
    return true;
  }
  bool close() {
    JsonValue& value = read_.values_[open_.back()];
    value.size_ = read_.values_.size() - open_.back();
    open_.pop_back();
    return true;
  }
  std::string_view kept(std::string_view text) {
    const std::size_t before = read_.texts_.size();
    assert(before + text.size() <= read_.texts_.capacity());
    read_.texts_.insert(read_.texts_.end(), text.begin(), text.end());
    return {read_.texts_.data() + before, text.size()};
  }

  JsonText& read_;
  std::string_view key_;           ///< of the member that comes next
  std::vector<std::size_t> open_;  ///< the lists and objects that have not ended
  std::vector<std::string_view> keys_;
  bool has_repeated_key_ = false;
};

JsonText::JsonText(std::string_view text) {
  JsonReader reader(text, *this);
  nlohmann::json::sax_parse(text, &reader);
  if (reader.has_repeated_key()) throw InputError("a key is given twice in one place");
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

}  // namespace warodds
