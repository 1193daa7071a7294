#include "core/design/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/design/choosing.h"
#include "core/design/contest.h"
#include "core/machine/memory.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Adds every army that goes on with units from the `next`, with so many points and so much room.
void add_armies(const std::vector<int>& points, std::size_t next, double left, int room,
                UnitCounts& army, std::vector<UnitCounts>& armies) {
  if (next == points.size()) {
    const int cheapest = *std::min_element(points.begin(), points.end());
    if (room > 0 && cheapest <= left) return;
    if (armies.size() == most_candidates) {
      throw InputError(
          fmt::format("more than {} armies can be had for these points: have fewer units in the "
                      "roster, or a smaller --most-units",
                      most_candidates));
    }
    constexpr double share_of_memory = 0.25;
    const double numbers =
        static_cast<double>(armies.size() + 1) * static_cast<double>(army.size());
    if (numbers * sizeof(int) > share_of_memory * memory_there_is()) {
      throw NoAnswer(
          fmt::format("tournament: more than {} armies of {} units do not fit into memory: have "
                      "fewer units in the roster, or a smaller --most-units",
                      armies.size(), army.size()));
    }
    armies.push_back(army);
    return;
  }
  const int most = static_cast<int>(std::min<double>(room, left / points[next]));
  for (int count = most; count >= 0; --count) {
    army[next] = count;
    add_armies(points, next + 1, left - count * points[next], room - count, army, armies);
  }
  army[next] = 0;
}

/// Battles of armies that have numbers, each pair's worked out once.
class Battles {
 public:
  using Pair = std::pair<std::size_t, std::size_t>;  ///< the smaller number first

  Battles(const TournamentQuestion& question, std::vector<UnitsOfSide> armies)
      : question_(question),
        armies_(std::move(armies)),
        empty_(in_situation(question.system, question.conditions, {UsedIn::armies, "tournament"})) {
    question_.cells.quantities = win_and_lose();
    for (const Side side : both_sides) empty_.set_conduct(side, question.conducts[side]);
    table_.system = empty_.system();
    table_.title = empty_.title();
  }

  /// Works out the odds of `army` against all of the first `count`. False when interrupted: then
  /// not all are known.
  bool settle(std::size_t army, std::size_t count, const Watch& watch) {
    std::vector<Pair> wanted;
    for (std::size_t other = 0; other < count; ++other) {
      const Pair pair = std::minmax(army, other);
      if (army != other && !odds_.contains(pair)) wanted.push_back(pair);
    }
    if (wanted.empty()) return !watch.stopped();
    Table table;
    const auto matchup = [&](std::size_t i) {
      const auto& [one, other] = wanted[i / 2];
      Matchup battle = empty_;
      battle.put(Side::attacker, armies_[i % 2 == 0 ? one : other]);
      battle.put(Side::defender, armies_[i % 2 == 0 ? other : one]);
      return battle;
    };
    const std::vector<Cell> cells =
        answer_cells(question_.cells, 2 * wanted.size(), "battles", matchup, watch, table);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Cell& forth = cells[2 * i];
      const Cell& back = cells[2 * i + 1];
      if (forth.state == Cell::State::not_reached || back.state == Cell::State::not_reached) {
        continue;
      }
      odds_[wanted[i]] = odds_of_pair(forth, back, 0, 1);
    }
    add(table);
    return !watch.stopped();
  }

  bool knows(std::size_t army, std::size_t other) const {
    return army == other || odds_.contains(std::minmax(army, other));
  }

  Estimate odds(std::size_t army, std::size_t other) const {
    if (army == other) return {0.5};
    Estimate odds = odds_.at(std::minmax(army, other)).of_beating;
    if (army > other) odds.value = 1 - odds.value;
    return odds;
  }

  /// Against several, each of which counts so much; the weights add up to 1.
  Estimate odds(std::size_t army, const std::vector<std::size_t>& others,
                const std::vector<double>& weights) const {
    Estimate mean{0};
    double half_width = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const Estimate of_pair = odds(army, others[i]);
      mean.value += weights[i] * of_pair.value;
      half_width += weights[i] * of_pair.half_width.value_or(0);
    }
    mean.half_width = half_width_of_mean(half_width, 1);
    return mean;
  }

  /// What players choose among these.
  std::optional<Choosing> choosing(const std::vector<std::size_t>& armies,
                                   const Watch& watch) const {
    OddsOfPairs odds_of(static_cast<Eigen::Index>(armies.size()));
    odds_of.confidence = table_.confidence;
    for (std::size_t i = 0; i < armies.size(); ++i) {
      for (std::size_t j = 0; j < armies.size(); ++j) {
        const Estimate of_pair = odds(armies[i], armies[j]);
        const auto row = static_cast<Eigen::Index>(i);
        const auto column = static_cast<Eigen::Index>(j);
        odds_of.values(row, column) = of_pair.value;
        odds_of.half_widths(row, column) = of_pair.half_width.value_or(0);
      }
    }
    return choosing_of(odds_of, [&] { return watch.stopped(); });
  }

  /// Of all battles, the share that nobody wins.
  double nobody_wins() const {
    double sum = 0;
    for (const auto& [pair, odds] : odds_) sum += odds.nobody_wins;
    return odds_.empty() ? 0 : sum / static_cast<double>(odds_.size());
  }

  const UnitsOfSide& army(std::size_t number) const { return armies_[number]; }
  const Table& table() const { return table_; }

 private:
  void add(const Table& more) {
    table_.count_in(more);
    table_.quantities = more.quantities;
    table_.given = more.given;
    table_.seed = more.seed;
    table_.confidence = more.confidence;
  }

  TournamentQuestion question_;
  std::vector<UnitsOfSide> armies_;
  Matchup empty_;
  std::map<Pair, Odds> odds_;  ///< of the first of a pair
  Table table_;
};

