// Questions about one matchup: fight, explain, check (of sequences, too), battle, solve.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/begin_from.h"
#include "core/answer/fight_until.h"
#include "core/ask/command.h"
#include "core/ask/matchup_question.h"
#include "core/ask/play.h"
#include "core/systems/traits/joined_fights.h"
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

NamedPayoff payoff_of(const Matchup& matchup, const std::string& name) {
  std::vector<std::string> names;
  for (const NamedPayoff& named : matchup.payoffs()) {
    if (name.empty() || named.name == name) return named;
    names.emplace_back(named.name);
  }
  throw UnknownWord("--payoff: " + unknown_name("payoff", name, names));
}

/// Whether several units of a side may be in one fight.
bool joins_fights(const Matchup& matchup) {
  return matchup.visit([]<class System>(const SidesOf<System>&) { return JoinsFights<System>; });
}

/// The sides of one fight: a unit each, or several where a fight takes them.
template <class Asked>
Matchup sides_of_fight(const Asked& question) {
  require_two(question.units, question.name);
  const Matchup matchup = sides_of(question, question.units, {}, {UsedIn::fights, question.name});
  if (!matchup.is_of_several()) return matchup;
  if (!joins_fights(matchup)) {
    throw InputError(fmt::format(
        "in {} a fight is of one unit of each side: in sequence TARGET --by UNIT... several attack "
        "in turn, and battle takes sides of several units",
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

/// The fight that is due where a battle stands so. Throws InputError, and NoAnswer where there is
/// none.
AnyFight fight_from(const std::string& from, const Matchup& matchup) {
  if (matchup.is_of_several()) {
    throw InputError("--from: of a fight of several units it is said of each what it has lost");
  }
  AnyBattle battle = matchup.battle();
  begin_from(from, battle);
  if (auto fight = first_attack(battle, Side::attacker)) return *std::move(fight);
  throw NoAnswer(
      std::visit([](const auto& of) { return of.why_no_attack(Side::attacker); }, battle));
}

}  // namespace

PlayReport fight_of_two(const questions::Fight& question, const Engines& engines,
                        const Watch& watch) {
  // The time limit is one for all that an answer does.
  const Watch besides = watch.within(question.engine.time_limit);
  const OutcomesAsked outcomes = outcomes_asked(question, question.show, OutcomeOf::fight);
  const Matchup matchup = sides_of_fight(question);
  Asked asked = describe(matchup, question, UsedIn::fights);
  const std::string& from = question.from;
  if (!from.empty()) asked.rolled.attacker = fight_from(from, matchup);
  FightQuestion fight(*asked.rolled.attacker);
  PlayReport begun{OutcomeOf::fight, question.name, std::move(asked)};
  begun.from = from;
  PlayReport report =
      played({std::move(begun), std::move(fight)}, outcomes, question.engine, engines, watch);
  report.shown = numbers_of(report, outcomes);
  const std::string changed = word_that_changed(outcomes.quantities);
  if (!changed.empty()) report.answer.remarks.push_back(changed);
  if (question.parts == questions::InParts::Parts::dice) {
    if (!from.empty())
      throw NotTogether("--parts dice is of fights from the first: leave out --from");
    add_parts_of_dice(matchup, outcomes, 0, question.engine, engines, watch, report);
  }
  if (!matchup.is_of_several() && !outcomes.condition && from.empty()) {
    add_best_beside(question, matchup, engines, besides, report);
  }
  return report;
}

namespace {

Report answer_fight(const questions::Fight& question, const Engines& engines, const Watch& watch) {
  if (question.units.size() > 2) return answer_targets(question, engines, watch);
  return fight_of_two(question, engines, watch);
}

Report answer_explain(const questions::Explain& question, const Engines&, const Watch&) {
  ExplainReport report;
  report.asked = describe(sides_of_fight(question), question, UsedIn::fights, &report.steps);
  return report;
}

/// What units do in fights in which they cannot do what the enemy that has chosen the fight asks.
template <class System>
void add_what_cannot_be_done(const Battle<System>& battle, std::vector<std::string>& remarks) {
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

/// Whom the players should know not to be able to attack.
template <class System>
void add_why_no_attack(const Battle<System>& of, std::vector<std::string>& remarks) {
  for (const Side side : both_sides) {
    if (of.why_no_attack(side).empty()) continue;
    const char* const one = side == Side::attacker
                                ? "the attacker cannot strike as things stand: "
                                : "the defender cannot strike back as things stand. Seen from "
                                  "there: ";
    remarks.push_back(
        (of.is_of_two_units()
             ? one
             : fmt::format("no unit of the {} can attack as things stand: ", to_string(side))) +
        of.why_no_attack(side));
  }
}

/// What a reader should know of how a battle goes.
void add_remarks(const Matchup& matchup, const AnyBattle& battle, const Asked& asked,
                 std::vector<std::string>& remarks) {
  std::visit(
      [&]<class System>(const Battle<System>& of) {
        if constexpr (JoinsFights<System>) {
          if (!of.is_of_two_units()) add_what_cannot_be_done(of, remarks);
        }
        add_why_no_attack(of, remarks);
      },
      battle);
  // Where both sides act at once, it is the unit's own choice.
  const bool of_target = matchup.has_reply() || joins_fights(matchup);
  const std::string key = of_target ? matchup.choice_key(Side::defender) : "";
  for (const Side side : both_sides) {
    for (const AskedUnit& unit : asked.units[side]) {
      for (const Setting& setting : unit.with) {
        if (key.empty() || setting.key != key) continue;
        remarks.push_back(
            fmt::format("whomever {} attacks: {}={}", unit.name, setting.key, setting.value));
      }
    }
  }
}

/// The battle of a question. `engine`: for best play.
Play play_of(const questions::Battle& question, const Matchup& matchup, const Engine& engine,
             const Watch& watch) {
  const int rounds = question.rounds.value_or(0);
  std::vector<std::string> remarks;
  PlayReport report{OutcomeOf::battle, question.name};
  if (!question.until.empty()) report.until = Event(question.until, OutcomeOf::battle);
  const Event* const until = report.until ? &*report.until : nullptr;
  report.players = best_players_of(question, question.situation, {}, matchup);
  report.asked = describe(matchup, question, UsedIn::battles);
  for (const Side side : both_sides) {
    if (report.players.all_best(side)) report.asked.assumed[side].clear();
  }
  AnyBattle battle =
      battle_of(matchup, report.players, rounds, engine, watch, until, question.from);
  report.from = question.from;
  if (!question.from.empty() && !matchup.is_of_several()) {
    report.asked.rolled.attacker = first_attack(battle, Side::attacker);
    if (report.asked.rolled.defender) {
      report.asked.rolled.defender = first_attack(battle, Side::defender);
    }
  }
  add_remarks(matchup, battle, report.asked, remarks);
  return {std::move(report), BattleQuestion{std::move(battle), rounds}, std::move(remarks)};
}

/// The report of a battle, whoever fights it. `besides`: of what is worked out beside the answer.
PlayReport report_of(Play battle, const Matchup& matchup, const questions::Battle& question,
                     const OutcomesAsked& outcomes, const Engines& engines, const Watch& watch,
                     const Watch& besides) {
  const EngineSettings& settings = question.engine;
  const std::vector<Quantity>& quantities = outcomes.quantities;
  const bool names_parts =
      std::any_of(quantities.begin(), quantities.end(),
                  [](const Quantity& quantity) { return quantity.is_of(OutcomeFact::Kind::part); });
  const bool is_whole = !battle.report.until && battle.report.from.empty();
  if (names_parts && outcomes.condition) {
    throw InputError(
        "attacker[UNIT].part is what a unit adds to the odds of winning; it is not told under "
        "--given");
  }
  // An event may speak of the unit without which a battle is then fought.
  if (names_parts && !is_whole) {
    throw InputError(
        "attacker[UNIT].part is of whole battles to the end; it is not told with --from or "
        "--until");
  }
  PlayReport report = played(std::move(battle), outcomes, settings, engines, watch);
  // Parts are of the odds of winning, where both stay to the end.
  const bool may_leave = matchup.conduct(Side::attacker).may_leave ||
                         matchup.conduct(Side::defender).may_leave || !report.payoff.empty();
  const bool wants_parts = names_parts || (quantities.empty() && !outcomes.condition && is_whole);
  const bool shared_out = settings.chunks || settings.tallies;
  // Battles that are tried out at every choice take too long to be fought without each unit, too.
  const bool tried_out = matchup.conduct(Side::attacker).tries_with_dice() ||
                         matchup.conduct(Side::defender).tries_with_dice();
  if (matchup.is_of_several() && wants_parts && !shared_out && !tried_out && !may_leave) {
    add_parts_beside(matchup, question.rounds.value_or(0), names_parts, settings, engines, besides,
                     report.answer);
  }
  report.shown = numbers_of(report, outcomes);
  if (question.parts == questions::InParts::Parts::dice) {
    add_parts_of_dice(matchup, outcomes, question.rounds.value_or(0), settings, engines, watch,
                      report);
  }
  if (!matchup.is_of_several() && !outcomes.condition) {
    add_best_beside(question, matchup, engines, besides, report);
  }
  return report;
}

Report answer_battle(const questions::Battle& question, const Engines& engines,
                     const Watch& watch) {
  // The time limit is one for all that an answer does.
  const Watch besides = watch.within(question.engine.time_limit);
  require_two(question.units, question.name);
  Matchup matchup =
      sides_of(question, question.units, question, {UsedIn::battles, question.name}, question);
  const OutcomesAsked outcomes = outcomes_asked(question, question.show, OutcomeOf::battle);
  if (matchup.is_of_several()) {
    choose_best(best_players_of(question, question.situation, {}, matchup), matchup);
  }
  std::vector<Purchase> bought;
  if (const auto points = question.budget()) {
    const auto roster = load(question.roster, question.system);
    const Budget whole{*points, Buying::whole, roster ? roster->limits : LimitsOfUnits()};
    for (const Side side : both_sides) {
      std::vector<Purchase> of_side;
      matchup = buy_side(matchup, side, whole, &of_side).front().matchup;
      bought.insert(bought.end(), of_side.begin(), of_side.end());
    }
  }
  Play battle = play_of(question, matchup, engine_for(question.engine, engines), watch);
  battle.report.asked.bought = std::move(bought);
  return report_of(std::move(battle), matchup, question, outcomes, engines, watch, besides);
}

/// What another question says of a battle, as a question about it.
template <class Asked>
questions::Battle as_battle(const Asked& question) {
  questions::Battle battle;
  static_cast<questions::Duel&>(battle) = question;
  static_cast<questions::ByEngine&>(battle) = question;
  static_cast<questions::InRounds&>(battle) = question;
  return battle;
}

/// What is to be checked.
Play play_of(const questions::Check& question, const Engines& engines, const Watch& watch) {
  if (!question.by.empty()) {
    if (question.battle || question.rounds || !question.policy.empty() || !question.stats.empty()) {
      throw InputError(
          "--battle, --rounds, --policy and --set do not go with --by: a sequence is checked");
    }
    return play_of_sequence(question, question, question.name);
  }
  if (!question.battle && (question.rounds || !question.policy.empty())) {
    throw InputError(fmt::format("--{} belongs to check --battle, not to a check of a fight",
                                 question.rounds ? "rounds" : "policy"));
  }
  const UsedIn use = question.battle ? UsedIn::battles : UsedIn::fights;
  require_two(question.units, question.name);
  Matchup matchup = sides_of(question, question.units, question, {use, question.name});
  if (!question.battle) {
    Asked asked = describe(matchup, question, use);
    FightQuestion fight(*asked.rolled.attacker);
    return {{OutcomeOf::fight, question.name, std::move(asked)}, std::move(fight)};
  }
  if (matchup.is_of_several()) {
    choose_best(best_players_of(question, question.situation, {}, matchup), matchup);
  }
  questions::Battle battle = as_battle(question);
  battle.policy = question.policy;
  return play_of(battle, matchup, engine_for(question.engine, engines), watch);
}

Report answer_check(const questions::Check& question, const Engines& engines, const Watch& watch) {
  Play play = play_of(question, engines, watch);
  CheckReport report;
  report.agreement = compare_engines(play.question, question.engine, engines, watch);
  report.asked = std::move(play.report.asked);
  if (question.battle && report.asked.is_of_several) report.asked.assumed = {};
  return report;
}

/// Best play of sides of several: of those of which nothing else is said.
Report solve_armies(const questions::Solve& question, Matchup matchup, const Engines& engines,
                    const Watch& watch) {
  const std::string& name = question.payoff;
  if (!name.empty() && !is_of_battle(payoff_of(matchup, name).payoff)) {
    throw InputError("--payoff: sides of several units play for win or swing");
  }
  if (question.verify) {
    throw InputError("--verify plays the choices of one unit a side");
  }
  const Watch besides = watch.within(question.engine.time_limit);
  PerSide<Conduct> conducts = conducts_of(question, {Activation::best, Targeting::best});
  for (const Side side : both_sides) {
    conducts[side].may_leave = question.may_leave_field(side);
    matchup.set_conduct(side, conducts[side]);
  }
  questions::Battle of_battle = as_battle(question);
  of_battle.until = question.until;
  of_battle.from = question.from;
  Play battle = play_of(of_battle, matchup, engine_for(question.engine, engines), watch);
  battle.report.command = question.name;
  if (!name.empty() && payoff_of(matchup, name).payoff == Payoff::swing) {
    play_for_swing(std::get<BattleQuestion>(battle.question).battle);
    battle.report.payoff = name;
  }
  PlayReport report = report_of(std::move(battle), matchup, of_battle, {OutcomeOf::battle}, engines,
                                watch, besides);
  report.tells_best = true;
  if (!report.answer.best) {  // nobody is left to choose: what they do is worth its odds
    const Answer& answer = report.answer;
    report.answer.best.emplace().value = answer.win(Side::attacker).value + answer.draw().value / 2;
  }
  return report;
}

/// Refuses what is said of a battle where the payoff is of a single attack.
void require_of_attack(const questions::Solve& question, const Matchup& matchup,
                       std::string_view payoff) {
  const auto refuse_if = [&](bool is_said, std::string_view option, std::string_view instead) {
    if (!is_said) return;
    throw InputError(fmt::format("{} {} is the payoff of a single attack or activation{}", option,
                                 payoff, instead));
  };
  refuse_if(question.may_leave != questions::Solve::Sides::nobody,
            "--may-leave is of a battle, and", ": take --payoff win or swing");
  refuse_if(question.rounds.has_value(), "--rounds:", ", not of a battle");
  refuse_if(!question.until.empty(), "--until ends a battle, and", ": take --payoff win");
  refuse_if(!question.from.empty(), "--from is how a battle stands, and", ": take --payoff win");
  if (!matchup.has_course()) return;
  throw InputError(fmt::format(
      "{} about a battle, and {} about a single attack or activation; --payoff win is about a "
      "battle",
      matchup.changes_by_round() ? "settings that change from round to round are"
                                 : fmt::format("{}KEY is", reply_prefix),
      payoff));
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
  if (!is_of_battle(payoff.payoff)) require_of_attack(question, matchup, payoff.name);
  for (const Side side : both_sides) {
    Conduct conduct = matchup.conduct(side);
    conduct.may_leave = question.may_leave_field(side);
    matchup.set_conduct(side, conduct);
  }
  const int rounds = question.rounds.value_or(rounds_planned(matchup));
  const KnownChoices known = known_choices(question.situation, matchup);
  SolveReport report{.question = {matchup.battle(OpenPlay{payoff.payoff, known}), rounds},
                     .payoff = std::string(payoff.name),
                     .payoff_meaning = std::string(payoff.meaning),
                     .is_odds = payoff.payoff == Payoff::win};
  if (!question.until.empty()) report.until = Event(question.until, OutcomeOf::battle);
  report.from = question.from;
  const auto begin = [&](AnyBattle& battle) {
    if (payoff.payoff == Payoff::swing) play_for_swing(battle);
    if (report.until) fight_until(*report.until, battle);
    if (!question.from.empty()) begin_from(question.from, battle);
  };
  begin(report.question.battle);
  report.asked = describe(matchup, question, UsedIn::best_play);
  const Engine engine = engine_for(question.engine, engines);
  report.solution = engine.solve.answer(report.question, watch);
  if (question.may_leave != questions::Solve::Sides::nobody) {
    AnyBattle battle = following(matchup, {true, true}, report.solution);
    begin(battle);
    report.leavings = engine.laws.answer(BattleQuestion{std::move(battle), rounds}, watch).leavings;
  }
  std::visit(
      [&](const auto& battle) {
        report.rounds = battle.planned(rounds);
        const auto first = battle.due(report.solution.start, *report.solution.policy);
        for (const Side side : both_sides) {
          report.known[side] =
              said(question.situation, {matchup.choice_key(side), matchup.reply_choice_key(side)});
          for (const int choice : report.solution.choices[side]) {
            report.names[side].push_back(first.name(side, choice));
            report.words[side].push_back(first.in_words(side, choice));
          }
        }
      },
      report.question.battle);
  if (report.solution.assignments) report.who_falls = report.solution.assignments->decisions();
  for (AssignmentDecision& decision : report.who_falls) {
    std::stable_sort(decision.chosen.begin(), decision.chosen.end(),
                     [](const auto& a, const auto& b) { return a.p > b.p; });
  }
  if (question.verify) {
    const EngineSettings& settings = question.engine;
    const Watch rest = settings.limits_all ? watch.within(settings.time_limit) : watch;
    try {
      report.verification =
          verify(report.question, report.solution, report.names, settings, engines, rest);
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
  return {.operands = "A B [C ...]",
          .summary = "hits, damage, kills and odds of one fight",
          .introduction =
              "One attack, exchange or round: how many hits, how much damage, who falls, and how "
              "likely the target is destroyed, for both sides. Of several, whom to attack.",
          .examples = {{"fight --roster examples/raiders-of-arcana.toml \"Human Warriors\" "
                        "\"Goblin Mob\"",
                        "two units of a roster"},
                       {"fight --system arcane-legions red=6 white=4,hp=2 --with "
                        "defender-side=grey",
                        "two units without a roster"}},
          .answer = answering(answer_fight),
          .on_page = true,
          .is_brief = true};
}

Command Battle::command() {
  return {.operands = "A B",
          .summary = "round after round until one side is gone",
          .introduction =
              "Who wins, how long it takes, what is left. A side may be \"A + B*2\", or an army.",
          .examples = {{"battle --roster examples/magewinds.toml Wizard Guardian --rounds 3",
                        "three rounds at most"},
                       {"battle --system raiders-of-arcana figures=6 figures=5 --given win",
                        "to the end, where the attacker wins"}},
          .answer = answering(answer_battle),
          .on_page = true,
          .is_brief = true};
}

Command Solve::command() {
  return {.operands = "A B",
          .summary = "best play where the rules leave a choice",
          .introduction =
              "What both sides should choose, with which odds where they should mix, what that is "
              "worth, and what one loses who always chooses the same.",
          .examples = {{"solve --roster examples/magewinds.toml Wizard Guardian",
                        "heavy, light or feint?"},
                       {"solve --roster examples/raiders-of-arcana.toml \"Human Warriors\" "
                        "\"Goblin Mob\" --payoff kills",
                        "how to split the dice"}},
          .answer = answering(answer_solve),
          .on_page = true,
          .is_brief = true};
}

Command Explain::command() {
  return {
      .operands = "ATTACKER DEFENDER",
      .summary = "how the dice and target numbers came about",
      .introduction = "Every step from the stats to the dice on the table, each with its rule.",
      .examples = {{"explain --roster examples/magewinds.toml Wizard Guardian --with cover=yes",
                    "step by step"},
                   {"explain --system dwethia-skirmish martial=5 martial=4", "without a roster"}},
      .answer = answering(answer_explain),
      .on_page = true};
}

Command Check::command() {
  return {.operands = "ATTACKER DEFENDER, or TARGET --by UNIT ...",
          .summary = "the same fight on both engines, compared",
          .introduction =
              "Puts the same fight (with --battle: battle; with --by: sequence) to both engines "
              "and compares their answers by chi-square. Exits with 1 if they disagree.",
          .without = {"engine", "orders"},
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
