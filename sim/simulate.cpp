// Chunks, threads, milestones and the collection of the counts.
#include "sim/simulate.h"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <vector>

#include "core/error.h"
#include "core/fight.h"
#include "sim/cell_counts.h"
#include "sim/intervals.h"
#include "sim/plan.h"

namespace warodds::sim {

namespace {

using Clock = std::chrono::steady_clock;

/// What is counted of a fight, cell by cell.
struct Shape {
  explicit Shape(const Extent& extent)
      : rows(cells(extent.most_damage.attacker)), columns(cells(extent.most_damage.defender)) {
    joint =
        static_cast<double>(rows) * static_cast<double>(columns) <= FightOutcome::max_joint_cells;
    for (const Side side : both_sides) {
      for (const auto& [quantity, most] : extent.most_reported[side]) {
        reports.push_back({side, quantity, cells(most)});
      }
    }
  }

  static std::size_t cells(std::int64_t most) {
    constexpr std::int64_t most_cells = 1 << 24;
    if (most >= most_cells) {
      throw NoAnswer(
          fmt::format("a count of this fight can reach {}; the simulator counts up to {}", most,
                      most_cells - 1));
    }
    return static_cast<std::size_t>(most) + 1;
  }

  struct Report {
    Side side;
    Quantity quantity;
    std::size_t cells;
  };
  std::vector<Report> reports;
  std::size_t rows;
  std::size_t columns;
  bool joint;  ///< both sides' damage together; otherwise each by itself
};

using Counts = std::vector<std::uint64_t>;

/// The sums over all chunks so far.
struct Totals {
  explicit Totals(const Shape& shape) {
    for (const auto& report : shape.reports) reports.emplace_back(report.cells, 0);
    if (shape.joint) {
      joint.resize(shape.rows * shape.columns, 0);
    } else {
      damage = {Counts(shape.rows, 0), Counts(shape.columns, 0)};
    }
  }

  std::vector<Counts> reports;
  Counts joint;  ///< row by row
  PerSide<Counts> damage;
};

/// One thread's dice and counts.
template <class T>
class Worker {
 public:
  explicit Worker(const Shape& shape) : shape_(&shape) {
    for (const auto& report : shape.reports) reports_.emplace_back(report.cells);
    if (shape.joint) {
      joint_.emplace(shape.rows, shape.columns);
    } else {
      damage_ = {CellCounts(shape.rows), CellCounts(shape.columns)};
    }
  }

  void play_chunk(const Play<T>& play, std::uint64_t seed, std::uint64_t chunk,
                  std::uint64_t trials) {
    chance_.restart(seed, chunk);
    for (std::uint64_t done = 0; done < trials; done += lane_count) {
      const PerSide<Lanes<T>> damage = play(chance_);
      // Trials in surplus lanes are played, but do not count.
      count(damage, static_cast<int>(std::min<std::uint64_t>(trials - done, lane_count)));
    }
  }

  void add_to(Totals& totals) {
    for (std::size_t i = 0; i < reports_.size(); ++i) reports_[i].add_to(totals.reports[i]);
    if (joint_) joint_->add_to(totals.joint);
    for (const Side side : both_sides) {
      if (damage_[side]) damage_[side]->add_to(totals.damage[side]);
    }
  }

 private:
  void count(const PerSide<Lanes<T>>& damage, int live) {
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      const Shape::Report& report = shape_->reports[i];
      reports_[i].add(chance_.take_reported(report.side, report.quantity), live);
    }
    if (joint_) joint_->add(damage.attacker, damage.defender, live);
    for (const Side side : both_sides) {
      if (damage_[side]) damage_[side]->add(damage[side], live);
    }
  }

