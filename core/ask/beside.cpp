#include "core/ask/play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/answer/best_players.h"
#include "core/answer/parts_of_units.h"
#include "core/ask/matchup_question.h"
#include "core/design/cells.h"
#include "core/numbers/limits.h"
#include "core/systems/traits/actions.h"
#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds {
namespace {

/// How long it may take.
double seconds_for(const questions::BestBeside& asked, const EngineSettings& settings) {
  constexpr double quick = 0.2;
  return asked.best ? settings.time_limit : asked.best_if_quick ? settings.time_limit * quick : 0;
}

/// Adds `best(engine, who)`, if there is one.
template <class Best>
void add_if_found(const questions::BestBeside& asked, const EngineSettings& settings,
                  const Engines& engines, const Watch& watch, PlayReport& report,
                  const Best& best) {
  const AssumedPlays& assumed = report.asked.assumed;
  const PerSide<bool> who{!assumed.attacker.empty(), !assumed.defender.empty()};
  EngineSettings exactly = settings;
  exactly.choice = EngineChoice::exact;
  exactly.time_limit = seconds_for(asked, settings);
  if (exactly.time_limit == 0 || (!who.attacker && !who.defender)) return;
  try {
    if (watch.stopped()) throw watch.ended();
    report.best = best(engine_for(exactly, engines), who);
  } catch (const std::runtime_error& error) {     // it takes too long, or cannot be had here
    if (asked.best && !watch.is_interrupted()) {  // what was asked for has an answer
      report.answer.remarks.push_back(fmt::format("if both play their best: {}", error.what()));
    }
  }
}

/// The settings with which best play is that of a single attack.
std::vector<Setting> for_one_attack(const Matchup& matchup) {
  std::vector<Setting> settings;
  matchup.visit([&]<class System>(const SidesOf<System>&) {
    if constexpr (HasActions<System>) {
      for (const auto& [key, value] : System::settings_of_one_attack()) {
        settings.push_back({std::string(key), std::string(value), "best play"});
      }
    }
  });
  return settings;
}

/// The share of battles that come to the last round and are undecided after it.
double going_on(const BestPlay& best, int last) {
  const Distribution& rounds = best.battle->rounds;
  const double ends = rounds.max() < last ? 0 : rounds.probability(last);
  return std::min(ends + best.battle->rounds_cut_off, best.battle->end(BattleEnd::undecided).value);
}

/// The battle of a question in which these players play best: of as many rounds as it says, or to
/// the end. A plan for every round needs a last one: it is put off until no battle comes to it,
/// or so few that they do not show and hardly fewer come to a later one, or for longer there is no
/// time.
BestPlay best_battle(const questions::Battle& question, const Matchup& matchup,
                     const BestPlayers& players, const Engine& engine, const Watch& watch,
                     const Answer& as_told) {
  std::optional<Event> until;
  if (!question.until.empty()) until = Event(question.until, OutcomeOf::battle);
  const Event* const until_event = until ? &*until : nullptr;
  const int by_rules =
      std::visit([](const auto& of) { return of.most_rounds(); },
                 battle_of(matchup, {}, 0, engine, watch, until_event, question.from));
  const auto within_rules = [&](int rounds) {
    return by_rules > 0 ? std::min(rounds, by_rules) : rounds;
  };
  const auto planned_for = [&](int rounds) {
    if (rounds > 0) rounds = within_rules(rounds);
    const AnyBattle battle =
        battle_of(matchup, players, rounds, engine, watch, until_event, question.from);
    return BestPlay{players.best, engine.laws.answer(BattleQuestion{battle, rounds}, watch)};
  };
  if (question.rounds || !question.policy.empty() || matchup.assigns_damage()) {
    return planned_for(question.rounds.value_or(rounds_planned(matchup)));
  }
  int rounds = within_rules(default_best_rounds);
  BestPlay best = planned_for(rounds);
  constexpr double hardly_any = 1e-12, does_not_show = 1e-6, hardly_fewer = 0.01;
  double left = going_on(best, rounds);
  while (left > hardly_any && rounds != by_rules && rounds < limits_of_rounds.most) {
    const int more = within_rules(std::min(2 * rounds, limits_of_rounds.most));
    try {
      best = planned_for(more);
    } catch (const NoAnswer&) {
      break;
    }
    rounds = more;
    const double before = std::exchange(left, going_on(best, rounds));
    if (left < does_not_show && left > hardly_fewer * before) break;
    // Nobody does anything: that goes on for ever.
    constexpr double as_good_as_all = 0.999999;
    const bool is_usually_over = rounds / 4 > as_told.rounds.quantile(0.999);
    if (is_usually_over && left > as_good_as_all * before) break;
  }
  Origin& origin = best.battle->origin;
  origin.partial = left > hardly_any && rounds != by_rules;
  if (origin.partial) origin.why_partial = fmt::format("of {} rounds", rounds);
  return best;
}

/// What both sides do who attack as often as they may where that is worth something to somebody
/// (B7b): where best play is another if nobody may pass.
void add_never_passing(const questions::Battle& question, const Matchup& matchup,
                       BestPlayers players, const BestPlay& best, const Engine& engine,
                       const Watch& watch, PlayReport& report) {
  matchup.visit([&]<class System>(const SidesOf<System>&) {
    if constexpr (HasActions<System>) {
      constexpr double worth_saying = 0.001;
      players.pass = false;
      BestPlay without;
      try {
        without = best_battle(question, matchup, players, engine, watch, report.answer);
      } catch (const NoAnswer&) {  // nobody has asked for it
        return;
      }
      const auto odds = [](const BestPlay& play) { return play.battle->win(Side::attacker).value; };
      if (std::abs(odds(best) - odds(without)) < worth_saying) return;
      const PlayInWords& words = System::never_passing;
      const AssumedPlay play{std::string(words.key), std::string(words.one),
                             std::string(words.many)};
      AssumedPlays plays;
      if (!players.known.in_attack.attacker) plays.attacker.push_back(play);
      if (!players.known.in_reply.defender) plays.defender.push_back(play);
      add(plays, report.asked.assumed);
    }
  });
}

}  // namespace

