// Which armies players bring who want to win.
#include <fmt/format.h>

#include "core/ask/command.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/threads/patience.h"

namespace warodds {
namespace {

void require_points(const Roster& roster, const Contestants& units) {
  for (const Contestant& unit : units) {
    if (unit.points() > 0) continue;
    throw Missing(
        fmt::format("{}: {} has no points; tournament needs what each unit costs (or see prices)",
                    shown(roster.file), shown(unit.name())));
  }
}

/// Of thousands of battles an exact one must be little work, or dice are.
constexpr double seconds_of_a_battle = 0.05;
/// Dice need not tell more than one army from another.
constexpr std::uint64_t trials_of_a_battle = 10'000;

/// The same engines; the exact one has no answer to what takes long.
Engines only_quick(const Engines& engines) {
  return {[exact = engines.exact](const EngineSettings& settings) {
            Engine engine = exact(settings);
            engine.laws.answer = [answer = engine.laws.answer](const PlayedQuestion& question,
                                                               const Watch& watch) {
              WorkBudget budget(seconds_of_a_battle);
              return within({watch.stop, watch.until, &budget},
                            [&] { return answer(question, watch); });
            };
            return engine;
          },
          engines.sim};
}

/// Whom armies meet: those of a roster or, where it has none, each of its units.
Contestants field_of(const Roster& roster) {
  if (!roster.armies.empty()) return armies_of(roster);
  Contestants field;
  for (const AnyUnit& unit : all_units(roster, roster.system)) {
    field.emplace_back(UnitsOfSide{std::string(name_of(unit)), {{unit}}});
  }
  return field;
}

/// How often the army that is looked for is to win; nothing: it is not by that.
std::optional<double> odds_wanted(const questions::Tournament& question) {
  if (question.target.empty()) return std::nullopt;
  const auto equals = question.target.rfind('=');
  const std::string what(trim(question.target.substr(0, equals)));
  const auto odds = equals == std::string::npos
                        ? std::nullopt
                        : read_share(trim(std::string_view(question.target).substr(equals + 1)));
  if (what != "win" || !odds || *odds < 0 || *odds > 1) {
    throw BadValue(fmt::format("--target: '{}' is not how often an army is to win, such as win=80%",
                               shown(question.target)));
  }
  if (question.against.empty()) {
    throw Missing("--target is of an army against others: name their file with --against");
  }
  return odds;
}

Report answer_tournament(const questions::Tournament& question, const Engines& engines,
                         const Watch& watch) {
  const auto budget = question.budget();
  const std::optional<double> wanted = odds_wanted(question);
  if (!budget && !wanted) {
    throw Missing(
        "tournament needs --budget, the points of an army; or, with --against FILE, --target "
        "win=80%, for the cheapest army that wins so often");
  }
  questions::Tournament of_cells = question;
  if (!of_cells.engine.trials && !of_cells.engine.precision) {
    of_cells.engine.trials = trials_of_a_battle;
  }
  of_cells.budgets.clear();  // of an army, whose units are as written
  const bool may_choose = of_cells.engine.choice == EngineChoice::automatic;
  const AskedMeeting meeting =
      meeting_of(of_cells, {}, win_and_lose(), may_choose ? only_quick(engines) : engines);
  require_points(*meeting.roster, meeting.units);
  TournamentQuestion tournament{meeting, {budget, question.most_units, wanted}};
  if (!question.against.empty()) {
    tournament.others = field_of(*load(question.against, meeting.roster->system));
  }
  Tournament answer = answer_tournament(tournament, watch);
  Meeting all{meeting.empty, meeting.conditions, meeting.cells,
              tournament.others.value_or(Contestants())};
  for (const Contestant& unit : meeting.units) {
    all.units.emplace_back(UnitsOfSide{unit.name(), {{unit.unit()}}});
  }
  complete(all, answer);
  return answer;
}

}  // namespace

Command questions::Tournament::command() {
  return {
      .operands = "--roster FILE --budget POINTS",
      .summary = "the armies that players bring who want to win",
      .introduction =
          "Which units of the roster, and how many of each, are brought for the points where "
          "both players choose to win; --against: which do best against the armies of FILE, or, "
          "with --target win=80%, the cheapest that win so often.",
      .without = {"buy"},
      .examples = {{"tournament --roster examples/designer/arcane-legions.toml --budget 80 "
                    "--most-units 2",
                    "who brings what"},
                   {"tournament --roster examples/designer/dwethia-skirmish.toml --against "
                    "examples/designer/dwethia-skirmish.toml --target win=60%",
                    "the cheapest that wins 6 of 10 against these"}},
      .answer = answering(answer_tournament)};
}

}  // namespace warodds
