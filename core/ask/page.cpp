#include "core/ask/page.h"

#include <fmt/format.h>

#include "core/ask/ask.h"

namespace warodds {

std::string percent_encoded(std::string_view text) {
  // All else ends a link, or is changed, somewhere: in a chat, in a shell, in Markdown.
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  std::string encoded;
  for (const char character : text) {
    if (plain.find(character) != std::string_view::npos) {
      encoded += character;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
  }
  return encoded;
}

std::string link_to(const Question& question, const std::string& page) {
  return page + "#" + percent_encoded(to_json(question));
}

std::string page_with(const Question& question, std::string page) {
  constexpr std::string_view place = "<script type=\"application/json\" id=\"question\">";
  const auto at = page.find(place);
  if (at == std::string::npos) return "";
  // No name may end the element that it stands in.
  std::string inside;
  for (const char character : to_json(question)) {
    if (character == '<') {
      inside += "\\u003c";
    } else {
      inside += character;
    }
  }
  return page.insert(at + place.size(), inside);
}

}  // namespace warodds
