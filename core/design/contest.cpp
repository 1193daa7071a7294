#include "core/design/contest.h"

#include <algorithm>

#include "core/answer/army_players.h"
#include "core/design/alike.h"
#include "core/design/equilibrium.h"
#include "core/design/ranking.h"
#include "core/text/error.h"

namespace warodds {
namespace {

Contest::Pair ordered(std::size_t unit, std::size_t other) {
  return {std::min(unit, other), std::max(unit, other)};
}

std::uint64_t key_of(std::size_t unit, std::size_t other) {
  const auto& [smaller, larger] = ordered(unit, other);
  return std::uint64_t{smaller} << 32 | std::uint64_t{larger};
}

/// How often work that is little for each of many looks whether it is to end.
bool is_time_to_look(std::size_t i) { return i % 4096 == 0; }

}  // namespace

double bytes_of_pairs(double pairs) {
  constexpr double of_lists = 64;       // of pairs, before and after they are sorted
  constexpr double of_two_cells = 352;  // with two numbers each
  return pairs * (of_lists + of_two_cells + bytes_of_known_pair);
}

std::vector<Quantity> win_and_lose() { return parse_quantities("win,lose"); }

Odds odds_of_pair(const Cell& forth, const Cell& back, std::size_t win, std::size_t lose) {
  Estimate mean{0};
  double nobody = 0;
  int ways = 0;
  const auto take = [&](const Cell& cell, std::size_t mine, std::size_t theirs) {
    if (cell.values.empty()) return;
    const Estimate odds = odds_of_beating(cell.values[mine], cell.values[theirs]);
    mean.value += odds.value;
    if (odds.half_width) mean.half_width = mean.half_width.value_or(0) + *odds.half_width;
    nobody += odds_that_nobody_wins(cell.values[mine].value, cell.values[theirs].value);
    ++ways;
  };
  take(forth, win, lose);
  take(back, lose, win);
  if (ways == 0) return {{0.5}, 0, 0};
  mean.value /= ways;
  if (mean.half_width) *mean.half_width /= ways;
  return {mean, nobody / ways, ways};
}

Contest::Contest(std::string_view system, Conditions conditions, CellQuestion cells)
    : Contest(std::move(cells), conditions,
              in_situation(system, conditions, {UsedIn::battles, "battle"})) {}

Contest::Contest(std::string_view system, Conditions conditions, CellQuestion cells,
                 const PerSide<Conduct>& conducts, const std::string& command)
    : Contest(std::move(cells), conditions, in_situation(system, conditions, conducts, command)) {}

Contest::Contest(CellQuestion cells, Conditions conditions, Matchup empty)
    : conditions_(std::move(conditions)), cells_(std::move(cells)), empty_(std::move(empty)) {
  cells_.quantities = win_and_lose();
  cells_.budget.reset();
  table_.system = empty_.system();
  table_.title = empty_.title();
}

std::size_t Contest::place_of(const AnyUnit& unit) {
  const auto [found, is_new] =
      places_.try_emplace(fingerprint(empty_.system(), unit), units_.size());
  if (is_new) units_.push_back(unit);
  return found->second;
}

std::size_t Contest::number_of(const Entrant& entrant) {
  const auto [found, is_new] =
      numbers_.try_emplace({entrant.first, entrant.second, entrant.share}, entrants_.size());
  if (is_new) entrants_.push_back(entrant);
  return found->second;
}

std::size_t Contest::enter(const AnyUnit& unit) { return number_of({place_of(unit), 0, 0}); }

std::size_t Contest::enter(UnitsOfSide army) {
  armies_.push_back(std::move(army));
  return number_of({armies_.size() - 1, 0, 0});
}

std::size_t Contest::enter(const std::vector<Lot>& lots) {
  Entrant entrant{place_of(lots.front().unit), 0, 0};
  if (lots.size() == 2) {
    entrant.second = place_of(lots.back().unit);
    entrant.share = lots.back().share;
  }
  return number_of(entrant);
}

template <class F>
void Contest::for_each_part(std::size_t unit, std::size_t other, F&& f) const {
  const auto each = [](const Entrant& one, auto&& take) {
    take(one.first, 1 - one.share);
    if (one.share > 0) take(one.second, one.share);
  };
  each(entrants_[unit], [&](std::size_t place, double share) {
    each(entrants_[other], [&](std::size_t of_other, double share_of_other) {
      f(place, of_other, share * share_of_other);
    });
  });
}

const Odds& Contest::known(std::size_t place, std::size_t other) const {
  // Who is asked about without having been met, since the work was interrupted, counts as even.
  static const Odds unknown;
  const auto found = odds_.find(key_of(place, other));
  return found == odds_.end() ? unknown : found->second;
}

Matchup Contest::matchup(std::size_t attacker, std::size_t defender) const {
  return armies_.empty() ? with_units(empty_, {&units_[attacker], &units_[defender]}, conditions_)
                         : with_armies(empty_, armies_[attacker], armies_[defender]);
}

std::optional<std::vector<Contest::Pair>> Contest::wanted(const std::vector<Pair>& pairs,
                                                          const Watch& watch) const {
  std::vector<Pair> wanted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (is_time_to_look(i) && watch.stopped()) return std::nullopt;
    const auto& [unit, other] = pairs[i];
    if (unit == other) continue;
    for_each_part(unit, other, [&](std::size_t place, std::size_t of_other, double) {
      if (place != of_other && odds_.count(key_of(place, of_other)) == 0) {
        wanted.push_back(ordered(place, of_other));
      }
    });
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}

std::size_t Contest::unknown(const std::vector<Pair>& pairs) const {
  return wanted(pairs, {})->size();
}

bool Contest::settle(const std::vector<Pair>& pairs, const Watch& watch) {
  const auto needed = this->wanted(pairs, watch);
  if (!needed) return false;
  const std::vector<Pair>& wanted = *needed;
  if (wanted.empty()) return !watch.stopped();
  Table table;
  const std::vector<Cell> cells = answer_cells(
      cells_, 2 * wanted.size(), "battles",
      [&](std::size_t i) {
        const auto& [unit, other] = wanted[i / 2];
        return i % 2 == 0 ? matchup(unit, other) : matchup(other, unit);
      },
      watch, table);
  table.count_in(table_);
  table.system = table_.system;
  table.title = table_.title;
  table_ = std::move(table);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Cell& forth = cells[2 * i];
    const Cell& back = cells[2 * i + 1];
    const auto is_reached = [](const Cell& cell) { return cell.state != Cell::State::not_reached; };
    if (!is_reached(forth) || !is_reached(back)) continue;
    odds_[key_of(wanted[i].first, wanted[i].second)] = odds_of_pair(forth, back, 0, 1);
  }
  return !watch.stopped();
}

