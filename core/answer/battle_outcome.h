// The facts of one outcome of a battle, from what is left of the units of both sides.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/points_lost.h"
#include "core/play/battle.h"
#include "core/play/ending.h"
#include "core/play/side_states.h"
#include "core/rules/side.h"
#include "core/rules/unit_set.h"

namespace warodds {

class BattleOutcome {
 public:
  /// Facts that are of the ends of rounds: their places among all, and the values they had.
  using Remembered = std::vector<std::pair<std::size_t, double>>;

  /// Throws NoAnswer where a side has no such unit or, being one unit, no such group of figures, or
  /// no points.
  template <class System>
  BattleOutcome(const std::vector<OutcomeFact>& facts, const Battle<System>& battle)
      : BattleOutcome(facts, units_of(battle), called_in(battle), battle.kinds()) {}

  bool needs_rounds() const;
  /// Whether what is left of a side must be told.
  bool needs(Side side) const;
  /// Whether what is left of a unit must be told by rank.
  bool needs_ranks() const;

  /// The rounds after which something must be remembered, rising.
  std::vector<int> remembers_after() const;
  /// Of a battle that goes on after a round, or begins it; `values`: of all facts, as it stands.
  void remember(int round, const std::vector<double>& values, Remembered& remembered) const;

  /// What is told of one side, in any outcome in which so much is left of its units.
  void tell_of(Side side, const std::vector<UnitLeft>& left, std::vector<double>& values) const;

  /// The values of the facts of a battle that has ended so after so many rounds; `of`: what is told
  /// of each side.
  void tell(const Ending& ending, int rounds, const PerSide<const std::vector<double>*>& of,
            std::vector<double>& values) const;
  /// What was remembered is told as it was then.
  static void recall(const Remembered& remembered, std::vector<double>& values) {
    for (const auto& [place, value] : remembered) values[place] = value;
  }
  /// The values of a battle that goes on.
  void tell(const PerSide<std::vector<UnitLeft>>& left, std::vector<double>& values) const;

 private:
  /// A unit as the battle begins.
  struct Unit {
    std::vector<Rank> ranks;
    std::vector<int> standing;  ///< by rank
    int hit_points = 0;
  };
  struct Told {
    OutcomeFact::Kind kind = OutcomeFact::Kind::rounds;
    Side whose = Side::attacker;  ///< whose figures
    UnitSet units = {};
    std::vector<int> kinds = {};  ///< of figures; empty: all
    int at_first = 0;             ///< figures, as the battle begins
    int round = 0;                ///< after which it is told; 0: as the battle ends
    PerSide<int> shares = {};     ///< of what each side loses, in points
  };
  using Called = std::function<UnitSet(Side, const std::string&)>;

  /// `called`: units by name; nothing, where a side is one unit and names are those of kinds.
  BattleOutcome(const std::vector<OutcomeFact>& facts, PerSide<std::vector<Unit>> units,
                const Called& called, const PerSide<std::vector<std::string>>& kinds);
  template <class System>
  static Called called_in(const Battle<System>& battle) {
    if (battle.is_of_two_units()) return {};
    return [&](Side side, const std::string& name) { return battle.called(side, name); };
  }
  static Unit unit_of(const SideStates& states);
  template <class System>
  static PerSide<std::vector<Unit>> units_of(const Battle<System>& battle) {
    PerSide<std::vector<Unit>> units;
    for (const Side side : both_sides) {
      for (const SideStates& states : battle.states()[side]) units[side].push_back(unit_of(states));
    }
    return units;
  }

  void choose(const OutcomeFact& fact, const Called& called, const std::vector<std::string>& kinds,
              Told& told) const;
  /// Figures of those that a fact speaks of.
  int figures(const Told& told, std::size_t unit, const UnitLeft& left) const;
  /// In parts of points. A fact of one side may be of some of its units.
  long long lost(Side side, const Told& told, const std::vector<UnitLeft>& left) const;

  PerSide<std::vector<Unit>> units_;
  PointsLost points_;
  std::vector<Told> told_;
};

}  // namespace warodds
