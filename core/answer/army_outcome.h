// The facts of one outcome of a battle of sides of several units, from what is left of each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/answer/event.h"
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
    int hit_points = 0;  ///< damage that does not last is not lost
  };

  /// Throws NoAnswer where a side has no such unit.
  template <class System>
  ArmyOutcome(const std::vector<OutcomeFact>& facts, const ArmyBattle<System>& battle) {
    for (const OutcomeFact& fact : facts) {
      const bool of_kills = fact.kind == OutcomeFact::Kind::kills;
      Told& told = told_.emplace_back();
      told.kind = fact.kind;
      told.whose = of_kills ? enemy_of(fact.side) : fact.side;
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
    }
  }

  bool needs_rounds() const {
    return std::any_of(told_.begin(), told_.end(),
                       [](const Told& told) { return told.kind == OutcomeFact::Kind::rounds; });
  }

  /// What is told of one side, in any outcome in which so much is left of it: `left(unit)`.
  template <class F>
  void tell_of(Side side, const F& left, std::vector<int>& values) const {
    values.clear();
    for (const Told& told : told_) {
      if (is_of_end(told) || told.whose != side) continue;
      Left sum;
      for (const int unit : told.units) {
        const Left of_unit = left(unit);
        sum.figures += of_unit.figures;
        sum.hit_points += of_unit.hit_points;
      }
      values.push_back(told.kind == OutcomeFact::Kind::hit_points  ? sum.hit_points
                       : told.kind == OutcomeFact::Kind::kills     ? told.at_first - sum.figures
                       : told.kind == OutcomeFact::Kind::destroyed ? (sum.figures == 0 ? 1 : 0)
                                                                   : sum.figures);
    }
  }

  /// The values of the facts of a battle that has ended so after so many rounds; `of`: what is told
  /// of each side.
  void tell(const Ending& ending, int rounds, const PerSide<const std::vector<int>*>& of,
            std::vector<int>& values) const {
    values.clear();
    PerSide<std::size_t> next;
    for (const Told& told : told_) {
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
    int at_first = 0;  ///< their figures, as the battle begins
  };

  static bool is_of_end(const Told& told) {
    return told.kind == OutcomeFact::Kind::end || told.kind == OutcomeFact::Kind::ahead ||
           told.kind == OutcomeFact::Kind::rounds;
  }

  std::vector<Told> told_;
};

}  // namespace warodds
