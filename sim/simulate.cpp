// Chunks, threads, milestones and the collection of the counts.
#include "sim/simulate.h"

#include <fmt/core.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/numbers/intervals.h"
#include "core/rules/fight.h"
#include "core/text/error.h"
#include "sim/lanes/cell_counts.h"
#include "sim/run/chunks.h"
#include "sim/run/outcome_counts.h"
#include "sim/run/plan.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

namespace {

/// What is counted of a fight, cell by cell.
struct Shape {
  explicit Shape(const Extent& extent)
      : rows(cells(extent.most_damage.attacker)), columns(cells(extent.most_damage.defender)) {
    joint =
        static_cast<double>(rows) * static_cast<double>(columns) <= FightAnswer::max_joint_cells;
    for (const Side side : both_sides) {
      for (const auto& [what, most] : extent.most_reported[side]) {
        reports.push_back({side, what, cells(most)});
      }
    }
  }

  static std::size_t cells(std::int64_t most) {
    constexpr std::int64_t most_cells = 1 << 24;
    if (most >= most_cells) {
      throw TooLarge(
          fmt::format("a count of this fight can reach {}; the simulator counts up to {}", most,
                      most_cells - 1));
    }
    return static_cast<std::size_t>(most) + 1;
  }

  struct Report {
    Side side;
    int what;
    std::size_t cells;
  };
  std::vector<Report> reports;
  std::size_t rows;
  std::size_t columns;
  bool joint;  ///< both sides' damage together; otherwise each by itself
};

using Cells = std::vector<std::uint64_t>;

/// The sums over all chunks so far.
struct Totals {
  explicit Totals(const Shape& shape) {
    for (const auto& report : shape.reports) reports.emplace_back(report.cells, 0);
    if (shape.joint) {
      joint.resize(shape.rows * shape.columns, 0);
    } else {
      damage = {Cells(shape.rows, 0), Cells(shape.columns, 0)};
    }
  }

