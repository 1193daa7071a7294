// The owner's choices are written out one by one; a policy picks one of them.
#include "arcane_figures.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "fields.h"

namespace reference {
namespace {

// Calls visit(fallen of each group) for every set of the figures left whose hit points sum to at
// most `damage`.
template <typename Visit>
void for_each_set(const std::vector<Figures>& unit, const Standing& standing, int damage,
                  std::vector<int>& fallen, Visit visit) {
  const std::size_t group = fallen.size();
  if (group == unit.size()) {
    visit(fallen);
    return;
  }
  for (int n = 0; n <= standing.left[group] && n * unit[group].hit_points <= damage; ++n) {
    fallen.push_back(n);
    for_each_set(unit, standing, damage - n * unit[group].hit_points, fallen, visit);
    fallen.pop_back();
  }
}

Standing without(Standing standing, const std::vector<int>& fallen) {
  for (std::size_t g = 0; g < fallen.size(); ++g) standing.left[g] -= fallen[g];
  return standing;
}

int hit_points(const std::vector<Figures>& unit, const std::vector<int>& figures) {
  int sum = 0;
  for (std::size_t g = 0; g < unit.size(); ++g) sum += figures[g] * unit[g].hit_points;
  return sum;
}

// A11, free: the fewest figures, the fewest icons, the losses from later groups, the rest on the
// survivor with the most hit points, the later listed among equals.
Standing free_assignment(const std::vector<Figures>& unit, const Standing& standing, int damage) {
  const std::vector<Standing> allowed = assignments(unit, standing, damage);
  const auto regret = [&](const Standing& after) {
    int figures = 0;
    int icons = 0;
    std::vector<int> losses;
    for (std::size_t g = 0; g < unit.size(); ++g) {
      losses.push_back(standing.left[g] - after.left[g]);
      figures += losses.back();
      icons += losses.back() * unit[g].icons;
    }
    const int under_the_rest =
        after.lying > 0 ? unit[static_cast<std::size_t>(after.injured)].hit_points : 0;
    return std::make_tuple(figures, icons, losses, -under_the_rest, -after.injured);
  };
  return *std::min_element(
      allowed.begin(), allowed.end(),
      [&](const Standing& one, const Standing& other) { return regret(one) < regret(other); });
}

// The groups of the figures that have the most damage on them.
std::vector<int> most_injured(const Standing& standing) {
  std::vector<int> groups{standing.injured};
  for (const auto& [damage, group] : standing.also) {
    if (damage == standing.lying) groups.push_back(group);
  }
  return groups;
}

// The same with the one of this group first.
Standing with_first(Standing standing, int group) {
  for (auto& [damage, other] : standing.also) {
    if (standing.injured == group) break;
    if (damage == standing.lying && other == group) std::swap(standing.injured, other);
  }
  return standing;
}

// The first of the injured has fallen.
Standing without_first(Standing standing) {
  --standing.left[static_cast<std::size_t>(standing.injured)];
  if (standing.also.empty()) return rested(standing);
  const auto next =
      std::max_element(standing.also.begin(), standing.also.end(),
                       [](const auto& one, const auto& other) { return one.first < other.first; });
  std::tie(standing.lying, standing.injured) = *next;
  standing.also.erase(next);
  return standing;
}

// The groups in the order in which they fall, equal ones in roster order.
std::vector<std::size_t> falling_order(const std::vector<Figures>& unit,
                                       const std::string& policy) {
  std::vector<std::size_t> order(unit.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (policy == "listed") return order;
  if (policy != "fewest" && policy != "cheapest") {
    throw std::invalid_argument("reference: no policy of losses '" + policy + "'");
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    if (policy == "fewest") return unit[one].hit_points > unit[other].hit_points;
    return unit[one].hit_points < unit[other].hit_points;
  });
  return order;
}

}  // namespace

std::vector<Figures> figures_of(const Unit& unit) {
  const auto icons = [](const Fields& fields) {
    return number(fields, "red", 0) + number(fields, "blue", 0) + number(fields, "white", 0);
  };
  if (unit.groups.empty()) {  // Icons written on the unit are nobody's.
    return {{number(unit.fields, "figures", 1), number(unit.fields, "hp", 1), 0}};
  }
  std::vector<Figures> figures;
  for (const Group& group : unit.groups) {
    figures.push_back(
        {number(group.fields, "count", 1), number(group.fields, "hp", 1), icons(group.fields)});
  }
  return figures;
}

Standing everybody(const std::vector<Figures>& unit) {
  Standing standing;
  for (const Figures& figures : unit) standing.left.push_back(figures.count);
  return standing;
}

int figures_left(const Standing& standing) {
  return std::accumulate(standing.left.begin(), standing.left.end(), 0);
}

int lying_on(const Standing& standing) {
  int sum = standing.lying;
  for (const auto& [damage, group] : standing.also) sum += damage;
  return sum;
}

int hit_points_left(const std::vector<Figures>& unit, const Standing& standing) {
  return hit_points(unit, standing.left);
}

Standing rested(Standing standing) {
  standing.injured = 0;
  standing.lying = 0;
  standing.also.clear();
  return standing;
}

std::vector<Standing> assignments(const std::vector<Figures>& unit, const Standing& standing,
                                  int damage) {
  if (damage == 0 || figures_left(standing) == 0) return {standing};
  const Standing& start = standing;
  std::vector<Standing> allowed;
  if (standing.lying > 0) {  // The figure with the most damage is filled first; of equals, any.
    for (const int group : most_injured(standing)) {
      Standing now = with_first(standing, group);
      const int lacking = unit[static_cast<std::size_t>(group)].hit_points - now.lying;
      if (damage < lacking) {
        now.lying += damage;
        allowed.push_back(now);
        continue;
      }
      const std::vector<Standing> then = assignments(unit, without_first(now), damage - lacking);
      allowed.insert(allowed.end(), then.begin(), then.end());
    }
    return allowed;
  }
  std::vector<int> none;
  for_each_set(unit, start, damage, none, [&](const std::vector<int>& fallen) {
    const Standing after = without(start, fallen);
    const int rest = damage - hit_points(unit, fallen);
    if (rest == 0 || figures_left(after) == 0) allowed.push_back(after);
    if (rest == 0) return;
    for (std::size_t g = 0; g < unit.size(); ++g) {
      if (after.left[g] == 0 || unit[g].hit_points <= rest) continue;
      allowed.push_back(after);
      allowed.back().injured = static_cast<int>(g);
      allowed.back().lying = rest;
    }
  });
  return allowed;
}

Standing assign(const std::vector<Figures>& unit, const std::string& policy,
                const Standing& standing, int damage) {
  if (policy == "free") return free_assignment(unit, standing, damage);
  const std::vector<std::size_t> order = falling_order(unit, policy);
  Standing after = standing;
  while (damage > 0 && figures_left(after) > 0) {
    if (after.lying == 0) {
      const auto first = std::find_if(order.begin(), order.end(),
                                      [&](std::size_t group) { return after.left[group] > 0; });
      after.injured = static_cast<int>(*first);
    }
    const std::vector<int> equals = most_injured(after);
    const auto first = std::find_if(order.begin(), order.end(), [&](std::size_t group) {
      return std::find(equals.begin(), equals.end(), static_cast<int>(group)) != equals.end();
    });
    after = with_first(after, static_cast<int>(*first));
    after.lying += 1;
    --damage;
    if (after.lying < unit[static_cast<std::size_t>(after.injured)].hit_points) continue;
    after = without_first(after);
  }
  return after;
}

Standing damaged(const std::vector<Figures>& unit, const std::string& policy,
                 const std::string& damage) {
  std::vector<int> points;
  for (std::size_t begin = 0; begin <= damage.size();) {
    const std::size_t end = std::min(damage.find(',', begin), damage.size());
    points.push_back(std::stoi(damage.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (points.size() == 1) return assign(unit, policy, everybody(unit), points.front());
  std::sort(points.begin(), points.end(), std::greater<>());
  Standing whole = everybody(unit);  // Without those who have damage already.
  std::vector<std::pair<int, int>> lying;
  for (const int on_one : points) {
    if (on_one == 0) continue;
    const Standing after = assign(unit, policy, whole, on_one);
    if (after.lying != on_one) throw std::invalid_argument("reference: nobody to lie on");
    lying.push_back({on_one, after.injured});
    --whole.left[static_cast<std::size_t>(after.injured)];
  }
  Standing standing = everybody(unit);
  std::tie(standing.lying, standing.injured) = lying.front();
  standing.also.assign(lying.begin() + 1, lying.end());
  return standing;
}

Unit unit_left(const Unit& unit, const std::vector<int>& left) {
  Unit standing = unit;
  if (unit.groups.empty()) {
    standing.fields["figures"] = std::to_string(left.front());
    return standing;
  }
  for (std::size_t g = 0; g < left.size(); ++g) {
    standing.groups[g].fields["count"] = std::to_string(left[g]);
  }
  return standing;
}

}  // namespace reference
