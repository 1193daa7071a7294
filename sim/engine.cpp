#include "sim/engine.h"

#include <variant>

#include "core/numbers/limits.h"
#include "sim/simulate.h"

namespace warodds::sim {
namespace {

Options options_of(const EngineSettings& settings, const Watch& watch, std::string_view what) {
  Options options;
  options.trials = settings.trials.value_or(default_trials);
  options.precision = settings.precision;
  options.confidence = settings.confidence;
  options.seed = settings.seed;
  options.threads = settings.threads;
  // A part of a simulation has the chunks that it was asked for, however long they take.
  options.time_limit = settings.tallies ? 0 : watch.seconds_left(settings.time_limit);
  options.whole_limit = settings.time_limit;
  options.stop = watch.stop;
  options.chunks = settings.chunks;
  options.tallies = settings.tallies.get();
  if (watch.progress) {
    options.progress = [&watch, what](std::uint64_t done, std::uint64_t wanted) {
      watch.tell({what, done, wanted, true});
    };
  }
  return options;
}

}  // namespace

Engine engine(const EngineSettings& asked) {
  const auto keep_alive = std::make_shared<const EngineSettings>(asked);
  const EngineSettings* settings = keep_alive.get();
  Engine engine;
  engine.keep_alive = keep_alive;
  engine.laws.answer = [settings](const PlayedQuestion& question, const Watch& watch) {
    const bool is_battle = std::holds_alternative<BattleQuestion>(question);
    const Options options = options_of(*settings, watch, is_battle ? "battles" : "trials");
    return std::visit([&](const auto& of) { return simulate(of, options); }, question);
  };
  engine.play = {[settings](const PlayQuestion& question, const Watch& watch) {
    Options options = options_of(*settings, watch, "games");
    // All games are needed for a fair comparison.
    options.time_limit = watch.until ? watch.seconds_left(limits_of_time.most) : 0;
    return play_game(question, options);
  }};
  return engine;
}

}  // namespace warodds::sim
