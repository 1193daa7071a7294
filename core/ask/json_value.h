// JSON as it is read: a question, which is small and is asked by the thousand. Not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ask/json_writer.h"

namespace warodds {

/// A value of a JSON text. It lives as long as the JsonText that it is of, and is not to be copied:
/// what is in it stands behind it.
class JsonValue {
 public:
  enum class Kind : unsigned char { null, truth, number, text, list, object };

  /// The elements of a list or the members of an object, in the order of the text.
  class Iterator {
   public:
    explicit Iterator(const JsonValue* at) : at_(at) {}
    const JsonValue& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ += at_->size_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const JsonValue* at_;
  };

  Kind kind() const { return kind_; }
  bool is_list() const { return kind_ == Kind::list; }
  bool is_object() const { return kind_ == Kind::object; }
  bool is_text() const { return kind_ == Kind::text; }

  /// Of a member of an object; of others it is empty.
  std::string_view key() const { return key_; }
  /// What a text says, or the digits of a number as they were written.
  std::string_view text() const { return text_; }
  bool truth() const { return truth_; }

  Iterator begin() const { return Iterator(this + 1); }
  Iterator end() const { return Iterator(this + size_); }
  /// At least as many as there are elements or members.
  std::size_t at_most() const { return size_ - 1; }
  /// The member with this key; null: there is none.
  const JsonValue* find(std::string_view key) const;

 private:
  friend class JsonText;
  friend class JsonReader;
  Kind kind_ = Kind::null;
  bool truth_ = false;
  std::uint32_t size_ = 1;  ///< of this value and all in it, which stand behind it
  std::string_view key_;
  std::string_view text_;
};

/// A JSON text that has been read.
class JsonText {
 public:
  /// No key may stand twice in one place, and nothing may be nested too deep. Throws InputError.
  explicit JsonText(std::string_view text);
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;
  const JsonValue& value() const { return values_.front(); }
  /// Where the digits of a number begin in the text that has been read, or a text behind its quote.
  std::size_t place_of(const JsonValue& value) const;

 private:
  friend class JsonReader;
  std::vector<char> text_;         ///< in which all texts begin where they did
  std::size_t skipped_ = 0;        ///< before it
  std::vector<JsonValue> values_;  ///< each before those in it
};

void write(JsonWriter& json, const JsonValue& value);
/// The value as JSON, on one line.
std::string written(const JsonValue& value);

}  // namespace warodds
