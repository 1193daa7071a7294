// Answers about battles of sides of several units.
#include "core/ask/army_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/army_players.h"
#include "core/answer/parts_of_units.h"
#include "core/ask/army_question.h"
#include "core/design/cells.h"
#include "core/systems/systems.h"
#include "core/systems/traits/joined_fights.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// What units do in fights in which they cannot do what the enemy that has chosen the fight asks.
template <class System>
void add_what_cannot_be_done(const ArmyBattle<System>& battle, std::vector<std::string>& remarks) {
  for (const Side side : both_sides) {
    for (int unit = 0; unit < battle.size(side); ++unit) {
      for (int enemy = 0; enemy < battle.size(enemy_of(side)); ++enemy) {
        for (int phase = 0; phase < battle.phases(); ++phase) {
          const auto& situation = battle.situation(phase, enemy_of(side), enemy);
          for (const PlayInWords& play : System::play_in_words(
                   Side::defender, {&battle.unit(enemy_of(side), enemy), &battle.unit(side, unit)},
                   situation)) {
            if (!play.key.empty()) continue;
            std::string remark = fmt::format("{} {}", battle.name(side, unit), play.one);
            if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end())
              remarks.push_back(std::move(remark));
          }
        }
      }
    }
  }
}

/// What a reader should know of how the battle goes.
void add_remarks(const Matchup& matchup, const AskedArmies& asked, BattleAnswer& answer) {
  std::visit(
      [&]<class System>(const ArmyBattle<System>& battle) {
        if constexpr (JoinsFights<System>) add_what_cannot_be_done(battle, answer.remarks);
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

PerSide<std::vector<std::string>> names_of_units(const AskedArmies& asked) {
  PerSide<std::vector<std::string>> names;
  for (const Side side : both_sides) {
    for (const AskedArmies::Unit& unit : asked.units[side]) names[side].push_back(unit.name);
  }
  return names;
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

bool has_parts(const BattleAnswer& answer) {
  const auto has_part = [](const UnitAnswer& unit) { return unit.part.has_value(); };
  return std::any_of(both_sides.begin(), both_sides.end(), [&](Side side) {
    return std::any_of(answer.units[side].begin(), answer.units[side].end(), has_part);
  });
}

/// Adds what each unit adds, or says why not: it must not refuse what was asked. Who asks for it by
/// name waits as long as for the answer, and gets it or NoAnswer; others, a fifth of that.
void tell_parts(const Matchup& matchup, const ArmyQuestion& question, bool by_name,
                const Engines& engines, BattleAnswer& answer) {
  const EngineSettings& settings = question.engine;
  const Watch& watch = question.besides;
  const bool exact = answer.origin.exact;
  const Engine quick = engine_for(for_parts(settings, exact), engines);
  const auto seconds = [&](bool with_shapley, double most) {
    return seconds_of_parts(matchup, question.rounds, quick, watch, with_shapley, most);
  };
  const double limit = settings.time_limit * (by_name ? 1 : 0.2);
  const double of_shapley = 0.02 * settings.time_limit;
  try {
    const double needed = exact ? seconds(false, limit) : 0;
    if (needed > limit) {
      throw NoAnswer(
          fmt::format("it would take {}, and {} {:g} s; raise --time-limit", about(needed),
                      by_name ? "the time limit is" : "a fifth of the time limit is", limit));
    }
    // Predictions of many small battles are rough, and nobody has asked for these.
    const bool with_shapley = exact && seconds(true, needed + of_shapley) - needed <= of_shapley;
    add_parts(matchup, question.rounds, quick, watch, with_shapley, answer);
  } catch (const std::runtime_error& error) {
    const bool late = watch.stopped() && !watch.is_interrupted();
    const std::string reason =
        late ? fmt::format("the time limit of {:g} s was reached; raise --time-limit",
                           settings.time_limit)
             : error.what();
    const std::string why =
        fmt::format("what {} left out: {}",
                    has_parts(answer) ? "some units add is" : "each unit adds is", reason);
    if (by_name) throw NoAnswer(why);
    answer.remarks.push_back(why);
  }
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
                  [](const Quantity& quantity) { return quantity.is_of(OutcomeFact::Kind::part); });
  if (names_parts && outcomes.has_condition()) {
    throw InputError(
        "attacker[UNIT].part is what a unit adds to the odds of winning; it is not told under "
        "--given");
  }
  const AnyArmyBattle battle = matchup.army_battle();
  report.answer = outcomes.answered(battle, [&] {
    return fought(matchup, {}, question.rounds, engine, watch,
                  {outcomes.laws(battle, names_of_units(report.asked)),
                   question.until ? &*question.until : nullptr});
  });
  report.until = question.until;
  report.can_break = std::visit([](const auto& of) { return of.can_break(); }, battle);
  add_remarks(matchup, report.asked, report.answer);
  report.left_if_wins = outcomes.left_if_wins(report.answer.laws);
  outcomes.add_left_if_wins(report.answer);
  report.condition = report.answer.condition;
  outcomes.add_remarks(report.answer, battle, question.until);
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
  if (wants_parts && !shared_out && !tried_out) {
    tell_parts(matchup, question, names_parts, engines, report.answer);
  }
  report.shown = outcomes.numbers(report.answer);
  return report;
}

}  // namespace warodds