KnownChoices known_choices(const std::vector<Setting>& situation, const Matchup& matchup) {
  KnownChoices known;
  for (const Side side : both_sides) {
    known.in_attack[side] = sets(situation, matchup.choice_key(side));
    known.in_reply[side] = sets(situation, matchup.reply_choice_key(side));
  }
  return known;
}

void add_best_beside(const questions::Fight& question, Matchup matchup, const Engines& engines,
                     const Watch& watch, PlayReport& report) {
  const auto best = [&](const Engine& engine, const PerSide<bool>& who) {
    const NamedPayoff payoff = matchup.payoffs().front();
    if (payoff.payoff == Payoff::win) {
      throw NoAnswer("best play is of whole battles here: ask battle");
    }
    BestPlay found{who, {}, std::string(payoff.name), std::string(payoff.meaning)};
    for (const Setting& setting : for_one_attack(matchup)) {
      matchup.set_situation(setting, {UsedIn::best_play, question.name});
      found.settings.push_back(written(setting));
    }
    const KnownChoices known = known_choices(question.situation, matchup);
    found.worth =
        engine.solve.answer({matchup.battle(OpenPlay{payoff.payoff, known}), 1}, watch).value();
    return found;
  };
  add_if_found(question, question.engine, engines, watch, report, best);
}

void add_best_beside(const questions::Battle& question, const Matchup& matchup,
                     const Engines& engines, const Watch& watch, PlayReport& report) {
  const auto best = [&](const Engine& engine, const PerSide<bool>& who) {
    // Who is told to play best goes on to do so.
    const PerSide<bool>& told = report.players.best;
    const BestPlayers players{{who.attacker || told.attacker, who.defender || told.defender},
                              {},
                              known_choices(question.situation, matchup)};
    BestPlay found = best_battle(question, matchup, players, engine, watch, report.answer);
    add_never_passing(question, matchup, players, found, engine, watch, report);
    return found;
  };
  add_if_found(question, question.engine, engines, watch, report, best);
}

namespace {

/// The engine for battles of which only the odds are wanted. Nobody has asked for them unless
/// `by_name`: simulated, all of them together then have as many trials as the battle has had.
EngineSettings for_parts(const Matchup& matchup, bool by_name, const EngineSettings& settings,
                         const Origin& origin) {
  constexpr std::uint64_t least = 1000;
  EngineSettings quick = settings;
  quick.choice = origin.exact ? EngineChoice::exact : EngineChoice::sim;
  if (origin.exact || (by_name && settings.precision)) return quick;
  quick.trials = std::min(settings.trials.value_or(default_trials), default_trials_of_many);
  if (by_name) return quick;
  const auto battles = static_cast<std::uint64_t>(std::max(battles_of_parts(matchup), 1));
  const std::uint64_t share = std::max(origin.trials / battles, least);
  quick.trials = std::min(settings.precision ? origin.trials : *quick.trials, share);
  quick.precision.reset();
  return quick;
}

bool has_parts(const Answer& answer) {
  const auto has_part = [](const UnitAnswer& unit) { return unit.part.has_value(); };
  return std::any_of(both_sides.begin(), both_sides.end(), [&](Side side) {
    return std::any_of(answer.units[side].begin(), answer.units[side].end(), has_part);
  });
}

}  // namespace

void add_parts_beside(const Matchup& matchup, int rounds, bool by_name,
                      const EngineSettings& settings, const Engines& engines, const Watch& watch,
                      Answer& answer) {
  const bool exact = answer.origin.exact;
  const Engine quick = engine_for(for_parts(matchup, by_name, settings, answer.origin), engines);
  const double limit = settings.time_limit * (by_name ? 1 : 0.4);
  const auto patience = [&](WorkBudget& budget) {
    return Patience{watch.stop, watch.until, &budget};
  };
  WorkBudget of_parts(limit);
  try {
    within(patience(of_parts), [&] {
      add_parts(matchup, rounds, quick, watch, answer);
      return 0;
    });
  } catch (const std::runtime_error& error) {
    const bool late = watch.stopped() && !watch.is_interrupted();
    const std::string reason =
        late ? fmt::format("the time limit of {:g} s was reached; raise --time-limit",
                           settings.time_limit)
        : of_parts.is_over()
            ? fmt::format(
                  "it would take more work than a plain machine does in {:g} s, {}; raise "
                  "--time-limit",
                  limit, by_name ? "the time limit" : "two fifths of the time limit")
            : error.what();
    const std::string why =
        fmt::format("what {} left out: {}",
                    has_parts(answer) ? "some units add is" : "each unit adds is", reason);
    if (by_name) throw NoAnswer(why);
    answer.remarks.push_back(why);
    return;
  }
  if (!exact) return;
  // Nobody has asked for these.
  WorkBudget of_shapley(0.02 * settings.time_limit);
  try {
    within(patience(of_shapley), [&] {
      add_shapley_values(matchup, rounds, quick, watch, answer);
      return 0;
    });
  } catch (const NoAnswer&) {  // there are none
  }
}

}  // namespace warodds
