#include "exact/solve/outcome.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>
#include <variant>

#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

void add_at(std::vector<double>& list, std::size_t place, double p) {
  if (list.size() <= place) list.resize(std::max(place + 1, 2 * list.size()), 0.0);
  list[place] += p;
}

}  // namespace

std::vector<UnitLeft> left_at(const Graph& graph, Side side, int row, bool by_rank) {
  const OfUnits<int>& units = graph.units(side, row);
  const Scenario& scenario = graph.scenario();
  std::vector<UnitLeft> left;
  for (int unit = 0; unit < static_cast<int>(units.size()); ++unit) {
    const int state = units[static_cast<std::size_t>(unit)];
    left.push_back({scenario.figures(side, unit, state), scenario.hit_points(side, unit, state),
                    by_rank ? scenario.figures_by_rank(side, unit, state) : std::vector<int>()});
  }
  return left;
}

Outcome::Outcome(Graph& graph, const std::vector<AskedLaw>& laws, const OfFacts& of_facts,
                 const Remembered& remembered)
    : graph_(graph) {
  for (const Side side : both_sides) at_first_[side] = graph.scenario().hit_points_at_first(side);
  for (const AskedLaw& asked : laws) {
    const Observer observer({asked});
    const BattleOutcome outcome = of_facts(observer.facts());
    const Law::Of of = outcome.needs_rounds()           ? Law::Of::rounds
                       : !outcome.needs(Side::defender) ? Law::Of::attacker
                       : !outcome.needs(Side::attacker) ? Law::Of::defender
                                                        : Law::Of::both;
    Law& law =
        laws_.emplace_back(Law{observer, outcome, of, {}, std::vector<LawSums<double>>(1), {}});
    for (std::size_t place = 0; place < observer.facts().size(); ++place) {
      for (const auto& [fact, value] : remembered) {
        if (fact == observer.facts()[place]) law.remembered.emplace_back(place, value);
      }
    }
    needs_rounds_ = needs_rounds_ || of == Law::Of::rounds;
    needs_both_ = needs_both_ || of == Law::Of::both;
  }
}

void Outcome::begin(int first, int columns) {
  first_ = first;
  columns_ = columns;
  left_.resize(static_cast<std::size_t>(first + columns), 0.0);
  ended_after_.resize(left_.size(), 0.0);
  for (const Side side : both_sides) {
    going_on_[side].clear();
    ended_[side].clear();
  }
}

void Outcome::goes_on(int row, int column, const double* p) {
  for (const Side side : both_sides) {
    std::vector<double>& to = going_on_[side];
    const auto from = static_cast<std::size_t>(side == Side::attacker ? row : column) *
                      static_cast<std::size_t>(columns_);
    const std::size_t room = from + static_cast<std::size_t>(columns_);
    if (to.size() < room) to.resize(std::max(room, 2 * to.size()), 0.0);
    for (std::size_t k = 0; k < static_cast<std::size_t>(columns_); ++k) to[from + k] += p[k];
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(columns_); ++k) {
    left_[static_cast<std::size_t>(first_) + k] += p[k];
  }
}

void Outcome::ends(BattleEnd how, int row, int column, const double* p) {
  constexpr WorkUnits per_end = 50;
  spend(per_end);
  const auto columns = static_cast<std::size_t>(columns_);
  const double all = std::accumulate(p, p + columns, 0.0);
  if (all == 0) return;
  const Ending ending = this->ending(how, row, column);
  add_end(ending, row, column, all);
  for (const Side side : both_sides) {
    const auto place = static_cast<std::size_t>(side == Side::attacker ? row : column);
    for (std::size_t k = 0; k < columns; ++k) add_at(ended_[side], place * columns + k, p[k]);
  }
  for (std::size_t k = 0; k < columns; ++k) {
    ended_after_[static_cast<std::size_t>(first_) + k] += p[k];
    if (!needs_rounds_ || p[k] == 0) continue;
    for (Law& law : laws_) {
      if (law.of == Law::Of::rounds) {
        add_to(law, first_ + static_cast<int>(k), ending, row, column, p[k]);
      }
    }
  }
}

