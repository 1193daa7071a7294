#include "core/design/search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

/// Seconds of battles on one thread that trying everything of a level may take.
constexpr double affordable = 10;

/// In how many ways levers of these costs can be moved, up or down, so that it counts 0, 1, 2, …
/// points, up to the most.
std::vector<double> ways(const std::vector<int>& costs, int most) {
  std::vector<double> sum(static_cast<std::size_t>(most) + 1, 0);
  sum.front() = 1;
  for (const int of_lever : costs) {
    const auto cost = static_cast<std::size_t>(of_lever);
    // With one more: not moved, or by 1, 2, … in one of two directions: 1 + 2 (x^c + x^2c + …),
    // which is (1 + x^c) / (1 - x^c).
    std::vector<double> next = sum;
    for (std::size_t points = cost; points < sum.size(); ++points) {
      next[points] += sum[points - cost] + next[points - cost];
    }
    sum = std::move(next);
  }
  return sum;
}

class Searcher {
 public:
  Searcher(const Moves& moves, const Aim& aim, const SearchSettings& settings)
      : moves_(moves), aim_(aim), settings_(settings), contest_(aim.contest()) {}

  void make_fairer(Moved& now) {
    now = judged(now);
    // Two moves at once are many: as often as that brings much, and while it takes little.
    constexpr int most_double_moves = 12;
    int double_moves = 0;
    while (!(settings_.ends_in_band && now.is_solution()) &&
           (take_fairest(children({now}), now) ||
            (double_moves++ < most_double_moves && take_pairs(now)))) {
    }
  }

  Found fewest_points() {
    Moved start;
    start.by.assign(moves_.levers.size(), 0);
    start.numbers.assign(aim_.units(), 0);
    std::size_t entered = 0;
    bool is_known = false;
    try {
      for (; entered < aim_.units(); ++entered) {
        aim_.go_on();
        moves_.enter(entered, start);
      }
      found_.start = found_.best = start;
      found_.start = found_.best = judged(start);
      is_known = true;
      measure();
      climb();
      if (found_.best.is_solution() && !found_.proved_smallest) {
        while (take_solution(reduced(found_.best)) || exchange()) {
        }
      }
    } catch (const Interrupted&) {
      // Ended before that, what has been fought of the units as they are is all there is.
      const bool any = entered == aim_.units() && contest_.table().answered() > 0;
      if (!is_known && !any) throw aim_.watch().ended(" before the first odds were known");
      found_.interrupted = true;
    }
    return found_;
  }

 private:
  using Sets = std::vector<Moved>;
  using Seen = std::set<std::vector<int>>;

  bool take_fairest(Sets candidates, Moved& now) {
    judge(candidates);
    const auto best = std::min_element(candidates.begin(), candidates.end());
    if (best == candidates.end() || !(*best < now)) return false;
    now = *best;
    return true;
  }

  /// The fairest that two moves make, one of them of a unit that is not even.
  bool take_pairs(Moved& now) {
    if (now.is_solution()) return false;
    const Moved before = now;
    for (std::size_t first = 0; first < moves_.levers.size(); ++first) {
      if (aim_.is_even(moves_.levers[first].unit, before.numbers)) continue;
      Sets pairs, once;
      Seen seen;
      add_steps(before, first, seen, once);
      for (std::size_t second = 0; second < moves_.levers.size(); ++second) {
        if (second == first) continue;
        for (const Moved& half : once) add_steps(half, second, seen, pairs);
      }
      if (!may_be_fought(pairs)) break;
      take_fairest(std::move(pairs), now);
    }
    return now < before;
  }

  /// Whether battles that are still to be fought are little enough work, with all so far.
  bool may_be_fought(const Sets& candidates) {
    std::vector<Contest::Pair> pairs;
    Aim::Numbers before;
    for (const Moved& moved : candidates) {
      aim_.add_pairs(moved.numbers, before, pairs);
      before = moved.numbers;
    }
    seconds_of_pairs_ += static_cast<double>(contest_.unknown(pairs)) * contest_.seconds_of_pair();
    return seconds_of_pairs_ <= affordable;
  }

  /// All that was found of each number of points, as far as it is needed still.
  using Levels = std::map<int, Sets>;

