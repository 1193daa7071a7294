// JSON that is written as it is put together: a value is its text. Answers are many small objects,
// and a tree of them takes longer to build and to take down than the answer to work out.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warodds {

/// A JSON value, on one line. Numbers read back to the same double; those that are not finite are
/// null. Bytes that are not UTF-8 are replaced by U+FFFD.
class Json {
 public:
  Json(std::nullptr_t = nullptr) : text_("null") {}
  Json(bool value) : text_(value ? "true" : "false") {}
  Json(double value) { append(text_, value); }
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) Json(Number value) : text_(std::to_string(value)) {}
  Json(std::string_view value) { append(text_, value); }
  Json(const std::string& value) : Json(std::string_view(value)) {}
  Json(const char* value) : Json(std::string_view(value)) {}
  Json(const std::vector<std::string>& values) : text_("[]") {
    for (const std::string& value : values) push_back(value);
  }
  /// An object with these members.
  Json(std::initializer_list<std::pair<std::string_view, Json>> members) : text_("{}") {
    for (const auto& [key, value] : members) set(key, value);
  }

  static Json array() { return Json(Text{"[]"}); }
  static Json object() { return Json(Text{"{}"}); }
  /// The numbers from `begin` to `end`.
  template <class Iterator>
  static Json array(Iterator begin, Iterator end) {
    Json list = array();
    for (; begin != end; ++begin) {
      list.open();
      append(list.text_, *begin);
      list.text_ += ']';
    }
    return list;
  }

  /// One more entry of an array.
  void push_back(const Json& value) {
    open();
    text_ += value.text_;
    text_ += ']';
  }
  /// One more member of an object, which must not have it yet.
  void set(std::string_view key, const Json& value) {
    open();
    append(text_, key);
    text_ += ':';
    text_ += value.text_;
    text_ += '}';
  }

  /// `json["key"] = value` sets the member.
  class Member {
   public:
    void operator=(const Json& value) const { of_.set(key_, value); }

   private:
    friend class Json;
    Member(Json& of, std::string_view key) : of_(of), key_(key) {}
    Json& of_;
    std::string_view key_;
  };
  Member operator[](std::string_view key) { return {*this, key}; }

  /// Of a list or an object: nothing is in it.
  bool empty() const { return text_.size() == 2; }
  const std::string& text() const { return text_; }
  /// The same on many lines.
  std::string pretty() const;

 private:
  struct Text {
    std::string text;
  };
  explicit Json(Text text) : text_(std::move(text.text)) {}

  /// Makes room behind the last entry.
  void open() {
    if (text_.size() == 2) {
      text_.pop_back();
    } else {
      text_.back() = ',';
    }
  }
  static void append(std::string& to, double value);
  static void append(std::string& to, std::string_view value);

  std::string text_;
};

}  // namespace warodds
