#include "core/ask/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
  Json take_value() { return std::move(root_); }
  /// Whether the member "id" has been read to its end.
  bool has_id() const { return has_id_; }

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
    if (open_.size() == 1) in_id_ = name == "id";
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
    if (!in.is_new(key_))
      throw BadJson(fmt::format("the key '{}' is given twice in one place", shown(key_)), key_);
    // Not by emplace(), which looks at all the others.
    Members& members = in.value->get_ref<Json::object_t&>();
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
  void end_value() { has_id_ |= in_id_ && open_.size() == 1; }

  using Members = Json::object_t::Container;

  /// A list or an object that has not ended.
  struct Open {
    Json* value;
    std::unordered_set<std::string> keys;  ///< of an object with many

    bool is_new(const std::string& key) {
      constexpr std::size_t few = 16;
      const Members& members = value->get_ref<Json::object_t&>();
      if (members.size() < few) {
        return std::none_of(members.begin(), members.end(),
                            [&](const auto& member) { return member.first == key; });
      }
      if (keys.empty()) {
        for (const auto& member : members) keys.insert(member.first);
      }
      return keys.insert(key).second;
    }
  };

  Json root_;
  std::vector<Open> open_;
  std::string key_;  ///< of the member that comes next
  bool in_id_ = false;
  bool has_id_ = false;
};

// Places in JSON that is known to be sound, at least so far.

std::size_t after_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// `at`: its first quote.
std::size_t after_string(std::string_view text, std::size_t at) {
  for (++at; text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return at + 1;
}

std::size_t after_value(std::string_view text, std::size_t at) {
  int depth = 0;
  do {
    at = after_blanks(text, at);
    if (text[at] == '"') {
      at = after_string(text, at);
      continue;
    }
    const std::string_view rest = text.substr(at);
    const bool opens = rest.front() == '[' || rest.front() == '{';
    const bool closes = rest.front() == ']' || rest.front() == '}';
    depth += opens ? 1 : closes ? -1 : 0;
    const bool is_mark = opens || closes || rest.front() == ',' || rest.front() == ':';
    at += is_mark ? 1 : std::min(rest.find_first_of(" \t\r\n,:[]{}\""), rest.size());
  } while (depth > 0);
  return at;
}

/// The first member "id" of an object that has one, as it is written.
std::string written_id(std::string_view text) {
  std::size_t at = text.find('{') + 1;
  for (;;) {
    at = after_blanks(text, at);
    const std::size_t end_of_key = after_string(text, at);
    const std::string_view key = text.substr(at, end_of_key - at);
    const bool is_id =
        key == "\"id\"" || (key.find('\\') != std::string_view::npos && Json::parse(key) == "id");
    at = after_blanks(text, after_blanks(text, end_of_key) + 1);
    const std::size_t end = after_value(text, at);
    if (is_id) {
      std::string id(text.substr(at, end - at));
      std::replace_if(
          id.begin(), id.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
      return id;
    }
    at = after_blanks(text, end) + 1;
  }
}

}  // namespace

Json parse_json(std::string_view text, std::string* id) {
  // The library takes a null for the end.
  if (text.find('\0') != std::string_view::npos) throw BadJson("this line is not JSON");
  Reader reader;
  try {
    Json::sax_parse(text, &reader);
  } catch (const InputError&) {
    if (id != nullptr && reader.has_id()) {
      *id = written_id(text);
      if (!Json::accept(*id)) id->clear();  // 1mmand: what is wrong with the line begins there
    }
    throw;
  }
  if (id != nullptr && reader.has_id()) *id = written_id(text);
  return reader.take_value();
}

const Json* find_member(const Json& json, std::string_view key) {
  if (!json.is_object()) return nullptr;
  for (auto member = json.begin(); member != json.end(); ++member) {
    if (member.key() == key) return &*member;
  }
  return nullptr;
}

}  // namespace warodds