  /// Levels upwards, to the first with a solution.
  void climb() {
    const int cost = dearest_move();  // levels so far down are one move away
    bool complete = true;
    int idle = 0;
    constexpr int patience = 6;  // levels without anything better
    Levels levels{{0, {found_.start}}};
    if (found_.best.is_solution()) found_.proved_smallest = true;
    for (int points = 1; points <= settings_.most_points && !found_.best.is_solution(); ++points) {
      if (!is_affordable(points)) {
        for (int below = points - cost; below < points; ++below) {
          if (keep_nearest(levels[below])) complete = false;
        }
      }
      Sets& level = levels[points] = next_level(levels, points, !complete);
      levels.erase(points - 2 * cost);
      // Moves that count two or more may leave a level empty, but not so many.
      bool any = false;
      for (int below = points - cost + 1; below <= points; ++below) {
        any = any || !levels[below].empty();
      }
      if (!any) return;
      judge(level);
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
  int dearest_move() const {
    int most = 1;
    for (const Moves::Lever& lever : moves_.levers) most = std::max(most, lever.cost);
    return most;
  }

  /// Of sets that were judged, those that do it besides the best.
  void keep_others(const Sets& judged) {
    found_.others.clear();
    if (!found_.best.is_solution() || settings_.solutions < 2) return;
    for (const Moved& one : judged) {
      if (one.is_solution() && one.points == found_.best.points && one.by != found_.best.by) {
        found_.others.push_back(one);
      }
    }
    std::stable_sort(found_.others.begin(), found_.others.end());
    if (found_.others.size() >= settings_.solutions) found_.others.resize(settings_.solutions - 1);
  }

  void measure() {
    std::vector<int> costs;
    std::vector<std::vector<int>> costs_of(aim_.units());
    for (const Moves::Lever& lever : moves_.levers) {
      costs.push_back(lever.cost);
      costs_of[lever.unit].push_back(lever.cost);
    }
    ways_ = ways(costs, settings_.most_points);
    for (const std::vector<int>& of_unit : costs_of) {
      ways_of_.push_back(ways(of_unit, settings_.most_points));
      std::vector<double>& sums = ways_up_to_.emplace_back(ways_of_.back());
      std::partial_sum(sums.begin(), sums.end(), sums.begin());
    }
  }

  bool meet_each_other() const { return aim_.field.empty(); }

  /// Whether all sets of so many points can be tried.
  bool is_affordable(int points) const {
    constexpr double most_sets = 100'000;
    const auto all = static_cast<std::size_t>(points);
    if (ways_[all] > most_sets) return false;
    double pairs = 0;
    for (std::size_t i = 0; i < ways_of_.size(); ++i) {
      aim_.go_on();
      for (std::size_t a = 0; a <= all; ++a) {
        auto others = static_cast<double>(aim_.field.size());
        for (std::size_t j = 0; meet_each_other() && j < i; ++j) {
          others += ways_up_to_[j][all - a];
        }
        pairs += ways_of_[i][a] * others;
      }
    }
    return pairs * contest_.seconds_of_pair() + ways_[all] * aim_.seconds_to_rate() <= affordable;
  }

  /// Drops all but the nearest to the target; as many as the time allows. Whether it did.
  bool keep_nearest(Sets& level) const {
    const auto opponents =
        static_cast<double>(meet_each_other() ? aim_.units() - 1 : aim_.field.size());
    const double of_one = 2 * static_cast<double>(moves_.levers.size()) *
                          (contest_.seconds_of_pair() * opponents + aim_.seconds_to_rate());
    const auto width = static_cast<std::size_t>(std::clamp(affordable / of_one, 1.0, 100.0));
    if (level.size() <= width) return false;
    std::sort(level.begin(), level.end());
    level.resize(width);
    return true;
  }

  Moved moved(Moved from, std::size_t lever, int by) const {
    from.points += moves_.levers[lever].cost * (std::abs(by) - std::abs(from.by[lever]));
    from.by[lever] = by;
    moves_.enter(moves_.levers[lever].unit, from);
    return from;
  }

  /// All moves of a lever, as far as they are new.
  void add_steps(const Moved& parent, std::size_t lever, Seen& seen, Sets& result) const {
    aim_.go_on();
    for (const int there : moves_.steps(parent, lever)) {
      std::vector<int> by = parent.by;
      by[lever] = there;
      if (seen.insert(std::move(by)).second) result.push_back(moved(parent, lever, there));
    }
  }

  /// All that is one move away from these; `cost`: a move that counts so much; 0: any.
  void add_children(const Sets& parents, int cost, Seen& seen, Sets& result) const {
    for (const Moved& parent : parents) {
      for (std::size_t i = 0; i < moves_.levers.size(); ++i) {
        if (cost == 0 || moves_.levers[i].cost == cost) add_steps(parent, i, seen, result);
      }
    }
  }
  Sets children(const Sets& parents) const {
    Sets result;
    Seen seen;
    add_children(parents, 0, seen, result);
    return result;
  }

  /// The next level: one move away from those below, and `twice`, where not all is known of these,
  /// two moves of one unit: one that helps nobody may help together with another.
  Sets next_level(Levels& levels, int points, bool twice) const {
    const std::vector<Moves::Lever>& levers = moves_.levers;
    Sets result;
    Seen seen;
    for (int cost = 1; cost <= dearest_move(); ++cost) {
      add_children(levels[points - cost], cost, seen, result);
    }
    for (int costs = 2; twice && costs <= 2 * dearest_move(); ++costs) {
      for (const Moved& parent : levels[points - costs]) {
        for (std::size_t first = 0; first < levers.size(); ++first) {
          Sets once;
          Seen none;
          add_steps(parent, first, none, once);
          for (const Moved& half : once) {
            for (std::size_t second = first; second < levers.size(); ++second) {
              if (levers[second].unit != levers[first].unit) break;
              if (levers[first].cost + levers[second].cost == costs) {
                add_steps(half, second, seen, result);
              }
            }
          }
        }
      }
    }
    return result;
  }

  Moved judged(const Moved& moved) {
    Sets one{moved};
    judge(one);
    return one.front();
  }

  /// Fills in what the moves do.
  void judge(Sets& level) {
    std::vector<Contest::Pair> pairs;
    Aim::Numbers before;
    for (const Moved& moved : level) {
      aim_.go_on();
      aim_.add_pairs(moved.numbers, before, pairs);
      before = moved.numbers;
      if (pairs.size() > 1'000'000) aim_.settle(std::exchange(pairs, {}));
    }
    aim_.settle(pairs);
    const ThreadsInUse threads(settings_.threads);
    const std::size_t together = aim_.seconds_to_rate() > 0 ? 1 : 256;
    in_parallel((level.size() + together - 1) / together, [&](std::size_t part) {
      Aim::Unfairnesses unfairnesses(aim_);
      const std::size_t end = std::min((part + 1) * together, level.size());
      for (std::size_t i = part * together; i < end && !aim_.watch().stopped(); ++i) {
        level[i].unfairness = unfairnesses.of(level[i].numbers);
      }
    });
    aim_.go_on();
  }

  /// The fairest of these, if it does it still.
  bool take_solution(Sets candidates) {
    judge(candidates);
    found_.tried += candidates.size();
    const auto best = std::min_element(candidates.begin(), candidates.end());
    if (best == candidates.end() || !best->is_solution()) return false;
    found_.best = *best;
    keep_others(candidates);
    return true;
  }

  /// These moves with one point taken back, in all ways.
  Sets reduced(const Moved& from) const {
    Sets result;
    for (std::size_t lever = 0; lever < from.by.size(); ++lever) {
      const int by = from.by[lever];
      if (by != 0) result.push_back(moved(from, lever, by > 0 ? by - 1 : by + 1));
    }
    return result;
  }

  /// Two moves back and one elsewhere, where that counts less, from the most promising pairs.
  bool exchange() {
    Sets twice;
    Seen seen;
    for (const Moved& once : reduced(found_.best)) {
      for (Moved& two : reduced(once)) {
        if (seen.insert(two.by).second) twice.push_back(std::move(two));
      }
    }
    judge(twice);
    keep_nearest(twice);
    Sets fewer = children(twice);
    std::erase_if(fewer, [&](const Moved& one) { return one.points >= found_.best.points; });
    return take_solution(std::move(fewer));
  }

  const Moves& moves_;
  const Aim& aim_;
  const SearchSettings& settings_;
  Contest& contest_;
  Found found_;
  double seconds_of_pairs_ = 0;                  ///< of battles for two moves at once
  std::vector<double> ways_;                     ///< to change so many points
  std::vector<std::vector<double>> ways_of_;     ///< ... of one unit
  std::vector<std::vector<double>> ways_up_to_;  ///< ... or fewer
};

}  // namespace

Found fewest_points(const Moves& moves, const Aim& aim, const SearchSettings& settings) {
  return Searcher(moves, aim, settings).fewest_points();
}

void make_fairer(const Moves& moves, const Aim& aim, const SearchSettings& settings, Moved& moved) {
  Searcher(moves, aim, settings).make_fairer(moved);
}

}  // namespace warodds
