// What is played: a question made ready for an engine, what is asked of its outcomes, and the
// report that comes of its answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/answer/engine.h"
#include "core/answer/luck.h"
#include "core/answer/quantity.h"
#include "core/ask/question.h"
#include "core/ask/reports.h"
#include "core/play/matchup.h"

namespace warodds {

/// What is asked of outcomes besides what every answer says.
struct OutcomesAsked {
  OutcomeOf of;
  std::vector<Quantity> quantities = {};
  std::optional<Event> condition = {};  ///< one that whatever outcome meets is none, ...
  std::optional<Event> sure = {};       ///< ... but this
  std::optional<std::pair<OutcomeFact, OutcomeFact>> joint = {};
  std::vector<ObservedFact> observed = {};
};
/// `show`: as in questions::Shown. Throws InputError.
OutcomesAsked outcomes_asked(const questions::OfOutcomes& question, const std::string& show,
                             OutcomeOf of);

struct Play {
  PlayReport report;  ///< all but the answer and what is read off it
  PlayedQuestion question;
  std::vector<std::string> remarks = {};  ///< what a reader should know, whatever the answer
};

/// A step of a sequence as one text: "UNIT", "UNIT with KEY=VALUE,…" or "damage=AMOUNT". A unit's
/// name may have the word "with" in it: only where KEY= follows do settings begin. Throws
/// InputError; `where` names the step.
StepRequest parse_step(std::string_view text, const std::string& where);
/// A sequence. `command`: for messages; `from`: how its target stands, "" as at first. Throws
/// InputError, or NoAnswer where the rules allow no such sequence.
Play play_of_sequence(const questions::Duel& question, const questions::InSteps& steps,
                      const std::string& command, const std::string& from = "");

/// Puts it to the engine: the report with the answer, under the condition if there is one, and all
/// that is asked of outcomes but `shown`. Throws InputError and NoAnswer.
PlayReport played(Play play, const OutcomesAsked& outcomes, const EngineSettings& settings,
                  const Engines& engines, const Watch& watch);
/// The numbers that are asked for by name.
std::vector<ShownQuantity> numbers_of(const PlayReport& report, const OutcomesAsked& outcomes);

/// The same question to both engines.
Agreement compare_engines(PlayedQuestion question, const EngineSettings& settings,
                          const Engines& engines, const Watch& watch);

// What is worked out beside an answer: what the same question comes to if who has made no choice
// plays best, and what each of several units adds.

/// The sides whose choice is set: it is known to the other side.
KnownChoices known_choices(const std::vector<Setting>& situation, const Matchup& matchup);

/// Adds it to the report of what was asked; nothing where it was not asked for, takes too long or
/// cannot be had; if it was asked for in so many words, remarks say why.
void add_best_beside(const questions::Fight& question, Matchup matchup, const Engines& engines,
                     const Watch& watch, PlayReport& report);
/// Where it is of fewer rounds than what was asked, it is partial: of as many as its rounds go to.
void add_best_beside(const questions::Battle& question, const Matchup& matchup,
                     const Engines& engines, const Watch& watch, PlayReport& report);

/// Adds what each unit of sides of several adds, or says in a remark why not: it must not refuse
/// what was asked. Who asks for it by name waits as long as for the answer, and gets it or
/// NoAnswer; others, a fifth of that.
void add_parts_beside(const Matchup& matchup, int rounds, bool by_name,
                      const EngineSettings& settings, const Engines& engines, const Watch& watch,
                      Answer& answer);

/// Adds what each stat and setting does that is not at its default, by the quantities that are
/// asked for.
void add_parts_of_dice(const Matchup& matchup, const OutcomesAsked& outcomes, int rounds,
                       const EngineSettings& settings, const Engines& engines, const Watch& watch,
                       PlayReport& report);

PlayReport fight_of_two(const questions::Fight& question, const Engines& engines,
                        const Watch& watch);
/// Whom of several the first unit of a question should attack.
TargetsReport answer_targets(const questions::Fight& question, const Engines& engines,
                             const Watch& watch);

}  // namespace warodds