bool Contest::knows(const std::vector<Pair>& pairs) const {
  return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    bool all = true;
    if (pair.first == pair.second) return all;
    for_each_part(pair.first, pair.second, [&](std::size_t place, std::size_t other, double) {
      all = all && (place == other || odds_.count(key_of(place, other)) > 0);
    });
    return all;
  });
}

double Contest::odds(std::size_t unit, std::size_t other) const {
  if (unit == other) return 0.5;
  // Reckoned from the smaller number, so that both ways round add up to one.
  const auto& [smaller, larger] = ordered(unit, other);
  double sum = 0;
  for_each_part(smaller, larger, [&](std::size_t place, std::size_t of_other, double share) {
    double odds = 0.5;
    if (place != of_other) {
      odds = known(place, of_other).of_beating.value;
      if (place > of_other) odds = 1 - odds;
    }
    sum += share * odds;
  });
  return unit < other ? sum : 1 - sum;
}

double Contest::half_width(std::size_t unit, std::size_t other) const {
  double sum = 0;
  if (unit == other) return sum;
  for_each_part(unit, other, [&](std::size_t place, std::size_t of_other, double share) {
    if (place == of_other) return;
    sum += share * known(place, of_other).of_beating.half_width.value_or(0);
  });
  return sum;
}

std::optional<double> Contest::nobody_wins(std::size_t unit, std::size_t other) const {
  if (unit == other) return std::nullopt;
  double sum = 0, fought = 0;
  for_each_part(unit, other, [&](std::size_t place, std::size_t of_other, double share) {
    if (place == of_other) return;
    sum += share * known(place, of_other).nobody_wins;
    fought += share;
  });
  return fought > 0 ? std::optional(sum / fought) : std::nullopt;
}

double Contest::nobody_wins() const {
  // In one order always: the same to the last bit.
  std::vector<std::uint64_t> pairs;
  for (const auto& [pair, odds] : odds_) pairs.push_back(pair);
  std::sort(pairs.begin(), pairs.end());
  double sum = 0;
  for (const std::uint64_t pair : pairs) sum += odds_.at(pair).nobody_wins;
  return pairs.empty() ? 0 : sum / static_cast<double>(pairs.size());
}

int Contest::ways(std::size_t unit, std::size_t other) const {
  if (unit == other) return 2;
  int most = 0;
  for_each_part(unit, other, [&](std::size_t place, std::size_t of_other, double) {
    most = std::max(most, place == of_other ? 2 : known(place, of_other).ways);
  });
  return most;
}

Odds Contest::mean_odds(std::size_t unit, const std::vector<std::size_t>& others,
                        const std::vector<double>& weights) const {
  if (others.empty()) return {};
  double sum = 0, half_widths = 0, nobody = 0, fought = 0, all = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    sum += weight * odds(unit, others[i]);
    half_widths += weight * half_width(unit, others[i]);
    const auto share = nobody_wins(unit, others[i]);
    nobody += weight * share.value_or(0);
    fought += share ? weight : 0;
    all += weight;
  }
  return {{sum / all, half_width_of_mean(half_widths, all)}, fought > 0 ? nobody / fought : 0};
}

std::vector<double> Contest::shares_of_choosers(const std::vector<std::size_t>& units) const {
  return warodds::shares_of_choosers(
      units.size(), [&](std::size_t i, std::size_t j) { return odds(units[i], units[j]); });
}

double Contest::seconds(std::size_t unit, std::size_t other) const {
  double seconds = 0;
  const auto add = [&](std::size_t attacker, std::size_t defender) {
    try {
      seconds += seconds_of_battle(matchup(attacker, defender), cells_.rounds, cells_.engine);
    } catch (const NoAnswer&) {
      // Not allowed: takes no time.
    }
  };
  for_each_part(unit, other, [&](std::size_t place, std::size_t of_other, double) {
    add(place, of_other);
    add(of_other, place);
  });
  return seconds;
}

}  // namespace warodds
