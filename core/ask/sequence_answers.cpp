// The question about a sequence: from its texts to the sequence, and to what is reported of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <utility>

#include "core/answer/begin_from.h"
#include "core/ask/command.h"
#include "core/ask/matchup_question.h"
#include "core/ask/play.h"
#include "core/roster/side_text.h"
#include "core/systems/traits/order_cost.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr std::string_view ability_key = "damage=";
constexpr int most_ability_damage = 1'000'000;

Amount ability_damage(const std::string& text, const std::string& where) {
  const std::optional<Amount> amount = Amount::parse(text);
  const bool fits = amount && amount->most() <= most_ability_damage &&
                    amount->most() >= (amount->is_random() ? 1 : 0);
  if (fits) return *amount;
  throw InputError(fmt::format(
      "{}: damage is {} but must be a whole number from 0 to {}, or an amount such as 1d6+1", where,
      text.empty() ? "empty" : shown(text), most_ability_damage));
}

/// The system, the target and what holds for all steps.
Matchup of_all_steps(const questions::Duel& question, const std::string& command,
                     const Roster* roster) {
  Matchup all(system_of(question, roster));
  all.put(Side::defender, find_sole_unit(all.system(), question.units.front(), roster,
                                         {"target", "Target"}, command));
  require_distinct(question.situation);
  for (const Setting& setting : question.situation) {
    all.set_situation(setting, {UsedIn::sequences, command});
  }
  return all;
}

/// A step that is an attack: its unit, and its own settings besides those of all steps.
Matchup of_step(const Matchup& all, const StepRequest& step, const Roster* roster,
                std::size_t number) {
  Matchup matchup = all;
  matchup.put(Side::attacker,
              find_unit(all.system(), step.unit, roster,
                        {fmt::format("step {}", number), fmt::format("Attacker {}", number)}));
  for (const Setting& setting : step.situation) {
    if (matchup.is_of_target(setting.key)) {
      throw InputError(
          fmt::format("{}: {} is said of the target in all steps, not in one: give it with --with",
                      setting.where, shown(setting.key)));
    }
    matchup.set_situation(setting, {UsedIn::sequences, questions::Sequence::name});
  }
  return matchup;
}

/// Where steps share a name, what they were asked for with is added to it.
std::vector<std::string> labels_of(const std::vector<std::string>& names,
                                   const std::vector<StepRequest>& by) {
  std::vector<std::string> labels = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_ability = !by[i].damage.empty();
    if (is_ability || std::count(names.begin(), names.end(), names[i]) < 2) continue;
    std::vector<std::string> more = changes_of(by[i].unit);
    for (const Setting& setting : by[i].situation) more.push_back(written(setting));
    if (!more.empty()) labels[i] += fmt::format(" ({})", fmt::join(more, ","));
  }
  return labels;
}

/// How the target stands, as a list says: "target.survivors=3"; as in a battle with the first who
/// attacks it.
template <class System>
Standing standing_of_target(const std::string& from, const std::vector<Matchup>& attacks) {
  constexpr std::string_view target = "target";
  std::vector<std::string> said;
  for (const std::string_view one : split_list(from)) {
    if (lower(one.substr(0, target.size())) != target) {
      throw InputError(
          "--from: of a sequence it is said how its target stands, as in "
          "target.survivors=3");
    }
    said.push_back(std::string(to_string(Side::defender)).append(one.substr(target.size())));
  }
  if (attacks.empty()) throw InputError("--from: none of the steps is an attack");
  AnyBattle battle = attacks.front().battle();
  try {
    begin_from(fmt::format("{}", fmt::join(said, ",")), battle);
  } catch (const InputError& error) {
    const std::string of_battle = error.what();
    throw InputError(
        boost::replace_all_copy(of_battle, std::string_view(to_string(Side::defender)), target),
        error);
  }
  return std::get<Battle<System>>(battle).standing_at_opening({0, 0});
}

template <class System>
Sequence<System> sequence_of(const std::vector<StepRequest>& by, const Matchup& all,
                             const std::vector<Matchup>& attacks, const std::string& from) {
  std::vector<typename Sequence<System>::Step> steps;
  auto attack = attacks.begin();
  for (std::size_t i = 0; i < by.size(); ++i) {
    const StepRequest& step = by[i];
    if (!step.damage.empty()) {
      steps.push_back(ability_damage(step.damage, fmt::format("step {}", i + 1)));
      continue;
    }
    const SidesOf<System>& of = (attack++)->template as<System>();
    steps.push_back(typename Sequence<System>::Attack{of.unit(Side::attacker), of.situation});
  }
  const SidesOf<System>& of = all.as<System>();
  std::optional<Standing> begun;
  if (!from.empty()) begun = standing_of_target<System>(from, attacks);
  return {of.unit(Side::defender), of.situation, std::move(steps), std::move(begun)};
}

/// What the attackers pay, and what the players should know of single steps.
template <class System>
void describe_steps(const Sequence<System>& sequence, PlayReport& report) {
  report.paid = rate_of<System>().paid;
  const SideStates& target = sequence.target();
  for (const PlannedStep& planned : sequence.planned_steps(sequence.given_order())) {
    if (sequence.ability(planned.step) != nullptr) continue;
    const auto remark = [&](const std::string& text) {
      report.answer.remarks.push_back(fmt::format("step {}: {}", planned.step + 1, text));
    };
    if (!planned.as_told) remark("the target has no action left and does not react");
    if (planned.is_free) remark("made again, for free, until the target has no action left");
    const auto fights = sequence.fight(planned, target, target.opening());
    report.cost += fights->any().cost.value_or(0);
    for (const std::string& text : fights->any().remarks) remark(text);
  }
}

