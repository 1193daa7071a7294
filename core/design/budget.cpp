#include "core/design/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/rules/points.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Calls f(System{}, unit) with the unit as what it is.
template <class F>
void with_unit(AnyUnit& unit, F&& f) {
  Systems::for_each([&](auto system) {
    using Unit = typename decltype(system)::Unit;
    if (auto* held = std::get_if<Unit>(&unit)) f(system, *held);
  });
}

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

[[noreturn]] void refuse_size(std::string_view title) {
  throw InputError(fmt::format(
      "units of {} are single fighters: they have no size, so a budget cannot buy more or less of "
      "one, and points do not change their odds; balance changes their stats instead",
      title));
}

}  // namespace

std::string Purchase::sizes_text() const {
  std::string list;
  for (auto [name, number] : sizes) {
    if (number == 1 && !of_groups) name.pop_back();  // fields of size are in the plural
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", number, name);
  }
  return list;
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

Purchase buy(AnyUnit& unit, double budget) {
  Purchase purchase;
  with_unit(unit, [&](auto system, auto& of) {
    using System = decltype(system);
    purchase.unit = of.name;
    purchase.budget = budget;
    purchase.of_groups = !of.groups.empty();
    if (!has_size(System::name)) refuse_size(System::title);
    std::vector<int> written;
    std::vector<PricedGroup> groups;
    for_each_size<System>(of, [&](const auto& field, auto& object, const std::string&) {
      written.push_back(*field.number_in(object));
      groups.push_back({written.back()});
      if constexpr (requires { object.own_points; }) groups.back().points = object.own_points;
    });
    const int points = cost_of(of.points, groups);
    if (points == 0) {
      throw InputError(
          fmt::format("--budget: '{}' has no points, so nobody knows how many a budget buys; give "
                      "it points in the roster",
                      shown(of.name)));
    }
    const PointParts parts(figure_prices(of.points, groups));
    long long cost = 0;
    for_each_size<System>(of, [&](const auto& field, auto& object, const std::string& name) {
      const std::size_t group = purchase.sizes.size();
      const double scaled = std::round(written[group] * budget / points);
      const int number =
          static_cast<int>(std::clamp<double>(scaled, std::max(field.least, 1), field.most));
      field.put(object, number);
      purchase.sizes.emplace_back(name, number);
      cost += number * parts.parts(group);
    });
    purchase.cost = parts.points(cost);
    if constexpr (requires { of.priced_for; }) of.priced_for = PricedFor(std::move(written));
  });
  return purchase;
}

PerSide<Purchase> buy(Matchup& matchup, double budget) {
  PerSide<Purchase> purchases;
  for (const Side side : both_sides) {
    AnyUnit unit = matchup.unit(side);
    purchases[side] = buy(unit, budget);
    matchup.put(side, unit);
  }
  return purchases;
}

void add(const Purchase& purchase, std::vector<Purchase>& shown) {
  if (std::find(shown.begin(), shown.end(), purchase) == shown.end()) shown.push_back(purchase);
}

void set_points(AnyUnit& unit, int points) {
  std::visit([&](auto& of) { of.points = points; }, unit);
}

}  // namespace warodds
