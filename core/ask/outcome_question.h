// What is asked of outcomes besides what every answer says: a condition, two facts together,
// events among the quantities. Whoever answers gives its laws to the engine, and then asks for what
// they say.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/add_points.h"
#include "core/answer/beyond_reach.h"
#include "core/answer/condition.h"
#include "core/answer/luck.h"
#include "core/answer/outcome.h"
#include "core/answer/quantity.h"
#include "core/ask/question.h"
#include "core/ask/reports.h"

namespace warodds {

class OutcomesAsked {
 public:
  /// Throws InputError.
  OutcomesAsked(const questions::OfOutcomes& question, std::vector<Quantity> quantities,
                OutcomeOf of);

  /// One that whatever outcome meets is none.
  bool has_condition() const { return condition_.has_value(); }
  const std::optional<Event>& condition() const { return condition_; }
  const std::vector<Quantity>& quantities() const { return quantities_; }

  /// What the engine is to be asked for.
  std::vector<AskedLaw> laws(const AnyFight& fight) const;
  std::vector<AskedLaw> laws(const AnyBattle& battle) const;
  std::vector<AskedLaw> laws(const AnyArmyBattle& battle, const UnitNames& units) const;

  std::vector<AskedLaw> laws(const AnySequence& sequence) const;

  /// Puts the answer under the condition, if there is one. Throws NoAnswer where that cannot be.
  template <class Answer, class Of>
  std::optional<Condition> apply(Answer& answer, const Of& of) const {
    if (sure_) {
      Estimate p{1.0};
      if (!answer.origin.exact) p.half_width = 0;
      return Condition{*sure_, p, answer.origin.trials};
    }
    if (!condition_) return std::nullopt;
    try {
      return put_under(*condition_, answer);
    } catch (const NoAnswer& error) {
      std::string why = error.what();
      for (const std::string& one : beyond_reach(*condition_, of)) why += "; " + one;
      throw NoAnswer(why);
    }
  }
  /// Says of numbers that a fact cannot have how many there are. `until`: if there is one.
  template <class Answer, class Of>
  void add_remarks(Answer& answer, const Of& of, const std::optional<Event>& until = {}) const {
    std::vector<Event> events;
    for (const Quantity& quantity : quantities_) {
      if (const Event* const event = quantity.event()) events.push_back(*event);
    }
    if (condition_) events.push_back(*condition_);
    if (until) events.push_back(*until);
    for (const Event& event : events) {
      for (std::string& remark : beyond_reach(event, of)) {
        const auto& all = answer.remarks;
        if (std::find(all.begin(), all.end(), remark) != all.end()) continue;
        answer.remarks.push_back(std::move(remark));
      }
    }
  }
  /// What is known of both facts, if they are asked for; from the laws of the answer.
  std::optional<JointOfFacts> joint(const std::vector<OutcomeLaw>& laws) const;
  /// How lucky it was, if that is asked for; from the laws of the answer. Throws InputError where
  /// it cannot have happened.
  template <class Answer, class Of>
  std::optional<LuckOfOutcome> luck(const Answer& answer, const Of& of) const {
    if (observed_.empty()) return std::nullopt;
    LuckOfOutcome luck = luck_of(observed_, law_of(law_of_observed(), answer.laws));
    const std::vector<OutcomeFact> lost = points_lost_in(of);
    if (lost.empty()) return luck;
    luck.points = luck_in_points(luck.observed, lost, law_of(law_of_observed(lost), answer.laws));
    return luck;
  }
  /// The numbers of the quantities, in an answer that is under the condition.
  template <class Answer>
  std::vector<ShownQuantity> numbers(const Answer& answer) const {
    std::vector<ShownQuantity> all;
    for (const Quantity& quantity : quantities_) {
      const auto column = condition_ ? quantity.to_ask() : std::nullopt;
      all.push_back(
          {quantity, column ? estimate_of(quantity, law_of({{*column}, condition_}, answer.laws))
                            : estimate_of(quantity, answer)});
    }
    return all;
  }

  /// Figures that a side has left if it wins, where that can be.
  PerSide<std::optional<Distribution>> left_if_wins(const std::vector<OutcomeLaw>& laws) const;
  /// The same of each unit of sides of several.
  void add_left_if_wins(BattleAnswer& answer) const;

 private:
  std::vector<AskedLaw> laws_of_battle(std::vector<AskedLaw> of_points,
                                       const std::vector<OutcomeFact>& points_lost,
                                       const UnitNames& units) const;
  void add_common(std::vector<AskedLaw>& laws,
                  const std::vector<OutcomeFact>& points_lost = {}) const;
  AskedLaw law_of_joint() const;
  AskedLaw law_of_observed(const std::vector<OutcomeFact>& points_lost = {}) const;

  OutcomeOf of_;
  std::vector<Quantity> quantities_;
  std::optional<Event> condition_;
  std::optional<Event> sure_;  ///< what is asked for instead, and met by whatever outcome
  std::optional<std::pair<OutcomeFact, OutcomeFact>> joint_;
  std::vector<ObservedFact> observed_;
};

}  // namespace warodds
