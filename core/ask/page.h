// Questions for the page in the browser.
#pragma once

#include <string>
#include <string_view>

#include "core/ask/question.h"

namespace warodds {

/// A text as it may stand in an address, wherever that is pasted: letters, digits, - _ and . stay.
std::string percent_encoded(std::string_view text);

/// The page's address that asks the question; `page` is that of the page alone. Throws InputError
/// as to_json() does.
std::string link_to(const Question& question, const std::string& page);

/// The page's text with a question inside, which it asks when it is opened; empty where `page` is
/// not the text of the page. Throws InputError as to_json() does.
std::string page_with(const Question& question, std::string page);

}  // namespace warodds
