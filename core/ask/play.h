// What is played: a question made ready for an engine, and the report that comes of its answer.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/answer/engine.h"
#include "core/ask/outcome_question.h"
#include "core/ask/reports.h"

namespace warodds {

/// A question of what is played, as engines take it.
using PlayedQuestion = std::variant<FightQuestion, BattleQuestion, SequenceQuestion>;

struct Play {
  PlayReport report;  ///< all but the answer and what is read off it
  PlayedQuestion question;
  std::vector<std::string> remarks = {};  ///< what a reader should know, whatever the answer
};

/// Puts it to the engine: the report with the answer, under the condition if there is one, and all
/// that is asked of outcomes but `shown`. Throws InputError and NoAnswer.
PlayReport played(Play play, const OutcomesAsked& outcomes, const Engine& engine,
                  const Watch& watch);
/// The numbers that are asked for by name.
std::vector<ShownQuantity> numbers_of(const PlayReport& report, const OutcomesAsked& outcomes);

/// The same question to both engines.
Agreement compare_engines(const PlayedQuestion& question, const EngineSettings& settings,
                          const Engines& engines, const Watch& watch);

}  // namespace warodds
