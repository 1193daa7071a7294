#include "core/design/balance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/design/alike.h"
#include "core/design/room.h"
#include "core/design/search.h"
#include "core/design/stat_moves.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr int most_moves = 200;  // unless fewer points are asked for

/// Of the units as they become, about: what is affordable is fought in seconds.
constexpr double most_known_pairs = 1e6;

/// Whether any of these is said of that stat of the unit.
bool is_named(const std::vector<StatName>& names, const std::string& unit, const Stat& stat) {
  return said_of(names, unit, stat) != nullptr;
}

bool is_fixed(const BalanceQuestion& question, std::size_t unit, const Stat& stat) {
  return std::find(question.fixed.begin(), question.fixed.end(), unit) != question.fixed.end() ||
         is_named(question.fixed_stats, name_of(question.units[unit]), stat);
}

/// A price is one more of the stats where it says how many are bought.
Points points_in(const BalanceQuestion& question) {
  return question.budget ? Points::among_stats : Points::left_out;
}

/// The stats of a unit that may move.
std::vector<Lever> levers_of(const BalanceQuestion& question, std::size_t unit) {
  std::vector<Lever> levers;
  const std::string& name = name_of(question.units[unit]);
  for (const Stat& stat : stats_of(question.system, question.units[unit], points_in(question))) {
    const Movable* const movable = said_of(question.vary, name, stat);
    if (movable == nullptr || is_fixed(question, unit, stat)) continue;
    const int scale = stat.field.scale;
    // What is for nothing cannot be bought for a budget.
    const bool is_not_least =
        stat.key == key_of_points || is_named(question.characters, name, stat);
    const int lowest = stat.field.least + (is_not_least ? 1 : 0);
    Lever lever{unit, stat};
    // A stat outside the range may move towards it.
    lever.least = std::min(std::max(movable->least * scale, lowest), stat.value);
    lever.most = std::max(std::min(movable->most * scale, stat.field.most), stat.value);
    const PointCost* const cost = said_of(question.costs, name, stat);
    if (cost != nullptr) lever.cost = cost->cost;
    levers.push_back(std::move(lever));
  }
  return levers;
}

void require_known(const BalanceQuestion& question) {
  const KnownStats known(question.system, question.units, points_in(question));
  for (const Movable& movable : question.vary) {
    if (question.budget || !movable.key.ends_with("points")) continue;
    throw NotTogether("--vary points: what a unit costs decides nothing without --budget");
  }
  known.require_all(question.fixed_stats);
  known.require_all(question.vary);
  known.require_all(question.characters);
  known.require_all(question.costs);
}

class Balancing {
 public:
  Balancing(const BalanceQuestion& question, const Watch& watch)
      : question_(question),
        watch_(watch),
        contest_(question.system, question.conditions, question.cells) {
    require_known(question);
    if (!question.field && std::abs(question.target - 0.5) > question.within) {
      throw NotTogether(fmt::format(
          "--target: units that fight each other win half of their battles on average, so {:g} % "
          "cannot be had by all; give --field FILE, whom they are to fight",
          question.target * 100));
    }
    if (question.field &&
        (!question.wishes.empty() || !question.orders.empty() || question.solutions > 1)) {
      throw NotTogether(
          "--wish, --keep-order and --solutions are of units that fight each other; leave out "
          "--field");
    }
    if (question.even_for == EvenFor::mean) return;
    if (question.field) {
      throw NotTogether(
          "--for choosers: who chooses does so among the units of the roster; leave out --field");
    }
    if (question.target != 0.5) {
      throw NotTogether(
          "--for choosers: against what is chosen nobody can be better than even; leave out "
          "--target");
    }
  }

  Balance answer() {
    balance_.costs = question_.costs;
    require_room(
        [&](double n) {
          const double others =
              question_.field ? static_cast<double>(question_.field->size()) : n / 2;
          return bytes_of_pairs(n * others * battles_of_pair(question_.budget)) +
                 most_known_pairs * bytes_of_known_pair;
        },
        question_.units.size(), "balance", "units");
    for (const AnyUnit& unit : question_.units) {
      Balance::Row row;
      row.unit = name_of(unit);
      balance_.rows.push_back(std::move(row));
    }
    if (question_.field) {
      against_field();
    } else {
      among_themselves();
    }
    return finish();
  }

