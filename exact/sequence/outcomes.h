// The laws of facts of a sequence: each begins where the target may be before the first step of
// which it tells, and goes on to the last one with what has been told kept beside.
#pragma once

#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"
#include "core/threads/patience.h"
#include "exact/fight/outcomes.h"
#include "exact/sequence/step_laws.h"

namespace warodds::exact {

template <class System>
class SequenceOutcomes {
 public:
  SequenceOutcomes(const Sequence<System>& sequence, StepLaws<System>& laws)
      : laws_(laws), steps_(sequence.planned_steps(sequence.given_order())) {}

  /// Finds some laws. `before`: the first step of which they tell.
  void find(SequenceLaws& laws, const Whereabouts& before, std::vector<LawSums<double>>& found) {
    of_ = &laws.outcome;
    known_.clear();
    std::vector<LawSums<double>> sums(laws.places.size());
    std::map<Where, double> next;
    const auto take_step = [&](std::size_t step, const Where& where, double p) {
      take(steps_[step], where, p, [&](const Where& then, double q) {
        step == of_->last() ? laws.observer.add(then.told, q, sums) : void(next[then] += q);
      });
      require_few_outcomes(next.size());
    };
    Where where{0, false, std::vector<double>(laws.observer.facts().size(), 0.0)};
    for (const std::vector<double>* const spread : {&before.standing, &before.away}) {
      where.away = spread == &before.away;
      for (std::size_t state = 0; state < spread->size(); ++state) {
        where.state = static_cast<int>(state);
        if ((*spread)[state] > 0) take_step(of_->first(), where, (*spread)[state]);
      }
    }
    for (std::size_t step = of_->first() + 1; step <= of_->last(); ++step) {
      for (const auto& [now, p] : std::exchange(next, {})) take_step(step, now, p);
    }
    for (std::size_t i = 0; i < sums.size(); ++i) found[laws.places[i]] = std::move(sums[i]);
  }

 private:
  /// Where the target is, and what has been told of the steps before.
  struct Where {
    int state;
    bool away;
    std::vector<double> told;

    bool operator<(const Where& other) const {
      return std::tie(state, away, told) < std::tie(other.state, other.away, other.told);
    }
  };
  /// What a step that takes place leads to, and what its fight tells.
  using Led = std::map<std::pair<int, std::vector<double>>, double>;

  template <class Arrive>
  void take(const PlannedStep& planned, const Where& where, double p, const Arrive& arrive) {
    const SideStates& target = laws_.target();
    const bool needed = !where.away && !target.gone(where.state);
    const auto* const law = needed ? &laws_.of(planned, where.state) : nullptr;
    Where then = where;
    const auto lead = [&](const std::vector<double>& told, int to, double q) {
      spend(per_outcome);
      const bool takes_place = law != nullptr && law->takes_place;
      then.state = to;
      then.away = where.away || (takes_place && laws_.moves_away(planned, *law, to));
      then.told = where.told;
      SequenceOutcome::After after = of_->after(target, to, then.away);
      after.needed = needed;
      after.takes_place = takes_place;
      of_->add(planned.step, told, after, then.told);
      arrive(then, p * q);
    };
    if (law == nullptr || !law->takes_place) return lead({}, where.state, 1);
    if (of_->first() == of_->last()) {  // each state is come to but once
      return laws_.tell(*of_, planned, where.state, lead);
    }
    const auto [known, is_new] = known_.try_emplace({planned.step, where.state});
    if (is_new) {
      laws_.tell(*of_, planned, where.state,
                 [&, &led = known->second](const std::vector<double>& told, int to, double q) {
                   led[{to, told}] += q;
                 });
    }
    for (const auto& [led, q] : known->second) lead(led.second, led.first, q);
  }

  StepLaws<System>& laws_;
  std::vector<PlannedStep> steps_;
  const SequenceOutcome* of_ = nullptr;               ///< of those that are being found
  std::map<std::pair<std::size_t, int>, Led> known_;  ///< by step and state
};

}  // namespace warodds::exact
