// Questions about one matchup: fight, explain, check, battle, solve.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/answers.h"
#include "core/ask/matchup_question.h"
#include "core/rules/error.h"

namespace warodds {
namespace {

/// The sides that --policy makes play as solve says.
PerSide<bool> best_players(const Question& question) {
  PerSide<bool> best;
  for (const std::string& text : question.policy) {
    const Setting setting = parse_setting(text, "--policy");
    if ((setting.key != "attacker" && setting.key != "defender") || setting.value != "best") {
      throw InputError(fmt::format(
          "--policy: '{}' must be attacker=best or defender=best; plain policies are keys of the "
          "situation, for example --with attacker-attack=all",
          text));
    }
    best[setting.key == "attacker" ? Side::attacker : Side::defender] = true;
  }
  return best;
}

/// The rounds of best play, if nobody has said. Who falls is decided to the end of the battle; a
/// plan for every round needs a last one.
int rounds_planned(const Matchup& matchup) {
  return matchup.assigns_damage() ? 0 : default_best_rounds;
}

/// Makes the sides that play best follow the solution of the battle's game.
void follow_best_play(AnyBattle& battle, const Matchup& matchup, const PerSide<bool>& best,
                      const Question& question, const Engine& engine, const Watch& watch) {
  if (!best.attacker && !best.defender) return;
  if (!matchup.has_choice_in_battles()) {
    throw InputError(fmt::format(
        "--policy: {} leaves no choice to be made in every round of a battle", matchup.title()));
  }
  for (const Side side : both_sides) {
    for (const Setting& setting : question.situation) {
      if (!best[side] || setting.key != matchup.choice_key(side)) continue;
      throw InputError(fmt::format("--with {}={} and --policy {}=best contradict each other",
                                   setting.key, setting.value, to_string(side)));
    }
  }
  const AnyGame game = matchup.game(Payoff::win, question.rounds.value_or(rounds_planned(matchup)));
  const Solution solution = engine.solve.answer(game, watch);
  const int rounds = std::visit([](const auto& of) { return of.rounds(); }, game);
  std::visit(
      [&](auto& of) {
        for (const Side side : both_sides) {
          if (!best[side]) continue;
          if (solution.assignments) {
            of.follow(side, solution.assignments);
          } else {
            of.follow(side, solution.policy, rounds);
          }
        }
      },
      battle);
}

/// What a reader should know of how the battle ends.
void add_remarks(const AnyBattle& battle, bool rounds_given, BattleAnswer& answer) {
  std::visit(
      [&](const auto& of) {
        if (!of.why_no_attack(Side::defender).empty()) {
          answer.remarks.push_back(
              "the defender cannot strike back as things stand. Seen from there: " +
              of.why_no_attack(Side::defender));
        }
        if (of.most_rounds() > 0 && answer.end(BattleEnd::undecided).value > 0) {
          answer.remarks.push_back(fmt::format("the battle is broken off after {} rounds, {}",
                                               of.most_rounds(), of.breaks_off()));
        }
        if (of.planned_rounds() > 0 && !rounds_given) {
          answer.remarks.push_back(
              fmt::format("best play is planned for {} rounds, and the battle ends there",
                          of.planned_rounds()));
        }
      },
      battle);
}

/// Settings of an engine that is asked for by name, whatever the question says.
EngineSettings only(EngineChoice choice, const EngineSettings& settings) {
  EngineSettings changed = settings;
  changed.choice = choice;
  return changed;
}

/// The same question to both engines.
template <class Question, class Answer>
Agreement compare_engines(Skill<Question, Answer> Engine::*skill, const Question& exactly,
                          const Question& simulated, const EngineSettings& settings,
                          const Engines& engines, const Watch& watch) {
  const Answer law = (engine_for(only(EngineChoice::exact, settings), engines).*skill)
                         .answer(exactly, Watch{watch.stop, {}});
  const Answer seen =
      (engine_for(only(EngineChoice::sim, settings), engines).*skill).answer(simulated, watch);
  return compare(law, seen);
}

const NamedPayoff& payoff_of(const Matchup& matchup, const Question& question) {
  std::vector<std::string> names;
  for (const NamedPayoff& named : matchup.payoffs()) {
    if (question.payoff.empty() || named.name == question.payoff) return named;
    names.emplace_back(named.name);
  }
  throw InputError("--payoff: " + unknown_name("payoff", question.payoff, names));
}

}  // namespace

Report answer_fight(const Question& question, const Engines& engines, const Watch& watch) {
  FightReport report;
  AnyFight fight;
  report.asked = describe(matchup_of(question, UsedIn::fights), question, UsedIn::fights, &fight);
  report.answer = engine_for(question.engine, engines).fight.answer(fight, watch);
  return report;
}

Report answer_explain(const Question& question, const Engines&, const Watch&) {
  return ExplainReport{explain(matchup_of(question, UsedIn::fights), question, UsedIn::fights)};
}

Report answer_battle(const Question& question, const Engines& engines, const Watch& watch) {
  Matchup matchup = matchup_of(question, UsedIn::battles);
  std::vector<Purchase> bought;
  if (question.budget) {
    const PerSide<Purchase> sides = buy(matchup, *question.budget);
    bought = {sides.attacker, sides.defender};
  }
  AnyBattle battle = matchup.battle();
  BattleReport report;
  report.best = best_players(question);
  report.asked = describe(matchup, question, UsedIn::battles, nullptr);
  report.asked.bought = std::move(bought);
  const Engine engine = engine_for(question.engine, engines);
  follow_best_play(battle, matchup, report.best, question, engine, watch);
  report.answer = engine.battle.answer({battle, question.rounds.value_or(0)}, watch);
  add_remarks(battle, question.rounds.has_value(), report.answer);
  return report;
}

Report answer_check(const Question& question, const Engines& engines, const Watch& watch) {
  if (!question.battle && (question.rounds || !question.policy.empty())) {
    throw InputError(fmt::format("--{} belongs to check --battle, not to a check of a fight",
                                 question.rounds ? "rounds" : "policy"));
  }
  const UsedIn use = question.battle ? UsedIn::battles : UsedIn::fights;
  const Matchup matchup = matchup_of(question, use);
  CheckReport report;
  AnyFight fight;
  if (!question.battle) {
    report.asked = describe(matchup, question, use, &fight);
    report.agreement =
        compare_engines(&Engine::fight, fight, fight, question.engine, engines, watch);
    return report;
  }
  AnyBattle battle = matchup.battle();
  const PerSide<bool> best = best_players(question);
  report.asked = describe(matchup, question, use, nullptr);
  follow_best_play(battle, matchup, best, question, engine_for(question.engine, engines), watch);
  // Dice cannot wait for a battle that all but never ends; exact then stops where they stop.
  const BattleQuestion both{battle, question.rounds.value_or(most_simulated_rounds)};
  report.agreement = compare_engines(&Engine::battle, both, both, question.engine, engines, watch);
  return report;
}

Report answer_solve(const Question& question, const Engines& engines, const Watch& watch) {
  if (question.engine.choice == EngineChoice::sim) {
    throw InputError("solve is always exact; --verify plays its answer with dice");
  }
  const Matchup matchup = matchup_of(question, UsedIn::best_play);
  const NamedPayoff& payoff = payoff_of(matchup, question);
  if (question.rounds && payoff.payoff != Payoff::win) {
    throw InputError(
        fmt::format("--rounds: {} is the payoff of a single attack or activation, not of a battle",
                    payoff.name));
  }
  for (const Side side : both_sides) {
    const std::string key = matchup.choice_key(side);
    if (!key.empty() && sets(question, key)) {
      throw InputError(fmt::format("--with: {} is what solve decides; leave it out", key));
    }
  }
  const int rounds = question.rounds.value_or(rounds_planned(matchup));
  SolveReport report{{},
                     matchup.game(payoff.payoff, rounds),
                     std::string(payoff.name),
                     std::string(payoff.meaning),
                     payoff.payoff == Payoff::win,
                     0,
                     {},
                     {},
                     {},
                     std::nullopt};
  report.asked = describe(matchup, question, UsedIn::best_play, nullptr);
  report.solution = engine_for(question.engine, engines).solve.answer(report.game, watch);
  std::visit(
      [&](const auto& game) {
        report.rounds = game.rounds();
        for (const Side side : both_sides) {
          for (const int choice : report.solution.choices[side]) {
            report.names[side].push_back(game.name(side, choice));
            report.words[side].push_back(game.in_words(side, choice));
          }
        }
      },
      report.game);
  if (question.verify) {
    report.verification =
        verify(report.game, report.solution, report.names, question.engine, engines, watch);
  }
  return report;
}

}  // namespace warodds
