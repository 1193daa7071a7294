// Backward induction over moments; fixed points where a round may change nothing.
#include "armies_best.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace reference {
namespace {

const Rational equal_within(1, 1000000000000L);

// Both functions at all corners of either.
std::set<Rational> corners(const Bent& one, const Bent& other) {
  std::set<Rational> all;
  for (const auto& corner : one) all.insert(corner.first);
  for (const auto& corner : other) all.insert(corner.first);
  return all;
}

bool is_best(const ArmyTable& table, const Moment& moment) {
  const Conduct& conduct = table.conduct(moment.side);
  return (moment.kind == Moment::Kind::unit ? conduct.activate : conduct.targets) == "best";
}

}  // namespace

Rational value_at(const Bent& function, const Rational& x) {
  for (std::size_t i = 1; i < function.size(); ++i) {
    const auto& [x1, y1] = function[i];
    const auto& [x0, y0] = function[i - 1];
    if (x <= x1) return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
  }
  throw std::invalid_argument("reference: not a probability");
}

Bent bent_sum(const Bent& one, const Bent& other, const Rational& weight) {
  Bent sum;
  for (const Rational& x : corners(one, other)) {
    sum.emplace_back(x, value_at(one, x) + weight * value_at(other, x));
  }
  return sum;
}

Bent bent_better(const Bent& one, const Bent& other, bool larger) {
  std::set<Rational> all = corners(one, other);
  for (auto from = all.begin(), to = std::next(from); to != all.end(); from = to, ++to) {
    const Rational before = value_at(one, *from) - value_at(other, *from);
    const Rational after = value_at(one, *to) - value_at(other, *to);
    if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
      all.insert(*from + (*to - *from) * before / (before - after));
    }
  }
  Bent better;
  for (const Rational& x : all) {
    const Rational a = value_at(one, x);
    const Rational b = value_at(other, x);
    better.emplace_back(x, (a > b) == larger ? a : b);
  }
  return better;
}

Bent bent_after(const Bent& outer, const Bent& inner) {
  std::set<Rational> all = corners(inner, inner);
  for (std::size_t i = 1; i < inner.size(); ++i) {
    const auto& [x0, y0] = inner[i - 1];
    const auto& [x1, y1] = inner[i];
    for (const auto& corner : outer) {
      const Rational& y = corner.first;
      if (y > std::min(y0, y1) && y < std::max(y0, y1)) {
        all.insert(x0 + (x1 - x0) * (y - y0) / (y1 - y0));
      }
    }
  }
  Bent both;
  for (const Rational& x : all) both.emplace_back(x, value_at(outer, value_at(inner, x)));
  return both;
}

Rational limit_from_one_half(const Bent& function) {
  const Rational half(1, 2);
  const Rational first = value_at(function, half);
  if (first == half) return half;
  const bool up = first > half;
  // The nearest fixed point on that side: there the function crosses the diagonal.
  bool found = false;
  Rational nearest;
  const auto meet = [&](const Rational& x) {
    if (up ? x <= half : x >= half) return;
    if (!found || (up ? x < nearest : x > nearest)) nearest = x;
    found = true;
  };
  for (std::size_t i = 1; i < function.size(); ++i) {
    const auto& [x0, y0] = function[i - 1];
    const auto& [x1, y1] = function[i];
    const Rational before = y0 - x0;
    const Rational after = y1 - x1;
    if (before == 0) meet(x0);
    if (after == 0) meet(x1);
    if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
      meet(x0 + (x1 - x0) * before / (before - after));
    }
  }
  if (!found) throw std::logic_error("reference: no fixed point");
  return nearest;
}

std::vector<Rational> chosen_by_policy(const ArmyTable& table, const Moment& moment,
                                       const Node& node) {
  const bool of_units = moment.kind == Moment::Kind::unit;
  const Conduct& conduct = table.conduct(moment.side);
  const std::string& policy = of_units ? conduct.activate : conduct.targets;
  const int side = of_units ? moment.side : 1 - moment.side;
  std::vector<Rational> chances(moment.options.size());
  if (policy == "random") {
    for (Rational& chance : chances) chance = Rational(1, static_cast<long>(chances.size()));
    return chances;
  }
  if (policy == "best") return {};
  // The smallest key goes first, the first listed among equals.
  const auto key = [&](int unit) {
    if (policy == "listed") return 0;
    if (policy == "weakest") return table.hit_points_left(side, unit, node);
    if (policy == "strongest") return -table.hit_points_left(side, unit, node);
    if (policy == "spread" && !of_units) return at(node.chosen[side], unit);
    throw std::invalid_argument("reference: no such policy: " + policy);
  };
  const auto first = std::min_element(moment.options.begin(), moment.options.end(),
                                      [&](int one, int other) { return key(one) < key(other); });
  chances[static_cast<std::size_t>(first - moment.options.begin())] = 1;
  return chances;
}

Rational worth(Ending ending) {
  if (ending == Ending::attacker_wins) return 1;
  if (ending == Ending::defender_wins) return 0;
  return Rational(1, 2);
}

