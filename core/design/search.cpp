#include "core/design/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

/// Seconds of battles on one thread that trying everything of a level may take.
constexpr double affordable = 6;

/// Ways to move so many levers by so many points in all, up or down.
double ways(std::size_t levers, int points) {
  if (points == 0) return 1;
  // Of i levers that move: which, by how much each (at least one), and in which direction.
  double sum = 0;
  double choose = 1;  // which i of the levers
  double share = 1;   // points - 1 over i - 1
  for (int i = 1; i <= points && i <= static_cast<int>(levers); ++i) {
    choose *= (static_cast<double>(levers) - i + 1) / i;
    if (i > 1) share *= static_cast<double>(points - i + 1) / (i - 1);
    sum += choose * share * std::pow(2, i);
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
    climb(std::move(level));
    if (found_.best.off == 0 && !found_.proved_smallest) shrink();
    return found_;
  }

 private:
  /// Levels upwards, to the first with a solution.
  void climb(std::vector<Moved> level) {
    bool complete = true;
    std::vector<Moved> before;  // the level below
    int idle = 0;
    constexpr int patience = 6;  // levels without anything better
    if (found_.best.off == 0) found_.proved_smallest = true;
    for (int points = 1; points <= problem_.most_points && found_.best.off > 0; ++points) {
      if (!is_affordable(points) && keep_nearest(level)) complete = false;
      std::vector<Moved> next = children(level);
      if (!complete) add_double_steps(before, next);
      before = std::exchange(level, std::move(next));
      if (level.empty() && !watch_.stopped()) return;
      if (!judge(level)) {
        found_.interrupted = true;
        return;
      }
      found_.tried += level.size();
      const auto best = std::min_element(level.begin(), level.end());
      const bool better = best->off < found_.best.off - 1e-12;
      idle = better ? 0 : idle + 1;
      if (better) found_.best = *best;
      keep_others(level);
      if (found_.best.off == 0) found_.proved_smallest = complete;
      if (idle == patience && !complete) return;
    }
  }

  /// Of sets that were judged, those that do it besides the best.
  void keep_others(const std::vector<Moved>& judged) {
    found_.others.clear();
    if (found_.best.off > 0 || problem_.solutions < 2) return;
    for (const Moved& one : judged) {
      if (one.off == 0 && one.by != found_.best.by) found_.others.push_back(one);
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
    std::vector<std::size_t> levers(problem_.units.size(), 0);
    for (const Lever& lever : problem_.levers) ++levers[lever.unit];
    levers_of_ = levers;
  }

  /// Whether all sets of so many points can be tried.
  bool is_affordable(int points) const {
    constexpr double most_sets = 100'000;
    if (ways(problem_.levers.size(), points) > most_sets) return false;
    double pairs = 0;
    const std::size_t n = levers_of_.size();
    for (std::size_t i = 0; i < n && !watch_.stopped(); ++i) {
      for (int a = 0; a <= points; ++a) {
        const double mine = ways(levers_of_[i], a);
        pairs += mine * static_cast<double>(problem_.others.size());
        for (std::size_t j = 0; problem_.meet_each_other && j < i; ++j) {
          for (int b = 0; a + b <= points; ++b) pairs += mine * ways(levers_of_[j], b);
        }
      }
    }
    return pairs * seconds_ + ways(problem_.levers.size(), points) * seconds_of_choice() <=
           affordable;
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
    moved.by[lever] += direction;
    moved.numbers[of.unit] = problem_.enter(moved_unit(problem_, of.unit, moved.by));
    return true;
  }

  /// One point more than any of these; no lever turns back.
  std::vector<Moved> children(const std::vector<Moved>& level) const {
    std::vector<Moved> result;
    std::set<std::vector<int>> seen;
    for (const Moved& parent : level) {
      for (std::size_t lever = 0; lever < problem_.levers.size() && !watch_.stopped(); ++lever) {
        add_steps(parent, lever, seen, result);
      }
    }
    return result;
  }

  /// Two points more than any of these, on stats of one unit: a point that helps nobody may help
  /// together with another.
  void add_double_steps(const std::vector<Moved>& level, std::vector<Moved>& result) const {
    std::set<std::vector<int>> seen;
    for (const Moved& there : result) seen.insert(there.by);
    for (const Moved& parent : level) {
      for (std::size_t first = 0; first < problem_.levers.size() && !watch_.stopped(); ++first) {
        std::vector<Moved> once;
        std::set<std::vector<int>> none;
        add_steps(parent, first, none, once);
        for (const Moved& half : once) {
          for (std::size_t second = first; second < problem_.levers.size(); ++second) {
            if (problem_.levers[second].unit != problem_.levers[first].unit) break;
            add_steps(half, second, seen, result);
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
      add_distance(std::abs(odds - wish.odds), moved);
    }
  }

  void rate_for_choosers(Moved& moved) const {
    const std::vector<double> shares = contest_.shares_of_choosers(moved.numbers);
    moved.odds.clear();
    moved.off = moved.squares = 0;
    for (const std::size_t number : moved.numbers) {
      // Nobody is better than even against what is chosen.
      const double odds = contest_.mean_odds(number, moved.numbers, shares).of_beating.value;
      moved.odds.push_back(odds);
      add_distance(problem_.target - odds, moved);
    }
  }

  void add_distance(double distance, Moved& moved) const {
    // Where simulation or rounding decides, the edge belongs to the band.
    moved.off += distance <= problem_.within + 1e-12 ? 0 : distance - problem_.within;
    moved.squares += distance * distance;
  }

  void rate_for_mean(Moved& moved) const {
    moved.odds.assign(moved.numbers.size(), 0.5);
    moved.off = moved.squares = 0;
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
      add_distance(std::abs(moved.odds[i] - problem_.target), moved);
    }
  }

  /// Takes points back, one by one, or two for one elsewhere, while it stays a solution.
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
    if (best->off > 0) return false;
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

  /// Two points back and one elsewhere, from the most promising pairs.
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
    return take_solution(children(twice));
  }

  const BalanceSearch& problem_;
  Contest& contest_;
  const Watch& watch_;
  Found found_;
  double seconds_ = 0;  ///< of a pair
  std::vector<std::size_t> levers_of_;
};

}  // namespace

int Moved::points() const {
  return std::accumulate(by.begin(), by.end(), 0,
                         [](int sum, int one) { return sum + std::abs(one); });
}

bool Moved::operator<(const Moved& other) const {
  constexpr double rounding = 1e-12;
  if (std::abs(off - other.off) > rounding) return off < other.off;
  return squares < other.squares - rounding;
}

Found search(const BalanceSearch& problem, Contest& contest, const Watch& watch) {
  return Searcher(problem, contest, watch).search();
}

AnyUnit moved_unit(const BalanceSearch& problem, std::size_t unit, const std::vector<int>& by) {
  Matchup alone(problem.system);
  alone.put(Side::attacker, problem.units[unit]);
  for (std::size_t i = 0; i < by.size(); ++i) {
    const Lever& lever = problem.levers[i];
    if (lever.unit != unit || by[i] == 0) continue;
    alone.set_stat(Side::attacker,
                   {lever.stat.key, lever.stat.field.print(lever.stat.value + by[i]), "--vary"});
  }
  return alone.unit(Side::attacker);
}

}  // namespace warodds