  std::vector<Cells> reports;
  Cells joint;  ///< row by row
  PerSide<Cells> damage;
  OutcomeCounts outcomes;
};

template <class Archive, Is<Totals> Some>
void members(Archive& archive, Some& totals) {
  archive(totals.reports);
  archive(totals.joint);
  for (const Side side : both_sides) archive(totals.damage[side]);
  archive(totals.outcomes);
}

/// Whether each list has so many trials.
bool fits(const Totals& totals, std::uint64_t trials) {
  const auto is_of_all = [&](const Cells& counts) { return adds_up(counts, trials); };
  const auto& [first, second] = std::pair(&totals.damage.attacker, &totals.damage.defender);
  const bool joint = first->empty() && second->empty() && is_of_all(totals.joint);
  const bool apart = totals.joint.empty() && is_of_all(*first) && is_of_all(*second);
  return (joint || apart) && fits(totals.outcomes, trials) &&
         std::all_of(totals.reports.begin(), totals.reports.end(), is_of_all);
}

void add_each(Cells& to, const Cells& from) {
  if (to.size() != from.size()) TallyReader::not_these();
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

void add(Totals& to, const Totals& from) {
  if (to.reports.size() != from.reports.size()) TallyReader::not_these();
  for (std::size_t i = 0; i < from.reports.size(); ++i) add_each(to.reports[i], from.reports[i]);
  add_each(to.joint, from.joint);
  for (const Side side : both_sides) add_each(to.damage[side], from.damage[side]);
  add(to.outcomes, from.outcomes);
}

/// What is asked of the outcomes of a fight, made ready.
class AskedOutcomes {
 public:
  AskedOutcomes(const Plan& plan, const Shape& shape, const std::vector<AskedLaw>& laws)
      : observer_(laws),
        outcome_(observer_.facts(), plan.casualties, plan.kinds, plan.blank.reports,
                 {static_cast<int>(shape.rows) - 1, static_cast<int>(shape.columns) - 1}) {
    for (const FightOutcome::Report& report : outcome_.reports()) {
      const auto place = std::find_if(
          shape.reports.begin(), shape.reports.end(), [&](const Shape::Report& counted) {
            return counted.side == report.side && counted.what == report.what;
          });
      reports_.push_back(static_cast<std::size_t>(place - shape.reports.begin()));
    }
  }

  bool empty() const { return observer_.asked().empty(); }

  /// Counts a trial. `reported`: as the shape lists them; what it does not list is 0.
  void count(const PerSide<int>& damage, const std::vector<int>& reported, OutcomeCounts& counts) {
    reported_.clear();
    for (const std::size_t place : reports_) {
      reported_.push_back(place < reported.size() ? reported[place] : 0);
    }
    outcome_.tell(damage, reported_, values_);
    observer_.add(values_, std::uint64_t{1}, counts.laws);
  }

 private:
  Observer observer_;
  FightOutcome outcome_;
  std::vector<std::size_t> reports_;  ///< places in the shape
  std::vector<int> reported_;
  std::vector<double> values_;
};

/// One thread's dice and counts.
template <class T>
class Worker {
 public:
  Worker(const Shape& shape, AskedOutcomes asked) : shape_(&shape), asked_(std::move(asked)) {
    for (const auto& report : shape.reports) reports_.emplace_back(report.cells);
    if (shape.joint) {
      joint_.emplace(shape.rows, shape.columns);
    } else {
      damage_ = {CellCounts(shape.rows), CellCounts(shape.columns)};
    }
  }

  void play_chunk(const Rolls& rolls, const std::vector<Play<T>>& plays, std::uint64_t seed,
                  std::uint64_t chunk, std::uint64_t trials) {
    chance_.restart(seed, chunk);
    const std::vector<std::uint64_t> shares = trials_of_fights(chance_, rolls, trials);
    for (std::size_t i = 0; i < plays.size(); ++i) {
      for (std::uint64_t done = 0; done < shares[i]; done += lane_count) {
        plays[i](chance_, exchange_);
        // Trials in surplus lanes are played, but do not count.
        count(exchange_.damage,
              static_cast<int>(std::min<std::uint64_t>(shares[i] - done, lane_count)));
      }
    }
  }

  void add_to(Totals& totals) {
    for (std::size_t i = 0; i < reports_.size(); ++i) reports_[i].add_to(totals.reports[i]);
    if (joint_) joint_->add_to(totals.joint);
    for (const Side side : both_sides) {
      if (damage_[side]) damage_[side]->add_to(totals.damage[side]);
    }
    add(totals.outcomes, std::exchange(outcomes_, {}));
  }

 private:
  void count(const PerSide<Lanes<T>>& damage, int live) {
    told_.clear();
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      const Shape::Report& report = shape_->reports[i];
      const auto& told = chance_.take_reported(report.side, report.what);
      reports_[i].add(told, live);
      if (!asked_.empty()) told_.push_back(told);
    }
    if (!asked_.empty()) count_outcomes(damage, live);
    if (joint_) joint_->add(damage.attacker, damage.defender, live);
    for (const Side side : both_sides) {
      if (damage_[side]) damage_[side]->add(damage[side], live);
    }
  }

  void count_outcomes(const PerSide<Lanes<T>>& damage, int live) {
    std::vector<int> reported(told_.size());
    for (int lane = 0; lane < live; ++lane) {
      for (std::size_t i = 0; i < told_.size(); ++i) {
        reported[i] = static_cast<int>(told_[i].data()[lane]);
      }
      asked_.count({static_cast<int>(damage.attacker.data()[lane]),
                    static_cast<int>(damage.defender.data()[lane])},
                   reported, outcomes_);
    }
  }

  const Shape* shape_;
  AskedOutcomes asked_;
  OutcomeCounts outcomes_;
  std::vector<Lanes<T>> told_;  ///< what the trials being counted have reported
  LaneChance<T> chance_;
  Exchange<Lanes<T>> exchange_;
  std::vector<CellCounts> reports_;
  std::optional<CellCounts> joint_;
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

Cells marginal(const Cells& joint, std::size_t rows, std::size_t columns, bool of_rows) {
  Cells sums(of_rows ? rows : columns, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      sums[of_rows ? row : column] += joint[row * columns + column];
    }
  }
  return sums;
}

/// Fills in what has been counted.
void count_into(FightAnswer& answer, const Shape& shape, const Totals& totals, const Plan& plan,
                double confidence) {
  const std::uint64_t trials = answer.origin.trials;
  const Distribution never = Distribution::estimated({trials}, confidence);
  for (const Side side : both_sides)
    answer.deals[side].reported.assign(answer.reports.size(), never);
  for (std::size_t i = 0; i < shape.reports.size(); ++i) {
    const Shape::Report& report = shape.reports[i];
    answer.deals[report.side].reported[static_cast<std::size_t>(report.what)] =
        Distribution::estimated(totals.reports[i], confidence);
  }
  for (const Side side : both_sides) {
    Deals& deals = answer.deals[side];
    deals.damage = Distribution::estimated(
        shape.joint ? marginal(totals.joint, shape.rows, shape.columns, side == Side::attacker)
                    : totals.damage[side],
        confidence);
    add_losses(deals, plan.casualties[enemy_of(side)], plan.kinds[enemy_of(side)]);
  }
  if (shape.joint) {
    const auto cells_of = [&](Side side, std::size_t cells) {
      const Casualties& target = plan.casualties[enemy_of(side)];
      const auto most = static_cast<std::ptrdiff_t>(cells);
      return target.falling().then.empty() ? most
                                           : std::min<std::ptrdiff_t>(most, target.left() + 1);
    };
    const auto rows = static_cast<std::ptrdiff_t>(shape.rows);
    const auto columns = static_cast<std::ptrdiff_t>(shape.columns);
    JointDistribution::Counts joint(cells_of(Side::attacker, shape.rows),
                                    cells_of(Side::defender, shape.columns));
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      for (std::ptrdiff_t column = 0; column < columns; ++column) {
        const auto amount = [&](Side side, std::ptrdiff_t damage) {
          return plan.casualties[enemy_of(side)].amount(static_cast<int>(damage));
        };
        joint(amount(Side::attacker, row), amount(Side::defender, column)) +=
            totals.joint[static_cast<std::size_t>(row * columns + column)];
      }
    }
    answer.joint_damage = JointDistribution::estimated(joint);
  }
}

