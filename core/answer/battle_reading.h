// What every answer to a battle tells, as laws of its outcomes: which those are, and what the
// answer is once an engine has found them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/outcome.h"
#include "core/answer/told_laws.h"
#include "core/play/battle.h"
#include "core/rules/side.h"
#include "core/systems/systems.h"

namespace warodds {

class BattleReading {
 public:
  template <class System>
  BattleReading(const Battle<System>& battle, LawsAsked asked)
      : asked_(std::move(asked)), of_several_(!battle.is_of_two_units()) {
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle.size(side); ++unit) {
        units_[side].push_back(unit_of(of_several_ ? battle.name(side, unit) : "",
                                       battle.states()[side][static_cast<std::size_t>(unit)]));
      }
    }
  }

  /// Those that an engine is to find, those that are asked for besides behind the others. Whatever
  /// has no condition on it and is the law of the rounds alone is left out where `knows_rounds`: an
  /// exact engine has a better one.
  std::vector<AskedLaw> to_find(bool knows_rounds) const;
  /// Fills in what they say, once they are found. Throws NoAnswer where the condition is never met.
  void read(std::vector<OutcomeLaw> found, bool knows_rounds, BattleAnswer& answer) const;

  /// The points lost of each side that has some, as facts.
  std::vector<OutcomeFact> points_lost() const { return points().facts(); }

 private:
  /// A unit as the battle begins.
  struct Unit {
    std::string name;
    std::vector<Rank> ranks;
    std::vector<int> standing;  ///< by rank
    int figures = 0, hit_points = 0;
  };

  /// What is read goes into the answer.
  ToldLaws told(bool knows_rounds, BattleAnswer& answer) const;
  /// The largest number of a law of what is left; 0: it is none, or nobody knows.
  int most_of(const AskedLaw& law) const;

  static Unit unit_of(std::string name, const SideStates& states);
  PointsLost points() const;

  LawsAsked asked_;
  PerSide<std::vector<Unit>> units_;
  bool of_several_ = false;
};

/// The names of the units of sides of several, as they are told apart.
PerSide<std::vector<std::string>> names_of_several(const AnyBattle& battle);
/// The points lost of each side that has some, as a fact of an outcome.
std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle);

}  // namespace warodds
