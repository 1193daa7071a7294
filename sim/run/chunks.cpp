#include "sim/run/chunks.h"

#include <fmt/core.h>

#include "core/numbers/intervals.h"
#include "core/rules/error.h"

namespace warodds::sim {

namespace {

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace

void check(const Options& options) {
  constexpr std::uint64_t most_trials = 1'000'000'000'000'000'000;
  if (options.trials == 0 || options.trials > most_trials) {
    throw InputError(fmt::format("trials = {}; allowed: 1 to {}", options.trials, most_trials));
  }
  if (!(options.confidence > 0 && options.confidence < 1)) {
    throw InputError(fmt::format("confidence = {}; allowed: between 0 and 1", options.confidence));
  }
  if (options.precision && !(*options.precision > 1e-8 && *options.precision <= 1)) {
    throw InputError(
        fmt::format("precision = {}; allowed: over 0.00000001, up to 1", *options.precision));
  }
  if (options.threads < 0 || options.threads > 1024) {
    throw InputError(fmt::format("threads = {}; allowed: 0 (all) to 1024", options.threads));
  }
  if (!(options.time_limit >= 0)) {
    throw InputError(fmt::format("time limit = {}; allowed: 0 (none) or more", options.time_limit));
  }
}

std::uint64_t Chunks::most_trials(const Options& options, std::uint64_t chunk_trials) {
  if (!options.precision) return options.trials;
  const double z = normal_quantile(options.confidence);
  const auto most = static_cast<std::uint64_t>(trials_for(*options.precision, z));
  return ((most - 1) / chunk_trials + 1) * chunk_trials;
}

bool Chunks::must_stop() {
  if (stopped_) return true;
  if (options_.stop != nullptr && *options_.stop) {
    stopped_ = interrupted_ = true;
  } else if (options_.time_limit > 0 && seconds_since(start_) >= options_.time_limit) {
    stopped_ = true;
  }
  return stopped_;
}

std::string Chunks::why_stopped() const {
  return interrupted_ ? "interrupted"
                      : fmt::format("the time limit of {} s was reached", options_.time_limit);
}

void Chunks::tell_progress() {
  constexpr double pause = 0.05;
  if (!options_.progress || seconds_since(last_told_) < pause) return;
  last_told_ = Clock::now();
  options_.progress(trials_after(next_chunk_), trials_);
}

Origin origin_of(const Options& options, const Chunks& chunks, bool partial) {
  return {false,
          "",
          chunks.trials_done(),
          options.seed,
          options.confidence,
          partial,
          partial ? chunks.why_stopped() : ""};
}

}  // namespace warodds::sim