  const Shape* shape_;
  LaneChance<T> chance_;
  std::vector<CellCounts> reports_;
  std::optional<PairCounts> joint_;
  PerSide<std::optional<CellCounts>> damage_;
};

/// Trials in a chunk: enough to make starting one cheap, few enough to stop soon.
std::uint64_t trials_per_chunk(const Extent& extent) {
  constexpr std::int64_t dice = std::int64_t{1} << 21;
  constexpr std::int64_t most = std::int64_t{1} << 16;
  const std::int64_t trials =
      std::clamp<std::int64_t>(dice / std::max<std::int64_t>(extent.dice, 1), lane_count, most);
  return static_cast<std::uint64_t>(trials / lane_count * lane_count);
}

Counts marginal(const Counts& joint, std::size_t rows, std::size_t columns, bool of_rows) {
  Counts sums(of_rows ? rows : columns, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      sums[of_rows ? row : column] += joint[row * columns + column];
    }
  }
  return sums;
}

PerSide<SideTally> tallies(const Shape& shape, const Totals& totals) {
  PerSide<SideTally> deals;
  for (std::size_t i = 0; i < shape.reports.size(); ++i) {
    const Shape::Report& report = shape.reports[i];
    deals[report.side].rolled[report.quantity] = Tally(totals.reports[i]);
  }
  for (const Side side : both_sides) {
    deals[side].damage = Tally(
        shape.joint ? marginal(totals.joint, shape.rows, shape.columns, side == Side::attacker)
                    : totals.damage[side]);
  }
  return deals;
}

bool all_within(const Counts& counts, std::uint64_t trials, double z, double precision) {
  return std::all_of(counts.begin(), counts.end(), [&](std::uint64_t count) {
    return wilson(count, trials, z).half_width() <= precision;
  });
}

/// Kills are sums of damages that follow each other, so the damages and their tails stand for them.
bool precise(const PerSide<SideTally>& deals, double z, double precision) {
  for (const Side side : both_sides) {
    const Tally& damage = deals[side].damage;
    const std::uint64_t trials = damage.trials();
    if (!all_within(damage.counts(), trials, z, precision)) return false;
    if (!all_within(damage.at_least(), trials, z, precision)) return false;
    for (const auto& [quantity, tally] : deals[side].rolled) {
      if (!all_within(tally.counts(), trials, z, precision)) return false;
    }
  }
  return true;
}

/// Throws InputError.
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

