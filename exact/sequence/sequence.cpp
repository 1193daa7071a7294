#include "exact/answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/answer/told.h"
#include "exact/sequence/orders.h"
#include "exact/sequence/outcomes.h"

namespace warodds::exact {
namespace {

template <class System>
Answer answer_of(const Sequence<System>& sequence, const SequenceQuestion& question,
                 const Options& options) {
  // Where every order is asked for, the one that was given is little work beside them.
  const double share_of_steps = question.orders ? 0.1 : 1;
  const auto tell = [&](double share) {
    if (options.progress) options.progress(share);
  };
  Unread unread = warodds::unread(sequence, question.asked);
  const std::vector<AskedLaw> asked = unread.to_find;
  std::vector<SequenceLaws> to_find = by_step(asked, sequence);
  std::stable_sort(to_find.begin(), to_find.end(), [](const auto& one, const auto& other) {
    return one.outcome.first() < other.outcome.first();
  });
  StepLaws<System> laws(sequence, options.lineups);
  SequenceOutcomes<System> outcomes(sequence, laws);
  std::vector<LawSums<double>> found(asked.size());
  Whereabouts before = laws.opening(), after;
  auto next = to_find.begin();
  for (const PlannedStep& planned : sequence.planned_steps(sequence.given_order())) {
    laws.take(planned, before, after);
    while (next != to_find.end() && next->outcome.first() == planned.step) {
      outcomes.find(*next++, before, found);
    }
    std::swap(before, after);
    tell(share_of_steps * static_cast<double>(planned.step + 1) /
         static_cast<double>(sequence.size()));
  }
  Answer answer = std::move(unread).read(laws_of(asked, std::move(found)));
  if (question.orders) {
    answer.orders = ranked_orders(
        sequence, laws, [&](double share) { tell(share_of_steps + (1 - share_of_steps) * share); });
  }
  return answer;
}

}  // namespace

Answer sequence(const SequenceQuestion& question, const Options& options) {
  return std::visit([&](const auto& of_system) { return answer_of(of_system, question, options); },
                    question.sequence);
}

}  // namespace warodds::exact
