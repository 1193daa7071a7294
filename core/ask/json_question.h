// Questions as JSON, as they are read. Not installed.
#pragma once

#include "core/ask/allowed_files.h"
#include "core/ask/json_text.h"
#include "core/ask/question.h"

namespace warodds {

/// The question that an object states; an "id" does not matter. Throws InputError, also for paths
/// of files that are not allowed.
Question question_of(const Json& json, const AllowedFiles& files);

}  // namespace warodds
