#include "sim/run/chunks.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/numbers/intervals.h"
#include "core/numbers/limits.h"
#include "core/text/error.h"

namespace warodds::sim {

namespace {

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

template <class Value>
void require(const char* option, Value value, const Limits<Value>& limits) {
  if (limits.allow(value)) return;
  throw InputError(
      fmt::format("{} = {}; allowed: {} to {}", option, value, limits.least, limits.most));
}

}  // namespace

void check(const Options& options) {
  require("trials", options.trials, limits_of_trials);
  require("confidence", options.confidence, limits_of_confidence);
  if (options.precision) require("precision", *options.precision, limits_of_precision);
  if (options.threads != 0) require("threads", options.threads, limits_of_threads);
  if (options.time_limit != 0) require("time limit", options.time_limit, limits_of_time);
}

std::uint64_t Chunks::most_trials(const Options& options, std::uint64_t chunk_trials) {
  if (!options.precision) return options.trials;
  const auto most = static_cast<std::uint64_t>(
      trials_for(*options.precision, normal_quantile(Confidence(options.confidence))));
  return ((most - 1) / chunk_trials + 1) * chunk_trials;
}

void Chunks::check_range() const {
  if (first_ < end_ && end_ <= chunks_) return;
  throw InputError(fmt::format("chunks {}..{}: this simulation has chunks 0..{}", first_, end_ - 1,
                               chunks_ - 1));
}

bool Deadline::is_over() {
  if (over_) return true;
  if (options_.stop != nullptr && *options_.stop) {
    over_ = interrupted_ = true;
  } else if (options_.time_limit > 0 && seconds_since(start_) >= options_.time_limit) {
    over_ = true;
  }
  return over_;
}

std::string Deadline::why() const {
  return interrupted_ ? "interrupted"
                      : fmt::format("the time limit of {} s was reached",
                                    std::max(options_.whole_limit, options_.time_limit));
}

void Deadline::give_up(const std::string& before_what, const std::string& cure) const {
  throw NoAnswer(fmt::format("{} before {}{}", why(), before_what,
                             interrupted_ ? "" : "; raise --time-limit, or " + cure),
                 interrupted_ ? ErrorCode::interrupted : ErrorCode::out_of_time);
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
