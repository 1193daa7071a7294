#include "core/ask/outcome_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "core/machine/memory.h"
#include "core/play/ending.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

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

/// Of a battle that a side wins: the event, and what the side, or one of its units, has left.
AskedLaw left_of_winner(Side side, const std::string& unit = "") {
  return {{OutcomeFact{OutcomeFact::Kind::survivors, side, "", unit}},
          Event(side == Side::attacker ? "win" : "lose", OutcomeOf::battle)};
}

}  // namespace

OutcomesAsked::OutcomesAsked(const questions::OfOutcomes& question,
                             std::vector<Quantity> quantities, OutcomeOf of)
    : of_(of), quantities_(std::move(quantities)) {
  if (!question.given.empty()) {
    try {
      condition_ = Event(question.given, of);
    } catch (const EventError& error) {
      throw InputError(std::string("--given: ") + error.what(), error);
    }
    if (holds_always(*condition_)) std::swap(condition_, sure_);
  }
  if (!question.observed.empty()) observed_ = parse_observed(question.observed, of);
  if (question.joint.empty()) return;
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
    joint_ = {parse_fact(parts[0], of), parse_fact(parts[1], of)};
  } catch (const InputError& error) {
    throw InputError(std::string("--joint: ") + error.what(), error);
  }
}

AskedLaw OutcomesAsked::law_of_joint() const {
  return {{joint_->first, joint_->second}, condition_};
}

AskedLaw OutcomesAsked::law_of_observed(const std::vector<OutcomeFact>& points_lost) const {
  OutcomeColumns columns = columns_of(observed_);
  columns.insert(columns.end(), points_lost.begin(), points_lost.end());
  return {std::move(columns), condition_};
}

void OutcomesAsked::add_common(std::vector<AskedLaw>& laws,
                               const std::vector<OutcomeFact>& points_lost) const {
  if (joint_) laws.push_back(law_of_joint());
  if (!observed_.empty()) laws.push_back(law_of_observed());
  if (!observed_.empty() && !points_lost.empty()) laws.push_back(law_of_observed(points_lost));
  for (AskedLaw& law : laws_asked_for(quantities_, of_, condition_).besides) {
    laws.push_back(std::move(law));
  }
}

std::vector<AskedLaw> OutcomesAsked::left_of_winners(
    const PerSide<std::vector<std::string>>& units) {
  std::vector<AskedLaw> laws;
  for (const Side side : both_sides) {
    laws.push_back(left_of_winner(side));
    for (const std::string& unit : units[side]) laws.push_back(left_of_winner(side, unit));
  }
  return laws;
}

std::optional<JointOfFacts> OutcomesAsked::joint(const std::vector<OutcomeLaw>& laws) const {
  if (!joint_) return std::nullopt;
  const OutcomeLaw& law = law_of(law_of_joint(), laws);
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
        name_of(joint_->first), rows, name_of(joint_->second), columns, cells));
  }
  return JointOfFacts{name_of(joint_->first), name_of(joint_->second),
                      values_of(joint_->first, row), values_of(joint_->second, column),
                      *law.of_two(row, column)};
}

PerSide<std::optional<Distribution>> OutcomesAsked::left_if_wins(
    const std::vector<OutcomeLaw>& laws) const {
  PerSide<std::optional<Distribution>> left;
  if (condition_) return left;
  for (const Side side : both_sides) left[side] = law_of(left_of_winner(side), laws).of();
  return left;
}

void OutcomesAsked::add_left_if_wins(BattleAnswer& answer) const {
  if (condition_) return;
  for (const Side side : both_sides) {
    for (UnitAnswer& unit : answer.units[side]) {
      unit.left_if_wins = law_of(left_of_winner(side, unit.name), answer.laws).of();
    }
  }
}

}  // namespace warodds
