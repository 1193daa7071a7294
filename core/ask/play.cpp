#include "core/ask/play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <type_traits>
#include <utility>

#include "core/answer/beyond_reach.h"
#include "core/answer/told.h"
#include "core/machine/memory.h"
#include "core/play/ending.h"
#include "core/systems/traits/break_off.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

const AnyFight& played_in(const FightQuestion& question) { return question.fight; }
const AnyBattle& played_in(const BattleQuestion& question) { return question.battle; }
const AnySequence& played_in(const SequenceQuestion& question) { return question.sequence; }

/// The laws of all facts that such a question has; that of rounds every battle tells.
template <class Question>
std::vector<AskedLaw> every_fact(const Question&) {
  constexpr OutcomeOf of = std::is_same_v<Question, FightQuestion>      ? OutcomeOf::fight
                           : std::is_same_v<Question, SequenceQuestion> ? OutcomeOf::sequence
                                                                        : OutcomeOf::battle;
  std::vector<AskedLaw> laws;
  for (const OutcomeFact& fact : facts_of_outcomes(of)) {
    if (fact.kind != OutcomeFact::Kind::rounds) laws.emplace_back(OutcomeColumn(fact));
  }
  return laws;
}

/// Values of a fact on all sides of the numbers that it is compared with.
std::vector<double> values_of(const OutcomeFact& fact, const std::vector<double>& numbers) {
  const bool is_end = fact.kind == OutcomeFact::Kind::end;
  if (is_end || fact.kind == OutcomeFact::Kind::ahead) {
    std::vector<double> values(static_cast<std::size_t>(is_end ? kinds_of_end : kinds_of_ahead));
    std::iota(values.begin(), values.end(), 0.0);
    return values;
  }
  if (is_yes_or_no(fact)) return {0, 1};
  std::set<double> values{0};
  for (const double number : numbers) {
    for (const double more : {-1, 0, 1, 2}) values.insert(std::max(std::floor(number) + more, 0.0));
  }
  return {values.begin(), values.end()};
}

/// Whether an event holds in whatever outcome, as far as that can be told without one. False where
/// it is too long to tell.
bool holds_always(const Event& event) {
  constexpr std::size_t most = 10'000;
  std::size_t all = 1;
  std::vector<std::vector<double>> choices;
  for (const OutcomeFact& fact : event.facts()) {
    // Whether there is such a unit, or any points, is not known here.
    const bool is_known = fact.group.empty() && fact.name.empty() && !is_of_points(fact) &&
                          fact.step == OutcomeFact::no_step;
    const auto numbers = event.compared_with(fact.kind);
    if (!numbers || !is_known) return false;
    choices.push_back(values_of(fact, *numbers));
    all *= choices.back().size();
    if (all > most) return false;
  }
  std::vector<double> values(choices.size());
  for (std::size_t number = 0; number < all; ++number) {
    std::size_t rest = number;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      values[i] = choices[i][rest % choices[i].size()];
      rest /= choices[i].size();
    }
    if (!event.holds(values)) return false;
  }
  return true;
}

AskedLaw law_of_joint(const OutcomesAsked& outcomes) {
  return {{outcomes.joint->first, outcomes.joint->second}, outcomes.condition};
}

AskedLaw law_of_observed(const OutcomesAsked& outcomes,
                         const std::vector<OutcomeFact>& points_lost = {}) {
  OutcomeColumns columns = columns_of(outcomes.observed);
  columns.insert(columns.end(), points_lost.begin(), points_lost.end());
  return {std::move(columns), outcomes.condition};
}

/// What the engine is to be asked for. `of`: a fight, battle or sequence.
template <class Of>
LawsAsked laws_of(const OutcomesAsked& outcomes, const Of& of) {
  std::vector<AskedLaw> laws;
  if constexpr (std::is_same_v<Of, AnyBattle>) {
    const auto units = std::visit([](const auto& battle) { return names_of_several(battle); }, of);
    for (const Side side : both_sides) {
      if (outcomes.condition) break;
      laws.push_back(left_of_winner(side));
      for (const std::string& unit : units[side]) laws.push_back(left_of_winner(side, unit));
    }
  }
  if (outcomes.joint) laws.push_back(law_of_joint(outcomes));
  if (!outcomes.observed.empty()) {
    laws.push_back(law_of_observed(outcomes));
    const std::vector<OutcomeFact> lost = points_lost_in(of);
    if (!lost.empty()) laws.push_back(law_of_observed(outcomes, lost));
  }
  for (AskedLaw& law :
       laws_asked_for(outcomes.quantities, outcomes.of, outcomes.condition).besides) {
    laws.push_back(std::move(law));
  }
  return {std::move(laws), outcomes.condition, true};
}

