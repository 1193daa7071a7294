#include "core/design/contest.h"

#include <algorithm>

#include "core/answer/best_players.h"
#include "core/threads/patience.h"

namespace warodds {
namespace {

Contest::Pair ordered(std::size_t unit, std::size_t other) {
  return {std::min(unit, other), std::max(unit, other)};
}

std::uint64_t key_of(std::size_t unit, std::size_t other) {
  const auto& [smaller, larger] = ordered(unit, other);
  return std::uint64_t{smaller} << 32 | std::uint64_t{larger};
}

struct MeanOdds {
  Mean beating = {};
  double nobody = 0, fought = 0;

  void add(const Odds& one, double weight = 1) {
    beating.add(one.of_beating, weight);
    nobody += weight * one.nobody_wins;
    fought += one.is_fought ? weight : 0;
  }
  Odds odds(const Estimate& of_beating, int ways = 2) const {
    return {of_beating, fought > 0 ? nobody / fought : 0, ways, fought > 0};
  }
};

}  // namespace

double bytes_of_pairs(double pairs) {
  constexpr double of_lists = 64;       // of pairs, before and after they are sorted
  constexpr double of_two_cells = 352;  // with two numbers each
  return pairs * (of_lists + of_two_cells + bytes_of_known_pair);
}

std::vector<Quantity> win_and_lose() { return parse_quantities("win,lose"); }

Odds odds_of_pair(const Cell& forth, const Cell& back, std::size_t win, std::size_t lose) {
  MeanOdds mean;
  int ways = 0;
  const auto take = [&](const Cell& cell, std::size_t mine, std::size_t theirs) {
    if (cell.values.empty()) return;
    const Estimate &won = cell.values[mine], &lost = cell.values[theirs];
    mean.add({odds_of_beating(won, lost), odds_that_nobody_wins(won.value, lost.value), 1, true});
    ++ways;
  };
  take(forth, win, lose);
  take(back, lose, win);
  return ways == 0 ? Odds{{0.5}, 0, 0, true} : mean.odds(mean.beating.mean(), ways);
}

std::vector<Contest::Pair> Contest::pairs_of(const std::vector<std::size_t>& some,
                                             const std::vector<std::size_t>& others,
                                             std::size_t budgets) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (std::size_t j = i % budgets; j < others.size(); j += budgets) {
      pairs.emplace_back(some[i], others[j]);
    }
  }
  return pairs;
}

Contest::Contest(const Meeting& meeting) : meeting_(meeting), cells_(meeting.cells) {
  cells_.quantities = win_and_lose();
  cells_.budget.reset();
  table_ = table_of(meeting.empty, cells_);
  table_.quantities = parse_quantities("odds");
}

std::size_t Contest::place_of(const Contestant& who) {
  const auto [found, is_new] = places_.try_emplace(meeting_.fingerprint(who), contestants_.size());
  if (is_new) contestants_.push_back(who);
  return found->second;
}

std::size_t Contest::number_of(const Entrant& entrant) {
  const auto [found, is_new] = numbers_.try_emplace(entrant, entrants_.size());
  if (is_new) entrants_.push_back(entrant);
  return found->second;
}

std::size_t Contest::enter(const Contestant& who) {
  const auto& budget = meeting_.cells.budget;
  if (budget && !who.is_army()) return enter(buy(who.unit(), *budget).lots);
  return number_of({{place_of(who), 1.0}});
}

std::size_t Contest::enter(const std::vector<Lot>& lots) {
  Entrant entrant;
  for (const Lot& lot : lots) entrant.emplace_back(place_of(lot.unit), lot.share);
  return number_of(entrant);
}

template <class F>
void Contest::for_each_part(std::size_t unit, std::size_t other, F&& f) const {
  for (const auto& [place, share] : entrants_[unit]) {
    for (const auto& [of_other, share_of_other] : entrants_[other]) {
      f(place, of_other, share * share_of_other);
    }
  }
}

std::vector<Contest::Pair> Contest::wanted(const std::vector<Pair>& pairs) const {
  std::vector<Pair> wanted;
  for (const auto& [unit, other] : pairs) {
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

bool Contest::settle(const std::vector<Pair>& pairs, const Watch& watch) {
  if (watch.stopped()) return false;
  const std::vector<Pair> wanted = this->wanted(pairs);
  if (wanted.empty()) return !watch.stopped();
  table_.not_reached = 0;
  WorkBudget counted;
  const PatienceInUse patience(Patience{nullptr, {}, &counted});
  const std::vector<Cell> cells = answer_cells(
      cells_, 2 * wanted.size(), "battles",
      [&](std::size_t i) {
        const Contestant& unit = contestants_[wanted[i / 2].first];
        const Contestant& other = contestants_[wanted[i / 2].second];
        return i % 2 == 0 ? meeting_.of(unit, other) : meeting_.of(other, unit);
      },
      watch, table_);
  seconds_ += counted.spent_seconds();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Cell& forth = cells[2 * i];
    const Cell& back = cells[2 * i + 1];
    if (!forth.is_reached() || !back.is_reached()) continue;
    odds_[key_of(wanted[i].first, wanted[i].second)] = odds_of_pair(forth, back, 0, 1);
  }
  return !watch.stopped();
}

Odds Contest::odds(std::size_t unit, std::size_t other) const {
  if (unit == other) return {};
  MeanOdds mean;
  int ways = 0;
  // Reckoned from the smaller number, so that both ways round add up to one.
  const auto& [smaller, larger] = ordered(unit, other);
  for_each_part(smaller, larger, [&](std::size_t place, std::size_t of_other, double share) {
    const auto found = odds_.find(key_of(place, of_other));
    const Odds part = found == odds_.end() ? Odds() : found->second;
    mean.add(place > of_other ? part.turned() : part, share);
    ways = std::max(ways, part.ways);
  });
  const Odds odds = mean.odds(mean.beating.sum(), ways);
  return unit > other ? odds.turned() : odds;
}

double Contest::seconds_of_pair() const {
  constexpr double least = 1e-5;
  return odds_.empty() ? least : std::max(seconds_ / static_cast<double>(odds_.size()), least);
}

Odds Contest::mean_odds(std::size_t unit, const std::vector<std::size_t>& others,
                        const std::vector<double>& weights) const {
  if (others.empty()) return {};
  MeanOdds mean;
  for (std::size_t i = 0; i < others.size(); ++i) {
    mean.add(odds(unit, others[i]), weights.empty() ? 1 : weights[i]);
  }
  return mean.odds(mean.beating.mean());
}

double Contest::nobody_wins() const {
  // In one order always: the same to the last bit.
  const std::map<std::uint64_t, Odds> pairs(odds_.begin(), odds_.end());
  double sum = 0;
  for (const auto& [pair, odds] : pairs) sum += odds.nobody_wins;
  return pairs.empty() ? 0 : sum / static_cast<double>(pairs.size());
}

}  // namespace warodds
