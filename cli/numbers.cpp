#include "cli/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/numbers/intervals.h"
#include "core/rules/error.h"

namespace warodds::cli {

std::string about(double seconds) {
  if (!std::isfinite(seconds)) return "more memory than there is";
  if (seconds < 0.001) return "less than 1 ms";
  if (seconds < 1) return fmt::format("about {:.0f} ms", seconds * 1000);
  if (seconds < 120) return fmt::format("about {:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("about {:.0f} min", seconds / 60);
  return fmt::format("about {:.0f} h", seconds / 3600);
}

Series series_of(std::string name, const Distribution& distribution) {
  Series series;
  series.name = std::move(name);
  const Eigen::ArrayXd at_least = distribution.at_least();
  for (Eigen::Index k = 0; k < at_least.size(); ++k) {
    series.pmf.push_back({distribution.pmf()[k]});
    series.at_least.push_back({at_least[k]});
  }
  series.mean = {distribution.mean()};
  series.sd = distribution.sd();
  return series;
}

Estimates::Estimates(double confidence) : reach_(normal_quantile(Confidence(confidence))) {}

Number Estimates::probability(std::uint64_t seen, std::uint64_t trials) const {
  const double share = static_cast<double>(seen) / static_cast<double>(trials);
  return {share, wilson(seen, trials, reach_).half_width()};
}

Number Estimates::mean(double sum, double squares, double largest, std::uint64_t trials) const {
  const auto n = static_cast<double>(trials);
  const double mean = sum / n;
  const double sd = std::sqrt(std::max(squares / n - mean * mean, 0.0));
  // Trials that all agree do not make a mean certain: a value nobody has seen may still have the
  // probability that the Wilson interval of 0 leaves it.
  const double unseen = largest * wilson(0, trials, reach_).half_width();
  return {mean, std::max(mean_half_width(sd, trials, reach_), unseen)};
}

Series Estimates::series(std::string name, const Tally& tally, std::uint64_t trials) const {
  Series series;
  series.name = std::move(name);
  const std::vector<std::uint64_t> at_least = tally.at_least();
  for (std::size_t k = 0; k < at_least.size(); ++k) {
    series.pmf.push_back(probability(tally.counts()[k], trials));
    series.at_least.push_back(probability(at_least[k], trials));
  }
  const double unseen = std::max(tally.max(), 1) * wilson(0, trials, reach_).half_width();
  series.mean = {tally.mean(), std::max(mean_half_width(tally.sd(), trials, reach_), unseen)};
  series.sd = tally.sd();
  return series;
}

bool take_exact(const Arguments& arguments, double seconds) {
  if (arguments.engine == Engine::sim) return false;
  if (arguments.engine == Engine::exact) require_time(seconds, arguments);
  return seconds <= arguments.time_limit;
}

void require_time(double seconds, const Arguments& arguments) {
  if (seconds <= arguments.time_limit) return;
  const char* advice = std::isfinite(seconds) ? "raise --time-limit, or take --engine sim or auto"
                                              : "take --engine sim or auto";
  throw NoAnswer(
      fmt::format("the exact distribution would take {}, and the time limit is {:g} s; {}",
                  about(seconds), arguments.time_limit, advice));
}

std::string reason_for(const Arguments& arguments, double exact_seconds) {
  if (arguments.engine != Engine::automatic) return "as asked";
  if (exact_seconds <= arguments.time_limit) {
    return fmt::format("predicted to take {}", about(exact_seconds));
  }
  return fmt::format("exact would take {}, the limit is {:g} s", about(exact_seconds),
                     arguments.time_limit);
}

sim::Options simulation_options(const Arguments& arguments, const std::atomic<bool>* stop,
                                Progress* progress) {
  sim::Options options;
  options.trials = arguments.trials.value_or(default_trials);
  options.precision = arguments.precision;
  options.confidence = arguments.confidence;
  options.seed = arguments.seed;
  options.threads = arguments.threads;
  options.time_limit = arguments.time_limit;
  options.stop = stop;
  if (progress != nullptr) {
    options.progress = [=](std::uint64_t done, std::uint64_t wanted) {
      progress->show(done, wanted);
    };
  }
  return options;
}

}  // namespace warodds::cli