void require_orders_possible(const questions::InSteps& steps) {
  if (!steps.orders || steps.by.size() <= most_steps_ordered) return;
  throw InputError(fmt::format("--orders tries every order of at most {} attackers; {} are given",
                               most_steps_ordered, steps.by.size()));
}

}  // namespace

StepRequest parse_step(std::string_view text, const std::string& where) {
  constexpr std::string_view with = " with ";
  StepRequest step;
  std::string_view unit = trim(text);
  for (auto at = unit.find(with); at != std::string_view::npos; at = unit.find(with, at + 1)) {
    const std::string_view settings = unit.substr(at + with.size());
    const auto equals = settings.find('=');
    if (equals == std::string_view::npos) break;
    if (trim(settings.substr(0, equals)).find_first_of(", ") != std::string_view::npos) continue;
    step.situation = parse_with(settings, where);
    unit = trim(unit.substr(0, at));
    break;
  }
  if (!unit.starts_with(ability_key)) {
    step.unit = std::string(unit);
    return step;
  }
  step.damage = std::string(unit.substr(ability_key.size()));
  ability_damage(step.damage, where);
  if (!step.situation.empty()) {
    throw InputError(where + ": an ability deals its damage in any situation; leave out 'with'");
  }
  return step;
}

Play play_of_sequence(const questions::Duel& question, const questions::InSteps& steps,
                      const std::string& command, const std::string& from) {
  if (question.units.size() != 1) {
    throw InputError(
        fmt::format("a sequence has one target, and an attacker with each --by; {} units given",
                    question.units.size()));
  }
  if (steps.by.empty()) throw InputError("sequence needs at least one attacker: give --by UNIT");
  require_orders_possible(steps);
  const auto roster = load(question.roster, question.system);
  const Matchup all = of_all_steps(question, command, roster.get());
  std::vector<Matchup> attacks;
  std::vector<std::string> names;
  Asked asked;
  for (const StepRequest& step : steps.by) {
    const bool ability = !step.damage.empty();
    if (!ability) {
      attacks.push_back(of_step(all, step, roster.get(), names.size() + 1));
      std::vector<Setting> set = question.situation;
      set.insert(set.end(), step.situation.begin(), step.situation.end());
      add(assumed_in(attacks.back(), UsedIn::sequences, set), asked.assumed);
    }
    names.push_back(ability ? std::string(ability_key) + step.damage
                            : attacks.back().name(Side::attacker));
  }
  asked.system = all.system();
  asked.title = all.title();
  asked.steps = labels_of(names, steps.by);
  asked.names = {fmt::format("{}", fmt::join(asked.steps, ", ")), all.name(Side::defender)};
  asked.labels = asked.names;
  asked.units.defender = {{asked.names.defender, all.unit(Side::defender)}};
  asked.situation = all.situation(UsedIn::sequences);
  for (const Setting& one : question.situation) asked.given.push_back(written(one));
  AnySequence sequence = all.visit([&]<class System>(const SidesOf<System>&) {
    return AnySequence(sequence_of<System>(steps.by, all, attacks, from));
  });
  PlayReport report{OutcomeOf::sequence, command, std::move(asked)};
  report.from = from;
  return {std::move(report), SequenceQuestion{std::move(sequence), steps.orders}};
}

namespace {

Report answer_sequence(const questions::Sequence& question, const Engines& engines,
                       const Watch& watch) {
  const OutcomesAsked outcomes = outcomes_asked(question, question.show, OutcomeOf::sequence);
  if (question.orders && outcomes.condition) {
    throw InputError("--orders ranks whole sequences, under no condition: leave out --given");
  }
  const Play play = play_of_sequence(question, question, question.name, question.from);
  PlayReport report = played(play, outcomes, question.engine, engines, watch);
  report.shown = numbers_of(report, outcomes);
  std::visit([&](const auto& of) { describe_steps(of, report); },
             std::get<SequenceQuestion>(play.question).sequence);
  return report;
}

}  // namespace

namespace questions {

Command Sequence::command() {
  return {.operands = "TARGET --by UNIT ...",
          .summary = "several attackers on one target",
          .introduction =
              "How likely each attacker is still needed, what is left of the target after it, and "
              "what that costs. --orders says in which order they should come.",
          .without = {"set"},
          .examples = {{"sequence --roster examples/arcane-legions.toml \"Iron Cohort\" --by "
                        "\"Dune Archers with mode=ranged\" --by \"Dune Raiders\"",
                        "first arrows, then blades"},
                       {"sequence --roster examples/raiders-of-arcana.toml \"Cave Troll\" --by "
                        "\"Goblin Mob\" --by \"Human Warriors\" --by damage=1d6 --orders",
                        "who should go first, and when to throw the fire"}},
          .answer = answering(answer_sequence),
          .on_page = true,
          .is_brief = true};
}

}  // namespace questions
}  // namespace warodds
