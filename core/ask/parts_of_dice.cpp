// What each ability, setting and stat does: what an answer would be without it.
#include <stdexcept>
#include <utility>

#include "core/ask/play.h"
#include "core/design/cells.h"
#include "core/text/error.h"

namespace warodds {

void add_parts_of_dice(const Matchup& matchup, const OutcomesAsked& outcomes, int rounds,
                       const EngineSettings& settings, const Engines& engines, const Watch& watch,
                       PlayReport& report) {
  const bool is_fight = outcomes.of == OutcomeOf::fight;
  PartsOfDice& parts = report.parts.emplace();
  parts.quantities = outcomes.quantities;
  if (parts.quantities.empty()) {
    parts.quantities = parse_quantities(
        is_fight ? "attacker.damage.mean,attacker.destroys,defender.damage.mean" : "win,lose",
        outcomes.of);
  }
  const CellQuestion question{.engine = engine_for(settings, engines),
                              .settings = settings,
                              .quantities = parts.quantities,
                              .rounds = rounds,
                              .frame = {report.from, report.until, outcomes.condition},
                              .players = report.players,
                              .given = {}};
  const auto values_of = [&](const Matchup& of) {
    Table table = table_of(of, question);
    const auto same = [&](std::size_t) { return of; };
    return answer_cells(question, 1, "variants", same, watch.quiet(), table).front().values;
  };
  parts.as_asked = values_of(matchup);
  const Use use{is_fight                  ? UsedIn::fights
                : matchup.is_of_several() ? UsedIn::armies
                                          : UsedIn::battles,
                report.command};
  for (Unusual& one : matchup.unusual()) {
    WithoutOne& without = parts.without.emplace_back(WithoutOne{std::move(one)});
    try {
      Matchup other = matchup;
      other.set({without.what.key, without.what.usual, "--parts"}, use);
      without.values = values_of(other);
    } catch (const std::runtime_error& error) {
      if (watch.stopped()) throw;
      without.why_not = error.what();
    }
  }
}

}  // namespace warodds