 private:
  std::size_t enter(const AnyUnit& unit) {
    return question_.budget ? contest_.enter(buy(unit, *question_.budget).lots)
                            : contest_.enter(unit);
  }

  StatMoves moves_of(const std::vector<std::size_t>& units) {
    StatMoves moves(question_.system, contest_);
    for (std::size_t i = 0; i < units.size(); ++i) {
      moves.units.push_back(question_.units[units[i]]);
      for (Lever lever : levers_of(question_, units[i])) {
        lever.unit = i;
        moves.levers.push_back(std::move(lever));
      }
    }
    moves.target = question_.target;
    moves.within = question_.within;
    moves.even_for = question_.even_for;
    moves.enter_unit = [this](const AnyUnit& unit) { return enter(unit); };
    return moves;
  }

  SearchSettings settings() const {
    int dearest = 1;
    for (const PointCost& cost : question_.costs) dearest = std::max(dearest, cost.cost);
    return {.solutions = static_cast<std::size_t>(question_.solutions),
            .most_points = question_.changes.value_or(most_moves * dearest),
            .threads = question_.cells.settings.threads};
  }

  void among_themselves() {
    // Of sets that are as good, the first is taken: not for the order of the rows.
    const std::vector<std::size_t> all = alike_units(question_.system, question_.units).order;
    std::vector<std::size_t> place(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) place[all[i]] = i;
    StatMoves moves = moves_of(all);
    moves.meet_each_other = true;
    for (const BalanceQuestion::Wish& wish : question_.wishes) {
      moves.wishes.push_back({place[wish.unit], place[wish.other], wish.odds});
    }
    for (const BalanceQuestion::Order& order : question_.orders) {
      moves.orders.push_back({place[order.stronger], place[order.weaker]});
    }
    const Found found = fewest_points(moves, settings(), contest_, watch_);
    take(moves, found, all, found.best);
    balance_.proved_smallest = found.proved_smallest;
    for (const Moved& other : found.others) {
      balance_.others.push_back(changes_of(moves, all, other));
    }
    for (const WishedOdds& wish : moves.wishes) {
      Balance::Wish of;
      of.unit = name_of(question_.units[all[wish.unit]]);
      of.other = name_of(question_.units[all[wish.other]]);
      of.odds = wish.odds;
      of.before = odds_of_pair(wish.unit, wish.other, found.start);
      of.after = odds_of_pair(wish.unit, wish.other, found.best);
      of.within = of.after && std::abs(of.after->value - of.odds) <= question_.within + 1e-12;
      balance_.wishes.push_back(std::move(of));
    }
    for (const auto& [stronger, weaker] : moves.orders) {
      Balance::Order of;
      of.stronger = name_of(question_.units[all[stronger]]);
      of.weaker = name_of(question_.units[all[weaker]]);
      of.before = odds_of_pair(stronger, weaker, found.start);
      of.after = odds_of_pair(stronger, weaker, found.best);
      of.within = of.after && of.after->value >= 0.5 - 1e-12;
      balance_.orders.push_back(std::move(of));
    }
  }

  /// Nothing where the battles have not been fought.
  std::optional<Estimate> odds_of_pair(std::size_t first, std::size_t second,
                                       const Moved& moved) const {
    const std::size_t unit = moved.numbers[first];
    const std::size_t other = moved.numbers[second];
    if (!contest_.knows({{unit, other}})) return std::nullopt;
    return contest_.mean_odds(unit, {other}).of_beating;
  }

