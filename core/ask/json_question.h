// Questions as JSON, as they are read. Not installed.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "core/ask/question.h"

namespace warodds {

using Json = nlohmann::ordered_json;

/// The JSON object that a line holds; no key twice, nothing nested too deep. Throws InputError.
Json parse_object(std::string_view line);

/// The question that such an object states; an "id" does not matter. Throws InputError.
Question question_of(const Json& json);

}  // namespace warodds