std::optional<JointOfFacts> joint_in(const OutcomesAsked& outcomes,
                                     const std::vector<OutcomeLaw>& laws) {
  if (!outcomes.joint) return std::nullopt;
  const auto& [in_rows, in_columns] = *outcomes.joint;
  const OutcomeLaw& law = law_of(law_of_joint(outcomes), laws);
  constexpr std::size_t row = 0, column = 1;
  const auto values_of = [&](const OutcomeFact& fact, std::size_t of) {
    return is_of_points(fact) ? law.axis_of(of) : std::vector<double>();
  };
  // Each is a number in memory, and one that is written.
  constexpr double most_cells = 2e7, bytes_of_cell = 32, share_of_memory = 0.25;
  const std::size_t rows = law.axis_of(row).size();
  const std::size_t columns = law.axis_of(column).size();
  const double cells = static_cast<double>(rows) * static_cast<double>(columns);
  if (cells > std::min(most_cells, memory_there_is() * share_of_memory / bytes_of_cell)) {
    throw NoAnswer(fmt::format(
        "--joint: {} of {} values and {} of {} are a table of {:.0f} cells, which is too "
        "large; ask for a fact of fewer values, such as kills",
        name_of(in_rows), rows, name_of(in_columns), columns, cells));
  }
  return JointOfFacts{name_of(in_rows), name_of(in_columns), values_of(in_rows, row),
                      values_of(in_columns, column), *law.of_two(row, column)};
}

/// How lucky it was, if that is asked for. Throws InputError where it cannot have happened.
template <class Of>
std::optional<LuckOfOutcome> luck_in(const OutcomesAsked& outcomes, const Of& of,
                                     const std::vector<OutcomeLaw>& laws) {
  if (outcomes.observed.empty()) return std::nullopt;
  LuckOfOutcome luck = luck_of(outcomes.observed, law_of(law_of_observed(outcomes), laws));
  const std::vector<OutcomeFact> lost = points_lost_in(of);
  if (lost.empty()) return luck;
  luck.points = luck_in_points(luck.observed, lost, law_of(law_of_observed(outcomes, lost), laws));
  return luck;
}

/// Says of numbers that a fact cannot have how many there are.
template <class Of>
void add_beyond_reach(const OutcomesAsked& outcomes, const Of& of,
                      const std::optional<Event>& until, std::vector<std::string>& remarks) {
  std::vector<Event> events;
  for (const Quantity& quantity : outcomes.quantities) {
    if (const Event* const event = quantity.event()) events.push_back(*event);
  }
  for (const auto* event : {&outcomes.condition, &until}) {
    if (*event) events.push_back(**event);
  }
  for (const Event& event : events) {
    for (std::string& remark : beyond_reach(event, of)) {
      if (std::find(remarks.begin(), remarks.end(), remark) != remarks.end()) continue;
      remarks.push_back(std::move(remark));
    }
  }
}

/// What has a battle go on that the rules break off.
template <class System>
std::string going_on(const Battle<System>&) {
  if constexpr (BreaksOff<System>) return fmt::format("; {}", System::goes_on_with);
  return "";
}

/// Why nearly all battles are undecided that the rules do not break off, and what to change.
std::string why_undecided(const Answer& answer) {
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
void add_remarks_on_end(const BattleQuestion& question, bool until, Answer& answer) {
  const double undecided = answer.end(BattleEnd::undecided).value;
  constexpr double nearly_always = 0.9;
  std::visit(
      [&](const auto& of) {
        if (of.most_rounds() > 0 && undecided > 0) {
          std::string remark = fmt::format("the battle is broken off after {}{} round{}, {}",
                                           of.most_rounds(), of.rounds_before() > 0 ? " more" : "",
                                           of.most_rounds() == 1 ? "" : "s", of.breaks_off());
          if (undecided > nearly_always) remark += going_on(of);
          answer.remarks.push_back(std::move(remark));
        } else if (undecided > nearly_always && !until && of.is_of_two_units()) {
          answer.remarks.push_back(why_undecided(answer));
        }
        if (of.planned_rounds() > 0 && question.rounds == 0) {
          answer.remarks.push_back(
              fmt::format("best play is planned for {} rounds, and the battle ends there",
                          of.planned_rounds()));
        }
      },
      question.battle);
}

}  // namespace

