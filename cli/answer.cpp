#include "cli/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/terminal.h"
#include "core/chi_square.h"
#include "core/error.h"
#include "exact/fight.h"
#include "sim/intervals.h"
#include "sim/simulate.h"

namespace warodds::cli {
namespace {

const FightFacts& facts_of(const AnyFight& fight) {
  return std::visit([](const auto& resolved) -> const FightFacts& { return resolved; }, fight);
}

/// "3 ms", "12 s", "2 h": a time nobody should take for exact.
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

/// Estimates with their intervals, all at one confidence.
class Estimates {
 public:
  explicit Estimates(double confidence) : z_(sim::normal_quantile(confidence)) {}

  Number probability(std::uint64_t seen, std::uint64_t trials) const {
    const double share = static_cast<double>(seen) / static_cast<double>(trials);
    return {share, sim::wilson(seen, trials, z_).half_width()};
  }

  Series series(std::string name, const sim::Tally& tally, std::uint64_t trials) const {
    Series series;
    series.name = std::move(name);
    const std::vector<std::uint64_t> at_least = tally.at_least();
    for (std::size_t k = 0; k < at_least.size(); ++k) {
      series.pmf.push_back(probability(tally.counts()[k], trials));
      series.at_least.push_back(probability(at_least[k], trials));
    }
    // Trials that all agree do not make a mean certain: a value nobody has seen may still have the
    // probability that the Wilson interval of 0 leaves it.
    const double unseen = std::max(tally.max(), 1) * sim::wilson(0, trials, z_).half_width();
    series.mean = {tally.mean(), std::max(sim::mean_half_width(tally.sd(), trials, z_), unseen)};
    series.sd = tally.sd();
    return series;
  }

