#include "exact/sequence/sequence.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/answer/sequence_reading.h"
#include "exact/fight/mixed.h"
#include "exact/sequence/orders.h"
#include "exact/sequence/outcomes.h"
#include "exact/sequence/step_laws.h"

namespace warodds::exact {
namespace {

/// A distribution over {0, 1}.
Distribution yes_or_no(double no, double yes) {
  Sum sum;
  sum.add(0, no);
  if (yes > 0) sum.add(1, yes);
  return sum.distribution();
}

/// Figures of the target that stand.
template <class System>
Distribution left_of(const StepLaws<System>& laws, const Whereabouts& target) {
  Sum sum;
  for (const Spread* spread : {&target.standing, &target.away}) {
    for (const std::size_t place : spread->states()) {
      sum.add(laws.standing(place), (*spread)[place]);
    }
  }
  return sum.distribution();
}

/// One step as it is reported, and where the target is after it.
template <class System>
StepAnswer step_answer(const Sequence<System>& sequence, StepLaws<System>& laws,
                       const PlannedStep& planned, const Whereabouts& before, Whereabouts& after) {
  StepAnswer answer;
  std::vector<FightAnswer> fights;
  std::vector<double> weights;
  Sum losses;
  const StepSums sums =
      take(sequence, laws, planned, before, after, [&](const auto& law, double p) {
        if (!law.fight) {
          losses.add(0, p);
          return;
        }
        const Deals& back = law.fight->deals.defender;
        for (int lost = 0; lost <= back.kills.max(); ++lost) {
          losses.add(lost, p * back.kills.probability(lost));
        }
        answer.lost.value += p * back.destroyed.value;
        fights.push_back(*law.fight);
        weights.push_back(p);
        answer.takes_place.value += p;
      });
  losses.add(0, sums.idle);
  // Where it cannot be idle it is needed for certain, whatever rounding has left of the sum.
  answer.needed = yes_or_no(sums.idle, sums.idle > 0 ? sums.needed : 1);
  answer.left = left_of(laws, after);
  answer.losses = losses.distribution();
  answer.lost.value = std::min(answer.lost.value, 1.0);
  if (!fights.empty()) {
    for (double& weight : weights) weight /= answer.takes_place.value;
    answer.fight = mixed(fights, weights);
  }
  answer.takes_place.value = std::min(answer.takes_place.value, 1.0);
  return answer;
}

template <class System>
SequenceAnswer answer_of(const Sequence<System>& sequence, const SequenceQuestion& question,
                         const SequenceOptions& options) {
  const bool orders = question.orders;
  const auto tell = [&](double share) {
    if (options.progress) options.progress(share);
  };
  // Where every order is asked for, the one that was given is little work beside them.
  const double share_of_steps = orders ? 0.1 : 1;
  StepLaws<System> laws(sequence, options.lineups);
  SequenceAnswer answer;
  Whereabouts before;
  Whereabouts after;
  before.standing.reserve(laws.places());
  before.standing.add(laws.opening, 1);
  for (const PlannedStep& planned : sequence.planned_steps(sequence.given_order())) {
    answer.steps.push_back(step_answer(sequence, laws, planned, before, after));
    std::swap(before, after);
    tell(share_of_steps * static_cast<double>(answer.steps.size()) /
         static_cast<double>(sequence.size()));
  }
  answer.target_survivors = answer.steps.back().left;
  for (const std::size_t place : before.away.states()) {
    answer.retreated.value += before.away[place];
  }
  answer.retreated.value = std::min(answer.retreated.value, 1.0);
  SequenceOutcomes<System> outcomes(sequence, laws, options.lineups);
  const SequenceReading reading(sequence, question.asked);
  std::vector<OutcomeLaw> found;
  for (const AskedLaw& asked : reading.to_find()) {
    found.push_back(outcomes.law_of(asked));
    tell(share_of_steps);
  }
  reading.read(std::move(found), answer);
  if (orders) {
    answer.orders = ranked_orders(
        sequence, laws, [&](double share) { tell(share_of_steps + (1 - share_of_steps) * share); });
  }
  return answer;
}

}  // namespace

SequenceAnswer sequence(const SequenceQuestion& question, const SequenceOptions& options) {
  return std::visit([&](const auto& of_system) { return answer_of(of_system, question, options); },
                    question.sequence);
}

}  // namespace warodds::exact