OutcomesAsked outcomes_asked(const questions::OfOutcomes& question, const std::string& show,
                             OutcomeOf of) {
  OutcomesAsked outcomes{of};
  if (!show.empty()) outcomes.quantities = parse_quantities(show, of);
  for (const Quantity& quantity : outcomes.quantities) {
    if (quantity.of == of) continue;
    throw InputError(fmt::format(
        "--show: {} is a quantity of {}", quantity.text,
        of == OutcomeOf::fight ? "battles: ask battle, or sweep" : "fights: ask fight, or sweep"));
  }
  if (!question.given.empty()) {
    try {
      outcomes.condition = Event(question.given, of);
    } catch (const EventError& error) {
      throw InputError(std::string("--given: ") + error.what(), error);
    }
    if (holds_always(*outcomes.condition)) std::swap(outcomes.condition, outcomes.sure);
  }
  if (!question.observed.empty()) outcomes.observed = parse_observed(question.observed, of);
  if (question.joint.empty()) return outcomes;
  const std::vector<std::string_view> parts = split_list(question.joint);
  if (parts.size() != 2) {
    throw InputError(
        fmt::format("--joint takes two facts with a comma between them, such as {}; "
                    "'{}' has {}",
                    of == OutcomeOf::fight    ? "attacker.kills,defender.kills"
                    : of == OutcomeOf::battle ? "attacker.survivors,rounds"
                                              : "step[1].kills,step[2].kills",
                    shown(question.joint), parts.size()));
  }
  try {
    outcomes.joint = {parse_fact(parts[0], of), parse_fact(parts[1], of)};
  } catch (const InputError& error) {
    throw InputError(std::string("--joint: ") + error.what(), error);
  }
  return outcomes;
}

PlayReport played(Play play, const OutcomesAsked& outcomes, const EngineSettings& settings,
                  const Engines& engines, const Watch& watch) {
  const Engine engine = engine_for(settings, engines);
  PlayReport& report = play.report;
  std::visit(
      [&]<class Question>(Question& question) {
        const auto& of = played_in(question);
        question.asked = laws_of(outcomes, of);
        Answer& answer = report.answer;
        try {
          answer = engine.laws.answer(question, watch);
        } catch (const NeverMet& error) {
          std::string why = error.what();
          for (const std::string& one : beyond_reach(*outcomes.condition, of)) why += "; " + one;
          throw NoAnswer(why);
        }
        if (outcomes.sure) {
          Estimate p{1.0};
          if (!answer.origin.exact) p.half_width = 0;
          answer.condition = Condition{*outcomes.sure, p, answer.origin.trials};
        }
        answer.remarks.insert(answer.remarks.end(), play.remarks.begin(), play.remarks.end());
        if constexpr (std::is_same_v<Question, BattleQuestion>) {
          add_remarks_on_end(question, report.until.has_value(), answer);
          report.can_break = std::visit([](const auto& one) { return one.can_break(); }, of);
        }
        add_beyond_reach(outcomes, of, report.until, answer.remarks);
        report.joint = joint_in(outcomes, answer.laws);
        report.luck = luck_in(outcomes, of, answer.laws);
      },
      play.question);
  if (settings.choice == EngineChoice::both) {
    report.agreement = compare_engines(std::move(play.question), settings, engines, watch);
  }
  return std::move(report);
}

std::vector<ShownQuantity> numbers_of(const PlayReport& report, const OutcomesAsked& outcomes) {
  std::vector<ShownQuantity> all;
  for (const Quantity& quantity : outcomes.quantities) {
    all.push_back({quantity, estimate_of(quantity, report.answer, outcomes.condition)});
  }
  return all;
}

Agreement compare_engines(PlayedQuestion question, const EngineSettings& settings,
                          const Engines& engines, const Watch& watch) {
  const auto engine = [&](EngineChoice choice) {
    EngineSettings changed = settings;
    changed.choice = choice;
    return engine_for(changed, engines);
  };
  std::visit(
      [&]<class Of>(Of& of) {
        of.asked.besides = every_fact(of);
        // Dice cannot wait for a battle that all but never ends: exact stops where they stop.
        if constexpr (std::is_same_v<Of, BattleQuestion>) {
          if (of.rounds == 0) of.rounds = most_simulated_rounds;
        }
      },
      question);
  const Answer exact = engine(EngineChoice::exact).laws.answer(question, watch.quiet());
  return compare(exact, engine(EngineChoice::sim).laws.answer(question, watch));
}

}  // namespace warodds