 private:
  double z_;
};

/// P(X >= 1), from a quantity that is 0 or 1.
Number at_least_one(const Series& series) {
  if (series.pmf.size() > 1) return series.at_least[1];
  return {0, series.pmf[0].half_width};
}

/// Sorts a quantity by what it is: knockback is a probability, all others are distributions.
void take(SideAnswer& answer, Quantity quantity, Series series) {
  if (quantity == Quantity::hits) {
    answer.hits = std::move(series);
  } else if (quantity == Quantity::knockback) {
    answer.knockback = at_least_one(series);
  } else {
    answer.extra.push_back(std::move(series));
  }
}

void finish(Answer& answer, const FightFacts& facts) {
  for (const Side side : both_sides) {
    SideAnswer& deals = answer.deals[side];
    deals.deals_any = deals.hits.pmf.size() > 1 || deals.damage.pmf.size() > 1;
  }
  if (facts.order_points && *facts.order_points > 0) {
    SideAnswer& attacker = answer.deals.attacker;
    Number per_point = attacker.damage.mean;
    per_point.value /= *facts.order_points;
    if (per_point.half_width) *per_point.half_width /= *facts.order_points;
    attacker.damage_per_order_point = per_point;
  }
  answer.remarks = facts.remarks;
}

Answer from_exact(const FightOutcome& outcome, const FightFacts& facts) {
  Answer answer;
  for (const Side side : both_sides) {
    const Deals& deals = outcome.deals[side];
    SideAnswer& to = answer.deals[side];
    to.hits = series_of("hits", Distribution());
    for (const auto& [quantity, distribution] : deals.rolled) {
      take(to, quantity, series_of(to_string(quantity), distribution));
    }
    to.damage = series_of("damage", deals.damage);
    to.kills = series_of("kills", deals.kills);
    to.destroyed = {deals.destroyed};
  }
  if (outcome.joint_damage) answer.joint_damage = outcome.joint_damage->pmf();
  finish(answer, facts);
  return answer;
}

Answer from_simulation(const sim::Simulation& simulation, const FightFacts& facts) {
  Answer answer;
  const Estimates estimates(simulation.confidence);
  const std::uint64_t trials = simulation.trials;
  const sim::Tally nothing(std::vector<std::uint64_t>{trials});
  for (const Side side : both_sides) {
    const sim::SideTally& deals = simulation.deals[side];
    const Casualties& target = facts.casualties[enemy_of(side)];
    SideAnswer& to = answer.deals[side];
    to.hits = estimates.series("hits", nothing, trials);
    for (const auto& [quantity, tally] : deals.rolled) {
      take(to, quantity, estimates.series(to_string(quantity), tally, trials));
    }
    to.damage = estimates.series("damage", deals.damage, trials);
    const sim::Tally kills = deals.damage.map([&](int damage) { return target.kills(damage); });
    to.kills = estimates.series("kills", kills, trials);
    std::uint64_t destroyed = 0;
    for (int k = target.left(); k <= deals.damage.max(); ++k) destroyed += deals.damage.count(k);
    to.destroyed = estimates.probability(destroyed, trials);
  }
  if (simulation.joint_damage) {
    answer.joint_damage = simulation.joint_damage->cast<double>() / static_cast<double>(trials);
  }
  answer.engine = {false,
                   "",
                   trials,
                   simulation.seed,
                   simulation.confidence,
                   simulation.partial,
                   simulation.why_partial};
  finish(answer, facts);
  return answer;
}

sim::Simulation simulate(const AnyFight& fight, const Arguments& arguments,
                         const std::atomic<bool>* stop) {
  sim::Options options;
  options.trials = arguments.trials.value_or(default_trials);
  options.precision = arguments.precision;
  options.confidence = arguments.confidence;
  options.seed = arguments.seed;
  options.threads = arguments.threads;
  options.time_limit = arguments.time_limit;
  options.stop = stop;
  Progress progress("trials");
  options.progress = [&](std::uint64_t done, std::uint64_t wanted) { progress.show(done, wanted); };
  return sim::simulate(fight, options);
}

FightOutcome compute_exactly(const Question& question, const Arguments& arguments, double seconds) {
  if (seconds <= arguments.time_limit) return exact::fight(question.fight);
  const char* advice = std::isfinite(seconds) ? "raise --time-limit, or take --engine sim or auto"
                                              : "take --engine sim or auto";
  throw NoAnswer(
      fmt::format("the exact distribution would take {}, and the time limit is {:g} s; {}",
                  about(seconds), arguments.time_limit, advice));
}

}  // namespace

std::vector<const Series*> SideAnswer::series() const {
  std::vector<const Series*> all{&hits};
  for (const Series& one : extra) all.push_back(&one);
  all.push_back(&damage);
  all.push_back(&kills);
  return all;
}

Answer answer_fight(const Question& question, const Arguments& arguments,
                    const std::atomic<bool>* stop) {
  const FightFacts& facts = facts_of(question.fight);
  if (arguments.engine == Engine::sim) {
    Answer answer = from_simulation(simulate(question.fight, arguments, stop), facts);
    answer.engine.reason = "as asked";
    return answer;
  }
  const double seconds = exact::predicted_seconds(question.fight);
  if (arguments.engine == Engine::automatic && seconds > arguments.time_limit) {
    Answer answer = from_simulation(simulate(question.fight, arguments, stop), facts);
    answer.engine.reason = fmt::format("exact would take {}, the limit is {:g} s", about(seconds),
                                       arguments.time_limit);
    return answer;
  }
  Answer answer = from_exact(compute_exactly(question, arguments, seconds), facts);
  answer.engine.reason = arguments.engine == Engine::exact
                             ? "as asked"
                             : fmt::format("predicted to take {}", about(seconds));
  return answer;
}

Check check_fight(const Question& question, const Arguments& arguments,
                  const std::atomic<bool>* stop) {
  const FightFacts& facts = facts_of(question.fight);
  const double seconds = exact::predicted_seconds(question.fight);
  const FightOutcome outcome = compute_exactly(question, arguments, seconds);
  const sim::Simulation simulation = simulate(question.fight, arguments, stop);

  Check check;
  check.simulation = {false,
                      "as asked",
                      simulation.trials,
                      simulation.seed,
                      simulation.confidence,
                      simulation.partial,
                      simulation.why_partial};
  check.level = 0.001;
  const auto compare = [&](const std::string& side, const std::string& quantity,
                           const Eigen::ArrayXd& pmf, const std::vector<std::uint64_t>& counts) {
    const ChiSquare test = chi_square(pmf, counts);
    check.comparisons.push_back(
        {side, quantity, test.statistic, test.degrees, test.p_value, test.impossible, true});
  };
  for (const Side side : both_sides) {
    const Deals& exactly = outcome.deals[side];
    const sim::SideTally& simulated = simulation.deals[side];
    for (const auto& [quantity, distribution] : exactly.rolled) {
      const auto tally = simulated.rolled.find(quantity);
      compare(to_string(side), to_string(quantity), distribution.pmf(),
              tally == simulated.rolled.end() ? std::vector<std::uint64_t>{simulation.trials}
                                              : tally->second.counts());
    }
    compare(to_string(side), "damage", exactly.damage.pmf(), simulated.damage.counts());
    const Casualties& target = facts.casualties[enemy_of(side)];
    compare(to_string(side), "kills", exactly.kills.pmf(),
            simulated.damage.map([&](int damage) { return target.kills(damage); }).counts());
  }
  if (outcome.joint_damage && simulation.joint_damage) {
    // Both as one list of cells, row by row of whichever table is larger.
    const Eigen::ArrayXXd& pmf = outcome.joint_damage->pmf();
    const auto& counts = *simulation.joint_damage;
    const Eigen::Index rows = std::max(pmf.rows(), counts.rows());
    const Eigen::Index columns = std::max(pmf.cols(), counts.cols());
    Eigen::ArrayXd cells = Eigen::ArrayXd::Zero(rows * columns);
    std::vector<std::uint64_t> seen(static_cast<std::size_t>(rows * columns), 0);
    for (Eigen::Index r = 0; r < rows; ++r) {
      for (Eigen::Index c = 0; c < columns; ++c) {
        if (r < pmf.rows() && c < pmf.cols()) cells[r * columns + c] = pmf(r, c);
        if (r < counts.rows() && c < counts.cols()) {
          seen[static_cast<std::size_t>(r * columns + c)] = counts(r, c);
        }
      }
    }
    compare("both", "joint damage", cells, seen);
  }
  check.each_level = sidak_level(check.level, static_cast<int>(check.comparisons.size()));
  for (Comparison& comparison : check.comparisons) {
    comparison.agrees = comparison.p_value >= check.each_level;
    check.agrees = check.agrees && comparison.agrees;
  }
  return check;
}

}  // namespace warodds::cli
