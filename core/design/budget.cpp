#include "core/design/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>

#include "core/rules/points.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Calls f(field, object, name) for every size of a unit.
template <class System, class F>
void for_each_size(typename System::Unit& unit, F&& f) {
  for (const auto& field : System::unit_fields()) {
    if (field.is_size && !(field.lone && !unit.groups.empty())) {
      f(field, unit, std::string(field.name));
    }
  }
  for (auto& group : unit.groups) {
    for (const auto& field : System::group_fields()) {
      if (field.is_size) f(field, group, group.name);
    }
  }
}

template <class T>
bool any_size(const Fields<T>& fields) {
  return std::any_of(fields.begin(), fields.end(), [](const auto& field) { return field.is_size; });
}

}  // namespace

std::string Purchase::sizes_text() const {
  const auto list_of = [&](const Sizes& of) {
    std::string list;
    for (auto [name, number] : of) {
      if (number == 1 && !of_groups) name.pop_back();  // fields of size are in the plural
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", number, name);
    }
    return list;
  };
  if (more.empty()) return list_of(sizes);
  const bool is_short = more.size() == 1;
  return fmt::format("{}, {} at {} %", list_of(sizes),
                     is_short ? std::to_string(more.front().second) : "or " + list_of(more),
                     // Never none or all of them: then it would be bought alone.
                     std::clamp(std::lround(share_of_more * 100), 1L, 99L));
}

double Purchase::rounded_cost() const { return std::round(cost * 10) / 10; }

std::string Purchase::text() const {
  return fmt::format("{} for {:g} points", sizes_text(), rounded_cost());
}

bool has_size(std::string_view system) {
  bool found = false;
  with_system(system, "", [&](auto of) {
    using System = decltype(of);
    found = any_size(System::unit_fields()) || any_size(System::group_fields());
  });
  return found;
}

void require_size(std::string_view system) {
  if (has_size(system)) return;
  throw NotTogether(fmt::format(
      "units of {} are single fighters: they have no size, so a budget cannot buy more or less of "
      "one, and points do not change their odds; balance changes their stats instead",
      Matchup(system).title()));
}

namespace {

/// Numbers of each group.
using Numbers = std::vector<int>;

/// All that can be bought of a unit: its groups scaled alike, each rounded to the nearest number,
/// from the smallest to the largest that is allowed.
class Sizings {
 public:
  struct Range {
    int least = 1;
    int most = 1;
  };

  Sizings(Numbers written, std::vector<Range> ranges, FigureLimits limits)
      : written_(std::move(written)), ranges_(std::move(ranges)), limits_(limits) {}

  /// Scaled by `factor`; if that is not allowed, what comes nearest to it and is.
  Numbers at(double factor) const {
    Numbers numbers;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      numbers.push_back(static_cast<int>(
          std::clamp<double>(std::round(written_[i] * factor), ranges_[i].least, ranges_[i].most)));
    }
    while (sum(numbers) > limits_.most) numbers = *stepped(numbers, -1);
    while (sum(numbers) < limits_.least) numbers = *stepped(numbers, 1);
    return numbers;
  }

  /// The next step up (1) or down (-1), if that is allowed: those groups grow that do so at the
  /// smallest factor.
  std::optional<Numbers> next(const Numbers& numbers, int direction) const {
    const auto there = stepped(numbers, direction);
    const bool is_allowed = there && sum(*there) <= limits_.most && sum(*there) >= limits_.least;
    return is_allowed ? there : std::nullopt;
  }

 private:
  static long long sum(const Numbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0LL);
  }

  /// A group has this number from factor (number - 1/2) / written to (number + 1/2) / written.
  std::optional<Numbers> stepped(const Numbers& numbers, int direction) const {
    const auto edge = [&](std::size_t i) { return 2LL * numbers[i] + direction; };
    const auto can = [&](std::size_t i) {
      return direction > 0 ? numbers[i] < ranges_[i].most : numbers[i] > ranges_[i].least;
    };
    /// Whether one comes to its edge before another does.
    const auto is_before = [&](std::size_t i, std::size_t j) {
      return direction * (edge(i) * written_[j] - edge(j) * written_[i]) < 0;
    };
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (can(i) && (!first || is_before(i, *first))) first = i;
    }
    if (!first) return std::nullopt;
    Numbers next = numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (can(i) && !is_before(*first, i)) next[i] += direction;
    }
    return next;
  }

  Numbers written_;
  std::vector<Range> ranges_;
  FigureLimits limits_;
};

