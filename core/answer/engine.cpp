#include "core/answer/engine.h"

#include <fmt/format.h>

#include <cmath>

#include "core/rules/error.h"

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
  throw NoAnswer(
      fmt::format("the exact distribution would take {}, and the time limit is {:g} s; {}",
                  about(seconds), settings.time_limit, advice));
}

template <class Question, class Answer>
Skill<Question, Answer> choose(const EngineSettings& settings, const Skill<Question, Answer>& exact,
                               const Skill<Question, Answer>& sim) {
  using Choice = EngineChoice;
  const auto answer = [=](const Question& question, const Watch& watch) {
    const double seconds = settings.choice == Choice::sim ? 0 : exact.seconds(question);
    if (settings.choice == Choice::exact) require_time(seconds, settings);
    const bool exactly = settings.choice != Choice::sim && seconds <= settings.time_limit;
    Answer result = (exactly ? exact : sim).answer(question, watch);
    result.origin.reason = reason_for(settings, seconds);
    return result;
  };
  const auto seconds = [=](const Question& question) {
    const double exactly = settings.choice == Choice::sim ? 0 : exact.seconds(question);
    return exactly <= settings.time_limit ? exactly : sim.seconds(question);
  };
  return {answer, seconds};
}

}  // namespace

void Watch::tell_share(std::string_view of, double share) const {
  if (stopped()) throw NoAnswer("interrupted; there is no exact result yet");
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
  const Engine exact = engines.exact(settings);
  const Engine sim = engines.sim(settings);
  Engine engine;
  engine.fight = choose(settings, exact.fight, sim.fight);
  engine.battle = choose(settings, exact.battle, sim.battle);
  engine.sequence = choose(settings, exact.sequence, sim.sequence);
  engine.play = sim.play;
  engine.solve.seconds = exact.solve.seconds;
  engine.solve.answer = [settings, solve = exact.solve](const AnyGame& game, const Watch& watch) {
    const double seconds = solve.seconds(game);
    if (seconds > settings.time_limit) {
      throw NoAnswer(fmt::format("best play would take {}, and the time limit is {:g} s{}",
                                 about(seconds), settings.time_limit,
                                 std::isfinite(seconds) ? "; raise --time-limit" : ""));
    }
    Solution solution = solve.answer(game, watch);
    solution.origin.reason = reason_for(settings, seconds);
    return solution;
  };
  return engine;
}

}  // namespace warodds
