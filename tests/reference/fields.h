// Reads the text of a field. Strict, so that a misspelt test input cannot pass as a default.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "reference.h"

namespace reference {

inline const std::string& text(const Fields& fields, const std::string& key) {
  const auto field = fields.find(key);
  if (field == fields.end()) throw std::invalid_argument("reference: no field '" + key + "'");
  return field->second;
}

inline int number_in(const std::string& key, const std::string& value) {
  std::size_t read = 0;
  int number = 0;
  try {
    number = std::stoi(value, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || read != value.size()) {
    throw std::invalid_argument("reference: '" + key + "' is '" + value + "', not a number");
  }
  return number;
}

inline int number(const Fields& fields, const std::string& key) {
  return number_in(key, text(fields, key));
}

inline std::optional<int> number_or_none(const Fields& fields, const std::string& key) {
  if (text(fields, key) == "none") return std::nullopt;
  return number(fields, key);
}

/// The field's value, which must be one of `words`.
inline const std::string& word(const Fields& fields, const std::string& key,
                               std::initializer_list<const char*> words) {
  const std::string& value = text(fields, key);
  for (const char* allowed : words) {
    if (value == allowed) return value;
  }
  throw std::invalid_argument("reference: '" + key + "' is '" + value + "'");
}

inline bool yes(const Fields& fields, const std::string& key) {
  return word(fields, key, {"yes", "no"}) == "yes";
}

template <typename Number>
ResultOf<Number> illegal(const std::string& why) {
  ResultOf<Number> result;
  result.legal = false;
  result.why = why;
  return result;
}

}  // namespace reference