/// What stays as it is written when a unit is scaled, though one might think it is scaled, too.
template <class System>
std::string what_stays(const typename System::Unit& unit) {
  std::string list;
  const auto look = [&](const auto& fields, const auto& object, const std::string& of) {
    for (const auto& field : fields) {
      const bool is_meant = field.name == "engaged" && !(field.lone && !unit.groups.empty());
      if (!is_meant || field.is_default(object)) continue;
      list += fmt::format("{}{}{} stays {}", list.empty() ? "" : ", ", of, field.name,
                          field.get(object));
    }
  };
  look(System::unit_fields(), unit, "");
  for (const auto& group : unit.groups) look(System::group_fields(), group, group.name + ".");
  return list;
}

void remark(const std::string& text, Purchase& purchase) {
  if (text.empty()) return;
  purchase.remark += (purchase.remark.empty() ? "" : "; ") + text;
}

/// How a purchase misses the budget, and why it cannot do better.
void remark_cost(const FigureLimits& limits, Purchase& purchase) {
  constexpr double rounding = 1e-9;
  const bool is_dear = purchase.cost > purchase.budget * (1 + rounding);
  int figures = 0;
  for (const auto& [name, number] : purchase.sizes) figures += number;
  std::string why;
  if (is_dear && limits.least > 1 && figures >= limits.least) {
    why = fmt::format("at least {} may be bought", limits.least);
  } else if (!is_dear && limits.most < FigureLimits::no_most && figures <= limits.most) {
    why = fmt::format("at most {} may be bought", limits.most);
  }
  if (!purchase.near()) {
    const bool is_part = purchase.budget != purchase.of_side;
    remark((is_part ? "not within 10 % of its part" : "NOT WITHIN 10 %") +
               (why.empty() ? std::string() : ": " + why),
           purchase);
  } else if (purchase.buying == Buying::mixed &&
             std::abs(purchase.cost - purchase.budget) > rounding * purchase.budget) {
    remark(fmt::format("{} than the budget{}", is_dear ? "more" : "less",
                       why.empty() ? "" : ": " + why),
           purchase);
  }
}

}  // namespace

Bought buy(const AnyUnit& unit, const Budget& budget) {
  Bought bought;
  Purchase& purchase = bought.purchase;
  AnyUnit copy = unit;
  visit_unit(copy, [&](auto system, auto& of) {
    using System = decltype(system);
    purchase.unit = of.name;
    purchase.budget = budget.points;
    purchase.of_side = budget.of_side.value_or(budget.points);
    purchase.buying = budget.buying;
    purchase.of_groups = !of.groups.empty();
    require_size(System::name);
    Numbers written;
    std::vector<Sizings::Range> ranges;
    std::vector<std::string> names;
    std::vector<PricedGroup> groups;
    for_each_size<System>(of, [&](const auto& field, auto& object, const std::string& name) {
      written.push_back(*field.number_in(object));
      ranges.push_back({std::max(field.least, 1), field.most});
      names.push_back(name);
      groups.push_back({written.back()});
      if constexpr (requires { object.own_points; }) groups.back().points = object.own_points;
    });
    const int points = cost_of(of.points, groups);
    if (points == 0) {
      throw Missing(
          fmt::format("--budget: '{}' has no points, so nobody knows how many a budget buys; give "
                      "it points in the roster",
                      shown(of.name)));
    }
    const auto found = budget.limits.find(of.name);
    const FigureLimits limits = found == budget.limits.end() ? FigureLimits() : found->second;
    const long long figures = std::accumulate(written.begin(), written.end(), 0LL);
    if (figures < limits.least || figures > limits.most) {
      const bool few = figures < limits.least;
      throw NotTogether(fmt::format("{} has {} figures as it is written, but {} = {}",
                                    shown(of.name), figures, few ? "least" : "most",
                                    few ? limits.least : limits.most));
    }
    const PointParts parts(figure_prices(of.points, groups));
    const auto cost = [&](const Numbers& numbers) {
      long long sum = 0;
      for (std::size_t i = 0; i < numbers.size(); ++i) sum += numbers[i] * parts.parts(i);
      return parts.points(sum);
    };
    const Sizings sizings(written, std::move(ranges), limits);
    Numbers fewer = sizings.at(budget.points / points);
    std::optional<Numbers> more;
    if (budget.buying == Buying::mixed) {
      while (cost(fewer) > budget.points) {
        const auto smaller = sizings.next(fewer, -1);
        if (!smaller) break;
        fewer = *smaller;
      }
      while (cost(fewer) < budget.points && (more = sizings.next(fewer, 1))) {
        if (cost(*more) > budget.points) break;
        fewer = *std::exchange(more, std::nullopt);
      }
    }
    double share = 0;
    if (more) share = (budget.points - cost(fewer)) / (cost(*more) - cost(fewer));
    constexpr double rounding = 1e-12;
    if (share < rounding) more.reset();
    const auto add_lot = [&](const Numbers& numbers, double how_often, Purchase::Sizes& sizes) {
      std::size_t place = 0;
      for_each_size<System>(of, [&](const auto& field, auto& object, const std::string&) {
        field.put(object, numbers[place]);
        sizes.emplace_back(names[place], numbers[place]);
        ++place;
      });
      if constexpr (requires { of.priced_for; }) of.priced_for = PricedFor(written);
      bought.lots.push_back({of, how_often});
      purchase.cost += how_often * cost(numbers);
    };
    const std::string stays = fewer == written && !more ? std::string() : what_stays<System>(of);
    add_lot(fewer, more ? 1 - share : 1, purchase.sizes);
    if (more) add_lot(*more, share, purchase.more);
    purchase.share_of_more = more ? share : 0;
    purchase.is_least = !more && !sizings.next(fewer, -1);
    purchase.is_most = !more && !sizings.next(fewer, 1);
    if (more) purchase.cost = budget.points;
    remark_cost(limits, purchase);
    remark(stays, purchase);
  });
  return bought;
}

