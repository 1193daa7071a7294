#include "cli/answer_solve.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal.h"
#include "core/numbers/chi_square.h"
#include "core/rules/error.h"

namespace warodds::cli {
namespace {

constexpr std::uint64_t verifying_trials = 100'000;

Verification verify(const GameQuestion& question, const SolveAnswer& answer,
                    const Arguments& arguments, const std::atomic<bool>* stop) {
  const exact::Solution& solution = answer.solution;
  Verification verification;
  for (const Side side : both_sides) {
    for (std::size_t i = 0; i < solution.choices[side].size(); ++i) {
      verification.deviations.push_back({side, answer.names[side][i], {}});
    }
  }
  // All intervals together are wrong with a chance of 0.1 %.
  const std::size_t plays = verification.deviations.size() + 1;
  verification.each_level = sidak_level(0.001, static_cast<int>(plays));

  Progress progress("% of the deviations played");
  std::size_t done = 0;
  sim::Options options;
  options.trials = arguments.trials.value_or(verifying_trials);
  options.confidence = 1 - verification.each_level;
  options.seed = arguments.seed;
  options.threads = arguments.threads;
  options.stop = stop;
  options.progress = [&](std::uint64_t trials, std::uint64_t wanted) {
    const double share = static_cast<double>(trials) / static_cast<double>(wanted);
    progress.show_share((static_cast<double>(done) + share) / static_cast<double>(plays));
  };
  const auto play = [&](const PerSide<sim::Strategy>& strategies) {
    const sim::PayoffEstimate estimate = sim::play_game(question.game, strategies, options);
    if (stop != nullptr && *stop) throw NoAnswer("interrupted before all deviations were played");
    ++done;
    return estimate;
  };
  const sim::Strategy best{solution.policy};
  verification.best_play = play({best, best});
  const double value = solution.value();
  verification.best_play_agrees =
      std::abs(verification.best_play.mean - value) <= verification.best_play.half_width;
  verification.holds = verification.best_play_agrees;
  std::size_t place = 0;
  for (const Side side : both_sides) {
    for (const int choice : solution.choices[side]) {
      PerSide<sim::Strategy> strategies{best, best};
      strategies[side] = {nullptr, choice};
      Deviation& deviation = verification.deviations[place++];
      deviation.payoff = play(strategies);
      const double gain = (deviation.payoff.mean - value) * (side == Side::attacker ? 1 : -1);
      deviation.better = gain > deviation.payoff.half_width;
      verification.holds = verification.holds && !deviation.better;
    }
  }
  return verification;
}

}  // namespace

SolveAnswer answer_solve(const GameQuestion& question, const Arguments& arguments,
                         const std::atomic<bool>* stop) {
  if (arguments.engine == Engine::sim) {
    throw InputError("solve is always exact; --verify plays its answer with dice");
  }
  const double seconds = exact::predicted_seconds(question.game);
  if (seconds > arguments.time_limit) {
    throw NoAnswer(fmt::format("best play would take {}, and the time limit is {:g} s{}",
                               about(seconds), arguments.time_limit,
                               std::isfinite(seconds) ? "; raise --time-limit" : ""));
  }
  SolveAnswer answer;
  {
    Progress progress("% of the states solved");
    answer.solution =
        exact::solve(question.game, {[&](double share) { progress.show_share(share, stop); }});
  }
  answer.engine.reason = reason_for(arguments, seconds);
  std::visit(
      [&](const auto& game) {
        for (const Side side : both_sides) {
          for (const int choice : answer.solution.choices[side]) {
            answer.names[side].push_back(game.name(side, choice));
            answer.words[side].push_back(game.in_words(side, choice));
          }
        }
      },
      question.game);
  if (arguments.verify) answer.verification = verify(question, answer, arguments, stop);
  return answer;
}

}  // namespace warodds::cli
