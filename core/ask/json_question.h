// Questions as JSON, as they are read. Not installed.
#pragma once

#include "core/ask/json_text.h"
#include "core/ask/question.h"

namespace warodds {

/// The question that an object states; an "id" does not matter. Throws InputError.
Question question_of(const Json& json);

}  // namespace warodds
