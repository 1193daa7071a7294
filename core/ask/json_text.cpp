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
  /// As far as it has been read to its end.
  std::string take_id() { return open_.size() > 1 && in_id_ ? "" : std::move(id_); }

  bool null() override { return add(nullptr, "null"); }
  bool boolean(bool truth) override { return add(truth, truth ? "true" : "false"); }
  bool number_integer(std::int64_t number) override { return add(number); }
  bool number_unsigned(std::uint64_t number) override { return add(number); }
  bool number_float(double number, const std::string& digits) override {
    const auto first = digits.find_first_of("123456789eE");
    const bool is_nought =
        first == std::string::npos || digits[first] == 'e' || digits[first] == 'E';
    if (number == 0 && !is_nought) refuse_number();
    return add(number, digits);
  }
  bool string(std::string& text) override { return add(std::move(text)); }
  bool binary(Json::binary_t&) override { return false; }  // of other formats
  bool start_object(std::size_t) override { return open(Json::object(), '{'); }
  bool start_array(std::size_t) override { return open(Json::array(), '['); }
  bool end_object() override { return close('}'); }
  bool end_array() override { return close(']'); }
  bool key(std::string& name) override {
    if (open_.size() == 1)
      in_id_ = name == "id" && id_.empty();  // a second one is refused
    else if (in_id_)
      write(Json(name).dump() += ':');
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
    if (dynamic_cast<const Json::out_of_range*>(&error) != nullptr) {
      refuse_number();
    }
    throw InputError(fmt::format("this line is not JSON, from byte {} on", byte));
  }

 private:
  [[noreturn]] static void refuse_number() {
    throw InputError("a number of this line is too large or too small");
  }
  bool add(Json value, std::string_view as_written = {}) {
    if (in_id_) write(as_written.empty() ? value.dump() : as_written);
    put(std::move(value));
    return true;
  }
  /// The value in its place.
  Json& put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Open& in = open_.back();
    if (in.value->is_array()) return in.value->emplace_back(std::move(value));
    if (!in.is_new(key_))
      throw InputError(fmt::format("the key '{}' is given twice in one place", shown(key_)));
    // Not by emplace(), which looks at all the others.
    Members& members = in.value->get_ref<Json::object_t&>();
    return members.emplace_back(std::move(key_), std::move(value)).second;
  }
  bool open(Json value, char bracket) {
    // What a question says is read and handed back by functions that call themselves.
    constexpr std::size_t deepest = 32;
    if (open_.size() == deepest) {
      throw InputError("this line nests its lists and objects too deep");
    }
    if (in_id_) write(std::string(1, bracket));
    open_.push_back({&put(std::move(value)), {}});
    return true;
  }
  bool close(char bracket) {
    open_.pop_back();
    if (in_id_ && !open_.empty()) id_ += bracket;
    return true;
  }
  /// Goes on with the id.
  void write(std::string_view piece) {
    const bool is_first =
        id_.empty() || std::string_view("[{:").find(id_.back()) != std::string::npos;
    if (!is_first) id_ += ',';
    id_ += piece;
  }

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
  std::string id_;
};

}  // namespace

Json parse_json(std::string_view text, std::string* id) {
  // The library takes a null for the end.
  if (text.find('\0') != std::string_view::npos) throw InputError("this line is not JSON");
  Reader reader;
  try {
    Json::sax_parse(text, &reader);
  } catch (const InputError&) {
    if (id != nullptr) *id = reader.take_id();
    throw;
  }
  if (id != nullptr) *id = reader.take_id();
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
