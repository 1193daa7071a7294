// Answers about battles of sides of several units.
#include "core/ask/army_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/answer/add_points.h"
#include "core/answer/army_players.h"
#include "core/ask/army_question.h"
#include "core/design/cells.h"
#include "core/systems/systems.h"
#include "core/systems/traits/joined_fights.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// What a reader should know of how the battle goes.
void add_remarks(const Matchup& matchup, const AskedArmies& asked, BattleAnswer& answer) {
  std::visit(
      [&](const auto& battle) {
        for (const Side side : both_sides) {
          if (battle.why_no_attack(side).empty()) continue;
          answer.remarks.push_back(fmt::format("no unit of the {} can attack as things stand: {}",
                                               to_string(side), battle.why_no_attack(side)));
        }
      },
      matchup.army_battle());
  // Where both sides act at once, it is the unit's own choice.
  const bool of_target = matchup.has_reply() || joins_fights(matchup);
  const std::string key = of_target ? matchup.choice_key(Side::defender) : "";
  for (const Side side : both_sides) {
    for (const AskedArmies::Unit& unit : asked.units[side]) {
      for (const Setting& setting : unit.with) {
        if (key.empty() || setting.key != key) continue;
        answer.remarks.push_back(
            fmt::format("whomever {} attacks: {}={}", unit.name, setting.key, setting.value));
      }
    }
  }
}

UnitNames names_of_units(const AskedArmies& asked) {
  UnitNames names;
  for (const Side side : both_sides) {
    for (const AskedArmies::Unit& unit : asked.units[side]) names[side].push_back(unit.name);
  }
  return names;
}

/// Seconds that the battles of some of the units take, roughly: one without each unit, or one of
/// every set of them. None of them takes longer than that of all.
double seconds_of_parts(const Matchup& matchup, int rounds, const Engine& engine, bool of_sets) {
  double battles = 0;
  for (const Side side : both_sides) {
    const std::size_t units = matchup.units(side).size();
    const bool few = units <= most_units_of_shapley;
    battles += of_sets && few ? std::exp2(static_cast<double>(units)) : static_cast<double>(units);
  }
  return seconds_of_battle(matchup, rounds, engine) * battles;
}

/// The engine for battles of which only the odds are wanted.
EngineSettings for_parts(const EngineSettings& settings, bool exact) {
  EngineSettings quick = settings;
  quick.choice = exact ? EngineChoice::exact : EngineChoice::sim;
  if (!exact && !quick.precision) {
    quick.trials = std::min(settings.trials.value_or(default_trials), default_trials_of_many);
  }
  return quick;
}

}  // namespace

bool joins_fights(const Matchup& matchup) {
  bool joins = false;
  with_system(matchup.system(), "", [&](auto of) { joins = JoinsFights<decltype(of)>; });
  return joins;
}

ArmyReport answer_armies(const Matchup& matchup, const ArmyQuestion& question,
                         const Engines& engines, const Watch& watch) {
  const EngineSettings& settings = question.engine;
  const Engine engine = engine_for(settings, engines);
  ArmyReport report;
  report.command = question.command;
  report.asked = describe_armies(matchup, question.situation);
  const OutcomesAsked& outcomes = question.outcomes;
  const std::vector<Quantity>& quantities = outcomes.quantities();
  const bool names_parts =
      std::any_of(quantities.begin(), quantities.end(),
                  [](const Quantity& quantity) { return quantity.subject == "part"; });
  if (names_parts && outcomes.has_condition()) {
    throw InputError(
        "attacker[UNIT].part is what a unit adds to the odds of winning; it is not told under "
        "--given");
  }
  const AnyArmyBattle battle = matchup.army_battle();
  report.answer = fought(matchup, {}, question.rounds, engine, watch,
                         {outcomes.laws(battle, names_of_units(report.asked)), false,
                          question.until ? &*question.until : nullptr});
  report.until = question.until;
  report.can_break = std::visit([](const auto& of) { return of.can_break(); }, battle);
  add_remarks(matchup, report.asked, report.answer);
  report.left_if_wins = outcomes.left_if_wins(report.answer.laws);
  outcomes.add_left_if_wins(report.answer);
  report.condition = outcomes.apply(report.answer);
  add_points(report.answer, battle, outcomes.condition());
  report.joint = outcomes.joint(report.answer.laws);
  report.luck = outcomes.luck(report.answer, battle);
  // An event may speak of the unit without which a battle is then fought.
  if (names_parts && question.until) {
    throw InputError("attacker[UNIT].part is of battles to the end; it is not told with --until");
  }
  const bool wants_parts =
      names_parts || (quantities.empty() && !outcomes.has_condition() && !question.until);
  const bool shared_out = settings.chunks || settings.tallies;
  // Battles that are tried out at every choice take too long to be fought without each unit, too.
  const bool tried_out = matchup.conduct(Side::attacker).tries_with_dice() ||
                         matchup.conduct(Side::defender).tries_with_dice();
  const bool exact = report.answer.origin.exact;
  const auto has_time = [&](bool of_sets) {
    if (!exact) return !of_sets;
    constexpr double share = 0.2;  // of the time: predictions of battles of several units are rough
    const double seconds = seconds_of_parts(matchup, question.rounds, engine, of_sets);
    return seconds <= share * settings.time_limit;
  };
  if (wants_parts && !shared_out && !tried_out && has_time(false)) {
    const Engine quick = engine_for(for_parts(settings, exact), engines);
    try {
      add_parts(matchup, question.rounds, quick, watch, has_time(true), report.answer);
    } catch (const NoAnswer& error) {
      if (!watch.stopped()) throw;
      report.answer.remarks.push_back(std::string("no parts of the units: ") + error.what());
    }
  }
  report.shown = outcomes.numbers(report.answer);
  return report;
}

}  // namespace warodds