std::size_t ArmyValues::phase(std::size_t clock) const {
  const Phases& phases = table_.phases();
  if (clock < phases.count) return clock;
  return phases.back_to + (clock - phases.back_to) % (phases.count - phases.back_to);
}

std::size_t ArmyValues::after(std::size_t clock) const {
  return cap_ > 0 ? clock + 1 : table_.phases().after(clock);
}

Rational ArmyValues::value_between(std::size_t clock, const Node& lasting) {
  const Ending ending = table_.ending(lasting);
  if (ending != Ending::none) return worth(ending);
  if (cap_ > 0 && clock >= static_cast<std::size_t>(cap_)) return Rational(1, 2);
  const auto key = std::make_pair(clock, lasting);
  const auto known = between_.find(key);
  if (known != between_.end()) return known->second;
  if (cap_ == 0 && clock >= table_.phases().back_to) return limit(clock, lasting);
  return between_[key] = value(clock, table_.round_begins(phase(clock), lasting));
}

Rational ArmyValues::value(std::size_t clock, const Node& node) {
  const auto key = std::make_pair(clock, node);
  const auto known = within_.find(key);
  if (known != within_.end()) return known->second;
  const Moment moment = table_.next(phase(clock), node);
  Rational sum = 0;
  if (moment.kind == Moment::Kind::round_over) {
    sum = value_between(after(clock), moment.chances.begin()->first);
  } else if (moment.kind == Moment::Kind::chance) {
    for (const auto& [next, chance] : moment.chances) sum += chance * value(clock, next);
  } else if (is_best(table_, moment)) {
    sum = value(clock, moment.after.front());
    for (const Node& next : moment.after) {
      const Rational other = value(clock, next);
      if (moment.side == 0 ? other > sum : other < sum) sum = other;
    }
  } else {
    const std::vector<Rational> chances = chosen_by_policy(table_, moment, node);
    for (std::size_t i = 0; i < chances.size(); ++i) {
      if (chances[i] > 0) sum += chances[i] * value(clock, moment.after[i]);
    }
  }
  return within_[key] = sum;
}

std::size_t ArmyValues::best_option(std::size_t clock, const Moment& moment) {
  std::vector<Rational> values;
  for (const Node& next : moment.after) values.push_back(value(clock, next));
  if (moment.side == 1) {
    for (Rational& one : values) one = -one;
  }
  const Rational best = *std::max_element(values.begin(), values.end());
  std::size_t first = 0;
  while (values[first] < best - equal_within) ++first;
  return first;
}

// The value of a moment as a function of that of the state left as it was, in the round after.
Bent ArmyValues::in_round(std::size_t clock, const Node& node, const Node& unchanged,
                          std::map<Node, Bent>& known) {
  const auto before = known.find(node);
  if (before != known.end()) return before->second;
  const Moment moment = table_.next(phase(clock), node);
  Bent result{{0, 0}, {1, 0}};
  if (moment.kind == Moment::Kind::round_over) {
    const Node& lasting = moment.chances.begin()->first;
    if (lasting == unchanged) {
      result = {{0, 0}, {1, 1}};
    } else {
      const Rational constant = value_between(after(clock), lasting);
      result = {{0, constant}, {1, constant}};
    }
  } else if (moment.kind == Moment::Kind::chance) {
    for (const auto& [next, chance] : moment.chances) {
      result = bent_sum(result, in_round(clock, next, unchanged, known), chance);
    }
  } else if (is_best(table_, moment)) {
    result = in_round(clock, moment.after.front(), unchanged, known);
    for (const Node& next : moment.after) {
      result = bent_better(result, in_round(clock, next, unchanged, known), moment.side == 0);
    }
  } else {
    const std::vector<Rational> chances = chosen_by_policy(table_, moment, node);
    for (std::size_t i = 0; i < chances.size(); ++i) {
      if (chances[i] == 0) continue;
      result = bent_sum(result, in_round(clock, moment.after[i], unchanged, known), chances[i]);
    }
  }
  return known[node] = result;
}

// All phases of the ring at once.
Rational ArmyValues::limit(std::size_t clock, const Node& lasting) {
  const Node unchanged = between_rounds(lasting);
  const Phases& phases = table_.phases();
  std::vector<Bent> of_phase(phases.count);
  Bent once_round{{0, 0}, {1, 1}};
  for (std::size_t p = phases.count; p-- > phases.back_to;) {
    std::map<Node, Bent> known;
    of_phase[p] = in_round(p, table_.round_begins(p, lasting), unchanged, known);
    once_round = bent_after(of_phase[p], once_round);
  }
  Rational next = limit_from_one_half(once_round);
  for (std::size_t p = phases.count; p-- > phases.back_to;) {
    next = value_at(of_phase[p], next);
    between_[{p, unchanged}] = next;
  }
  // Damage that lay there before the battle began is gone after a round.
  if (lasting != unchanged) return value_at(of_phase[clock], between_[{after(clock), unchanged}]);
  return between_[{clock, unchanged}];
}

}  // namespace reference