void Outcome::add_end(const Ending& ending, int row, int column, double p) {
  const auto kind = static_cast<std::size_t>(ending.how);
  const auto ahead = static_cast<std::size_t>(ending.ahead);
  for (const Side side : both_sides) {
    const auto place = static_cast<std::size_t>(side == Side::attacker ? row : column);
    add_at(at_end_[kind][ahead][side], place, p);
  }
  if (needs_both_) {
    ended_in_[{static_cast<int>(kind), static_cast<int>(ahead), row, column}] += p;
  }
}

void Outcome::ends_late(BattleEnd how, int row, int column, int round, double p) {
  const Ending ending = this->ending(how, row, column);
  add_end(ending, row, column, p);
  for (Law& law : laws_) {
    if (law.of == Law::Of::rounds) add_to(law, round, ending, row, column, p);
  }
}

std::vector<Leaving> Outcome::leavings() const {
  std::vector<Leaving> all;
  for (const auto& [at, p] : left_field_) {
    const auto [side, row, column] = at;
    all.push_back({side,
                   {left_at(graph_, Side::attacker, row, false),
                    left_at(graph_, Side::defender, column, false)},
                   p});
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.p > b.p; });
  return all;
}

std::optional<std::vector<int>> Outcome::marks() const {
  constexpr double most = std::numeric_limits<int>::max() - 1;
  std::set<int> marks;
  const auto add = [&](const Event& event) {
    const auto numbers = event.compared_with(OutcomeFact::Kind::rounds);
    if (!numbers) return false;  // it tells each number apart
    for (const double number : *numbers) {
      if (number < 0 || number >= most) continue;  // no battle has so many
      marks.insert(static_cast<int>(std::ceil(number)));
      marks.insert(static_cast<int>(std::floor(number)) + 1);
    }
    return true;
  };
  for (const Law& law : laws_) {
    for (const AskedLaw& asked : law.observer.asked()) {
      if (asked.given && !add(*asked.given)) return std::nullopt;
      for (const OutcomeColumn& column : asked.columns) {
        const auto* const event = std::get_if<Event>(&column);
        const bool is_told = event == nullptr
                                 ? std::get<OutcomeFact>(column).kind != OutcomeFact::Kind::rounds
                                 : add(*event);
        if (!is_told) return std::nullopt;
      }
    }
  }
  return std::vector<int>(marks.begin(), marks.end());
}

void Outcome::tell_rounds(int last, Answer& answer) {
  const auto columns = static_cast<std::size_t>(columns_);
  for (std::size_t k = 0; k < columns; ++k) {
    const int round = first_ + static_cast<int>(k);
    Marginal now;
    for (const Side side : both_sides) {
      std::vector<double>& before = before_[side];
      before.resize(static_cast<std::size_t>(graph_.rows(side)), 0.0);
      for (std::size_t i = k; i < ended_[side].size(); i += columns) {
        if (i / columns < before.size()) before[i / columns] += ended_[side][i];
      }
      now[side] = before;
      for (std::size_t i = k; i < going_on_[side].size(); i += columns) {
        if (i / columns < now[side].size()) now[side][i / columns] += going_on_[side][i];
      }
    }
    if (round > 0 && round <= last) tell_round(round, now, answer);
  }
}

int Outcome::hit_points(Side side, int row) {
  std::vector<int>& all = hit_points_[side];
  const auto place = static_cast<std::size_t>(row);
  if (all.size() <= place) all.resize(std::max(place + 1, 2 * all.size()), -1);
  if (all[place] >= 0) return all[place];
  const OfUnits<int>& units = graph_.units(side, row);
  int sum = 0;
  for (int unit = 0; unit < static_cast<int>(units.size()); ++unit) {
    sum += graph_.scenario().hit_points(side, unit, units[static_cast<std::size_t>(unit)]);
  }
  return all[place] = sum;
}

Ending Outcome::ending(BattleEnd how, int row, int column) {
  if (how != BattleEnd::undecided) return {how};
  return {how, who_is_ahead({hit_points(Side::attacker, row), hit_points(Side::defender, column)},
                            at_first_)};
}

const std::vector<double>& Outcome::told(Law& law, Side side, int row) const {
  std::vector<std::vector<double>>& known = law.told[side];
  const auto place = static_cast<std::size_t>(row);
  if (known.size() <= place) known.resize(2 * place + 1);
  if (known[place].empty()) {
    law.outcome.tell_of(side, left_at(graph_, side, row, law.outcome.needs_ranks()), known[place]);
  }
  return known[place];
}

