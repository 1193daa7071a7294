// The states that a battle can be in: one state of each side, numbered in the order in which they
// are found, and distributions over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/play/side_states.h"
#include "core/rules/side.h"

namespace warodds::exact {

class BattleStates {
 public:
  explicit BattleStates(PerSide<SideStates> sides) : sides_(std::move(sides)) {}

  /// How many have been found.
  std::size_t size() const { return pairs_.size(); }
  const PerSide<int>& operator[](std::size_t state) const { return pairs_[state]; }
  /// The number of a pair of states; a new one if it has none yet.
  std::size_t number(const PerSide<int>& pair);

  const PerSide<SideStates>& sides() const { return sides_; }
  bool over(const PerSide<int>& pair) const {
    return sides_.attacker.gone(pair.attacker) || sides_.defender.gone(pair.defender);
  }
  bool over(std::size_t state) const { return over_[state]; }
  /// What is left of a pair at the end of a turn.
  PerSide<int> lasting(const PerSide<int>& pair) const {
    return {sides_.attacker.lasting(pair.attacker), sides_.defender.lasting(pair.defender)};
  }
  /// Damage that both sides have taken.
  int taken(std::size_t state) const {
    const PerSide<int>& pair = pairs_[state];
    return sides_.attacker.taken(pair.attacker) + sides_.defender.taken(pair.defender);
  }
  /// How many states there are, roughly; rather too many than too few.
  double expected() const { return sides_.attacker.size() * sides_.defender.size(); }

 private:
  static constexpr std::int32_t none = -1;

  PerSide<SideStates> sides_;
  std::vector<PerSide<int>> pairs_;
  std::vector<bool> over_;
  std::vector<std::vector<std::int32_t>> numbers_;  ///< by the attacker's state, the defender's
};

/// A distribution over the states that lists the states it holds.
class Spread {
 public:
  void add(std::size_t state, double p) {
    if (p == 0) return;
    if (state >= p_.size()) p_.resize(state + state / 2 + 1, 0.0);
    if (p_[state] == 0) states_.push_back(state);
    p_[state] += p;
  }
  double operator[](std::size_t state) const { return state < p_.size() ? p_[state] : 0.0; }
  const std::vector<std::size_t>& states() const { return states_; }
  void clear() {
    for (const std::size_t state : states_) p_[state] = 0;
    states_.clear();
  }

 private:
  std::vector<double> p_;
  std::vector<std::size_t> states_;
};

}  // namespace warodds::exact
