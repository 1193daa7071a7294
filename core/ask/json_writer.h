// Facts as JSON, written as they are stated, with no tree of them in between: a long answer is as
// long in memory as its text. Not installed.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/answer/facts.h"

namespace warodds {

class JsonWriter : public Facts {
 public:
  enum class Layout {
    one_line,
    many_lines  ///< each member and each element on a line of its own, indented by its depth
  };

  /// `id`, if any, is JSON: the first object to be opened has it as its first member.
  /// Of more than `most_bytes` nothing is kept: NoAnswer. `only_asked`: of the first object only
  /// the members that `show` asks for.
  explicit JsonWriter(Layout layout, std::string_view id = {},
                      std::size_t most_bytes = std::string::npos, bool only_asked = false)
      : Facts(Form::json),
        many_lines_(layout == Layout::many_lines),
        id_(id),
        most_bytes_(most_bytes),
        only_asked_(only_asked) {}

  void json(std::string_view text) override {
    next(take_key(), inside());
    put(text);
  }

  /// All that has been written.
  const std::string& text() const { return text_; }

 private:
  void hear(std::string_view key, const FactValue& value, const Naming& naming) override;
  bool open(Nest kind, std::string_view key, const Naming& naming) override;
  void close(Nest kind) override;

  bool wants(const Naming& naming) const { return !only_asked_ || depth_ != 1 || naming.is_asked; }
  /// Before each member and each element; `in`: what it stands in.
  void next(std::string_view key, Nest in);
  void new_line();
  void put(std::string_view text) { text_ += text; }
  void write(std::nullptr_t) { put("null"); }
  void write(bool truth) { put(truth ? "true" : "false"); }
  template <std::integral Number>
  void write(Number number) {
    const fmt::format_int digits(number);
    put({digits.data(), digits.size()});
  }
  void write(double number);
  void write(std::string_view text);
  template <class Single>
  void write_fact(std::string_view key, const Single& value, const Naming&) {
    next(key, inside());
    write(value);
  }
  void write_fact(std::string_view key, const Estimate& of, const Naming& naming);
  void write_fact(std::string_view key, const Law& law, const Naming& naming);
  void write_fact(std::string_view key, const JointLaw& law, const Naming& naming);

  bool many_lines_;
  std::string_view id_;
  std::size_t most_bytes_;
  bool only_asked_;
  bool empty_ = true;  ///< nothing stands yet in the list or object that is open
  std::size_t depth_ = 0;
  std::string text_;
};

}  // namespace warodds
