#include "tests/cli/json_schema.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <stdexcept>
#include <vector>

namespace warodds::test {
namespace {

using Json = nlohmann::json;

bool is_of(const Json& value, const std::string& type) {
  if (type == "integer") {
    return value.is_number_integer() ||
           (value.is_number() && value.get<double>() == std::trunc(value.get<double>()));
  }
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  throw std::logic_error("no type: " + type);
}

class Check {
 public:
  explicit Check(const Json& definitions) : definitions_(definitions) {}

  std::string fault(const Json& value, const Json& schema, const std::string& at) const {
    if (schema.is_boolean()) return schema.get<bool>() ? "" : at + ": nothing is allowed";
    for (const auto& [word, of] : schema.items()) {
      const std::string found = fault(value, schema, word, of, at);
      if (!found.empty()) return found;
    }
    return "";
  }

 private:
  std::string fault(const Json& value, const Json& schema, const std::string& word, const Json& of,
                    const std::string& at) const {
    const auto unless = [&](bool good) { return good ? "" : at + ": " + word + " " + of.dump(); };
    if (word == "description" || word == "default") return "";
    if (word == "$ref") return fault(value, definitions_.at(of.get<std::string>().substr(8)), at);
    if (word == "const") return unless(value == of);
    if (word == "enum") return unless(std::find(of.begin(), of.end(), value) != of.end());
    if (word == "type") {
      const Json types = of.is_array() ? of : Json::array({of});
      return unless(std::any_of(types.begin(), types.end(),
                                [&](const Json& type) { return is_of(value, type); }));
    }
    if (word == "anyOf") {
      std::string why;
      for (const Json& one : of) {
        const std::string found = fault(value, one, at);
        if (found.empty()) return "";
        // The one that gets farthest is what was meant.
        if (found.find(':') > why.find(':') || why.empty()) why = found;
      }
      return why;
    }
    if (word == "minimum") return unless(!value.is_number() || value >= of);
    if (word == "maximum") return unless(!value.is_number() || value <= of);
    if (word == "minItems") return unless(!value.is_array() || value.size() >= of);
    if (word == "pattern") {
      return unless(!value.is_string() ||
                    std::regex_search(value.get<std::string>(), std::regex(of.get<std::string>())));
    }
    if (word == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
        const std::string found = fault(value[i], of, at + "/" + std::to_string(i));
        if (!found.empty()) return found;
      }
      return "";
    }
    if (word == "required") {
      for (const Json& key : of) {
        if (value.is_object() && !value.contains(key)) return at + ": has no " + key.dump();
      }
      return "";
    }
    if (word == "properties" || word == "patternProperties" || word == "additionalProperties") {
      return value.is_object() ? of_members(value, schema, word, of, at) : "";
    }
    throw std::logic_error("no word of our schemas: " + word);
  }

  std::string of_members(const Json& value, const Json& schema, const std::string& word,
                         const Json& of, const std::string& at) const {
    const auto matching = [](const Json& patterns, const std::string& key) -> const Json* {
      for (const auto& [pattern, one] : patterns.items()) {
        if (std::regex_search(key, std::regex(pattern))) return &one;
      }
      return nullptr;
    };
    for (const auto& [key, member] : value.items()) {
      const Json* held_to = nullptr;
      if (word == "properties") {
        held_to = of.contains(key) ? &of[key] : nullptr;
      } else if (word == "patternProperties") {
        held_to = matching(of, key);
      } else {
        const bool is_named = schema.contains("properties") && schema["properties"].contains(key);
        const bool is_like = schema.contains("patternProperties") &&
                             matching(schema["patternProperties"], key) != nullptr;
        if (!is_named && !is_like) held_to = &of;
      }
      if (held_to == nullptr) continue;
      const std::string found = fault(member, *held_to, at + "/" + key);
      if (!found.empty()) return found;
    }
    return "";
  }

  const Json& definitions_;
};

}  // namespace

std::string JsonSchema::fault(const Json& value, const std::string& definition) const {
  return Check(definitions()).fault(value, definitions().at(definition), "");
}

}  // namespace warodds::test
