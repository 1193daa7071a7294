// Sequences and their steps as users write them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/ask/play.h"
#include "core/ask/question.h"

namespace warodds {

/// Steps of one sequence.
inline constexpr std::size_t most_steps = 1000;
/// Refuses one more than that. Throws InputError.
void require_room_for_step(std::size_t steps);

/// A step as one text: "UNIT", "UNIT with KEY=VALUE,…" or "damage=AMOUNT". A unit's name may have
/// the word "with" in it: only where KEY= follows do settings begin. Throws InputError; `where`
/// names the step.
StepRequest parse_step(std::string_view text, const std::string& where);

/// A sequence, made ready to be put to an engine. `command`: for messages. Throws InputError, or
/// NoAnswer where the rules allow no such sequence.
Play play_of_sequence(const questions::Duel& question, const questions::InSteps& steps,
                      const std::string& command);

}  // namespace warodds