/// An army of the units of a roster, with its name.
UnitsOfSide army_of(const UnitCounts& counts, const std::vector<AnyUnit>& units) {
  UnitsOfSide army;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    if (counts[unit] == 0) continue;
    for (int i = 0; i < counts[unit]; ++i) army.units.push_back({units[unit]});
    army.name += (army.name.empty() ? "" : " + ") + name_of(units[unit]);
    if (counts[unit] > 1) army.name += fmt::format("*{}", counts[unit]);
  }
  return army;
}

/// Those armies that do best against a field, all of which they have met.
void rank_against(const std::vector<std::size_t>& field, std::size_t candidates,
                  const Battles& battles, Tournament& answer) {
  constexpr std::size_t most_shown = 10;
  const std::vector<double> weights(field.size(), 1.0 / static_cast<double>(field.size()));
  for (std::size_t army = 0; army < candidates; ++army) {
    const auto met = [&](std::size_t other) { return battles.knows(army, other); };
    if (!std::all_of(field.begin(), field.end(), met)) continue;
    ++answer.compared;
    answer.armies.push_back({battles.army(army).name, battles.army(army).points(), 0,
                             battles.odds(army, field, weights)});
  }
  std::stable_sort(answer.armies.begin(), answer.armies.end(),
                   [](const auto& a, const auto& b) { return a.odds.value > b.odds.value; });
  if (answer.armies.size() > most_shown) answer.armies.resize(most_shown);
}

/// What is brought, and by how much of it.
struct Mix {
  std::vector<std::size_t> armies;
  std::vector<double> shares;
  Choosing choosing;
};

