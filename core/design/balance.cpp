#include "core/design/balance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

#include "core/design/search.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

constexpr int most_moves = 200;  // unless fewer points are asked for

/// Of the units as they become, about: what is affordable is fought in seconds.
constexpr double most_known_pairs = 1e6;

constexpr const char* balance_stopped = "interrupted before all was tried";

/// A price is one more of the stats where it says how many are bought.
Points points_in(const BalanceQuestion& question) {
  return question.cells.budget ? Points::among_stats : Points::left_out;
}

void require_known(const BalanceQuestion& question) {
  for (const Movable& movable : question.stats.vary) {
    if (question.cells.budget || !movable.key.ends_with("points")) continue;
    throw NotTogether("--vary points: what a unit costs decides nothing without --budget");
  }
  question.stats.require_known(units_in(question.units), points_in(question));
}

/// Refuses what is said of units that meet each other where they meet a field, and of choosers what
/// they cannot have.
void require_together(const BalanceQuestion& question) {
  if (!question.others && std::abs(question.target - 0.5) > question.within) {
    throw NotTogether(fmt::format(
        "--target: units that fight each other win half of their battles on average, so {:g} % "
        "cannot be had by all; give --against FILE, whom they are to fight",
        question.target * 100));
  }
  if (question.others && (!question.wishes.empty() || question.solutions > 1)) {
    throw NotTogether(
        "--wish and --solutions are of units that fight each other; leave out --against");
  }
  if (question.even_for == EvenFor::mean) return;
  if (question.others) {
    throw NotTogether(
        "--for choosers: who chooses does so among the units of the roster; leave out --against");
  }
  if (question.target != 0.5) {
    throw NotTogether(
        "--for choosers: against what is chosen nobody can be better than even; leave out "
        "--target");
  }
}

/// A stat of a unit that may move.
struct StatLever {
  std::size_t unit = 0;  ///< place in Problem::units
  Stat stat;
  StatRules::Range range;
};

/// Units that are to become even, together.
class Problem {
 public:
  Problem(const BalanceQuestion& question, std::vector<std::size_t> places, Contest& contest,
          const Watch& watch)
      : units(std::move(places)), aim(contest, units.size(), 1, watch), question_(question) {
    for (std::size_t i = 0; i < units.size(); ++i) add_levers(i);
    static_cast<Wanted&>(aim) = question;
    add_wishes();
    add_field();
    moves.steps = [this](const Moved& from, std::size_t lever) { return steps(from, lever); };
    moves.enter = [this](std::size_t unit, Moved& moved) {
      moved.numbers[unit] = aim.contest().enter(with_moves(unit, moved.by));
    };
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  std::vector<std::size_t> units;  ///< places of the roster
  std::vector<StatLever> levers;   ///< their stats
  Moves moves;
  Aim aim;

 private:
  void add_levers(std::size_t place) {
    const AnyUnit& unit = question_.units[units[place]].unit();
    const auto& fixed = question_.fixed;
    if (std::find(fixed.begin(), fixed.end(), units[place]) != fixed.end()) return;
    for (const Stat& stat : stats_of(unit, points_in(question_))) {
      const auto range = question_.stats.range_of(name_of(unit), stat);
      if (!range) continue;
      levers.push_back({place, stat, *range});
      moves.levers.push_back({place, range->cost});
    }
  }

  void add_wishes() {
    const auto place = [&](std::size_t unit) {
      return static_cast<std::size_t>(std::find(units.begin(), units.end(), unit) - units.begin());
    };
    for (Aim::Wish wish : question_.wishes) {
      wish.unit = place(wish.unit);
      wish.other = place(wish.other);
      aim.wishes.push_back(wish);
    }
  }

  void add_field() {
    if (!question_.others) return;
    const std::string& unit = question_.units[units.front()].name();
    for (const Contestant& other : *question_.others) {
      if (other.name() != unit) aim.field.push_back(aim.contest().enter(other));
    }
    if (aim.field.empty()) {
      throw Missing(fmt::format("--against: there is nobody for {} to fight", shown(unit)));
    }
  }

  /// One more and one less; no lever turns back.
  std::vector<int> steps(const Moved& from, std::size_t lever) const {
    const StatLever& of = levers[lever];
    std::vector<int> there;
    for (const int direction : {1, -1}) {
      if (from.by[lever] * direction < 0) continue;
      const int by = from.by[lever] + direction;
      const int value = of.stat.value + by;
      if (value >= of.range.least && value <= of.range.most) there.push_back(by);
    }
    return there;
  }

  AnyUnit with_moves(std::size_t unit, const std::vector<int>& by) const {
    AnyUnit moved = question_.units[units[unit]].unit();
    for (std::size_t i = 0; i < by.size(); ++i) {
      const Stat& stat = levers[i].stat;
      if (levers[i].unit != unit || by[i] == 0) continue;
      set_stat(moved, stat.key, stat.field.print(stat.value + by[i]));
    }
    return moved;
  }

  const BalanceQuestion& question_;
};

class Balancing {
 public:
  Balancing(const BalanceQuestion& question, const Watch& watch)
      : question_(question), watch_(watch), contest_(question) {
    require_known(question);
    require_together(question);
  }