double battles_of_pair(const std::optional<Budget>& budget) {
  return budget && budget->buying == Buying::mixed ? 4 : 1;
}

std::vector<Portion> buy_side(const Matchup& matchup, Side side, const Budget& budget,
                              std::vector<Purchase>* bought) {
  const std::vector<SideUnit> written = matchup.units(side);
  int points = 0;
  for (const SideUnit& one : written) points += points_of(one.unit);
  Budget left = budget;
  left.of_side = budget.points;
  std::vector<Bought> units;
  std::set<double, std::greater<>> shares{1, 0};  // of the times, beyond which some unit is smaller
  for (const SideUnit& one : written) {
    Budget its = left;
    if (points > 0) its.points *= static_cast<double>(points_of(one.unit)) / points;
    points -= points_of(one.unit);
    Bought& unit = units.emplace_back(buy(one.unit, its));
    left.points = std::max(left.points - unit.purchase.cost, 0.0);
    shares.insert(unit.purchase.share_of_more);
    if (bought != nullptr) add(unit.purchase, *bought);
  }
  std::vector<Portion> portions;
  for (auto most = shares.begin(); std::next(most) != shares.end(); ++most) {
    std::vector<AnyUnit> of_side;
    for (const Bought& unit : units) {
      const bool is_more = unit.purchase.share_of_more >= *most;
      of_side.push_back((is_more ? unit.lots.back() : unit.lots.front()).unit);
    }
    portions.push_back({matchup, *most - *std::next(most)});
    portions.back().matchup.replace(side, of_side);
  }
  return portions;
}

std::vector<Portion> buy_sides(const Matchup& matchup, const Budget& budget) {
  std::vector<Portion> portions;
  for (const Portion& one : buy_side(matchup, Side::attacker, budget)) {
    for (Portion& both : buy_side(one.matchup, Side::defender, budget)) {
      both.share *= one.share;
      portions.push_back(std::move(both));
    }
  }
  return portions;
}

void add(const Purchase& purchase, std::vector<Purchase>& shown) {
  if (std::find(shown.begin(), shown.end(), purchase) == shown.end()) shown.push_back(purchase);
}

std::vector<Purchase> purchases_of(const std::vector<AnyUnit>& units,
                                   const std::optional<Budget>& budget) {
  std::vector<Purchase> bought;
  for (std::size_t i = 0; budget && i < units.size(); ++i) {
    add(buy(units[i], *budget).purchase, bought);
  }
  return bought;
}

void set_points(AnyUnit& unit, int points) {
  std::visit([&](auto& of) { of.points = points; }, unit);
}

}  // namespace warodds
