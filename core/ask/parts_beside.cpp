#include "core/ask/parts_beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/answer/parts_of_units.h"
#include "core/design/cells.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// The engine for battles of which only the odds are wanted.
EngineSettings for_parts(const EngineSettings& settings, bool exact) {
  EngineSettings quick = settings;
  quick.choice = exact ? EngineChoice::exact : EngineChoice::sim;
  if (!exact && !quick.precision) {
    quick.trials = std::min(settings.trials.value_or(default_trials), default_trials_of_many);
  }
  return quick;
}

bool has_parts(const BattleAnswer& answer) {
  const auto has_part = [](const UnitAnswer& unit) { return unit.part.has_value(); };
  return std::any_of(both_sides.begin(), both_sides.end(), [&](Side side) {
    return std::any_of(answer.units[side].begin(), answer.units[side].end(), has_part);
  });
}

}  // namespace

void add_parts_beside(const Matchup& matchup, int rounds, bool by_name,
                      const EngineSettings& settings, const Engines& engines, const Watch& watch,
                      BattleAnswer& answer) {
  const bool exact = answer.origin.exact;
  const Engine quick = engine_for(for_parts(settings, exact), engines);
  const auto seconds = [&](bool with_shapley, double most) {
    return seconds_of_parts(matchup, rounds, quick, watch, with_shapley, most);
  };
  const double limit = settings.time_limit * (by_name ? 1 : 0.2);
  const double of_shapley = 0.02 * settings.time_limit;
  try {
    const double needed = exact ? seconds(false, limit) : 0;
    if (needed > limit) {
      throw NoAnswer(
          fmt::format("it would take {}, and {} {:g} s; raise --time-limit", about(needed),
                      by_name ? "the time limit is" : "a fifth of the time limit is", limit));
    }
    // Predictions of many small battles are rough, and nobody has asked for these.
    const bool with_shapley = exact && seconds(true, needed + of_shapley) - needed <= of_shapley;
    add_parts(matchup, rounds, quick, watch, with_shapley, answer);
  } catch (const std::runtime_error& error) {
    const bool late = watch.stopped() && !watch.is_interrupted();
    const std::string reason =
        late ? fmt::format("the time limit of {:g} s was reached; raise --time-limit",
                           settings.time_limit)
             : error.what();
    const std::string why =
        fmt::format("what {} left out: {}",
                    has_parts(answer) ? "some units add is" : "each unit adds is", reason);
    if (by_name) throw NoAnswer(why);
    answer.remarks.push_back(why);
  }
}

}  // namespace warodds
