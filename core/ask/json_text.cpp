#include "core/ask/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// What the library that takes JSON apart hands its pieces to.
class Reader : public nlohmann::json_sax<Json> {
 public:
  explicit Reader(std::string_view text) : text_(text), stream_(std::string(text)) {}

  /// Throws InputError.
  void read() { Json::sax_parse(stream_, this); }
  Json take_value() { return std::move(root_); }
  /// The member "id" as it is written, if it has been read to its end.
  const std::string& id() const { return id_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool truth) override { return add(truth); }
  bool number_integer(std::int64_t number) override { return add(number); }
  bool number_unsigned(std::uint64_t number) override { return add(number); }
  bool number_float(double number, const std::string& digits) override {
    const auto first = digits.find_first_of("123456789eE");
    const bool is_nought =
        first == std::string::npos || digits[first] == 'e' || digits[first] == 'E';
    if (number == 0 && !is_nought) refuse_number();
    return add(number);
  }
  bool string(std::string& text) override { return add(std::move(text)); }
  bool binary(Json::binary_t&) override { return false; }  // of other formats
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    if (open_.size() == 1) behind_id_ = name == "id" ? bytes_read() : 0;
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
    if (dynamic_cast<const Json::out_of_range*>(&error) != nullptr) {
      refuse_number();
    }
    throw BadJson(fmt::format("this line is not JSON, from byte {} on", byte), "",
                  fmt::format("byte {}", byte));
  }

 private:
  [[noreturn]] static void refuse_number() {
    throw BadJson("a number of this line is too large or too small");
  }
  bool add(Json value) {
    put(std::move(value));
    end_value();
    return true;
  }
  /// The value in its place.
  Json& put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Open& in = open_.back();
    if (in.value->is_array()) return in.value->emplace_back(std::move(value));
    if (!in.keys.insert(key_).second)
      throw BadJson(fmt::format("the key '{}' is given twice in one place", shown(key_)), key_);
    // Not by emplace(), which looks at all the others.
    Json::object_t::Container& members = in.value->get_ref<Json::object_t&>();
    return members.emplace_back(std::move(key_), std::move(value)).second;
  }
  bool open(Json value) {
    // What a question says is read and handed back by functions that call themselves.
    constexpr std::size_t deepest = 32;
    if (open_.size() == deepest) {
      throw BadJson("this line nests its lists and objects too deep");
    }
    open_.push_back({&put(std::move(value)), {}});
    return true;
  }
  bool close() {
    open_.pop_back();
    end_value();
    return true;
  }
  std::size_t bytes_read() {
    return static_cast<std::size_t>(stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in));
  }
  void end_value() {
    if (behind_id_ == 0 || open_.size() != 1) return;
    const std::size_t colon = text_.find(':', std::exchange(behind_id_, 0));
    const std::size_t from = text_.find_first_not_of(" \t\r\n", colon + 1);
    // The library has read a character more than a number that ends before it.
    const bool has_end = std::string_view("\"[{").find(text_[from]) != std::string_view::npos;
    const std::size_t end =
        has_end ? bytes_read()
                : std::min(text_.find_first_of(" \t\r\n,:[]{}\"", from), text_.size());
    id_ = text_.substr(from, end - from);
    std::replace_if(
        id_.begin(), id_.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  }

  /// A list or an object that has not ended.
  struct Open {
    Json* value;
    std::unordered_set<std::string> keys;  ///< of an object
  };

  Json root_;
  std::vector<Open> open_;
  std::string key_;  ///< of the member that comes next
  std::string_view text_;
  std::istringstream stream_;  ///< of the text, which tells how far it has been read
  std::size_t behind_id_ = 0;  ///< the key, whose value has not ended; 0: there is none such
  std::string id_;
};

}  // namespace

Json parse_json(std::string_view text, std::string* id) {
  // The library takes a null for the end.
  if (text.find('\0') != std::string_view::npos) throw BadJson("this line is not JSON");
  Reader reader(text);
  try {
    reader.read();
  } catch (const InputError&) {
    // 1mmand: what is wrong with the line begins there
    if (id != nullptr && Json::accept(reader.id())) *id = reader.id();
    throw;
  }
  if (id != nullptr) *id = reader.id();
  return reader.take_value();
}

const Json* find_member(const Json& json, std::string_view key) {
  const auto member = json.find(std::string(key));
  return member == json.end() ? nullptr : &*member;
}

}  // namespace warodds