  Balance answer() {
    balance_.costs = question_.stats.costs;
    const double others = static_cast<double>(question_.opponents().size());
    const double pairs =
        static_cast<double>(question_.units.size()) * (question_.others ? others : others / 2);
    require_room(bytes_of_pairs(pairs * battles_of_pair(question_.cells.budget)) +
                     most_known_pairs * bytes_of_known_pair,
                 question_.units.size(), "balance", "units", question_.others ? 1 : 2);
    for (const Contestant& unit : question_.units) {
      balance_.rows.emplace_back().unit = unit.name();
    }
    solve();
    return finish();
  }

 private:
  const std::string& name(std::size_t unit) const { return question_.units[unit].name(); }

  SearchSettings settings() const {
    int dearest = 1;
    for (const PointCost& cost : question_.stats.costs) dearest = std::max(dearest, cost.cost);
    return {.solutions = static_cast<std::size_t>(question_.solutions),
            .most_points = question_.changes.value_or(most_moves * dearest),
            .threads = question_.cells.settings.threads};
  }

  /// Units that meet each other are one problem. Against a field, which stays, each is a problem of
  /// its own; with few points, those are helped first that need least.
  void solve() {
    std::vector<std::vector<std::size_t>> parts;
    // Of sets that are as good, the first is taken: not for the order of the rows.
    if (!question_.others) parts.push_back(question_.order());
    for (std::size_t i = 0; question_.others && i < question_.units.size(); ++i) {
      parts.push_back({i});
    }
    std::deque<Problem> problems;
    std::vector<Found> found;
    for (const std::vector<std::size_t>& part : parts) {
      const Problem& problem = problems.emplace_back(question_, part, contest_, watch_);
      try {
        found.push_back(fewest_points(problem.moves, problem.aim, settings()));
      } catch (const NoAnswer&) {
        if (!watch_.stopped() || found.empty()) throw;
        balance_.partial = true;  // what was found for the others is good
        break;
      }
    }
    std::vector<std::size_t> order(found.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return found[a].best.points < found[b].best.points;
    });
    int left = question_.changes.value_or(std::numeric_limits<int>::max());
    std::vector<bool> helped(found.size(), false);
    for (const std::size_t i : order) {
      if (found[i].best.points > left) break;
      left -= found[i].best.points;
      helped[i] = true;
    }
    balance_.proved_smallest = found.size() == parts.size();
    for (std::size_t i = 0; i < found.size(); ++i) {
      take(problems[i], found[i], helped[i] ? found[i].best : found[i].start);
      balance_.proved_smallest = balance_.proved_smallest && helped[i] && found[i].proved_smallest;
    }
    for (std::size_t i = found.size(); i < parts.size(); ++i) {
      balance_.rows[parts[i].front()].why = balance_stopped;
    }
  }

  /// Enters what was found into the answer.
  void take(const Problem& problem, const Found& found, const Moved& end) {
    balance_.tried += found.tried;
    balance_.partial = balance_.partial || found.interrupted;
    balance_.points += end.points;
    const std::vector<Balance::Change> changes = changes_of(problem, end, &found.start);
    balance_.changes.insert(balance_.changes.end(), changes.begin(), changes.end());
    for (std::size_t i = 0; i < problem.units.size(); ++i) {
      Balance::Row& row = balance_.rows[problem.units[i]];
      row.before = beating(odds_of(problem, i, found.start));
      const std::optional<Odds> after = odds_of(problem, i, end);
      row.after = beating(after);
      nobody_wins_ += after ? after->nobody_wins : 0;
      row.within = after && problem.aim.is_even(row.after->value);
      if (question_.even_for == EvenFor::choosers) {
        row.share_before = share_of(problem, i, found.start);
        row.share_after = share_of(problem, i, end);
      }
      if (!row.within) row.why = why(problem, i, found, end);
    }
    for (const Moved& other : found.others) {
      balance_.others.push_back(changes_of(problem, other, nullptr));
    }
    for (const Aim::Wish& wish : problem.aim.wishes) {
      // Nothing where the battles have not been fought.
      const auto odds_in = [&](const Moved& moved) -> std::optional<Estimate> {
        const Contest::Pair pair{moved.numbers[wish.unit], moved.numbers[wish.other]};
        if (!contest_.knows({pair})) return std::nullopt;
        return contest_.odds(pair.first, pair.second).of_beating;
      };
      Balance::Pair of{name(problem.units[wish.unit]), name(problem.units[wish.other]), wish.odds,
                       odds_in(found.start), odds_in(end)};
      of.within = of.after && std::abs(wish.off(of.after->value)) - problem.aim.within_of(wish) <=
                                  Unfairness::rounding;
      (wish.or_more ? balance_.orders : balance_.wishes).push_back(std::move(of));
    }
  }

