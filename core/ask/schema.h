// Schemas. Not installed.
#pragma once

#include <string>

#include "core/ask/json_text.h"

namespace warodds {

/// Pieces of schemas.
namespace json_schema {
Json of_type(const char* name);
Json list_of(const Json& items);
Json any_of(const Json& kinds);
Json reference(const std::string& name);  ///< to a definition
/// With these members and no others.
Json object_of(const Json& properties, const Json& required = Json::array());
}  // namespace json_schema

struct Command;

// The JSON Schema of all questions: it follows from the records of commands and options, and from
// the fields of the systems.

/// What units, sides, settings and steps are, for what refers to them.
void define_units(Json& definitions);
Json schema_of_questions(const Command& command);

}  // namespace warodds
