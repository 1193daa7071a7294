// The facts of one outcome of a battle of sides of several units, from what is left of each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/points_lost.h"
#include "core/play/army_battle.h"
#include "core/play/ending.h"
#include "core/rules/side.h"
#include "core/rules/unit_set.h"
#include "core/text/error.h"

namespace warodds {

class ArmyOutcome {
 public:
  /// What is left of a unit.
  struct Left {
    int figures = 0;
    int hit_points = 0;             ///< damage that does not last is not lost
    std::vector<int> by_rank = {};  ///< figures; asked for by needs_ranks()
  };

  /// Throws NoAnswer where a side has no such unit, or no points.
  template <class System>
  ArmyOutcome(const std::vector<OutcomeFact>& facts, const ArmyBattle<System>& battle)
      : points_(ranks_of(battle)) {
    for (const Side side : both_sides) {
      for (const SideStates& states : battle.states()[side]) {
        opening_[side].push_back(states.standing_by_rank(states.opening()));
      }
    }
    for (const OutcomeFact& fact : facts) {
      Told& told = told_.emplace_back();
      told.kind = fact.kind;
      told.whose = whose_figures(fact);
      try {
        told.units =
            fact.group.empty() ? battle.all(told.whose) : battle.called(told.whose, fact.group);
      } catch (const InputError& error) {  // another army may have it
        throw NoAnswer(fmt::format("{}: {}", name_of(fact), error.what()));
      }
      for (const int unit : told.units) {
        const SideStates& states = battle.states()[told.whose][static_cast<std::size_t>(unit)];
        told.at_first += states.standing(states.opening());
      }
      if (!is_of_points(fact)) continue;
      require_points(fact, points_);
      for (const Side side : both_sides) told.shares[side] = share_in(fact, side);
    }
  }

  bool needs_rounds() const {
    return std::any_of(told_.begin(), told_.end(),
                       [](const Told& told) { return told.kind == OutcomeFact::Kind::rounds; });
  }

  /// Whether what is left of a unit must be told by rank.
  bool needs_ranks() const {
    return std::any_of(told_.begin(), told_.end(),
                       [](const Told& told) { return told.shares != PerSide<int>{}; });
  }

  /// What is told of one side, in any outcome in which so much is left of it: `left(unit)`.
  template <class F>
  void tell_of(Side side, const F& left, std::vector<double>& values) const {
    values.clear();
    for (const Told& told : told_) {
      if (told.shares[side] != 0) {
        values.push_back(static_cast<double>(told.shares[side] * lost(side, told, left)));
      }
      if (told.shares != PerSide<int>{} || is_of_end(told) || told.whose != side) continue;
      Left sum;
      for (const int unit : told.units) {
        const Left of_unit = left(unit);
        sum.figures += of_unit.figures;
        sum.hit_points += of_unit.hit_points;
      }
      values.push_back(told.kind == OutcomeFact::Kind::hit_points ? sum.hit_points
                       : told.kind == OutcomeFact::Kind::kills    ? told.at_first - sum.figures
                       : told.kind == OutcomeFact::Kind::destroys ||
                               told.kind == OutcomeFact::Kind::destroyed
                           ? (sum.figures == 0 ? 1 : 0)
                           : sum.figures);
    }
  }

  /// The values of the facts of a battle that has ended so after so many rounds; `of`: what is told
  /// of each side.
  void tell(const Ending& ending, int rounds, const PerSide<const std::vector<double>*>& of,
            std::vector<double>& values) const {
    values.clear();
    PerSide<std::size_t> next;
    for (const Told& told : told_) {
      if (told.shares != PerSide<int>{}) {
        double parts = 0;
        for (const Side side : both_sides) {
          if (told.shares[side] != 0) parts += (*of[side])[next[side]++];
        }
        values.push_back(points_.points(static_cast<long long>(parts)));
        continue;
      }
      values.push_back(told.kind == OutcomeFact::Kind::end     ? static_cast<int>(ending.how)
                       : told.kind == OutcomeFact::Kind::ahead ? static_cast<int>(ending.ahead)
                       : told.kind == OutcomeFact::Kind::rounds
                           ? rounds
                           : (*of[told.whose])[next[told.whose]++]);
    }
  }

 private:
  struct Told {
    OutcomeFact::Kind kind = OutcomeFact::Kind::rounds;
    Side whose = Side::attacker;  ///< whose units
    UnitSet units;
    int at_first = 0;          ///< their figures, as the battle begins
    PerSide<int> shares = {};  ///< of what each side loses, in points
  };

  template <class System>
  static PerSide<std::vector<std::vector<Rank>>> ranks_of(const ArmyBattle<System>& battle) {
    PerSide<std::vector<std::vector<Rank>>> units;
    for (const Side side : both_sides) {
      for (const SideStates& states : battle.states()[side]) units[side].push_back(states.ranks());
    }
    return units;
  }

  /// In parts of points. A fact of one side may be of some of its units.
  template <class F>
  long long lost(Side side, const Told& told, const F& left) const {
    long long sum = 0;
    for (std::size_t unit = 0; unit < opening_[side].size(); ++unit) {
      const bool counts =
          told.kind == OutcomeFact::Kind::swing || told.units.has(static_cast<int>(unit));
      if (!counts) continue;
      sum += points_.lost(side, opening_[side][unit], left(static_cast<int>(unit)).by_rank, unit);
    }
    return sum;
  }

  static bool is_of_end(const Told& told) {
    return told.kind == OutcomeFact::Kind::end || told.kind == OutcomeFact::Kind::ahead ||
           told.kind == OutcomeFact::Kind::rounds;
  }

  PointsLost points_;
  PerSide<std::vector<std::vector<int>>> opening_;  ///< figures of each unit, by rank
  std::vector<Told> told_;
};

}  // namespace warodds
