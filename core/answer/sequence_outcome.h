// The facts of one outcome of a sequence, step by step: from what the fight of each has come to,
// and how the target stands after it.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/fight_outcome.h"
#include "core/rules/fight.h"
#include "core/text/error.h"

namespace warodds {

class SequenceOutcome {
 public:
  /// Throws InputError where there is no such step.
  SequenceOutcome(const std::vector<OutcomeFact>& facts, std::size_t steps) : steps_(steps) {
    using Kind = OutcomeFact::Kind;
    for (std::size_t place = 0; place < facts.size(); ++place) {
      const OutcomeFact& fact = facts[place];
      if (fact.step > static_cast<int>(steps)) {
        throw InputError(fmt::format("{}: the last step is step[{}]", name_of(fact), steps));
      }
      const std::size_t first = fact.step > 0 ? static_cast<std::size_t>(fact.step) - 1 : 0;
      const std::size_t end = fact.step > 0 ? first + 1 : steps;
      const bool is_of_target = fact.kind == Kind::destroyed && fact.side == Side::attacker;
      if (is_of_target || fact.kind == Kind::survivors || fact.kind == Kind::needed ||
          fact.kind == Kind::takes_place || fact.kind == Kind::moved_away) {
        steps_[end - 1].stands.emplace_back(place, fact.kind);
        continue;
      }
      OutcomeFact of_fight = fact;
      of_fight.step = OutcomeFact::no_step;
      for (std::size_t step = first; step < end; ++step) {
        steps_[step].of_fight.push_back(of_fight);
        steps_[step].places.push_back(place);
      }
    }
  }

  /// What the fight of a step is asked, as of a fight alone.
  const std::vector<OutcomeFact>& of_fight(std::size_t step) const { return steps_[step].of_fight; }

  /// How things stand after a step.
  struct After {
    bool needed = false, takes_place = false;
    int standing = 0;  ///< figures of the target
    bool gone = false, away = false;
  };
  /// Adds what a step has come to. `told`: of of_fight(), or nothing, where it did not take place.
  void add(std::size_t step, std::span<const double> told, const After& after,
           std::span<double> values) const {
    const OfStep& of = steps_[step];
    for (std::size_t i = 0; i < told.size(); ++i) values[of.places[i]] += told[i];
    for (const auto& [place, kind] : of.stands) {
      values[place] = kind == OutcomeFact::Kind::survivors     ? after.standing
                      : kind == OutcomeFact::Kind::destroyed   ? static_cast<int>(after.gone)
                      : kind == OutcomeFact::Kind::needed      ? static_cast<int>(after.needed)
                      : kind == OutcomeFact::Kind::takes_place ? static_cast<int>(after.takes_place)
                                                               : static_cast<int>(after.away);
    }
  }

 private:
  struct OfStep {
    std::vector<OutcomeFact> of_fight;
    std::vector<std::size_t> places;  ///< of these among all facts
    std::vector<std::pair<std::size_t, OutcomeFact::Kind>> stands;
  };
  std::vector<OfStep> steps_;
};

/// What is told of an ability that deals damage: it has no dice of its own, and nobody answers it.
class AbilityOutcome {
 public:
  /// `target`: as it stands; `most`: it deals no more. Throws NoAnswer where there is no such
  /// group.
  AbilityOutcome(const std::vector<OutcomeFact>& facts, const Figures& target, int most)
      : values_(facts.size(), 0),
        outcome_(known(facts), {{}, target.casualties}, {{}, target.kinds}, {}, {most, 0}) {}

  const std::vector<double>& tell(int damage) {
    outcome_.tell({damage, 0}, {}, told_);
    for (std::size_t i = 0; i < told_.size(); ++i) values_[places_[i]] = told_[i];
    return values_;
  }

 private:
  std::vector<OutcomeFact> known(const std::vector<OutcomeFact>& facts) {
    std::vector<OutcomeFact> known;
    for (std::size_t place = 0; place < facts.size(); ++place) {
      const bool deals = facts[place].side == Side::attacker;
      if (!deals || facts[place].kind == OutcomeFact::Kind::report) continue;
      known.push_back(facts[place]);
      places_.push_back(place);
    }
    return known;
  }

  std::vector<std::size_t> places_;
  std::vector<double> values_, told_;
  FightOutcome outcome_;
};

}  // namespace warodds
