#include "core/ask/written_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace warodds {

// Numbers and texts look as nlohmann-json writes them.

void Json::append(std::string& to, double value) {
  if (!std::isfinite(value)) {
    to += "null";
    return;
  }
  std::array<char, 64> digits{};
  char* const begin = digits.data();
  const char* const end = nlohmann::detail::to_chars(begin, begin + digits.size(), value);
  to.append(begin, static_cast<std::size_t>(end - begin));
}

void Json::append(std::string& to, std::string_view value) {
  const bool plain = std::all_of(value.begin(), value.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (plain) {
    ((to += '"') += value) += '"';
  } else {
    to += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

std::string Json::pretty() const { return nlohmann::ordered_json::parse(text_).dump(1); }

}  // namespace warodds
