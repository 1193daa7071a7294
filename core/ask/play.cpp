#include "core/ask/play.h"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

#include "core/systems/traits/break_off.h"

namespace warodds {
namespace {

const auto& solver_of(const FightQuestion&, const Engine& engine) { return engine.fight; }
const auto& solver_of(const BattleQuestion&, const Engine& engine) { return engine.battle; }
const auto& solver_of(const SequenceQuestion&, const Engine& engine) { return engine.sequence; }

const AnyFight& played_in(const FightQuestion& question) { return question.fight; }
const AnyBattle& played_in(const BattleQuestion& question) { return question.battle; }
const AnySequence& played_in(const SequenceQuestion& question) { return question.sequence; }

/// The laws of all facts that such a question has; that of rounds every battle tells.
template <class Question>
std::vector<AskedLaw> every_fact() {
  constexpr OutcomeOf of = std::is_same_v<Question, FightQuestion>      ? OutcomeOf::fight
                           : std::is_same_v<Question, SequenceQuestion> ? OutcomeOf::sequence
                                                                        : OutcomeOf::battle;
  std::vector<AskedLaw> laws;
  for (const OutcomeFact& fact : facts_of_outcomes(of)) {
    if (fact.kind != OutcomeFact::Kind::rounds) laws.emplace_back(OutcomeColumn(fact));
  }
  return laws;
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
void add_remarks_on_end(const BattleQuestion& question, bool until, BattleAnswer& answer) {
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

PlayReport played(Play play, const OutcomesAsked& outcomes, const Engine& engine,
                  const Watch& watch) {
  PlayReport& report = play.report;
  std::visit(
      [&]<class Question>(Question& question) {
        const auto& of = played_in(question);
        constexpr bool is_fight = std::is_same_v<Question, FightQuestion>;
        constexpr bool is_sequence = std::is_same_v<Question, SequenceQuestion>;
        question.asked = outcomes.laws(of);
        auto answer = outcomes.answered(
            of, [&] { return solver_of(question, engine).answer(question, watch); });
        answer.remarks.insert(answer.remarks.end(), play.remarks.begin(), play.remarks.end());
        if constexpr (std::is_same_v<Question, BattleQuestion>) {
          add_remarks_on_end(question, report.until.has_value(), answer);
        }
        if constexpr (!is_fight && !is_sequence) {
          report.can_break = std::visit([](const auto& one) { return one.can_break(); }, of);
          report.left_if_wins = outcomes.left_if_wins(answer.laws);
          outcomes.add_left_if_wins(answer);
        }
        report.condition = answer.condition;
        outcomes.add_remarks(answer, of, report.until);
        report.joint = outcomes.joint(answer.laws);
        if constexpr (!is_sequence) report.luck = outcomes.luck(answer, of);
        report.answer = std::move(answer);
      },
      play.question);
  return std::move(report);
}

std::vector<ShownQuantity> numbers_of(const PlayReport& report, const OutcomesAsked& outcomes) {
  return std::visit([&](const auto& answer) { return outcomes.numbers(answer); }, report.answer);
}

Agreement compare_engines(const PlayedQuestion& question, const EngineSettings& settings,
                          const Engines& engines, const Watch& watch) {
  const auto engine = [&](EngineChoice choice) {
    EngineSettings changed = settings;
    changed.choice = choice;
    return engine_for(changed, engines);
  };
  return std::visit(
      [&]<class Question>(Question one) {
        one.asked.besides = every_fact<Question>();
        const auto law = solver_of(one, engine(EngineChoice::exact)).answer(one, watch.quiet());
        return compare(law, solver_of(one, engine(EngineChoice::sim)).answer(one, watch));
      },
      question);
}

}  // namespace warodds
