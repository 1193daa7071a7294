// Steps of a sequence as users write them.
#pragma once

#include <string>
#include <string_view>

#include "core/ask/question.h"

namespace warodds {

/// A step as one text: "UNIT", "UNIT with KEY=VALUE,…" or "damage=AMOUNT". A unit's name may have
/// the word "with" in it: only where KEY= follows do settings begin. Throws InputError; `where`
/// names the step.
StepRequest parse_step(std::string_view text, const std::string& where);

}  // namespace warodds
