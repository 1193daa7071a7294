// What is asked of outcomes besides what every answer says: a condition, two facts together,
// events among the quantities. Whoever answers gives its laws to the engine, and then asks for what
// they say.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/battle_reading.h"
#include "core/answer/beyond_reach.h"
#include "core/answer/fight_reading.h"
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

  /// What the engine is to be asked for. `of`: a fight, battle or sequence.
  template <class Of>
  LawsAsked laws(const Of& of) const {
    std::vector<AskedLaw> besides;
    if constexpr (std::same_as<Of, AnyBattle>) {
      if (!condition_) besides = left_of_winners(names_of_several(of));
    }
    if constexpr (std::same_as<Of, AnySequence>) {
      add_common(besides, {});
    } else {
      add_common(besides, points_lost_in(of));
    }
    return {std::move(besides), condition_, true};
  }
  /// `ask()`: the answer of an engine that was asked for them. Throws NoAnswer where the condition
  /// is never met.
  template <class Of, class Ask>
  auto answered(const Of& of, const Ask& ask) const {
    try {
      auto answer = ask();
      if (sure_) {
        Estimate p{1.0};
        if (!answer.origin.exact) p.half_width = 0;
        answer.condition = Condition{*sure_, p, answer.origin.trials};
      }
      return answer;
    } catch (const NeverMet& error) {
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
      all.push_back({quantity, estimate_of(quantity, answer, condition_)});
    }
    return all;
  }

  /// Figures that a side has left if it wins, where that can be.
  PerSide<std::optional<Distribution>> left_if_wins(const std::vector<OutcomeLaw>& laws) const;
  /// The same of each unit of sides of several.
  void add_left_if_wins(BattleAnswer& answer) const;

 private:
  static std::vector<AskedLaw> left_of_winners(const PerSide<std::vector<std::string>>& units);
  void add_common(std::vector<AskedLaw>& laws, const std::vector<OutcomeFact>& points_lost) const;
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