void tell_mix(const Mix& mix, const std::vector<UnitCounts>& candidates, const Battles& battles,
              const TournamentQuestion& question, Tournament& answer) {
  for (const AnyUnit& unit : question.units) {
    answer.units.push_back({name_of(unit), points_of(unit)});
  }
  answer.redrawn = mix.choosing.redrawn;
  for (std::size_t i = 0; i < mix.armies.size(); ++i) {
    if (!(mix.shares[i] > 0)) continue;
    const std::size_t army = mix.armies[i];
    answer.armies.push_back({battles.army(army).name, battles.army(army).points(), mix.shares[i],
                             battles.odds(army, mix.armies, mix.shares),
                             mix.choosing.units[i].range});
    for (std::size_t unit = 0; unit < question.units.size(); ++unit) {
      const int count = candidates[army][unit];
      answer.units[unit].taken += count > 0 ? mix.shares[i] : 0;
      answer.units[unit].mean += mix.shares[i] * count;
    }
  }
  std::stable_sort(answer.armies.begin(), answer.armies.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
}

/// The equilibrium of all candidates, by double oracle. False when interrupted: then it is that of
/// those that had been compared.
bool choose(const std::vector<UnitCounts>& candidates, const TournamentQuestion& question,
            Battles& battles, const Watch& watch, Tournament& answer) {
  std::optional<Mix> mix;
  std::vector<std::size_t> armies{0};
  bool done = false;
  while (!done && battles.settle(armies.back(), candidates.size(), watch)) {
    const auto choosing = battles.choosing(armies, watch);
    if (!choosing) break;
    mix = Mix{armies, {}, *choosing};
    for (const Choosing::Of& of : choosing->units) mix->shares.push_back(of.share);
    answer.compared = armies.size();
    answer.best_other.reset();
    std::size_t best = 0;
    for (std::size_t army = 0; army < candidates.size(); ++army) {
      const auto place = std::find(armies.begin(), armies.end(), army) - armies.begin();
      const auto i = static_cast<std::size_t>(place);
      if (i < armies.size() && mix->shares[i] > 0) continue;
      const Estimate odds = battles.odds(army, mix->armies, mix->shares);
      if (answer.best_other && odds.value <= answer.best_other->odds.value) continue;
      best = army;
      answer.best_other = {battles.army(army).name, battles.army(army).points(), 0, odds};
    }
    constexpr double rounding = 1e-9;
    const auto gain_is_clear = [&](const Estimate& odds) {
      return odds.value - 0.5 > std::max(rounding, odds.half_width.value_or(0));
    };
    done = !answer.best_other || !gain_is_clear(answer.best_other->odds);
    if (!done) armies.push_back(best);
  }
  if (!mix) {
    throw NoAnswer(fmt::format("{} before the first army had met all others", watch.why_stopped()));
  }
  tell_mix(*mix, candidates, battles, question, answer);
  return done;
}

}  // namespace

std::vector<UnitCounts> armies_within(const std::vector<int>& points, double budget, int most) {
  std::vector<UnitCounts> armies;
  if (points.empty() || *std::min_element(points.begin(), points.end()) > budget) {
    throw InputError(fmt::format("no unit of the roster can be had for {:g} points", budget));
  }
  UnitCounts army(points.size());
  if (points.size() > most_candidates) {
    throw InputError(
        fmt::format("tournament: {} units are more than the {} that armies are made of",
                    points.size(), most_candidates));
  }
  add_armies(points, 0, budget, most, army, armies);
  return armies;
}

Tournament answer_tournament(const TournamentQuestion& question, const Watch& watch) {
  std::vector<int> points;
  for (const AnyUnit& unit : question.units) points.push_back(points_of(unit));
  const std::vector<UnitCounts> candidates =
      armies_within(points, question.budget, question.most_units);
  std::vector<UnitsOfSide> armies;
  for (const UnitCounts& counts : candidates) armies.push_back(army_of(counts, question.units));
  armies.insert(armies.end(), question.field.begin(), question.field.end());
  Battles battles(question, std::move(armies));

  Tournament answer;
  bool done = true;
  if (question.field.empty()) {
    done = choose(candidates, question, battles, watch, answer);
  } else {
    std::vector<std::size_t> field(question.field.size());
    std::iota(field.begin(), field.end(), candidates.size());
    for (const UnitsOfSide& army : question.field) answer.field.push_back(army.name);
    for (std::size_t i = 0; done && i < field.size(); ++i) {
      done = battles.settle(field[i], candidates.size(), watch);
    }
    rank_against(field, candidates.size(), battles, answer);
    if (answer.armies.empty()) {
      throw NoAnswer(fmt::format("{} before an army had met the field", watch.why_stopped()));
    }
  }
  static_cast<Table&>(answer) = battles.table();
  answer.nobody_wins = battles.nobody_wins();
  answer.partial = !done;
  if (answer.partial) answer.why_partial = watch.why_stopped();
  answer.budget = question.budget;
  answer.most_units = question.most_units;
  answer.candidates = candidates.size();
  return answer;
}

}  // namespace warodds
