#include "core/answer/verification.h"

#include <fmt/format.h>

#include <cmath>

#include "core/numbers/chi_square.h"
#include "core/text/error.h"

namespace warodds {

Verification verify(const BestPlayQuestion& question, const Solution& solution,
                    const PerSide<std::vector<std::string>>& names, const EngineSettings& settings,
                    const Engines& engines, const Watch& watch) {
  Verification verification;
  // What each side could do instead for good.
  struct Other {
    Side side;
    std::string name;
    int choice;
  };
  std::vector<Other> others;
  if (solution.assignments) {
    for (const PlainPlan& plan : solution.plain)
      others.push_back({plan.side, plan.name, plan.choice});
  } else {
    for (const Side side : both_sides) {
      if (solution.choices[side].size() < 2) continue;
      for (std::size_t i = 0; i < solution.choices[side].size(); ++i) {
        others.push_back({side, names[side][i], solution.choices[side][i]});
      }
    }
  }
  const std::size_t plays = others.size() + 1;
  verification.each_level = sidak_level(0.001, static_cast<int>(plays));

  EngineSettings with_dice = settings;
  with_dice.trials = settings.trials.value_or(default_verifying_trials);
  if (*with_dice.trials < least_verifying_trials) {
    throw InputError(fmt::format("--verify: {} trials tell nothing; take {} or more",
                                 *with_dice.trials, least_verifying_trials));
  }
  with_dice.precision.reset();
  with_dice.confidence = 1 - verification.each_level;
  const Engine engine = engines.sim(with_dice);
  std::size_t done = 0;
  Watch part = watch;
  part.progress = [&](const Progress& progress) {
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.wanted);
    watch.tell_share("% of the deviations played",
                     (static_cast<double>(done) + share) / static_cast<double>(plays));
  };
  const auto play = [&](const PerSide<Strategy>& strategies) {
    const PayoffEstimate estimate = engine.play.answer({question, strategies}, part);
    if (watch.stopped()) {
      throw watch.ended(" before all games were played");
    }
    ++done;
    return estimate;
  };

  const Strategy best{solution.policy, solution.assignments};
  verification.best_play = play({best, best});
  const double value = solution.value();
  verification.best_play_agrees =
      std::abs(verification.best_play.mean - value) <= verification.best_play.half_width;
  verification.holds = verification.best_play_agrees;
  for (const Other& other : others) {
    PerSide<Strategy> strategies{best, best};
    strategies[other.side] = {solution.policy, nullptr, other.choice};
    Deviation deviation{other.side, other.name, {}, false};
    try {
      deviation.payoff = play(strategies);
    } catch (const NoAnswer&) {
      if (!watch.stopped()) throw;
      verification.why_not = watch.why_stopped();
      verification.not_played = plays - done;
      break;
    }
    const double gain = (deviation.payoff.mean - value) * (other.side == Side::attacker ? 1 : -1);
    deviation.better = gain > deviation.payoff.half_width;
    verification.holds = verification.holds && !deviation.better;
    verification.deviations.push_back(std::move(deviation));
  }
  return verification;
}

}  // namespace warodds
