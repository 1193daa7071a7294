// Reads the text of a field. Strict, so that an unreadable test input cannot pass as a default.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "reference.h"

namespace reference {

/// The field's text, which must be there.
inline const std::string& text(const Fields& fields, const std::string& key) {
  const auto field = fields.find(key);
  if (field == fields.end()) throw std::invalid_argument("reference: no field '" + key + "'");
  return field->second;
}

/// The field's text, or `fallback` if it is not written.
inline std::string text(const Fields& fields, const std::string& key, const std::string& fallback) {
  const auto field = fields.find(key);
  return field == fields.end() ? fallback : field->second;
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

inline int number(const Fields& fields, const std::string& key, int fallback) {
  return number_in(key, text(fields, key, std::to_string(fallback)));
}

/// A number, or nothing for "none"; `fallback` is the text of a field that is not written.
inline std::optional<int> number_or_none(const Fields& fields, const std::string& key,
                                         const std::string& fallback = "none") {
  const std::string value = text(fields, key, fallback);
  if (value == "none") return std::nullopt;
  return number_in(key, value);
}

/// The field's value, which must be one of `words`; the first if it is not written.
inline std::string word(const Fields& fields, const std::string& key,
                        std::initializer_list<const char*> words) {
  const std::string value = text(fields, key, *words.begin());
  for (const char* allowed : words) {
    if (value == allowed) return value;
  }
  throw std::invalid_argument("reference: '" + key + "' is '" + value + "'");
}

/// Yes or no; no if it is not written.
inline bool yes(const Fields& fields, const std::string& key) {
  return word(fields, key, {"no", "yes"}) == "yes";
}

template <typename Number>
ResultOf<Number> illegal(const std::string& why) {
  ResultOf<Number> result;
  result.legal = false;
  result.why = why;
  return result;
}

}  // namespace reference
