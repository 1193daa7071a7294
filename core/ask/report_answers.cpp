// A roster's balance as one page, put together from what the other commands answer.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/command.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// A question of another command about the same roster, situation, engine and budget.
template <class Asked>
Asked same_as(const questions::RosterPage& question) {
  Asked asked;
  static_cast<questions::Cells&>(asked) = question;
  return asked;
}

template <class Answer>
Answer answer_as(const Question& question, const Engines& engines, const Watch& watch) {
  return answer(question, engines, watch).template as<Answer>();
}

Matrix ranking_of(const questions::RosterPage& question, const Engines& engines,
                  const Watch& watch) {
  auto ranking = same_as<questions::Matrix>(question);
  ranking.ranking = true;
  return answer_as<Matrix>(ranking, engines, watch);
}

bool has_points(const Roster& roster, const std::string& system) {
  const std::vector<AnyUnit> units = all_units(roster, system);
  return std::any_of(units.begin(), units.end(),
                     [](const AnyUnit& unit) { return points_of(unit) > 0; });
}

Report answer_page(const questions::RosterPage& asked, const Engines& engines, const Watch& watch) {
  questions::RosterPage question = asked;
  question.roster.given = roster_of(question, question.name);
  const std::string system = system_of(question, question.roster.given.get());
  RosterPage page;
  page.roster = shown(question.roster.given->file);
  page.ranking = ranking_of(question, engines, watch);
  auto matrix = same_as<questions::Matrix>(question);
  matrix.battle = true;
  matrix.show = "odds";
  page.odds = answer_as<Matrix>(matrix, engines, watch);
  // What takes longer may be missing, and comes the later, the longer it takes.
  const auto try_for = [&](const char* what, const auto& answer_it) {
    try {
      answer_it();
    } catch (const NoAnswer& error) {
      page.left_out.push_back(fmt::format("{}: {}", what, error.what()));
    }
  };
  if (!question.older.empty()) {
    try_for("what has changed", [&] {
      auto compare = same_as<questions::Compare>(question);
      compare.old = question.older;
      page.changes = answer_as<Comparison>(compare, engines, watch);
      questions::RosterPage before = question;
      before.roster = question.older;
      page.ranking_before = ranking_of(before, engines, watch);
    });
  }
  if (question.budget()) {
    try_for("prices", [&] {
      page.prices = answer_as<PricesReport>(same_as<questions::Prices>(question), engines, watch);
    });
  }
  try_for("what a stat is worth", [&] {
    auto value = same_as<questions::Value>(question);
    value.points = has_points(*question.roster.given, system);
    page.stats = answer_as<RosterSensitivity>(value, engines, watch);
  });
  return page;
}

}  // namespace

namespace questions {

Command RosterPage::command() {
  return {
      .operands = "ROSTER",
      .summary = "a roster's balance as one page for colleagues",
      .introduction =
          "One file of HTML: who is fielded, odds of all against all, whom each fears, what each "
          "stat is worth, prices where there is a budget, and what changed since --old.",
      .examples = {{"report examples/designer/magewinds.toml",
                    "as text; a page with --output report.html"},
                   {"report examples/designer/magewinds.toml --old examples/magewinds.toml",
                    "and what changed"}},
      .answer = answering(answer_page),
      .writes_page = true};
}

}  // namespace questions
}  // namespace warodds
