// The states that a battle can be in: one state of each side, numbered in the order in which they
// are found, and distributions over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/play/ending.h"
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
  /// The same where that ends the battle there.
  std::size_t number_halted(const PerSide<int>& pair, Halt halt);
  /// Makes known where damage up to `most`, to each side, leads from a pair of states.
  /// `ways`: of falling, of each side.
  void find(const PerSide<int>& pair, const PerSide<int>& most, const PerSide<std::size_t>& ways) {
    for (const Side side : both_sides) sides_[side].find(pair[side], most[side], ways[side]);
  }

  /// The same of one side only. Each may be found by a thread of its own.
  void find(Side side, int state, int most) { sides_[side].find(state, most); }

  /// The number of a pair of states, or of one in which something ends the battle, if it has one.
  std::optional<std::size_t> if_known(const PerSide<int>& pair, Halt halt) const {
    if (halt == Halt::none) return if_known(pair);
    const auto place = numbers_halted_.find({pair.attacker, pair.defender, halt});
    return place == numbers_halted_.end() ? std::nullopt : std::optional(place->second);
  }

  const PerSide<SideStates>& sides() const { return sides_; }
  bool over(const PerSide<int>& pair) const {
    return sides_.attacker.gone(pair.attacker) || sides_.defender.gone(pair.defender);
  }
  bool over(std::size_t state) const { return over_[state]; }
  /// What has ended the battle there while both sides stand.
  Halt halt(std::size_t state) const { return halts_[state]; }
  /// Figures (models, fighters) of each side that stand.
  const PerSide<int>& standing(std::size_t state) const { return standing_[state]; }
  /// What is left of a pair at the end of a turn.
  PerSide<int> lasting(const PerSide<int>& pair) const {
    return {sides_.attacker.lasting(pair.attacker), sides_.defender.lasting(pair.defender)};
  }
  /// Damage that both sides have taken.
  int taken(const PerSide<int>& pair) const {
    return sides_.attacker.taken(pair.attacker) + sides_.defender.taken(pair.defender);
  }

 private:
  static constexpr std::int32_t none = -1;

  void keep(const PerSide<int>& pair, bool over, Halt halt);
  /// The number of a pair without giving one: none if the pair has none yet.
  std::optional<std::size_t> if_known(const PerSide<int>& pair) const {
    const auto row = static_cast<std::size_t>(pair.attacker);
    const auto column = static_cast<std::size_t>(pair.defender);
    if (row >= numbers_.size() || column >= numbers_[row].size()) return std::nullopt;
    const std::int32_t number = numbers_[row][column];
    if (number == none) return std::nullopt;
    return static_cast<std::size_t>(number);
  }

  PerSide<SideStates> sides_;
  std::vector<PerSide<int>> pairs_;
  std::vector<bool> over_;
  std::vector<Halt> halts_;
  std::vector<PerSide<int>> standing_;
  std::vector<std::vector<std::int32_t>> numbers_;  ///< by the attacker's state, the defender's
  std::map<std::tuple<int, int, Halt>, std::size_t> numbers_halted_;  ///< the same
};

/// A distribution over the states that lists the states it holds, and maybe some that it does not.
class Spread {
 public:
  /// Makes room for states below `states`.
  void reserve(std::size_t states) {
    if (p_.size() < states) p_.resize(states, 0.0);
  }
  /// There must be room for the state.
  void add(std::size_t state, double p) {
    double& now = p_[state];
    if (now == 0 && p != 0) states_.push_back(state);
    now += p;
  }
  /// Adds so much of what is in the states of a list.
  void add(std::span<const std::uint32_t> states, std::span<const double> shares, double p) {
    double* const sums = p_.data();
    for (std::size_t i = 0; i < states.size(); ++i) {
      double& sum = sums[states[i]];
      const double more = p * shares[i];
      if (sum == 0 && more != 0) [[unlikely]]
        states_.push_back(states[i]);
      sum += more;
    }
  }
  double operator[](std::size_t state) const { return state < p_.size() ? p_[state] : 0.0; }
  /// Leaves nothing in a state that has some; returns what it had.
  double take(std::size_t state) { return std::exchange(p_[state], 0.0); }
  const std::vector<std::size_t>& states() const { return states_; }
  /// Calls work(state, p) for each state that has any.
  template <class Work>
  void for_each(Work&& work) const {
    for (const std::size_t state : states_) {
      if (const double p = p_[state]; p != 0) work(state, p);
    }
  }
  double sum() const {
    double all = 0;
    for (const std::size_t state : states_) all += p_[state];
    return all;
  }
  void clear() {
    for (const std::size_t state : states_) p_[state] = 0;
    states_.clear();
  }

 private:
  std::vector<double> p_;
  std::vector<std::size_t> states_;
};

}  // namespace warodds::exact
