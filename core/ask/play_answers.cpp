// Questions about one matchup: fight, explain, check (of sequences, too), battle, solve.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/answer/begin_from.h"
#include "core/answer/fight_until.h"
#include "core/ask/army_answers.h"
#include "core/ask/army_question.h"
#include "core/ask/best_beside.h"
#include "core/ask/command.h"
#include "core/ask/matchup_question.h"
#include "core/ask/outcome_question.h"
#include "core/ask/sequence_question.h"
#include "core/play/assumed_play.h"
#include "core/systems/traits/break_off.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// What a question says of keys, as it is written.
std::string said(const std::vector<Setting>& situation, const std::vector<std::string>& keys) {
  std::vector<std::string> texts;
  for (const std::string& key : keys) {
    for (const Setting& setting : situation) {
      if (lower(setting.key) == key) texts.push_back(key + "=" + setting.value);
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// What has a battle go on that the rules break off.
template <class System>
std::string going_on(const Battle<System>&) {
  if constexpr (BreaksOff<System>) return fmt::format("; {}", System::goes_on_with);
  return "";
}

/// Why nearly all battles are undecided that the rules do not break off, and what to change.
std::string why_undecided(const BattleAnswer& answer) {
  const int last = answer.rounds.max();
  const bool out_of_time =
      2 * answer.rounds.probability(last) > answer.end(BattleEnd::undecided).value;
  if (out_of_time && last > 0) {
    return fmt::format("hardly any battle is decided after {} round{}: --rounds takes more", last,
                       last == 1 ? "" : "s");
  }
  return "hardly any battle is decided: as things stand neither side can bring the other down; "
         "explain shows what their dice can do";
}

/// What a reader should know of how the battle ends. `until`: it is fought until something, which
/// then is why it is not decided.
void add_remarks(const AnyBattle& battle, bool rounds_given, bool until, BattleAnswer& answer) {
  const double undecided = answer.end(BattleEnd::undecided).value;
  constexpr double nearly_always = 0.9;
  std::visit(
      [&](const auto& of) {
        if (!of.why_no_attack(Side::attacker).empty()) {
          answer.remarks.push_back("the attacker cannot strike as things stand: " +
                                   of.why_no_attack(Side::attacker));
        }
        if (!of.why_no_attack(Side::defender).empty()) {
          answer.remarks.push_back(
              "the defender cannot strike back as things stand. Seen from there: " +
              of.why_no_attack(Side::defender));
        }
        if (of.most_rounds() > 0 && undecided > 0) {
          std::string remark = fmt::format("the battle is broken off after {}{} round{}, {}",
                                           of.most_rounds(), of.rounds_before() > 0 ? " more" : "",
                                           of.most_rounds() == 1 ? "" : "s", of.breaks_off());
          if (undecided > nearly_always) remark += going_on(of);
          answer.remarks.push_back(std::move(remark));
        } else if (undecided > nearly_always && !until) {
          answer.remarks.push_back(why_undecided(answer));
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
Agreement compare_engines(Solver<Question, Answer> Engine::*solver, const Question& exactly,
                          const Question& simulated, const EngineSettings& settings,
                          const Engines& engines, const Watch& watch) {
  const Answer law = (engine_for(only(EngineChoice::exact, settings), engines).*solver)
                         .answer(exactly, watch.quiet());
  const Answer seen =
      (engine_for(only(EngineChoice::sim, settings), engines).*solver).answer(simulated, watch);
  return compare(law, seen);
}

/// The quantities of --show, which must be of fights or of battles, as the command is.
std::vector<Quantity> quantities_of(const std::string& show, Quantity::Of of) {
  if (show.empty()) return {};
  std::vector<Quantity> quantities = parse_quantities(show, of);
  for (const Quantity& quantity : quantities) {
    if (quantity.of == of) continue;
    throw InputError(fmt::format("--show: {} is a quantity of {}", quantity.text,
                                 of == Quantity::Of::fight ? "battles: ask battle, or sweep"
                                                           : "fights: ask fight, or sweep"));
  }
  return quantities;
}

/// Refuses what is of one unit a side.
void require_plain(bool has_budget, const std::vector<std::string>& policy) {
  if (has_budget) {
    throw InputError("--budget buys units by size: it takes one unit a side");
  }
  if (policy.empty()) return;
  throw InputError(
      "--policy speaks of the choices of one unit a side; of sides of several, --targets SIDE=best "
      "and --activate SIDE=best");
}

const NamedPayoff& payoff_of(const Matchup& matchup, const std::string& name) {
  std::vector<std::string> names;
  for (const NamedPayoff& named : matchup.payoffs()) {
    if (name.empty() || named.name == name) return named;
    names.emplace_back(named.name);
  }
  throw UnknownWord("--payoff: " + unknown_name("payoff", name, names));
}

/// The sides of one fight: a unit each, or several where a fight takes them.
template <class Asked>
Matchup sides_of_fight(const Asked& question) {
  require_two(question.units, question.name);
  const Matchup matchup = sides_of(question, question.units, {}, {UsedIn::fights, question.name});
  if (!matchup.is_of_several()) return matchup;
  if (!joins_fights(matchup)) {
    throw InputError(fmt::format(
        "in {} a fight is of one unit of each side; battle takes sides of several units",
        matchup.title()));
  }
  for (const Side side : both_sides) {
    for (const SideUnit& one : matchup.units(side)) {
      if (one.with.empty()) continue;
      throw InputError(fmt::format("{}: with {}: one fight has one situation; give it with --with",
                                   to_string(side), one.with.front().key));
    }
  }
  return matchup;
}

/// The sides of a fight of several units, as they are shown; nothing where each is a unit.
std::optional<AskedArmies> several_in(const Matchup& matchup,
                                      const std::vector<Setting>& situation) {
  if (!matchup.is_of_several()) return std::nullopt;
  AskedArmies asked = describe_armies(matchup, situation);
  asked.situation = matchup.situation(UsedIn::fights);
  return asked;
}

Report answer_fight(const questions::Fight& question, const Engines& engines, const Watch& watch) {
  // The time limit is one for all that an answer does.
  const Watch besides = watch.within(question.engine.time_limit);
  const OutcomesAsked outcomes(question, quantities_of(question.show, OutcomeOf::fight),
                               OutcomeOf::fight);
  const Matchup matchup = sides_of_fight(question);
  FightReport report;
  report.asked = describe(matchup, question, UsedIn::fights);
  report.armies = several_in(matchup, question.situation);
  const AnyFight& fight = *report.asked.fight;
  report.answer = outcomes.answered(fight, [&] {
    return engine_for(question.engine, engines).fight.answer({fight, outcomes.laws(fight)}, watch);
  });
  report.condition = report.answer.condition;
  outcomes.add_remarks(report.answer, fight);
  report.joint = outcomes.joint(report.answer.laws);
  report.luck = outcomes.luck(report.answer, fight);
  report.shown = outcomes.numbers(report.answer);
  const std::string changed = word_that_changed(outcomes.quantities());
  if (!changed.empty()) report.answer.remarks.push_back(changed);
  if (!matchup.is_of_several() && !outcomes.has_condition()) {
    report.best = best_beside(question, matchup, report.asked.assumed, engines, besides,
                              report.answer.remarks);
  }
  return report;
}

Report answer_explain(const questions::Explain& question, const Engines&, const Watch&) {
  const Matchup matchup = sides_of_fight(question);
  return ExplainReport{explain(matchup, question, UsedIn::fights),
                       several_in(matchup, question.situation)};
}

Report answer_battle(const questions::Battle& question, const Engines& engines,
                     const Watch& watch) {
  // The time limit is one for all that an answer does.
  const Watch besides = watch.within(question.engine.time_limit);
  require_two(question.units, question.name);
  Matchup matchup = sides_of(question, question.units, question, {UsedIn::battles, question.name});
  const OutcomesAsked outcomes(question, quantities_of(question.show, OutcomeOf::battle),
                               OutcomeOf::battle);
  if (matchup.is_of_several()) {
    require_plain(question.budget().has_value(), question.policy);
    if (!question.from.empty()) throw InputError("--from takes one unit a side");
    ArmyQuestion of_armies{question.name,   question.situation, question.rounds.value_or(0),
                           question.engine, outcomes,           besides};
    if (!question.until.empty()) of_armies.until = Event(question.until, OutcomeOf::battle);
    return answer_armies(matchup, of_armies, engines, watch);
  }
  std::vector<Purchase> bought;
  if (const auto points = question.budget()) {
    const auto roster = load(question.roster, question.system);
    const PerSide<Purchase> sides =
        buy_whole(matchup, {*points, Buying::whole, roster ? roster->limits : LimitsOfUnits()});
    bought = {sides.attacker, sides.defender};
  }
  BattleReport report;
  const BestPlayers players = best_players_of(question, question.situation, {}, matchup);
  report.players = players;
  report.asked = describe(matchup, question, UsedIn::battles);
  report.asked.bought = std::move(bought);
  report.asked.assumed = assumed_in(matchup, UsedIn::battles, question.situation, {}, players.best);
  const Engine engine = engine_for(question.engine, engines);
  if (!question.until.empty()) report.until = Event(question.until, OutcomeOf::battle);
  const Event* const until = report.until ? &*report.until : nullptr;
  AnyBattle battle = battle_of(matchup, players, question.rounds.value_or(0), engine, watch, until);
  report.can_break = std::visit([](const auto& of) { return of.can_break(); }, battle);
  if (!question.from.empty()) {
    if (players.any()) {
      throw InputError("best play is planned for a whole battle; it does not go with --from");
    }
    begin_from(question.from, battle);
    report.from = question.from;
    describe_opening(battle, report.asked);
    const int fought = std::visit([](const auto& of) { return of.rounds_before(); }, battle);
    if (fought > 0 && matchup.changes_by_round()) {
      throw InputError(
          "--from: settings that change from round to round are those of the rounds to come; leave "
          "out rounds");
    }
  }
  report.answer = outcomes.answered(battle, [&] {
    return engine.battle.answer({battle, question.rounds.value_or(0), outcomes.laws(battle)},
                                watch);
  });
  add_remarks(battle, question.rounds.has_value(), report.until.has_value(), report.answer);
  report.left_if_wins = outcomes.left_if_wins(report.answer.laws);
  report.condition = report.answer.condition;
  outcomes.add_remarks(report.answer, battle, report.until);
  report.joint = outcomes.joint(report.answer.laws);
  report.luck = outcomes.luck(report.answer, battle);
  report.shown = outcomes.numbers(report.answer);
  if (outcomes.has_condition()) return report;
  report.best =
      best_beside(question, matchup, report.asked.assumed, engines, besides, report.answer);
  return report;
}

/// The check of a sequence: its target stands where fights have the defender.
Report check_sequence(const questions::Check& question, const Engines& engines,
                      const Watch& watch) {
  if (question.battle || question.rounds || !question.policy.empty() || !question.stats.empty()) {
    throw InputError(
        "--battle, --rounds, --policy and --set do not go with --by: a sequence is checked");
  }
  const auto [of, asked] = asked_sequence(question, question, question.name);
  CheckReport report;
  report.asked.system = of.system;
  report.asked.title = of.title;
  report.asked.units = {fmt::format("{}", fmt::join(of.steps, ", ")), of.target};
  report.asked.labels = report.asked.units;
  report.asked.stats.defender = of.stats;
  report.asked.situation = of.situation;
  report.asked.given = of.given;
  report.asked.assumed = of.assumed;
  report.steps = of.steps;
  report.agreement =
      compare_engines(&Engine::sequence, asked, asked, question.engine, engines, watch);
  return report;
}

Report answer_check(const questions::Check& question, const Engines& engines, const Watch& watch) {
  if (!question.by.empty()) return check_sequence(question, engines, watch);
  if (!question.battle && (question.rounds || !question.policy.empty())) {
    throw InputError(fmt::format("--{} belongs to check --battle, not to a check of a fight",
                                 question.rounds ? "rounds" : "policy"));
  }
  const UsedIn use = question.battle ? UsedIn::battles : UsedIn::fights;
  require_two(question.units, question.name);
  const Matchup matchup = sides_of(question, question.units, question, {use, question.name});
  CheckReport report;
  if (question.battle && matchup.is_of_several()) {
    require_plain(false, question.policy);
    report.armies = describe_armies(matchup, question.situation);
    report.asked.title = report.armies->title;
    report.asked.system = report.armies->system;
    report.asked.labels = report.armies->labels;
    const ArmyBattleQuestion both{matchup.army_battle(),
                                  question.rounds.value_or(most_simulated_rounds)};
    report.agreement = compare_engines(&Engine::army, both, both, question.engine, engines, watch);
    return report;
  }
  report.asked = describe(matchup, question, use);
  if (!question.battle) {
    const FightQuestion fight(*report.asked.fight);
    report.agreement =
        compare_engines(&Engine::fight, fight, fight, question.engine, engines, watch);
    return report;
  }
  const BestPlayers players = best_players_of(question, question.situation, {}, matchup);
  report.asked.assumed = assumed_in(matchup, use, question.situation, {}, players.best);
  const AnyBattle battle = battle_of(matchup, players, question.rounds.value_or(0),
                                     engine_for(question.engine, engines), watch);
  // Dice cannot wait for a battle that all but never ends; exact then stops where they stop.
  const BattleQuestion both{battle, question.rounds.value_or(most_simulated_rounds)};
  report.agreement = compare_engines(&Engine::battle, both, both, question.engine, engines, watch);
  return report;
}

/// Best play of sides of several: of those of which nothing else is said.
Report solve_armies(const questions::Solve& question, Matchup matchup, const Engines& engines,
                    const Watch& watch) {
  if (!question.payoff.empty() && question.payoff != "win") {
    throw InputError("--payoff: sides of several units play to win");
  }
  if (question.verify) {
    throw InputError("--verify plays the choices of one unit a side");
  }
  const Watch besides = watch.within(question.engine.time_limit);
  const PerSide<Conduct> conducts = conducts_of(question, {Activation::best, Targeting::best});
  for (const Side side : both_sides) matchup.set_conduct(side, conducts[side]);
  ArmyQuestion of_armies{question.name,
                         question.situation,
                         question.rounds.value_or(0),
                         question.engine,
                         OutcomesAsked({}, {}, OutcomeOf::battle),
                         besides};
  AnyArmyBattle battle = matchup.army_battle();
  if (!question.until.empty()) {
    of_armies.until = Event(question.until, OutcomeOf::battle);
    fight_until(*of_armies.until, battle);
  }
  const ArmySolution solution =
      engine_for(question.engine, engines).solve_army.answer({battle, of_armies.rounds}, watch);
  ArmyReport report = answer_armies(matchup, of_armies, engines, watch);
  report.solution = solution;
  return report;
}

Report answer_solve(const questions::Solve& question, const Engines& engines, const Watch& watch) {
  if (question.engine.choice == EngineChoice::sim) {
    throw InputError("solve is always exact; --verify plays its answer with dice");
  }
  require_two(question.units, question.name);
  Matchup matchup =
      sides_of(question, question.units, question, {UsedIn::best_play, question.name});
  if (matchup.is_of_several()) return solve_armies(question, std::move(matchup), engines, watch);
  const NamedPayoff& payoff = payoff_of(matchup, question.payoff);
  if (question.rounds && payoff.payoff != Payoff::win) {
    throw InputError(
        fmt::format("--rounds: {} is the payoff of a single attack or activation, not of a battle",
                    payoff.name));
  }
  if (!question.until.empty() && payoff.payoff != Payoff::win) {
    throw InputError(
        fmt::format("--until ends a battle, and {} is the payoff of a single attack or "
                    "activation: take --payoff win",
                    payoff.name));
  }
  if (payoff.payoff != Payoff::win && matchup.has_course()) {
    throw InputError(
        fmt::format("{}KEY is about the attack back in a battle, and {} about a single attack or "
                    "activation; --payoff win is about a battle",
                    reply_prefix, payoff.name));
  }
  const int rounds = question.rounds.value_or(rounds_planned(matchup));
  const KnownChoices known = known_choices(question.situation, matchup);
  SolveReport report{{},
                     matchup.game(payoff.payoff, rounds, known),
                     std::string(payoff.name),
                     std::string(payoff.meaning),
                     payoff.payoff == Payoff::win,
                     0,
                     {},
                     {},
                     {},
                     {},
                     {},
                     std::nullopt,
                     ""};
  if (!question.until.empty()) {
    report.until = Event(question.until, OutcomeOf::battle);
    fight_until(*report.until, report.game);
  }
  report.asked = describe(matchup, question, UsedIn::best_play);
  report.solution = engine_for(question.engine, engines).solve.answer(report.game, watch);
  std::visit(
      [&](const auto& game) {
        report.rounds = game.rounds();
        for (const Side side : both_sides) {
          report.known[side] = said(question.situation,
                                    {game.key(side, game.given()), matchup.reply_choice_key(side)});
          for (const int choice : report.solution.choices[side]) {
            report.names[side].push_back(game.name(side, choice));
            report.words[side].push_back(game.in_words(side, choice));
          }
        }
      },
      report.game);
  report.who_falls = who_falls(report.game, report.solution);
  if (question.verify) {
    const EngineSettings& settings = question.engine;
    const Watch rest = settings.limits_all ? watch.within(settings.time_limit) : watch;
    try {
      report.verification =
          verify(report.game, report.solution, report.names, settings, engines, rest);
    } catch (const NoAnswer& error) {
      if (!rest.stopped()) throw;
      report.not_verified = error.what();  // what is to be verified is there
    }
  }
  return report;
}

}  // namespace

namespace questions {

Command Fight::command() {
  return {.name = name,
          .operands = "ATTACKER DEFENDER",
          .summary = "hits, damage, kills and odds of one fight",
          .introduction =
              "One attack, exchange or round: how many hits, how much damage, who falls, and how "
              "likely the target is destroyed, for both sides.",
          .options = options_of_units() +
                     OptionNames{"show", "given", "joint", "observed", "best"} +
                     options_of_engines() + OptionNames{"chunks"},
          .examples = {{"fight --roster examples/raiders-of-arcana.toml \"Human Warriors\" "
                        "\"Goblin Mob\"",
                        "two units of a roster"},
                       {"fight --system arcane-legions red=6 white=4,hp=2 --with "
                        "defender-side=grey",
                        "two units without a roster"}},
          .answer = answering(answer_fight),
          .on_page = true};
}

Command Battle::command() {
  return {.name = name,
          .operands = "A B",
          .summary = "round after round until one side is gone",
          .introduction =
              "Who wins, how long it takes, what is left. A side may be \"A + B*2\", or an army.",
          .options = options_of_units() +
                     OptionNames{"show", "given", "joint", "observed", "from", "until", "rounds",
                                 "policy", "best", "targets", "activate", "budget"} +
                     options_of_engines() + OptionNames{"chunks"},
          .examples = {{"battle --roster examples/magewinds.toml Wizard Guardian --rounds 3",
                        "three rounds at most"},
                       {"battle --system raiders-of-arcana figures=6 figures=5 --given win",
                        "to the end, where the attacker wins"}},
          .answer = answering(answer_battle),
          .on_page = true};
}

Command Solve::command() {
  return {.name = name,
          .operands = "A B",
          .summary = "best play where the rules leave a choice",
          .introduction =
              "What both sides should choose, with which odds where they should mix, what that is "
              "worth, and what one loses who always chooses the same.",
          .options = options_of_units() +
                     OptionNames{"payoff", "rounds", "until", "targets", "activate", "verify"} +
                     options_of_engines(),
          .examples = {{"solve --roster examples/magewinds.toml Wizard Guardian",
                        "heavy, light or feint?"},
                       {"solve --roster examples/raiders-of-arcana.toml \"Human Warriors\" "
                        "\"Goblin Mob\" --payoff kills",
                        "how to split the dice"}},
          .answer = answering(answer_solve),
          .on_page = true};
}

Command Explain::command() {
  return {
      .name = name,
      .operands = "ATTACKER DEFENDER",
      .summary = "how the dice and target numbers came about",
      .introduction = "Every step from the stats to the dice on the table, each with its rule.",
      .options = options_of_units(),
      .examples = {{"explain --roster examples/magewinds.toml Wizard Guardian --with cover=yes",
                    "step by step"},
                   {"explain --system dwethia-skirmish martial=5 martial=4", "without a roster"}},
      .answer = answering(answer_explain),
      .on_page = true};
}

Command Check::command() {
  return {.name = name,
          .operands = "ATTACKER DEFENDER, or TARGET --by UNIT ...",
          .summary = "the same fight on both engines, compared",
          .introduction =
              "Puts the same fight (with --battle: battle; with --by: sequence) to both engines "
              "and compares their answers by chi-square. Exits with 1 if they disagree.",
          .options = options_of_units() +
                     OptionNames{"battle", "by", "rounds", "policy", "targets", "activate"} +
                     options_of_simulation(),
          .examples = {{"check --battle --roster examples/magewinds.toml Wizard Guardian --trials "
                        "100000",
                        "a battle"},
                       {"check --roster examples/raiders-of-arcana.toml \"Cave Troll\" --by "
                        "\"Goblin Mob\" --by damage=1d6",
                        "a sequence"}},
          .answer = answering(answer_check)};
}

}  // namespace questions
}  // namespace warodds