/// Whether the interval of every share is narrow enough. Kills are sums of damages that follow each
/// other, so the damages and their tails stand for them.
bool precise(const Shape& shape, const Totals& totals, Deviations reach, double precision) {
  const auto tail = [](Cells counts) {
    for (std::size_t k = counts.size() - 1; k > 0; --k) counts[k - 1] += counts[k];
    return counts;
  };
  for (const Side side : both_sides) {
    const Cells damage =
        shape.joint ? marginal(totals.joint, shape.rows, shape.columns, side == Side::attacker)
                    : totals.damage[side];
    const std::uint64_t trials = std::accumulate(damage.begin(), damage.end(), std::uint64_t{0});
    if (!all_within(damage, trials, reach, precision)) return false;
    if (!all_within(tail(damage), trials, reach, precision)) return false;
    for (std::size_t i = 0; i < shape.reports.size(); ++i) {
      if (shape.reports[i].side != side) continue;
      if (!all_within(totals.reports[i], trials, reach, precision)) return false;
    }
  }
  return true;
}

template <class T>
class Run {
 public:
  Run(const Plan& plan, const std::vector<Play<T>>& plays, const Options& options,
      const std::vector<AskedLaw>& laws)
      : options_(options),
        plan_(plan),
        plays_(plays),
        shape_(plan.extent),
        totals_(shape_),
        laws_(laws),
        reach_(normal_quantile(Confidence(options.confidence))),
        chunks_(options, trials_per_chunk(plan.extent)) {
    const AskedOutcomes asked(plan, shape_, laws);
    for (int i = 0; i < chunks_.threads(); ++i) workers_.emplace_back(shape_, asked);
  }

  FightAnswer operator()() {
    const bool partial = chunks_.play_all(
        [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
          workers_[static_cast<std::size_t>(thread)].play_chunk(plan_.rolls, plays_, options_.seed,
                                                                chunk, trials);
        },
        [&] {
          for (Worker<T>& worker : workers_) worker.add_to(totals_);
        },
        [&] { return precise(shape_, totals_, reach_, *options_.precision); });
    chunks_.share(totals_);
    FightAnswer answer = plan_.blank;
    answer.origin = origin_of(options_, chunks_, partial);
    count_into(answer, shape_, totals_, plan_, options_.confidence);
    answer.laws = laws_of(totals_.outcomes, laws_, options_.confidence);
    return answer;
  }

 private:
  const Options& options_;
  const Plan& plan_;
  const std::vector<Play<T>>& plays_;
  const Shape shape_;
  Totals totals_;
  const std::vector<AskedLaw>& laws_;
  const Deviations reach_;
  Chunks chunks_;
  std::vector<Worker<T>> workers_;
};

}  // namespace

FightAnswer simulate(const Plan& plan, const Options& options, const std::vector<AskedLaw>& laws) {
  check(options);
  if (plan.extent.peak > std::numeric_limits<int>::max()) {
    throw TooLarge("the counts of this fight are too large for the simulator");
  }
  return std::visit(
      [&]<class T>(const std::vector<Play<T>>& plays) {
        return Run<T>(plan, plays, options, laws)();
      },
      plan.plays);
}

FightAnswer simulate(const FightQuestion& question, const Options& options) {
  return simulate(make_plan(question.fight), options, question.laws);
}

}  // namespace warodds::sim
