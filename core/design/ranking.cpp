#include "core/design/ranking.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/design/equilibrium.h"
#include "core/design/ratings.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

// Ratings take a linear system of the size of the roster at every step of Newton's method, rings
// look at every three units.
constexpr Eigen::Index most_rated = 2000;
constexpr Eigen::Index most_compared = 300;

/// Nothing where it was `stopped`.
std::optional<Choosing> choosing_of(const OddsOfPairs& odds, const std::function<bool()>& asked) {
  const auto stopped = [&] { return asked && asked(); };
  const Equilibrium equilibrium = solve_choosing(odds.values, stopped);
  if (stopped()) return std::nullopt;
  Choosing choosing;
  choosing.exploitability = equilibrium.exploitability;
  const Eigen::Index n = odds.values.rows();
  for (Eigen::Index i = 0; i < n; ++i) {
    Choosing::Of of;
    of.share = equilibrium.shares[i];
    of.odds = equilibrium.odds[i];
    of.is_in_some = equilibrium.is_in_some[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j == i || odds.ways(i, j) == 0) continue;
      if (!of.best || odds.values(i, j) > of.best_odds) {
        of.best = static_cast<int>(j);
        of.best_odds = odds.values(i, j);
      }
      if (!of.worst || odds.values(i, j) < of.worst_odds) {
        of.worst = static_cast<int>(j);
        of.worst_odds = odds.values(i, j);
      }
    }
    choosing.units.push_back(of);
  }
  return choosing;
}

}  // namespace

std::optional<Eigen::VectorXd> rate(const Eigen::MatrixXd& wins, Ranking& ranking,
                                    const std::function<bool()>& stopped) {
  if (wins.rows() <= most_rated) {
    auto ratings = bradley_terry(wins, stopped);
    if (!ratings && stopped && stopped()) ranking.left_out.emplace_back("no ratings: interrupted");
    return ratings;
  }
  ranking.left_out.push_back(
      fmt::format("no ratings: {} units are more than {}", wins.rows(), most_rated));
  return std::nullopt;
}

std::optional<double> half_width_of_mean(double sum, double count) {
  return sum > 0 ? std::optional(sum / count) : std::nullopt;
}

std::vector<std::string> unmet_lines(const Ranking& ranking, const std::vector<std::string>& units,
                                     const std::vector<std::string>& opponents) {
  constexpr std::size_t most_lines = 8;
  constexpr std::size_t most_names = 12;
  std::vector<const Ranking::Row*> with_gaps;
  int one_way = 0;
  for (const Ranking::Row& row : ranking.rows) {
    one_way += row.one_way;
    if (!row.not_met.empty()) with_gaps.push_back(&row);
  }
  std::sort(with_gaps.begin(), with_gaps.end(),
            [](const auto* a, const auto* b) { return a->unit < b->unit; });
  std::vector<std::string> lines;
  for (const Ranking::Row* row : with_gaps) {
    if (lines.size() == most_lines) {
      lines.push_back(fmt::format("{} more units cannot fight all others, which counts as even",
                                  with_gaps.size() - most_lines));
      break;
    }
    const std::size_t others = opponents.size() - (units == opponents ? 1 : 0);
    std::vector<std::string> names;
    for (const int other : row->not_met) {
      if (names.size() < most_names) {
        names.push_back(shown(opponents[static_cast<std::size_t>(other)]));
      }
    }
    std::string whom = fmt::format("{}", fmt::join(names, ", "));
    if (row->not_met.size() == others) whom = "anybody";
    if (names.size() < row->not_met.size() && row->not_met.size() < others) {
      whom += fmt::format(" and {} more", row->not_met.size() - names.size());
    }
    lines.push_back(fmt::format("{} cannot fight {}, which counts as even",
                                shown(units[static_cast<std::size_t>(row->unit)]), whom));
  }
  if (one_way > 0) {
    // Among themselves both units of a pair count it.
    const int pairs = units == opponents ? one_way / 2 : one_way;
    lines.push_back(
        fmt::format("{} can attack one way round only, and the odds of that battle count alone",
                    pairs == 1 ? "one pair" : fmt::format("{} pairs", pairs)));
  }
  return lines;
}

Ranking rank(const OddsOfPairs& odds, const std::vector<int>& points,
             const std::function<bool()>& stopped) {
  const Eigen::Index n = odds.values.rows();
  Ranking ranking;
  const auto ratings = rate(odds.values, ranking, stopped);
  for (Eigen::Index i = 0; i < n; ++i) {
    Ranking::Row row;
    row.unit = static_cast<int>(i);
    row.odds = (odds.values.row(i).sum() - 0.5) / static_cast<double>(n - 1);
    if (ratings) row.rating = (*ratings)[i];
    row.points = points[static_cast<std::size_t>(i)];
    row.half_width = half_width_of_mean(odds.half_widths.row(i).sum(), static_cast<double>(n - 1));
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j == i) continue;
      if (odds.ways(i, j) == 0) row.not_met.push_back(static_cast<int>(j));
      row.one_way += odds.ways(i, j) == 1 ? 1 : 0;
    }
    ranking.rows.push_back(row);
  }
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(),
                   [](const auto& a, const auto& b) { return a.odds > b.odds; });
  if (n <= most_compared) {
    ranking.dominations = dominations(odds.values);
    ranking.cycles = cycles(odds.values);
    ranking.choosing = choosing_of(odds, stopped);
    if (!ranking.choosing) {
      ranking.left_out.emplace_back("what players choose is not worked out: interrupted");
    }
  } else {
    ranking.left_out.push_back(fmt::format(
        "who is better in every match-up, rock-paper-scissors rings, and what players choose, are "
        "not looked for: {} units are more than {}",
        n, most_compared));
  }
  return ranking;
}

}  // namespace warodds
