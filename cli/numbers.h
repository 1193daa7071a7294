// Numbers with their errors, and where they come from.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/terminal.h"
#include "core/numbers/distribution.h"
#include "core/numbers/intervals.h"
#include "sim/simulate.h"

namespace warodds::cli {

/// One number and, if simulated, the half-width of its interval.
struct Number {
  double value = 0;
  std::optional<double> half_width = {};
};

/// The distribution of one quantity.
struct Series {
  std::string name;
  std::vector<Number> pmf;
  std::vector<Number> at_least;
  Number mean;
  double sd = 0;
};

struct EngineReport {
  bool exact = true;
  std::string reason;  ///< why this engine was taken
  std::uint64_t trials = 0;
  std::uint64_t seed = 0;
  double confidence = 0;
  bool partial = false;
  std::string why_partial;
};

/// The origin of what a simulation counted.
template <class Simulation>
EngineReport engine_of(const Simulation& simulation) {
  return {false,
          "",
          simulation.trials,
          simulation.seed,
          simulation.confidence,
          simulation.partial,
          simulation.why_partial};
}

/// An exact distribution.
Series series_of(std::string name, const Distribution& distribution);

/// Estimates with their intervals, all at one confidence.
class Estimates {
 public:
  explicit Estimates(double confidence);

  Number probability(std::uint64_t seen, std::uint64_t trials) const;
  Series series(std::string name, const Tally& tally, std::uint64_t trials) const;
  /// The mean of values whose sum and sum of squares are known; none is larger than `largest`.
  Number mean(double sum, double squares, double largest, std::uint64_t trials) const;

 private:
  Deviations reach_;
};

/// "about 3 ms", "about 12 s", "about 2 h".
std::string about(double seconds);

/// Whether the exact engine answers. Throws NoAnswer when it is asked for and would take longer
/// than the time limit.
bool take_exact(const Arguments& arguments, double seconds);

/// Throws NoAnswer when exact results would take longer than the time limit.
void require_time(double seconds, const Arguments& arguments);

/// Why auto has taken exact, or has not.
std::string reason_for(const Arguments& arguments, double exact_seconds);

/// What the command line says of simulation. `progress` may be null; it must outlive the options.
sim::Options simulation_options(const Arguments& arguments, const std::atomic<bool>* stop,
                                Progress* progress);

}  // namespace warodds::cli