  /// Against a field that stays, each unit is a problem of its own. With few points, those are
  /// helped first that need least.
  void against_field() {
    std::vector<StatMoves> problems;
    std::vector<Found> found;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < question_.units.size(); ++i) {
      problems.push_back(moves_of({i}));
      for (const AnyUnit& other : *question_.field) {
        if (name_of(other) == name_of(question_.units[i])) continue;
        problems.back().others.push_back(enter(other));
      }
      if (problems.back().others.empty()) {
        throw Missing(fmt::format("--field: there is nobody for {} to fight",
                                  shown(name_of(question_.units[i]))));
      }
      try {
        found.push_back(fewest_points(problems.back(), settings(), contest_, watch_));
      } catch (const NoAnswer&) {
        if (!watch_.stopped() || found.empty()) throw;
        balance_.partial = true;  // what was found for the others is good
        break;
      }
      order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return found[a].best.points < found[b].best.points;
    });
    int left = question_.changes.value_or(std::numeric_limits<int>::max());
    balance_.proved_smallest = found.size() == question_.units.size();
    for (std::size_t i = found.size(); i < balance_.rows.size(); ++i) {
      balance_.rows[i].why = not_tried;
    }
    std::vector<bool> helped(found.size(), false);
    for (const std::size_t i : order) {
      if (found[i].best.points > left) break;
      left -= found[i].best.points;
      helped[i] = true;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      take(problems[i], found[i], {i}, helped[i] ? found[i].best : found[i].start);
      balance_.proved_smallest = balance_.proved_smallest && helped[i] && found[i].proved_smallest;
    }
  }

  /// Enters what was found for these units into the answer.
  void take(const StatMoves& moves, const Found& found, const std::vector<std::size_t>& units,
            const Moved& end) {
    balance_.tried += found.tried;
    balance_.partial = balance_.partial || found.interrupted;
    balance_.points += end.points;
    list_changes(moves, units, found.start, end);
    for (std::size_t i = 0; i < units.size(); ++i) {
      Balance::Row& row = balance_.rows[units[i]];
      row.before = beating(odds_of(moves, i, found.start));
      const std::optional<Odds> after = odds_of(moves, i, end);
      row.after = beating(after);
      nobody_wins_ += after ? after->nobody_wins : 0;
      row.within =
          after && std::abs(row.after->value - question_.target) <= question_.within + 1e-12;
      if (moves.even_for == EvenFor::choosers) {
        row.share_before = share_of(i, found.start);
        row.share_after = share_of(i, end);
      }
      if (!row.within) row.why = why(moves, i, found, end);
    }
  }

  std::string why(const StatMoves& moves, std::size_t unit, const Found& found,
                  const Moved& end) const {
    if (found.interrupted) return not_tried;
    bool any = false;
    bool all_at_limit = true;
    for (std::size_t i = 0; i < moves.levers.size(); ++i) {
      const Lever& lever = moves.levers[i];
      if (lever.unit != unit) continue;
      any = true;
      const int value = lever.stat.value + end.by[i];
      all_at_limit = all_at_limit && (value == lever.least || value == lever.most);
    }
    if (!any) return "none of its stats may move";
    if (end.points < found.best.points) return "no points are left for it";
    if (question_.changes && end.points >= *question_.changes) return "no points are left";
    if (all_at_limit) return "its stats are at the ends of their ranges";
    return "no further point was found that helps";
  }

  /// The places of levers.
  static std::vector<std::size_t> in_order_of_roster(const StatMoves& moves,
                                                     const std::vector<std::size_t>& units) {
    std::vector<std::size_t> places(moves.levers.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
      return units[moves.levers[a].unit] < units[moves.levers[b].unit];
    });
    return places;
  }

  /// The changes in the order of the roster, each with what it adds to those above it.
  void list_changes(const StatMoves& moves, const std::vector<std::size_t>& units,
                    const Moved& start, const Moved& end) {
    Moved now = start;
    std::vector<Balance::Change> changes = changes_of(moves, units, end);
    auto next = changes.begin();
    for (const std::size_t i : in_order_of_roster(moves, units)) {
      if (end.by[i] == 0) continue;
      const Lever& lever = moves.levers[i];
      Balance::Change& change = *next++;
      change.odds_before = beating(odds_of(moves, lever.unit, now));
      now.by[i] = end.by[i];
      moves.enter(lever.unit, now);
      change.odds_after = beating(odds_of(moves, lever.unit, now));
      balance_.changes.push_back(std::move(change));
    }
  }

  /// The changes, without what they do.
  std::vector<Balance::Change> changes_of(const StatMoves& moves,
                                          const std::vector<std::size_t>& units,
                                          const Moved& end) const {
    std::vector<Balance::Change> changes;
    for (const std::size_t i : in_order_of_roster(moves, units)) {
      if (end.by[i] == 0) continue;
      const Lever& lever = moves.levers[i];
      Balance::Change change;
      change.unit = units[lever.unit];
      change.name = name_of(question_.units[change.unit]);
      change.key = lever.stat.key;
      change.field = lever.stat.field.name;
      if (change.key != change.field) {
        change.group = change.key.substr(0, change.key.size() - change.field.size() - 1);
      }
      change.from = lever.stat.field.print(lever.stat.value);
      change.to = lever.stat.field.print(lever.stat.value + end.by[i]);
      change.points = lever.cost * std::abs(end.by[i]);
      changes.push_back(std::move(change));
    }
    return changes;
  }

  static std::optional<Estimate> beating(const std::optional<Odds>& odds) {
    return odds ? std::optional(odds->of_beating) : std::nullopt;
  }

  /// Whether the battles of all these units with each other have been fought, or there is time.
  bool settle_all(const std::vector<std::size_t>& numbers) {
    std::vector<Contest::Pair> pairs;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) pairs.emplace_back(numbers[i], numbers[j]);
    }
    contest_.settle(pairs, watch_);
    return contest_.knows(pairs);
  }

  std::optional<double> share_of(std::size_t unit, const Moved& moved) {
    if (!settle_all(moved.numbers)) return std::nullopt;
    return contest_.shares_of_choosers(moved.numbers)[unit];
  }

  /// Nothing where the battles have not been fought, and there is no time.
  std::optional<Odds> odds_of(const StatMoves& moves, std::size_t unit, const Moved& moved) {
    if (moves.even_for == EvenFor::choosers) {
      if (!settle_all(moved.numbers)) return std::nullopt;
      return contest_.mean_odds(moved.numbers[unit], moved.numbers,
                                contest_.shares_of_choosers(moved.numbers));
    }
    std::vector<std::size_t> others = moves.others;
    for (std::size_t j = 0; moves.meet_each_other && j < moved.numbers.size(); ++j) {
      if (j != unit) others.push_back(moved.numbers[j]);
    }
    std::vector<Contest::Pair> pairs;
    for (const std::size_t other : others) pairs.emplace_back(moved.numbers[unit], other);
    contest_.settle(pairs, watch_);
    if (!contest_.knows(pairs)) return std::nullopt;
    return contest_.mean_odds(moved.numbers[unit], others);
  }

  /// What the budget buys of the units as they become, and of the field.
  std::vector<Purchase> purchases() const {
    std::vector<Purchase> bought;
    if (!question_.budget) return bought;
    std::vector<AnyUnit> units = question_.units;
    for (const Balance::Change& change : balance_.changes) {
      set_stat(question_.system, units[change.unit], change.key, change.to);
    }
    if (question_.field)
      units.insert(units.end(), question_.field->begin(), question_.field->end());
    for (const AnyUnit& unit : units) add(buy(unit, *question_.budget).purchase, bought);
    return bought;
  }

  Balance finish() {
    const bool partial = balance_.partial;
    static_cast<Table&>(balance_) = contest_.table();
    balance_.partial = partial;
    if (partial) balance_.why_partial = watch_.why_stopped();
    balance_.nobody_wins = nobody_wins_ / static_cast<double>(balance_.rows.size());
    balance_.quantities = parse_quantities("odds");
    balance_.given = question_.cells.given;
    balance_.target = question_.target;
    balance_.within = question_.within;
    balance_.even_for = question_.even_for;
    balance_.budget = question_.budget;
    balance_.bought = purchases();
    balance_.battles = contest_.battles();
    for (const Balance::Row& row : balance_.rows) {
      balance_.proved_smallest = balance_.proved_smallest && row.within;
    }
    for (const Balance::Wish& wish : balance_.wishes) {
      balance_.proved_smallest = balance_.proved_smallest && wish.within;
    }
    // Simulated odds prove nothing.
    balance_.proved_smallest = balance_.proved_smallest && balance_.simulated == 0;
    return std::move(balance_);
  }

  static constexpr const char* not_tried = "interrupted before all was tried";

  const BalanceQuestion& question_;
  const Watch& watch_;
  Contest contest_;
  Balance balance_;
  double nobody_wins_ = 0;  ///< the sum over the units
};

}  // namespace

Balance answer_balance(const BalanceQuestion& question, const Watch& watch) {
  if (question.units.size() < 2 && !question.field) {
    throw Missing("balance needs at least two units, or a --field to be even against", "units");
  }
  return Balancing(question, watch).answer();
}

}  // namespace warodds
