// The JSON Schema of all questions: it follows from the records of commands and options, and from
// the fields of the systems. Not installed.
#pragma once

#include "core/ask/command.h"
#include "core/ask/json_text.h"

namespace warodds {

/// What units, sides, settings and steps are, for what refers to them.
void define_units(Json& definitions);
Json schema_of_questions(const Command& command);

}  // namespace warodds
