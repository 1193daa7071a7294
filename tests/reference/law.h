// Probabilities of small counts, built by rolling one die after the other.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "reference.h"

namespace reference {

template <typename Number>
using JointLawOf = std::vector<LawOf<Number>>;

/// Adds `chance` to the probability of `value`, making room for it.
template <typename Number>
void add(LawOf<Number>& law, int value, const std::type_identity_t<Number>& chance) {
  const auto index = static_cast<std::size_t>(value);
  if (law.size() <= index) law.resize(index + 1, Number(0));
  law[index] += chance;
}

/// Likewise for two values; the rows stay equally long.
template <typename Number>
void add(JointLawOf<Number>& joint, int row, int column,
         const std::type_identity_t<Number>& chance) {
  const auto r = static_cast<std::size_t>(row);
  const auto c = static_cast<std::size_t>(column);
  const std::size_t columns = joint.empty() ? 0 : joint.front().size();
  if (joint.size() <= r) joint.resize(r + 1, LawOf<Number>(columns, Number(0)));
  if (columns <= c) {
    for (LawOf<Number>& law : joint) law.resize(c + 1, Number(0));
  }
  joint[r][c] += chance;
}

/// Calls visit(value, probability) for every value that can happen.
template <typename Number, typename Visit>
void for_each(const LawOf<Number>& law, Visit visit) {
  for (std::size_t value = 0; value < law.size(); ++value) {
    if (law[value] > 0) visit(static_cast<int>(value), law[value]);
  }
}

template <typename Number>
Number mean(const LawOf<Number>& law) {
  Number sum = 0;
  for_each(law, [&](int value, const Number& chance) { sum += value * chance; });
  return sum;
}

/// The chance of rolling `target` or more on one die: the faces that do, counted.
template <typename Number>
Number at_least(int target, int sides) {
  int good = 0;
  for (int face = 1; face <= sides; ++face) {
    if (face >= target) ++good;
  }
  return Number(good) / sides;
}

/// The chance of rolling `target` or less on one die.
template <typename Number>
Number at_most(int target, int sides) {
  return 1 - at_least<Number>(target + 1, sides);
}

/// The count so far after `dice` more dice, each adding one with probability `chance`.
template <typename Number>
LawOf<Number> roll_more(LawOf<Number> so_far, int dice,
                        const std::type_identity_t<Number>& chance) {
  for (int die = 0; die < dice; ++die) {
    LawOf<Number> next;
    for_each(so_far, [&](int count, const Number& p) {
      add(next, count, p * (1 - chance));
      add(next, count + 1, p * chance);
    });
    so_far = next;
  }
  return so_far;
}

template <typename Number>
LawOf<Number> roll(int dice, const Number& chance) {
  return roll_more(LawOf<Number>{1}, dice, chance);
}

/// Adds to `sum` what happens with probability `chance`.
template <typename Number>
void mix(LawOf<Number>& sum, const LawOf<Number>& law, const std::type_identity_t<Number>& chance) {
  for_each(law, [&](int value, const Number& p) { add(sum, value, chance * p); });
}

template <typename Number>
void mix(JointLawOf<Number>& sum, const JointLawOf<Number>& joint,
         const std::type_identity_t<Number>& chance) {
  for (std::size_t row = 0; row < joint.size(); ++row) {
    for_each(joint[row], [&](int column, const Number& p) {
      add(sum, static_cast<int>(row), column, chance * p);
    });
  }
}

/// Deals without any probability, ready for `mix`.
template <typename Number>
DealsOf<Number> no_deals() {
  DealsOf<Number> deals;
  deals.hits.clear();
  deals.damage.clear();
  deals.kills.clear();
  deals.wounds.clear();
  return deals;
}

/// Likewise for all the deals have in common; damage per order point is no probability.
template <typename Number>
void mix(DealsOf<Number>& sum, const DealsOf<Number>& deals,
         const std::type_identity_t<Number>& chance) {
  mix(sum.hits, deals.hits, chance);
  mix(sum.damage, deals.damage, chance);
  mix(sum.kills, deals.kills, chance);
  mix(sum.wounds, deals.wounds, chance);
  if (sum.kills_by_group.size() < deals.kills_by_group.size()) {
    sum.kills_by_group.resize(deals.kills_by_group.size());
  }
  for (std::size_t g = 0; g < deals.kills_by_group.size(); ++g) {
    mix(sum.kills_by_group[g], deals.kills_by_group[g], chance);
  }
  sum.destroyed += chance * deals.destroyed;
  sum.knockback += chance * deals.knockback;
}

/// A result without any probability, ready for `mix`.
template <typename Number>
ResultOf<Number> no_result() {
  ResultOf<Number> result;
  result.attacker = no_deals<Number>();
  result.defender = no_deals<Number>();
  result.joint_damage.clear();
  return result;
}

template <typename Number>
void mix(ResultOf<Number>& sum, const ResultOf<Number>& result,
         const std::type_identity_t<Number>& chance) {
  mix(sum.attacker, result.attacker, chance);
  mix(sum.defender, result.defender, chance);
  mix(sum.joint_damage, result.joint_damage, chance);
}

}  // namespace reference
