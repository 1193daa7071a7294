// Chunks, threads, milestones and the collection of the counts.
#include "sim/simulate.h"

#include <fmt/core.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/answer/told.h"
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
    joint = static_cast<double>(rows) * static_cast<double>(columns) <= Answer::max_joint_cells;
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

  /// The place of a report; behind all where it is always 0.
  std::size_t place(const FightOutcome::Report& report) const {
    const auto found = std::find_if(reports.begin(), reports.end(), [&](const Report& one) {
      return one.side == report.side && one.what == report.what;
    });
    return static_cast<std::size_t>(found - reports.begin());
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

/// The laws of a fight that its cells do not tell, counted trial by trial.
class ByTrial {
 public:
  ByTrial(const Plan& plan, const Shape& shape, const std::vector<AskedLaw>& laws)
      : observer_(laws), outcome_(outcome_of(observer_, plan, shape)) {
    for (const FightOutcome::Report& report : outcome_.reports()) {
      reports_.push_back(shape.place(report));
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

  static FightOutcome outcome_of(const Observer& observer, const Plan& plan, const Shape& shape) {
    return {observer.facts(),
            plan.facts.casualties,
            plan.facts.kinds,
            plan.blank.reports,
            {static_cast<int>(shape.rows) - 1, static_cast<int>(shape.columns) - 1}};
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
  Worker(const Shape& shape, ByTrial asked) : shape_(&shape), asked_(std::move(asked)) {
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
  ByTrial asked_;
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

/// Both sides' damage together, as it is told.
JointDistribution joint_of(const Shape& shape, const Totals& totals, const Plan& plan) {
  const auto amount = [&](Side side, std::ptrdiff_t damage) {
    return plan.facts.casualties[enemy_of(side)].amount(static_cast<int>(damage));
  };
  const auto cells_of = [&](Side side, std::size_t cells) {
    const Casualties& target = plan.facts.casualties[enemy_of(side)];
    const auto most = static_cast<std::ptrdiff_t>(cells);
    return target.falling().then.empty() ? most : std::min<std::ptrdiff_t>(most, target.left() + 1);
  };
  const auto rows = static_cast<std::ptrdiff_t>(shape.rows);
  const auto columns = static_cast<std::ptrdiff_t>(shape.columns);
  JointDistribution::Counts joint(cells_of(Side::attacker, shape.rows),
                                  cells_of(Side::defender, shape.columns));
  for (std::ptrdiff_t row = 0; row < rows; ++row) {
    for (std::ptrdiff_t column = 0; column < columns; ++column) {
      joint(amount(Side::attacker, row), amount(Side::defender, column)) +=
          totals.joint[static_cast<std::size_t>(row * columns + column)];
    }
  }
  return JointDistribution::estimated(joint);
}

/// The laws that are asked for: those that the cells tell, and those that are counted by trial.
class Laws {
 public:
  Laws(const Plan& plan, const Shape& shape, std::vector<AskedLaw> asked)
      : asked_(std::move(asked)) {
    for (FightLaws& group : by_needs(asked_)) {
      const bool in_cells = group.of_one() || (group.of_damage() && shape.joint);
      if (in_cells) {
        outcomes_.push_back(ByTrial::outcome_of(group.observer, plan, shape));
        in_cells_.push_back(std::move(group));
        continue;
      }
      for (const std::size_t place : group.places) places_.push_back(place);
    }
  }

  std::vector<AskedLaw> by_trial() const {
    std::vector<AskedLaw> laws;
    for (const std::size_t place : places_) laws.push_back(asked_[place]);
    return laws;
  }

  std::vector<OutcomeLaw> found(const Shape& shape, Totals& totals, double confidence) {
    std::vector<LawSums<std::uint64_t>> all(asked_.size());
    const std::vector<AskedLaw> counted = by_trial();
    const std::vector<OutcomeLaw> read =
        laws_of(std::move(totals.outcomes), counted, confidence);  // which looks at them
    for (std::size_t i = 0; i < in_cells_.size(); ++i) add(i, shape, totals, all);
    std::vector<OutcomeLaw> laws;
    for (std::size_t place = 0; place < asked_.size(); ++place) {
      const auto by_trial = std::find(places_.begin(), places_.end(), place);
      if (by_trial != places_.end()) {
        laws.push_back(read[static_cast<std::size_t>(by_trial - places_.begin())]);
      } else {
        laws.emplace_back(asked_[place], std::move(all[place]), confidence);
      }
    }
    return laws;
  }

 private:
  void add(std::size_t group, const Shape& shape, const Totals& totals,
           std::vector<LawSums<std::uint64_t>>& all) {
    FightLaws& laws = in_cells_[group];
    const FightOutcome& outcome = outcomes_[group];
    std::vector<LawSums<std::uint64_t>> sums;
    std::vector<double> values;
    const auto tell = [&](const PerSide<int>& damage, int reported, std::uint64_t trials) {
      if (trials == 0) return;
      outcome.tell(damage, std::span(&reported, 1), values);
      laws.observer.add(values, trials, sums);
    };
    if (laws.of_report()) {
      const std::size_t place = shape.place(outcome.reports().front());
      const Cells never{
          std::accumulate(totals.joint.begin(), totals.joint.end(),
                          std::accumulate(totals.damage.attacker.begin(),
                                          totals.damage.attacker.end(), std::uint64_t{0}))};
      const Cells& cells = place < shape.reports.size() ? totals.reports[place] : never;
      for (std::size_t k = 0; k < cells.size(); ++k) tell({}, static_cast<int>(k), cells[k]);
    } else if (laws.of_both()) {
      for (std::size_t cell = 0; cell < totals.joint.size(); ++cell) {
        tell({static_cast<int>(cell / shape.columns), static_cast<int>(cell % shape.columns)}, 0,
             totals.joint[cell]);
      }
    } else {
      const Side side = laws.damage.attacker ? Side::attacker : Side::defender;
      const Cells cells =
          shape.joint ? marginal(totals.joint, shape.rows, shape.columns, side == Side::attacker)
                      : totals.damage[side];
      for (std::size_t k = 0; k < cells.size(); ++k) {
        PerSide<int> damage;
        damage[side] = static_cast<int>(k);
        tell(damage, 0, cells[k]);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) all[laws.places[i]].add(sums[i]);
  }

  std::vector<AskedLaw> asked_;
  std::vector<FightLaws> in_cells_;
  std::vector<FightOutcome> outcomes_;  ///< of these
  std::vector<std::size_t> places_;     ///< of those that are counted by trial
};

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
class FightRun {
 public:
  FightRun(const Plan& plan, const std::vector<Play<T>>& plays, const Options& options,
           const LawsAsked& asked)
      : options_(options),
        plan_(plan),
        plays_(plays),
        shape_(plan.extent),
        totals_(shape_),
        unread_(unread_fight(plan.blank, plan.facts, asked)),
        laws_(plan, shape_, unread_.to_find),
        reach_(normal_quantile(Confidence(options.confidence))),
        chunks_(options, trials_per_chunk(plan.extent)) {
    const ByTrial by_trial(plan, shape_, laws_.by_trial());
    for (int i = 0; i < chunks_.threads(); ++i) workers_.emplace_back(shape_, by_trial);
  }

  Answer operator()() {
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
    Answer& answer = unread_.answer;
    answer.origin = origin_of(options_, chunks_, partial);
    if (shape_.joint && unread_.asked.told) answer.joint_damage = joint_of(shape_, totals_, plan_);
    return std::move(unread_).read(laws_.found(shape_, totals_, options_.confidence));
  }

 private:
  const Options& options_;
  const Plan& plan_;
  const std::vector<Play<T>>& plays_;
  const Shape shape_;
  Totals totals_;
  Unread unread_;
  Laws laws_;
  const Deviations reach_;
  Chunks chunks_;
  std::vector<Worker<T>> workers_;
};

}  // namespace

Answer simulate(const Plan& plan, const Options& options, const LawsAsked& asked) {
  check(options);
  if (plan.extent.peak > std::numeric_limits<int>::max()) {
    throw TooLarge("the counts of this fight are too large for the simulator");
  }
  return std::visit(
      [&]<class T>(const std::vector<Play<T>>& plays) {
        return FightRun<T>(plan, plays, options, asked)();
      },
      plan.plays);
}

Answer simulate(const FightQuestion& question, const Options& options) {
  return simulate(make_plan(question.fight), options, question.asked);
}

}  // namespace warodds::sim