void Outcome::add_to(Law& law, int round, const Ending& ending, int row, int column, double p) {
  if (p == 0) return;
  constexpr WorkUnits per_told = 300;
  spend(per_told);
  constexpr std::size_t most_outcomes = 10'000'000;
  static const std::vector<double> nothing;
  const auto& of_attacker = law.of == Law::Of::defender ? nothing : told(law, Side::attacker, row);
  const auto& of_defender =
      law.of == Law::Of::attacker ? nothing : told(law, Side::defender, column);
  law.outcome.tell(ending, round, {&of_attacker, &of_defender}, values_);
  BattleOutcome::recall(law.remembered, values_);
  law.observer.add(values_, p, law.sums);
  if (law.sums.front().size() > most_outcomes) {
    throw TooLarge(
        "what is asked has too many outcomes to be told apart exactly; take --engine sim");
  }
}

Outcome::Now Outcome::now(Side side, int unit, const std::vector<double>& rows) const {
  Now now;
  const Scenario& scenario = graph_.scenario();
  std::vector<double> states(static_cast<std::size_t>(scenario.states(side, unit)), 0.0);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row] == 0) continue;
    const OfUnits<int>& units = graph_.units(side, static_cast<int>(row));
    states[static_cast<std::size_t>(units[static_cast<std::size_t>(unit)])] += rows[row];
  }
  for (int state = 0; state < static_cast<int>(states.size()); ++state) {
    const double p = states[static_cast<std::size_t>(state)];
    if (p == 0) continue;
    const int figures = scenario.figures(side, unit, state);
    if (figures == 0) now.destroyed += p;
    now.figures += p * figures;
    now.hit_points += p * scenario.hit_points(side, unit, state);
  }
  now.destroyed = std::min(now.destroyed, 1.0);
  return now;
}

void Outcome::tell_round(int round, const Marginal& now, Answer& answer) {
  RoundAnswer of_round{round, {}, {}};
  for (const Side side : both_sides) {
    double destroyed = 0;
    for (std::size_t row = 0; row < now[side].size(); ++row) {
      if (now[side][row] == 0 || hit_points(side, static_cast<int>(row)) > 0) continue;
      destroyed += now[side][row];
    }
    of_round.destroyed[side] = {std::min(destroyed, 1.0)};
    double left = 0;
    for (int unit = 0; unit < graph_.scenario().units(side); ++unit) {
      const Now of_unit = this->now(side, unit, now[side]);
      if (!answer.units[side].empty()) {
        answer.units[side][static_cast<std::size_t>(unit)].by_round.push_back(
            {{of_unit.destroyed}, {of_unit.figures}, {of_unit.hit_points}});
      }
      left += of_unit.figures;
    }
    of_round.mean_left[side] = {left};
  }
  answer.by_round.push_back(of_round);
}

std::vector<LawSums<double>> Outcome::take() {
  for (Law& law : laws_) {
    if (law.of == Law::Of::both) {
      for (const auto& [key, p] : ended_in_) {
        add_to(law, 0, {static_cast<BattleEnd>(key[0]), static_cast<Ahead>(key[1])}, key[2], key[3],
               p);
      }
    }
    if (law.of != Law::Of::attacker && law.of != Law::Of::defender) continue;
    const Side side = law.of == Law::Of::attacker ? Side::attacker : Side::defender;
    for (int how = 0; how < kinds_of_end; ++how) {
      for (int ahead = 0; ahead < kinds_of_ahead; ++ahead) {
        const std::vector<double>& rows =
            at_end_[static_cast<std::size_t>(how)][static_cast<std::size_t>(ahead)][side];
        const Ending ending{static_cast<BattleEnd>(how), static_cast<Ahead>(ahead)};
        for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
          add_to(law, 0, ending, row, row, rows[static_cast<std::size_t>(row)]);
        }
      }
    }
  }
  std::vector<LawSums<double>> found;
  for (Law& law : laws_) found.push_back(std::move(law.sums.front()));
  return found;
}

}  // namespace warodds::exact
