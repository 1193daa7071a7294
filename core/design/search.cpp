#include "core/design/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

/// Seconds of battles on one thread that trying everything of a level may take.
constexpr double affordable = 6;

/// In how many ways levers of these costs can be moved, up or down, so that it counts 0, 1, 2, …
/// points, up to the most.
std::vector<double> ways(const std::vector<int>& costs, int most) {
  std::vector<double> sum(static_cast<std::size_t>(most) + 1, 0);
  sum.front() = 1;
  for (const int cost : costs) {
    // With one more: not moved, or by 1, 2, … in one of two directions.
    std::vector<double> next = sum;
    for (int points = 0; points <= most; ++points) {
      for (int moved = cost; moved <= points; moved += cost) {
        next[static_cast<std::size_t>(points)] += 2 * sum[static_cast<std::size_t>(points - moved)];
      }
    }
    sum = std::move(next);
  }
  return sum;
}

class Searcher {
 public:
  Searcher(const BalanceSearch& problem, Contest& contest, const Watch& watch)
      : problem_(problem), contest_(contest), watch_(watch) {}

  Found search() {
    Moved start;
    start.by.assign(problem_.levers.size(), 0);
    for (const AnyUnit& unit : problem_.units) {
      if (watch_.stopped()) break;
      start.numbers.push_back(problem_.enter(unit));
    }
    std::vector<Moved> level{start};
    const bool known = judge(level);
    // Ended before that, what has been fought of the units as they are is all there is.
    const bool any = start.numbers.size() == problem_.units.size() && contest_.battles() > 0;
    if (!known && !any) {
      throw NoAnswer(fmt::format("{} before the first odds were known", watch_.why_stopped()));
    }
    found_.start = found_.best = level.front();
    found_.interrupted = !known;
    if (!known) return found_;
    measure();
    climb(std::move(level.front()));
    if (found_.best.is_solution() && !found_.proved_smallest) shrink();
    return found_;
  }

 private:
  /// All that was found of each number of points.
  using Levels = std::vector<std::vector<Moved>>;

  /// Levels upwards, to the first with a solution.
  void climb(Moved start) {
    const std::size_t cost = dearest_move();  // levels so far down are one move away
    bool complete = true;
    int idle = 0;
    constexpr int patience = 6;  // levels without anything better
    Levels levels;
    levels.push_back({std::move(start)});
    if (found_.best.is_solution()) found_.proved_smallest = true;
    for (int points = 1; points <= problem_.most_points && !found_.best.is_solution(); ++points) {
      if (!is_affordable(points)) {
        for (std::size_t i = levels.size() - std::min(levels.size(), cost); i < levels.size();
             ++i) {
          if (keep_nearest(levels[i])) complete = false;
        }
      }
      std::vector<Moved> next = next_level(levels);
      if (!complete) add_double_steps(levels, next);
      levels.push_back(std::move(next));
      if (levels.size() > 2 * cost) levels.erase(levels.begin());
      // Moves that count two or more may leave a level empty, but not so many.
      if (std::all_of(levels.end() - static_cast<std::ptrdiff_t>(std::min(levels.size(), cost)),
                      levels.end(), [](const auto& level) { return level.empty(); }) &&
          !watch_.stopped()) {
        return;
      }
      std::vector<Moved>& level = levels.back();
      if (!judge(level)) {
        found_.interrupted = true;
        return;
      }
      if (level.empty()) continue;
      found_.tried += level.size();
      const auto best = std::min_element(level.begin(), level.end());
      const bool better = best->unfairness.outside < found_.best.unfairness.outside - 1e-12;
      idle = better ? 0 : idle + 1;
      if (better) found_.best = *best;
      keep_others(level);
      if (found_.best.is_solution()) found_.proved_smallest = complete;
      if (idle == patience && !complete) return;
    }
  }

  /// What the move that counts most counts.
  std::size_t dearest_move() const {
    int most = 1;
    for (const Lever& lever : problem_.levers) most = std::max(most, lever.cost);
    return static_cast<std::size_t>(most);
  }

