#include "sim/sequence.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/answer/sequence_reading.h"
#include "sim/run/chunks.h"
#include "sim/sequence/player.h"

namespace warodds::sim {
namespace {

template <class System>
class SequenceRun {
 public:
  SequenceRun(const Sequence<System>& sequence, const LawsAsked& asked)
      : sequence_(sequence), reading_(sequence, asked), laws_(reading_.to_find()) {}

  /// Plays one order of the steps; only the one that was given has laws, and throws NoAnswer if
  /// the time is over before a first chunk is done. Players keep what they have made ready for the
  /// next order.
  SequenceCounts play(const std::vector<std::size_t>& order, const Options& options, bool with_laws,
                      Origin& origin) {
    const std::vector<PlannedStep> planned_steps = sequence_.planned_steps(order);
    Chunks chunks(options, trials_per_chunk());
    const auto threads = static_cast<std::size_t>(chunks.threads());
    while (players_.size() < threads) players_.emplace_back(sequence_, laws_);
    const Deviations reach = normal_quantile(Confidence(options.confidence));
    SequenceCounts totals;
    const bool partial = count_all(
        chunks, totals,
        [&](std::size_t thread, std::uint64_t chunk, std::uint64_t trials) {
          return players_[thread].play_chunk(planned_steps, options.seed, chunk, trials, with_laws,
                                             [&] { return with_laws && chunks.abandon(); });
        },
        [&] { return precise(totals, chunks.trials_done(), reach, *options.precision); });
    if (totals.steps.size() != sequence_.size()) TallyReader::not_these();
    origin = origin_of(options, chunks, partial);
    return totals;
  }

  SequenceAnswer answer(const Options& options) {
    SequenceAnswer answer;
    const SequenceCounts counts = play(sequence_.given_order(), options, true, answer.origin);
    for (std::size_t step = 0; step < sequence_.size(); ++step) {
      answer.steps.push_back(answer_of(counts.steps[step], blank(step), answer.origin));
    }
    answer.target_survivors = answer.steps.back().left;
    answer.retreated = share_of(counts.retreated, answer.origin.trials,
                                normal_quantile(Confidence(options.confidence)));
    reading_.read(laws_of(counts.outcomes, laws_, options.confidence), answer);
    return answer;
  }

  /// Every order. Those that nobody has waited for are left out, and the answer is partial.
  void add_orders(SequenceAnswer& answer, Options options) {
    const auto orders = sequence_.orders();
    const std::uint64_t share = options.trials / orders.size();
    options.trials = std::min(options.trials, std::max(share, least_trials_of_order));
    Options all = options;
    all.time_limit *= 2;  // each plays one chunk at least
    Deadline deadline(all);
    options.time_limit /= static_cast<double>(orders.size());
    const double hit_points = sequence_.hit_points();
    for (const auto& order : orders) {
      if (deadline.is_over()) break;
      Origin origin;
      const SequenceCounts counts = play(order, options, false, origin);
      answer.orders.push_back(ranked(counts, order, hit_points, origin));
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

  /// What is known of a step without dice.
  FightAnswer blank(std::size_t step) const {
    if (sequence_.ability(step) == nullptr) {
      const SideStates& target = sequence_.target();
      if (const auto fights = sequence_.fight({step}, target, target.opening())) {
        return begin_answer(fights->any());
      }
    }
    return begin_answer(typename System::Fight{});
  }

  const Sequence<System>& sequence_;
  SequenceReading reading_;
  std::vector<AskedLaw> laws_;
  std::vector<SequencePlayer<System>> players_;
};

template <class System>
SequenceAnswer simulate(const Sequence<System>& sequence, bool orders, const LawsAsked& asked,
                        Options options) {
  SequenceRun<System> run(sequence, asked);
  if (orders) options.time_limit /= 2;
  SequenceAnswer answer = run.answer(options);
  if (orders) run.add_orders(answer, options);
  return answer;
}

}  // namespace

SequenceAnswer simulate_sequence(const SequenceQuestion& question, const Options& options) {
  check(options);
  return std::visit(
      [&](const auto& sequence) {
        return simulate(sequence, question.orders, question.asked, options);
      },
      question.sequence);
}

}  // namespace warodds::sim
