#include "sim/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/answer/told.h"
#include "sim/run/chunks.h"
#include "sim/run/outcome_counts.h"
#include "sim/sequence/player.h"

namespace warodds::sim {
namespace {

using Kind = OutcomeFact::Kind;

/// Plays sequences of the same steps, in any order. Players keep what they have made ready for the
/// next order.
template <class System>
class SequenceRun {
 public:
  SequenceRun(const Sequence<System>& sequence, LawsAsked asked, std::vector<AskedLaw> laws)
      : sequence_(sequence), asked_(std::move(asked)), laws_(std::move(laws)) {}

  /// Throws NoAnswer if the time is over before a first chunk is done, where that `may_end` it.
  std::vector<OutcomeLaw> play(const std::vector<std::size_t>& order, const Options& options,
                               bool may_end, Origin& origin) {
    const std::vector<PlannedStep> planned_steps = sequence_.planned_steps(order);
    Chunks chunks(options, trials_per_chunk());
    const auto threads = static_cast<std::size_t>(chunks.threads());
    while (players_.size() < threads) players_.emplace_back(sequence_, laws_);
    const Deviations reach = normal_quantile(Confidence(options.confidence));
    OutcomeCounts totals;
    const bool partial = count_all(
        chunks, players_, totals,
        [&](SequencePlayer<System>& player, std::uint64_t chunk, std::uint64_t trials) {
          player.play_chunk(planned_steps, options.seed, chunk, trials,
                            [&] { return may_end && chunks.abandon(); });
        },
        [&] { return precise(totals, laws_, asked_.given, reach, *options.precision); });
    origin = origin_of(options, chunks, partial);
    return laws_of(std::move(totals), laws_, options.confidence);
  }

 private:
  /// Trials in a chunk: enough to make starting one cheap, few enough to stop soon.
  std::uint64_t trials_per_chunk() const {
    std::int64_t dice = 1;
    for (const PlannedStep& planned : sequence_.planned_steps(sequence_.given_order())) {
      if (sequence_.ability(planned.step) != nullptr) continue;
      const auto fights =
          sequence_.fight(planned, sequence_.target(), sequence_.target().opening());
      if (fights) dice += extent_of(*fights).dice;
    }
    return static_cast<std::uint64_t>(
        std::clamp<std::int64_t>((std::int64_t{1} << 21) / dice, 256, std::int64_t{1} << 14));
  }

  const Sequence<System>& sequence_;
  LawsAsked asked_;
  std::vector<AskedLaw> laws_;
  std::vector<SequencePlayer<System>> players_;
};

/// What orders are ranked by: of each step whether the target is gone after it, whether it is
/// needed, and what its attacker suffers.
std::vector<AskedLaw> laws_of_orders(std::size_t steps) {
  std::vector<AskedLaw> laws;
  for (int step = 1; step <= static_cast<int>(steps); ++step) {
    laws.emplace_back(OutcomeFact{Kind::destroyed, Side::defender, {}, {}, step});
    laws.emplace_back(OutcomeFact{Kind::needed, Side::attacker, {}, {}, step});
    laws.emplace_back(OutcomeFact{Kind::damage, Side::defender, {}, {}, step});
  }
  return laws;
}

template <class System>
RankedOrder ranked(const Sequence<System>& sequence, const std::vector<std::size_t>& order,
                   const std::vector<OutcomeLaw>& laws, const Origin& origin) {
  const Deviations reach = normal_quantile(Confidence(origin.confidence));
  const auto n = static_cast<double>(origin.trials);
  RankedOrder ranked{order, laws[3 * order.back()].probability(), {}, {}};
  double lost = 0;
  double deviation = 0;  // of a sum at most the sum of the deviations
  double steps = 0;
  double squares = 0;  // of the number of steps needed: k^2 is 1 + 3 + … + (2 k - 1)
  double odd = 1;
  for (const std::size_t step : order) {
    const std::vector<int> lost_to =
        sequence.hit_points_lost(step, std::numeric_limits<int>::max());
    double sum = 0, of_squares = 0;
    for (const auto& [damage, trials] : laws[3 * step + 2].counts()) {
      const auto felt = std::min(static_cast<std::size_t>(damage[0]), lost_to.size() - 1);
      sum += lost_to[felt] * static_cast<double>(trials);
      of_squares +=
          lost_to[felt] * static_cast<double>(lost_to[felt]) * static_cast<double>(trials);
    }
    lost += sum / n;
    deviation += std::sqrt(std::max(of_squares / n - sum / n * (sum / n), 0.0));
    for (const auto& [is_needed, trials] : laws[3 * step + 1].counts()) {
      steps += is_needed[0] * static_cast<double>(trials);
      squares += odd * is_needed[0] * static_cast<double>(trials);
    }
    odd += 2;
  }
  const double hit_points = sequence.hit_points();
  const double share = hit_points > 0 ? 1 / hit_points : 0;
  ranked.share_lost = {lost * share,
                       mean_half_width(deviation * share, share > 0 ? 1 : 0, origin.trials, reach)};
  ranked.steps = mean_of(steps, squares, static_cast<double>(order.size()), origin.trials, reach);
  return ranked;
}

/// Every order. Those that nobody has waited for are left out, and the answer is partial.
template <class System>
void add_orders(const Sequence<System>& sequence, Options options, Answer& answer) {
  SequenceRun<System> run(sequence, {}, laws_of_orders(sequence.size()));
  const auto orders = sequence.orders();
  const std::uint64_t share = options.trials / orders.size();
  options.trials = std::min(options.trials, std::max(share, least_trials_of_order));
  Options all = options;
  all.time_limit *= 2;  // each plays one chunk at least
  Deadline deadline(all);
  options.time_limit /= static_cast<double>(orders.size());
  for (const auto& order : orders) {
    if (deadline.is_over()) break;
    Origin origin;
    const std::vector<OutcomeLaw> laws = run.play(order, options, false, origin);
    answer.orders.push_back(ranked(sequence, order, laws, origin));
    if (!origin.partial || answer.origin.partial) continue;
    answer.origin.partial = true;
    answer.origin.why_partial = origin.why_partial;
  }
  rank(answer.orders);
  if (answer.orders.size() == orders.size()) return;
  if (!answer.origin.partial) answer.origin.why_partial = deadline.why();
  answer.origin.partial = true;
  answer.remarks.push_back(
      fmt::format("only {} of {} orders have been played", answer.orders.size(), orders.size()));
}

template <class System>
Answer simulate(const Sequence<System>& sequence, bool orders, const LawsAsked& asked,
                Options options) {
  if (orders) options.time_limit /= 2;
  Unread unread = warodds::unread(sequence, asked);
  SequenceRun<System> run(sequence, asked, unread.to_find);
  std::vector<OutcomeLaw> found =
      run.play(sequence.given_order(), options, true, unread.answer.origin);
  Answer answer = std::move(unread).read(std::move(found));
  if (orders) add_orders(sequence, options, answer);
  return answer;
}

}  // namespace

Answer simulate(const SequenceQuestion& question, const Options& options) {
  check(options);
  return std::visit(
      [&](const auto& sequence) {
        return simulate(sequence, question.orders, question.asked, options);
      },
      question.sequence);
}

}  // namespace warodds::sim