  /// Of sets that were judged, those that do it besides the best.
  void keep_others(const std::vector<Moved>& judged) {
    found_.others.clear();
    if (!found_.best.is_solution() || problem_.solutions < 2) return;
    for (const Moved& one : judged) {
      if (one.is_solution() && one.points == found_.best.points && one.by != found_.best.by) {
        found_.others.push_back(one);
      }
    }
    std::stable_sort(found_.others.begin(), found_.others.end());
    if (found_.others.size() >= problem_.solutions) found_.others.resize(problem_.solutions - 1);
  }

  /// How long the battles of a pair take, on average.
  void measure() {
    double sum = 0;
    double count = 0;
    const auto& numbers = found_.start.numbers;
    const auto take = [&](std::size_t unit, std::size_t other) {
      if (unit == other || count >= 200) return;
      sum += contest_.seconds(unit, other);
      ++count;
    };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (const std::size_t other : problem_.others) take(numbers[i], other);
      for (std::size_t j = 0; problem_.meet_each_other && j < i; ++j) take(numbers[i], numbers[j]);
    }
    seconds_ = count == 0 ? 0 : std::max(sum / count, 1e-5);
    std::vector<int> costs;
    std::vector<std::vector<int>> costs_of(problem_.units.size());
    for (const Lever& lever : problem_.levers) {
      costs.push_back(lever.cost);
      costs_of[lever.unit].push_back(lever.cost);
    }
    ways_ = ways(costs, problem_.most_points);
    ways_of_.clear();
    for (const std::vector<int>& of_unit : costs_of) {
      ways_of_.push_back(ways(of_unit, problem_.most_points));
    }
  }

  /// Whether all sets of so many points can be tried.
  bool is_affordable(int points) const {
    constexpr double most_sets = 100'000;
    const auto all = static_cast<std::size_t>(points);
    if (ways_[all] > most_sets) return false;
    double pairs = 0;
    const std::size_t n = ways_of_.size();
    for (std::size_t i = 0; i < n && !watch_.stopped(); ++i) {
      for (std::size_t a = 0; a <= all; ++a) {
        const double mine = ways_of_[i][a];
        pairs += mine * static_cast<double>(problem_.others.size());
        for (std::size_t j = 0; problem_.meet_each_other && j < i; ++j) {
          for (std::size_t b = 0; a + b <= all; ++b) pairs += mine * ways_of_[j][b];
        }
      }
    }
    return pairs * seconds_ + ways_[all] * seconds_of_choice() <= affordable;
  }

  /// How long it takes to find out what is chosen among the units.
  double seconds_of_choice() const {
    if (problem_.even_for == EvenFor::mean) return 0;
    return 3e-5 + 1e-5 * static_cast<double>(problem_.units.size());
  }

  /// Drops all but the nearest to the target; as many as the time allows. Whether it did.
  bool keep_nearest(std::vector<Moved>& level) const {
    const double opponents = static_cast<double>(
        problem_.others.size() + (problem_.meet_each_other ? problem_.units.size() - 1 : 0));
    const double of_one = 2 * static_cast<double>(problem_.levers.size()) *
                          (seconds_ * opponents + seconds_of_choice());
    const auto width = static_cast<std::size_t>(std::clamp(affordable / of_one, 1.0, 100.0));
    if (level.size() <= width) return false;
    std::sort(level.begin(), level.end());
    level.resize(width);
    return true;
  }

  /// Moves a lever by one point, if it can.
  bool move(Moved& moved, std::size_t lever, int direction) const {
    const Lever& of = problem_.levers[lever];
    const int value = of.stat.value + moved.by[lever] + direction;
    if (value < of.least || value > of.most) return false;
    moved.points += moved.by[lever] * direction < 0 ? -of.cost : of.cost;
    moved.by[lever] += direction;
    moved.numbers[of.unit] = problem_.enter(moved_unit(problem_, of.unit, moved.by));
    return true;
  }

  /// All that is one move away from these; no lever turns back.
  std::vector<Moved> children(const std::vector<Moved>& parents) const {
    std::vector<Moved> result;
    std::set<std::vector<int>> seen;
    for (const Moved& parent : parents) {
      for (std::size_t lever = 0; lever < problem_.levers.size() && !watch_.stopped(); ++lever) {
        add_steps(parent, lever, seen, result);
      }
    }
    return result;
  }

  /// The level so many points below the next one; none where there is no such level.
  static const std::vector<Moved>& below(const Levels& levels, std::size_t points) {
    static const std::vector<Moved> none;
    return points > levels.size() ? none : levels[levels.size() - points];
  }

  /// The next level: one move away from those below.
  std::vector<Moved> next_level(const Levels& levels) const {
    std::vector<Moved> result;
    std::set<std::vector<int>> seen;
    for (std::size_t cost = 1; cost <= dearest_move(); ++cost) {
      for (const Moved& parent : below(levels, cost)) {
        for (std::size_t i = 0; i < problem_.levers.size() && !watch_.stopped(); ++i) {
          if (cost_of(i) == cost) add_steps(parent, i, seen, result);
        }
      }
    }
    return result;
  }

  std::size_t cost_of(std::size_t lever) const {
    return static_cast<std::size_t>(problem_.levers[lever].cost);
  }

  /// The next level, by two moves of one unit: one that helps nobody may help together with
  /// another.
  void add_double_steps(const Levels& levels, std::vector<Moved>& result) const {
    std::set<std::vector<int>> seen;
    for (const Moved& there : result) seen.insert(there.by);
    for (std::size_t costs = 2; costs <= 2 * dearest_move(); ++costs) {
      for (const Moved& parent : below(levels, costs)) {
        for (std::size_t first = 0; first < problem_.levers.size() && !watch_.stopped(); ++first) {
          std::vector<Moved> once;
          std::set<std::vector<int>> none;
          add_steps(parent, first, none, once);
          for (const Moved& half : once) {
            for (std::size_t second = first; second < problem_.levers.size(); ++second) {
              if (problem_.levers[second].unit != problem_.levers[first].unit) break;
              if (cost_of(first) + cost_of(second) == costs) add_steps(half, second, seen, result);
            }
          }
        }
      }
    }
  }

  /// A lever one point up and one down, as far as that is new and does not turn it back.
  void add_steps(const Moved& parent, std::size_t lever, std::set<std::vector<int>>& seen,
                 std::vector<Moved>& result) const {
    for (const int direction : {1, -1}) {
      if (parent.by[lever] * direction < 0) continue;
      std::vector<int> by = parent.by;
      by[lever] += direction;
      if (seen.count(by) > 0) continue;
      Moved child = parent;
      if (!move(child, lever, direction)) continue;
      seen.insert(std::move(by));
      result.push_back(std::move(child));
    }
  }

  /// Fills in what the moves do. False when interrupted.
  bool judge(std::vector<Moved>& level) {
    std::vector<Contest::Pair> pairs;
    for (const Moved& moved : level) {
      if (watch_.stopped()) return false;
      for (std::size_t i = 0; i < moved.numbers.size(); ++i) {
        for (const std::size_t other : problem_.others) pairs.emplace_back(moved.numbers[i], other);
        for (std::size_t j = 0; problem_.meet_each_other && j < i; ++j) {
          pairs.emplace_back(moved.numbers[i], moved.numbers[j]);
        }
      }
      if (pairs.size() > 1'000'000 && !contest_.settle(std::exchange(pairs, {}), watch_)) {
        return false;
      }
    }
    if (!contest_.settle(pairs, watch_)) return false;
    const ThreadsInUse threads(problem_.threads);
    in_parallel(
        level.size(),
        [&](std::size_t i) {
          if (!watch_.stopped()) rate(level[i]);
        },
        problem_.even_for == EvenFor::choosers);
    return !watch_.stopped();
  }

  void rate(Moved& moved) const {
    if (problem_.even_for == EvenFor::choosers) {
      rate_for_choosers(moved);
    } else {
      rate_for_mean(moved);
    }
    for (const WishedOdds& wish : problem_.wishes) {
      const double odds = contest_.odds(moved.numbers[wish.unit], moved.numbers[wish.other]);
      moved.unfairness.add(odds - wish.odds, problem_.within);
    }
    for (const auto& [stronger, weaker] : problem_.orders) {
      const double odds = contest_.odds(moved.numbers[stronger], moved.numbers[weaker]);
      moved.unfairness.add(std::max(0.0, 0.5 - odds), 0);
    }
  }

  void rate_for_choosers(Moved& moved) const {
    const std::vector<double> shares = contest_.shares_of_choosers(moved.numbers);
    moved.odds.clear();
    moved.unfairness = {};
    for (const std::size_t number : moved.numbers) {
      // Nobody is better than even against what is chosen.
      const double odds = contest_.mean_odds(number, moved.numbers, shares).of_beating.value;
      moved.odds.push_back(odds);
      moved.unfairness.add(std::max(0.0, problem_.target - odds), problem_.within);
    }
  }

  void rate_for_mean(Moved& moved) const {
    moved.odds.assign(moved.numbers.size(), 0.5);
    moved.unfairness = {};
    for (std::size_t i = 0; i < moved.numbers.size(); ++i) {
      double sum = 0;
      double count = 0;
      const auto take = [&](std::size_t other) {
        sum += contest_.odds(moved.numbers[i], other);
        ++count;
      };
      for (const std::size_t other : problem_.others) take(other);
      for (std::size_t j = 0; problem_.meet_each_other && j < moved.numbers.size(); ++j) {
        if (j != i) take(moved.numbers[j]);
      }
      if (count > 0) moved.odds[i] = sum / count;
      moved.unfairness.add(moved.odds[i] - problem_.target, problem_.within);
    }
  }

  /// Takes moves back, one by one, or two for one elsewhere, while it stays a solution.
  void shrink() {
    while (!found_.interrupted && (take_back() || exchange())) {
    }
  }

  bool take_solution(std::vector<Moved> candidates) {
    if (candidates.empty() && !watch_.stopped()) return false;
    if (!judge(candidates)) {
      found_.interrupted = true;
      return false;
    }
    found_.tried += candidates.size();
    const auto best = std::min_element(candidates.begin(), candidates.end());
    if (!best->is_solution()) return false;
    found_.best = *best;
    keep_others(candidates);
    return true;
  }

  /// The best with one point taken back, in all ways.
  std::vector<Moved> reduced(const Moved& from) const {
    std::vector<Moved> result;
    for (std::size_t lever = 0; lever < from.by.size() && !watch_.stopped(); ++lever) {
      if (from.by[lever] == 0) continue;
      Moved less = from;
      if (move(less, lever, from.by[lever] > 0 ? -1 : 1)) result.push_back(std::move(less));
    }
    return result;
  }

  bool take_back() { return take_solution(reduced(found_.best)); }

  /// Two moves back and one elsewhere, where that counts less, from the most promising pairs.
  bool exchange() {
    std::vector<Moved> twice;
    std::set<std::vector<int>> seen;
    for (const Moved& once : reduced(found_.best)) {
      for (Moved& two : reduced(once)) {
        if (seen.insert(two.by).second) twice.push_back(std::move(two));
      }
    }
    if (twice.empty() && !watch_.stopped()) return false;
    if (!judge(twice)) {
      found_.interrupted = true;
      return false;
    }
    keep_nearest(twice);
    std::vector<Moved> fewer = children(twice);
    std::erase_if(fewer, [&](const Moved& one) { return one.points >= found_.best.points; });
    return take_solution(std::move(fewer));
  }

  const BalanceSearch& problem_;
  Contest& contest_;
  const Watch& watch_;
  Found found_;
  double seconds_ = 0;                        ///< of a pair
  std::vector<double> ways_;                  ///< to change so many points
  std::vector<std::vector<double>> ways_of_;  ///< ... of one unit
};

}  // namespace

Found search(const BalanceSearch& problem, Contest& contest, const Watch& watch) {
  return Searcher(problem, contest, watch).search();
}

AnyUnit moved_unit(const BalanceSearch& problem, std::size_t unit, const std::vector<int>& by) {
  AnyUnit moved = problem.units[unit];
  for (std::size_t i = 0; i < by.size(); ++i) {
    const Lever& lever = problem.levers[i];
    if (lever.unit != unit || by[i] == 0) continue;
    set_stat(problem.system, moved, lever.stat.key,
             lever.stat.field.print(lever.stat.value + by[i]));
  }
  return moved;
}

}  // namespace warodds
