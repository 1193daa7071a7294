#include "core/answer/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/answer/patience_of.h"
#include "core/numbers/limits.h"
#include "core/text/error.h"

namespace warodds {
namespace {

std::string reason_for(const EngineSettings& settings, double exact_seconds) {
  if (settings.choice != EngineChoice::automatic) return "as asked";
  if (exact_seconds <= settings.time_limit) {
    return fmt::format("predicted to take {}", about(exact_seconds));
  }
  return fmt::format("exact would take {}, the limit is {:g} s", about(exact_seconds),
                     settings.time_limit);
}

void require_time(double seconds, const EngineSettings& settings) {
  if (seconds <= settings.time_limit) return;
  const char* advice = std::isfinite(seconds) ? "raise --time-limit, or take --engine sim or auto"
                                              : "take --engine sim or auto";
  throw TooLarge(
      fmt::format("the exact distribution would take {}, and the time limit is {:g} s; {}",
                  about(seconds), settings.time_limit, advice));
}

/// An exact answer that takes longer than was predicted leaves a fifth of the limit to the dice.
/// Where much of the limit is gone as it begins, as in tables, it may have the rest.
Watch leaving_time_for_dice(const EngineSettings& settings, const Watch& watch) {
  const double left = watch.seconds_left(settings.time_limit);
  return watch.until && left > 0.5 * settings.time_limit ? watch.within(0.8 * left) : watch;
}

std::string reason_of_overrun(const EngineSettings& settings, std::optional<double> seconds) {
  if (!seconds) {
    return fmt::format("how long exact would take was not known in time, the limit is {:g} s",
                       settings.time_limit);
  }
  return fmt::format("exact takes longer than predicted ({}), the limit is {:g} s", about(*seconds),
                     settings.time_limit);
}

/// Two engines and the settings to choose by.
struct Both {
  EngineSettings settings;
  Engine exact;
  Engine sim;
};

/// A solver of the engine made of both.
template <class Question, class Answer>
Solver<Question, Answer> choose(const Both* both, Solver<Question, Answer> Engine::*solver) {
  using Choice = EngineChoice;
  const auto answer = [both, solver](const Question& question, const Watch& watch) {
    const EngineSettings& settings = both->settings;
    const Solver<Question, Answer>& sim = both->sim.*solver;
    const auto with_dice = [&](const std::string& reason) {
      if (!sim) throw NoAnswer("there are no dice for this question; take --engine exact");
      const PatienceInUse patience(patience_of(watch));
      Answer result = sim.answer(question, watch);
      result.origin.reason = reason;
      return result;
    };
    if (settings.choice == Choice::sim) return with_dice(reason_for(settings, 0));
    const Solver<Question, Answer>& exact = both->exact.*solver;
    const bool has_dice = settings.choice == Choice::automatic && sim;
    const Watch of_exact = has_dice ? leaving_time_for_dice(settings, watch) : watch;
    std::optional<double> seconds;
    try {
      const PatienceInUse patience(patience_of(of_exact));
      seconds = exact.seconds(question);
      if (settings.choice == Choice::exact) require_time(*seconds, settings);
      if (*seconds <= settings.time_limit) {
        Answer result = exact.answer(question, of_exact);
        result.origin.reason = reason_for(settings, *seconds);
        return result;
      }
    } catch (const NoAnswer&) {
      if (!has_dice || watch.stopped() || !of_exact.stopped()) throw;
      return with_dice(reason_of_overrun(settings, seconds));
    }
    return with_dice(reason_for(settings, *seconds));
  };
  const auto seconds = [both, solver](const Question& question) {
    const EngineSettings& settings = both->settings;
    const bool simulated = settings.choice == Choice::sim;
    const double exactly = simulated ? 0 : (both->exact.*solver).seconds(question);
    if (exactly <= settings.time_limit || !(both->sim.*solver)) return exactly;
    return (both->sim.*solver).seconds(question);
  };
  return {answer, seconds};
}

/// A solver that only the exact engine has.
template <class Question, class Answer>
Solver<Question, Answer> only_exact(const Both* both, Solver<Question, Answer> Engine::*solver) {
  const auto answer = [both, solver](const Question& question, const Watch& watch) {
    const Solver<Question, Answer>& exact = both->exact.*solver;
    const double limit = both->settings.time_limit;
    const PatienceInUse patience(patience_of(watch));
    const double seconds = exact.seconds(question);
    if (seconds > limit) {
      throw TooLarge(fmt::format("best play would take {}, and the time limit is {:g} s{}",
                                 about(seconds), limit,
                                 std::isfinite(seconds) ? "; raise --time-limit" : ""));
    }
    Answer solution = exact.answer(question, watch);
    solution.origin.reason = reason_for(both->settings, seconds);
    return solution;
  };
  return {answer, (both->exact.*solver).seconds};
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

void Watch::tell_share(std::string_view of, double share) const {
  if (stopped()) throw ended("; there is no exact result yet");
  tell({of, static_cast<std::uint64_t>(std::lround(std::min(share, 1.0) * 100)), 100, false});
}

std::string about(double seconds) {
  if (!std::isfinite(seconds)) return "more memory than there is";
  if (seconds < 0.001) return "less than 1 ms";
  if (seconds < 1) return fmt::format("about {:.0f} ms", seconds * 1000);
  if (seconds < 120) return fmt::format("about {:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("about {:.0f} min", seconds / 60);
  return fmt::format("about {:.0f} h", seconds / 3600);
}

Engine engine_for(const EngineSettings& settings, const Engines& engines) {
  const auto keep_alive =
      std::make_shared<const Both>(Both{settings, engines.exact(settings), engines.sim(settings)});
  const Both* both = keep_alive.get();
  Engine engine;
  engine.keep_alive = keep_alive;
  engine.fight = choose(both, &Engine::fight);
  engine.battle = choose(both, &Engine::battle);
  engine.sequence = choose(both, &Engine::sequence);
  engine.play = both->sim.play;
  engine.solve = only_exact(both, &Engine::solve);
  engine.solve_battle = only_exact(both, &Engine::solve_battle);
  return engine;
}

}  // namespace warodds