template <class T>
class Run {
 public:
  Run(const Extent& extent, const Play<T>& play, const Options& options)
      : options_(options),
        play_(play),
        shape_(extent),
        totals_(shape_),
        z_(normal_quantile(options.confidence)),
        trials_(options.precision ? static_cast<std::uint64_t>(trials_for(*options.precision, z_))
                                  : options.trials),
        chunk_trials_(trials_per_chunk(extent)),
        chunks_((trials_ - 1) / chunk_trials_ + 1) {
    if (options.precision) trials_ = chunks_ * chunk_trials_;
    const int wanted = options.threads > 0 ? options.threads : omp_get_max_threads();
    const auto threads = std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted), chunks_);
    for (std::uint64_t i = 0; i < threads; ++i) workers_.emplace_back(shape_);
  }

  Simulation operator()() {
    // Milestones are fixed numbers of chunks, each a quarter more than the one before.
    std::uint64_t milestone = options_.precision ? std::min<std::uint64_t>(8, chunks_) : chunks_;
    bool partial = false;
    for (;;) {
      play_until(milestone);
      for (Worker<T>& worker : workers_) worker.add_to(totals_);
      partial = next_chunk_ < milestone;
      if (partial || milestone == chunks_) break;
      if (precise(tallies(shape_, totals_), z_, *options_.precision)) break;
      partial = stopped_;  // in time for the milestone, but more would have been needed
      if (partial) break;
      milestone = std::min(milestone + milestone / 4, chunks_);
    }
    return result(partial);
  }

 private:
  std::uint64_t trials_after(std::uint64_t chunks) const {
    return std::min(chunks * chunk_trials_, trials_);
  }

  /// Plays chunks in their order until `milestone` of them are done, or the time is over.
  void play_until(std::uint64_t milestone) {
    std::exception_ptr error;
    std::mutex error_mutex;
    const int threads = static_cast<int>(workers_.size());
#pragma omp parallel num_threads(threads)
    {
      try {
        play_some(static_cast<std::size_t>(omp_get_thread_num()), milestone);
      } catch (...) {
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
        stopped_ = true;
      }
    }
    if (error) std::rethrow_exception(error);
  }

  /// Takes chunk after chunk. A chunk that is taken is played to its end, so those done are always
  /// the first ones, without gaps.
  void play_some(std::size_t thread, std::uint64_t milestone) {
    for (;;) {
      if (next_chunk_ > 0 && must_stop()) return;
      std::uint64_t chunk = next_chunk_;
      do {
        if (chunk >= milestone) return;
      } while (!next_chunk_.compare_exchange_weak(chunk, chunk + 1));
      workers_[thread].play_chunk(play_, options_.seed, chunk,
                                  trials_after(chunk + 1) - trials_after(chunk));
      if (thread == 0) tell_progress();
    }
  }

  bool must_stop() {
    if (stopped_) return true;
    if (options_.stop != nullptr && *options_.stop) {
      stopped_ = interrupted_ = true;
    } else if (options_.time_limit > 0 && seconds_since(start_) >= options_.time_limit) {
      stopped_ = true;
    }
    return stopped_;
  }

  /// By one thread only, and not too often.
  void tell_progress() {
    constexpr double pause = 0.05;
    if (!options_.progress || seconds_since(last_told_) < pause) return;
    last_told_ = Clock::now();
    options_.progress(trials_after(next_chunk_), trials_);
  }

  static double seconds_since(Clock::time_point then) {
    return std::chrono::duration<double>(Clock::now() - then).count();
  }

  Simulation result(bool partial) const {
    Simulation simulation;
    simulation.deals = tallies(shape_, totals_);
    simulation.trials = trials_after(next_chunk_);
    simulation.seed = options_.seed;
    simulation.confidence = options_.confidence;
    simulation.partial = partial;
    if (simulation.partial) {
      simulation.why_partial =
          interrupted_ ? "interrupted"
                       : fmt::format("the time limit of {} s was reached", options_.time_limit);
    }
    if (shape_.joint) {
      simulation.joint_damage.emplace(simulation.deals.attacker.damage.max() + 1,
                                      simulation.deals.defender.damage.max() + 1);
      for (Eigen::Index row = 0; row < simulation.joint_damage->rows(); ++row) {
        for (Eigen::Index column = 0; column < simulation.joint_damage->cols(); ++column) {
          const auto columns = static_cast<Eigen::Index>(shape_.columns);
          (*simulation.joint_damage)(row, column) =
              totals_.joint[static_cast<std::size_t>(row * columns + column)];
        }
      }
    }
    return simulation;
  }

  const Options& options_;
  const Play<T>& play_;
  const Shape shape_;
  Totals totals_;
  const double z_;
  std::uint64_t trials_;
  const std::uint64_t chunk_trials_;
  const std::uint64_t chunks_;
  std::vector<Worker<T>> workers_;
  std::atomic<std::uint64_t> next_chunk_ = 0;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> interrupted_ = false;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_told_ = start_;
};

}  // namespace

Simulation simulate(const Plan& plan, const Options& options) {
  check(options);
  if (plan.extent.peak > std::numeric_limits<int>::max()) {
    throw NoAnswer("the counts of this fight are too large for the simulator");
  }
  return std::visit(
      [&]<class T>(const Play<T>& play) { return Run<T>(plan.extent, play, options)(); },
      plan.play);
}

Simulation simulate(const AnyFight& fight, const Options& options) {
  return simulate(make_plan(fight), options);
}

}  // namespace warodds::sim
