#include "core/answer/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/numbers/limits.h"
#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds {
namespace {

/// What the automatic choice leaves of the time limit to the dice.
constexpr double share_of_dice = 0.2;

/// An exact answer leaves a fifth of the limit to the dice. Where much of the limit is gone as it
/// begins, as in tables, it may have the rest.
Watch leaving_time_for_dice(const EngineSettings& settings, const Watch& watch) {
  const double left = watch.seconds_left(settings.time_limit);
  return watch.until && left > 0.5 * settings.time_limit ? watch.within((1 - share_of_dice) * left)
                                                         : watch;
}

/// Two engines and the settings to choose by.
struct Both {
  EngineSettings settings;
  Engine exact;
  Engine sim;
};

/// The answer of an exact solver within a budget.
template <class Question, class Found>
Found exactly(const Solver<Question, Found>& exact, const Question& question, const Watch& watch,
              WorkBudget& budget) {
  const auto answer = [&] { return exact.answer(question, watch); };
  Found result = within({watch.stop, watch.until, &budget}, answer);
  result.origin.reason = "within its budget";
  return result;
}

/// A solver that ends with the whole time limit as its budget; `what` it works out.
template <class Question, class Found>
auto only_exact(const Both* both, const char* what, const char* advice,
                Solver<Question, Found> Engine::*solver) {
  return [=](const Question& question, const Watch& watch) {
    const EngineSettings& settings = both->settings;
    WorkBudget budget(settings.time_limit);
    try {
      Found result = exactly(both->exact.*solver, question, watch, budget);
      if (settings.choice != EngineChoice::automatic) result.origin.reason = "as asked";
      return result;
    } catch (const TooLarge&) {
      if (!budget.is_over()) throw;
      throw TooLarge(fmt::format(
          "{} would take more work than a plain machine does in {:g} s, the time limit; {}", what,
          settings.time_limit, advice));
    }
  };
}

constexpr const char* advice_on_best_play = "raise --time-limit";

/// Whether a side of several units does: dice cannot find out what that is.
bool plays_best(const PlayedQuestion& question) {
  const auto* const battle = std::get_if<BattleQuestion>(&question);
  if (battle == nullptr) return false;
  return std::visit(
      [](const auto& of) {
        return of.conduct(Side::attacker).is_best() || of.conduct(Side::defender).is_best();
      },
      battle->battle);
}

/// The laws of the engine made of both.
Solver<PlayedQuestion, Answer> choose(const Both* both) {
  const auto only = only_exact(both, "the exact distribution",
                               "raise --time-limit, or take --engine sim or auto", &Engine::laws);
  const auto best_play = only_exact(both, "best play", advice_on_best_play, &Engine::laws);
  return {[both, only, best_play](const PlayedQuestion& question, const Watch& watch) {
    const EngineSettings& settings = both->settings;
    if (plays_best(question) && settings.choice != EngineChoice::sim) {
      return best_play(question, watch);
    }
    const Solver<PlayedQuestion, Answer>& sim = both->sim.laws;
    const bool may_choose = settings.choice == EngineChoice::automatic;
    if (may_choose ? !sim : settings.choice != EngineChoice::sim) return only(question, watch);
    std::string reason = "as asked";
    if (may_choose) {
      const Watch of_exact = leaving_time_for_dice(settings, watch);
      WorkBudget budget((1 - share_of_dice) * settings.time_limit,
                        share_of_dice * settings.time_limit);
      try {
        return exactly(both->exact.laws, question, of_exact, budget);
      } catch (const TooLarge&) {
        reason = budget.is_over() ? fmt::format("exact would take more than its budget of {:g} s",
                                                (1 - share_of_dice) * settings.time_limit)
                                  : "exact would take more memory than there is";
      } catch (const NoAnswer&) {
        if (watch.stopped() || !of_exact.stopped()) throw;
        reason = fmt::format("exact takes longer here than its budget, the limit is {:g} s",
                             settings.time_limit);
      }
    }
    if (!sim) throw NoAnswer("there are no dice for this question; take --engine exact");
    const PatienceInUse patience(watch.patience());
    Answer result = sim.answer(question, watch);
    result.origin.reason = reason;
    return result;
  }};
}

}  // namespace

const char* Watch::why_stopped() const {
  return is_interrupted() ? "interrupted" : "the time limit was reached";
}

NoAnswer Watch::ended(const std::string& what) const {
  return NoAnswer(why_stopped() + what,
                  is_interrupted() ? ErrorCode::interrupted : ErrorCode::out_of_time);
}

double Watch::seconds_left(double most) const {
  constexpr double moment = limits_of_time.least;
  if (!until) return most;
  const double left = std::chrono::duration<double>(*until - Clock::now()).count();
  return std::max(std::min(left, most), moment);
}

Watch Watch::within(double seconds) const {
  constexpr double most = 1e8;  // years: more would not fit into the clock
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(std::min(seconds, most)));
  return {stop, progress, until ? std::min(*until, end) : end};
}

Patience Watch::patience() const { return {stop, until}; }

void Watch::tell_share(std::string_view of, double share) const {
  if (stopped()) throw ended("; there is no exact result yet");
  have_done(share);
  tell({of, static_cast<std::uint64_t>(std::lround(std::min(share, 1.0) * 100)), 100, false});
}

Engine engine_for(const EngineSettings& settings, const Engines& engines) {
  const auto keep_alive =
      std::make_shared<const Both>(Both{settings, engines.exact(settings), engines.sim(settings)});
  const Both* both = keep_alive.get();
  Engine engine;
  engine.keep_alive = keep_alive;
  engine.laws = choose(both);
  engine.play = both->sim.play;
  engine.solve = {only_exact(both, "best play", advice_on_best_play, &Engine::solve)};
  return engine;
}

}  // namespace warodds
