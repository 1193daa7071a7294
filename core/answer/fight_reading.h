// What every answer to a fight tells, as laws of its outcomes: which those are, and what the answer
// is once an engine has found them.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/answer/fight_answer.h"
#include "core/answer/outcome.h"
#include "core/answer/told_laws.h"
#include "core/rules/fight.h"
#include "core/rules/mixture.h"
#include "core/systems/systems.h"

namespace warodds {

class FightReading {
 public:
  template <class Fight>
  FightReading(const Mixture<Fight>& fights, LawsAsked asked)
      : FightReading(begin_answer(fights.any()), fights.any(), std::move(asked)) {}
  /// `blank`: what is known of the fight without dice.
  FightReading(FightAnswer blank, const FightFacts& fight, LawsAsked asked)
      : asked_(std::move(asked)), blank_(std::move(blank)), fight_(fight) {}

  /// Those that an engine is to find, those that are asked for besides behind the others.
  std::vector<AskedLaw> to_find() const;
  /// The answer that they give, once they are found. `joint_damage`: under no condition. Throws
  /// NoAnswer where the condition is never met.
  FightAnswer read(std::vector<OutcomeLaw> found,
                   std::optional<JointDistribution> joint_damage) const;
  /// Whether both sides' damage together is asked for.
  bool tells_joint() const { return asked_.told; }

  /// The points lost of each side that has some, as facts.
  std::vector<OutcomeFact> points_lost() const { return points().facts(); }

 private:
  /// What is read goes into the answer.
  ToldLaws told(FightAnswer& answer) const;
  PointsLost points() const;
  bool tells_swing() const;

  LawsAsked asked_;
  FightAnswer blank_;
  FightFacts fight_;
};

/// The points lost of each side that has some, as a fact of an outcome.
std::vector<OutcomeFact> points_lost_in(const AnyFight& fight);

/// What of a fight's outcome some facts follow from.
struct FightNeeds {
  PerSide<bool> damage;           ///< by who deals it
  std::set<std::string> reports;  ///< of the stages

  void add(const OutcomeFact& fact);
  /// Whether they follow from the damage of one side, from that of both, or from one report, and
  /// nothing else. Of others more must be kept of each outcome.
  bool of_damage() const { return reports.empty(); }
  bool of_both() const { return damage.attacker && damage.defender; }
  bool of_report() const { return reports.size() == 1 && !damage.attacker && !damage.defender; }
  /// Whether one number is enough.
  bool of_one() const { return of_report() || (of_damage() && !of_both()); }

  bool operator<(const FightNeeds& other) const {
    return std::tie(damage.attacker, damage.defender, reports) <
           std::tie(other.damage.attacker, other.damage.defender, other.reports);
  }
};

/// Laws of a fight that need the same of it to be known.
struct FightLaws : FightNeeds {
  std::vector<std::size_t> places;  ///< of the laws, among those asked for
  Observer observer;                ///< of these
};
std::vector<FightLaws> by_needs(const std::vector<AskedLaw>& asked);

}  // namespace warodds