  std::string why(const Problem& problem, std::size_t unit, const Found& found,
                  const Moved& end) const {
    if (found.interrupted) return balance_stopped;
    bool any = false;
    bool all_at_limit = true;
    for (std::size_t i = 0; i < problem.levers.size(); ++i) {
      const StatLever& lever = problem.levers[i];
      if (lever.unit != unit) continue;
      any = true;
      const int value = lever.stat.value + end.by[i];
      all_at_limit = all_at_limit && (value == lever.range.least || value == lever.range.most);
    }
    if (!any) return "none of its stats may move";
    if (end.points < found.best.points) return "no points are left for it";
    if (question_.changes && end.points >= *question_.changes) return "no points are left";
    if (all_at_limit) return "its stats are at the ends of their ranges";
    return "no further point was found that helps";
  }

  /// The changes in the order of the roster; from a start each with what it adds to those above it.
  std::vector<Balance::Change> changes_of(const Problem& problem, const Moved& end,
                                          const Moved* start) {
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < problem.levers.size(); ++i) {
      if (end.by[i] != 0) moved.push_back(i);
    }
    const auto place = [&](std::size_t i) { return problem.units[problem.levers[i].unit]; };
    std::stable_sort(moved.begin(), moved.end(),
                     [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    std::vector<Balance::Change> changes;
    Moved now = start != nullptr ? *start : Moved();
    for (const std::size_t i : moved) {
      const StatLever& lever = problem.levers[i];
      Balance::Change& change = changes.emplace_back();
      change.unit = place(i);
      change.name = name(change.unit);
      change.key = lever.stat.key;
      change.field = lever.stat.field.name;
      if (change.key != change.field) {
        change.group = change.key.substr(0, change.key.size() - change.field.size() - 1);
      }
      change.from = lever.stat.field.print(lever.stat.value);
      change.to = lever.stat.field.print(lever.stat.value + end.by[i]);
      change.points = lever.range.cost * std::abs(end.by[i]);
      if (start == nullptr) continue;
      change.odds_before = beating(odds_of(problem, lever.unit, now));
      now.by[i] = end.by[i];
      problem.moves.enter(lever.unit, now);
      change.odds_after = beating(odds_of(problem, lever.unit, now));
    }
    return changes;
  }

  static std::optional<Estimate> beating(const std::optional<Odds>& odds) {
    return odds ? std::optional(odds->of_beating) : std::nullopt;
  }

  /// Whether the battles that decide of a unit have been fought, or there is time.
  bool settle(const Problem& problem, std::size_t unit, const Moved& moved) {
    std::vector<Contest::Pair> pairs;
    if (question_.even_for == EvenFor::choosers) {
      problem.aim.add_pairs(moved.numbers, {}, pairs);
    } else {
      pairs = Contest::pairs_of({moved.numbers[unit]},
                                question_.others ? problem.aim.field : moved.numbers);
    }
    contest_.settle(pairs, watch_);
    return contest_.knows(pairs);
  }
  std::optional<double> share_of(const Problem& problem, std::size_t unit, const Moved& moved) {
    if (!settle(problem, unit, moved)) return std::nullopt;
    return problem.aim.shares(moved.numbers, 0)[unit];
  }
  /// Nothing where the battles have not been fought, and there is no time.
  std::optional<Odds> odds_of(const Problem& problem, std::size_t unit, const Moved& moved) {
    if (!settle(problem, unit, moved)) return std::nullopt;
    return problem.aim.odds(unit, moved.numbers, 0, Aim::Whom::all);
  }

  Balance finish() {
    const bool partial = balance_.partial;
    static_cast<Table&>(balance_) = contest_.table();
    balance_.end(partial, watch_);
    balance_.nobody_wins = nobody_wins_ / static_cast<double>(balance_.rows.size());
    static_cast<Wanted&>(balance_) = question_;
    // What the budget buys of the units as they become, and of the field.
    std::vector<AnyUnit> units = units_in(question_.everybody());
    for (const Balance::Change& change : balance_.changes) {
      set_stat(units[change.unit], change.key, change.to);
    }
    balance_.bought = purchases_of(units, question_.cells.budget);
    const auto is_within = [](const auto& one) { return one.within; };
    // Simulated odds prove nothing.
    balance_.proved_smallest =
        balance_.proved_smallest && balance_.simulated == 0 &&
        std::all_of(balance_.rows.begin(), balance_.rows.end(), is_within) &&
        std::all_of(balance_.wishes.begin(), balance_.wishes.end(), is_within);
    return std::move(balance_);
  }

  const BalanceQuestion& question_;
  const Watch& watch_;
  Contest contest_;
  Balance balance_;
  double nobody_wins_ = 0;  ///< the sum over the units
};

}  // namespace

Balance answer_balance(const BalanceQuestion& question, const Watch& watch) {
  if (question.units.size() < 2 && !question.others) {
    throw Missing("balance needs at least two units, or a --against to be even against", "units");
  }
  return Balancing(question, watch).answer();
}

}  // namespace warodds
