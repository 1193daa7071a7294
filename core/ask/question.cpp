#include "core/ask/question.h"

#include <algorithm>

#include "core/ask/command.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {

std::optional<double> questions::AtBudget::budget() const {
  if (budgets.size() > 1) throw NotTogether("--budget: only prices takes several");
  return budgets.empty() ? std::nullopt : std::optional(budgets.front());
}

std::vector<RosterSource*> rosters_of(Question& question) {
  std::vector<RosterSource*> rosters;
  if (auto* of = part_of<questions::OfRoster>(question)) rosters.push_back(&of->roster);
  if (auto* of = part_of<questions::Against>(question)) rosters.push_back(&of->against);
  if (auto* of = part_of<questions::OfVersions>(question)) rosters.push_back(&of->old);
  if (auto* of = part_of<questions::SinceOlder>(question)) rosters.push_back(&of->older);
  return rosters;
}

void read_rosters(Question& question) {
  const auto* of = part_of<questions::OfRoster>(question);
  if (of == nullptr) return;
  for (RosterSource* source : rosters_of(question)) source->given = load(*source, of->system);
}

std::vector<std::string> files_of(Question& question) {
  std::vector<std::string> files;
  for (const RosterSource* roster : rosters_of(question)) files.push_back(roster->path);
  if (const auto* of = part_of<questions::OfFiles>(question)) {
    files.insert(files.end(), of->files.begin(), of->files.end());
  }
  return files;
}

void require_consistent(const Question& question) {
  const auto* by_engine = part_of<questions::ByEngine>(question);
  if (by_engine == nullptr) return;
  const EngineSettings& engine = by_engine->engine;
  if (engine.trials && engine.precision) {
    throw NotTogether(
        "--trials and --precision contradict each other: give how many trials, or how "
        "precise, not both");
  }
  const bool is_simulated = engine.choice != EngineChoice::exact;
  if (engine.chunks && (engine.precision || !is_simulated || engine.choice == EngineChoice::both)) {
    throw NotTogether(
        "--chunks is a part of a simulation of so many --trials: it goes neither with --precision "
        "nor with --engine exact or both");
  }
  const bool is_played = part_of<questions::OfOutcomes>(question) != nullptr ||
                         part_of<questions::Check>(question) != nullptr;
  if (engine.choice == EngineChoice::both && !is_played) {
    throw NotTogether(
        "--engine both compares the engines on one fight, battle or sequence; take auto, exact or "
        "sim");
  }
  const auto* steps = part_of<questions::InSteps>(question);
  if (engine.chunks && steps != nullptr && steps->orders) {
    throw InputError("--chunks is a part of one simulation, and --orders asks for many");
  }
  if (!is_simulated && (engine.trials || engine.precision)) {
    throw Missing("--trials and --precision belong to simulation; --engine exact needs neither");
  }
}

Report answer(const Question& asked, const Engines& engines, const Watch& watch) {
  require_consistent(asked);
  Question question = asked;
  read_rosters(question);
  const auto* by = part_of<questions::ByEngine>(question);
  const ThreadsInUse threads(by != nullptr ? by->engine.threads : 0);
  if (by != nullptr && by->engine.chunks && !by->engine.tallies) {
    return answer_part(question, engines, watch);
  }
  const auto* shown = part_of<questions::Shown>(question);
  const auto* aimed = part_of<questions::Aimed>(question);
  if ((shown != nullptr && shown->show == "help") ||
      (aimed != nullptr && aimed->target == "help")) {
    const auto& of = *part_of<questions::OfRoster>(question);
    questions::Quantities about;
    about.topic = system_of(of, load(of.roster, of.system).get());
    return answer(about, engines, watch);
  }
  const bool limited = by != nullptr && by->engine.limits_all;
  if (!limited) return command_of(question).answer(question, engines, watch);
  // A single answer that is quick does not depend on the clock.
  constexpr double quick = 0.5;
  const bool is_table = part_of<questions::Cells>(question) != nullptr;
  const double seconds = by->engine.time_limit;
  return command_of(question).answer(question, engines,
                                     watch.within(is_table ? seconds : std::max(seconds, quick)));
}

bool is_json_alone(const Report& report) {
  return report.if_is<PartReport>() != nullptr || report.if_is<SchemaReport>() != nullptr;
}

bool is_failure(const Report& report) {
  if (const auto* part = report.if_is<PartReport>()) return !part->cut_short.empty();
  if (const auto* check = report.if_is<CheckReport>()) return !check->agreement.agrees;
  if (const auto* play = report.if_is<PlayReport>()) {
    return play->agreement && !play->agreement->agrees;
  }
  if (const auto* solve = report.if_is<SolveReport>()) {
    return solve->verification && !solve->verification->holds;
  }
  return false;
}

}  // namespace warodds
