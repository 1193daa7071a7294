// Questions as JSON, as they are read: the kinds of values that are more than a text or a number.
// Not installed.
#pragma once

#include <memory>

#include "core/ask/json_text.h"
#include "core/ask/option.h"
#include "core/roster/node.h"

namespace warodds {

/// The question that an object states; an "id" does not matter. Throws InputError, also for paths
/// of files that are not allowed.
Question question_of(const Json& json, const AllowedFiles& files);

// What follows throws InputError; `where` begins its messages.

/// A single value as users write it on a command line.
std::string text_of(const Json& value, const std::string& where);
/// A value as a tree. `key`: under which it stands.
Node json_tree(const Json& json, const std::string& where, const std::string& key = "");
/// Settings of attacks, by their keys or as texts behind --with.
void read_situation(questions::OfUnits& units, const Said& said);
/// A step of a sequence: a text as on a command line, a unit, or a unit with a situation.
StepRequest step_in(const Json& value, std::size_t number);
/// The roster that a list of units is.
std::shared_ptr<const Roster> units_in(const Said& said, const std::string& system);

}  // namespace warodds
