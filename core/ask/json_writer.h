// JSON as it is written, piece by piece, with no tree of it in between: a long answer is as long in
// memory as its text. Not installed.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace warodds {

class JsonWriter {
 public:
  enum class Layout {
    one_line,
    many_lines  ///< each member and each element on a line of its own, indented by its depth
  };

  /// `id`, if any, is JSON: the first object to be opened has it as its first member.
  explicit JsonWriter(Layout layout, std::string_view id = {})
      : many_lines_(layout == Layout::many_lines), id_(id) {}

  /// {…} with the members that `members()` writes.
  template <std::invocable Members>
  void object(const Members& members) {
    open('{');
    if (!id_.empty()) member("id", [&] { json(std::exchange(id_, {})); });
    members();
    close('}');
  }

  /// […] with what `write_one(element)` writes of each element.
  template <class List, class WriteOne>
  void array(const List& list, const WriteOne& write_one) {
    open('[');
    for (const auto& element : list) {
      next();
      write_one(element);
    }
    close(']');
  }

  /// A member of an object; its value is written by `value()`, if that is a function.
  template <class Value>
  void member(std::string_view key, const Value& value) {
    this->key(key);
    if constexpr (std::invocable<Value>) {
      value();
    } else {
      this->value(value);
    }
  }

  /// Members of the object that is open whose values are objects and lists.
  template <std::invocable Members>
  void object(std::string_view key, const Members& members) {
    member(key, [&] { object(members); });
  }
  template <class List, class WriteOne>
  void array(std::string_view key, const List& list, const WriteOne& write_one) {
    member(key, [&] { array(list, write_one); });
  }

  /// A list of objects, each with the members that `members(element)` writes.
  template <class List, class Members>
  void objects(std::string_view key, const List& list, const Members& members) {
    array(key, list, [&](const auto& element) { object([&] { members(element); }); });
  }

  /// A number, a text, true or false, null for nothing, or a list of these.
  template <class Value>
  void value(const Value& value) {
    if constexpr (std::same_as<Value, bool>) {
      json(value ? "true" : "false");
    } else if constexpr (std::integral<Value>) {
      integer(value);
    } else if constexpr (std::floating_point<Value>) {
      number(value);
    } else if constexpr (std::same_as<Value, std::nullptr_t>) {
      json("null");
    } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
      string(value);
    } else {
      array(value, [this](const auto& element) { this->value(element); });
    }
  }

  template <class Value>
  void value(const std::optional<Value>& held) {
    held ? value(*held) : value(nullptr);
  }

  template <class... Values>
  void value(const std::variant<Values...>& held) {
    std::visit([this](const auto& one) { this->value(one); }, held);
  }

  /// JSON that is there already, on one line.
  void json(std::string_view text) { text_.append(text.data(), text.data() + text.size()); }

  /// All that has been written.
  std::string text() const { return fmt::to_string(text_); }

 private:
  void open(char bracket);
  void close(char bracket);
  /// Before each member and each element.
  void next();
  void new_line();
  /// The key of the next member.
  void key(std::string_view key);
  void string(std::string_view text);
  void number(double number);
  void integer(long long number);
  void integer(unsigned long long number);
  template <std::integral Integer>
  void integer(Integer number) {
    if constexpr (std::signed_integral<Integer>) {
      integer(static_cast<long long>(number));
    } else {
      integer(static_cast<unsigned long long>(number));
    }
  }

  bool many_lines_;
  std::string_view id_;
  bool empty_ = true;  ///< nothing stands yet in the list or object that is open
  std::size_t depth_ = 0;
  static constexpr std::size_t usual_size = 2048;
  fmt::basic_memory_buffer<char, usual_size> text_;
};

}  // namespace warodds
