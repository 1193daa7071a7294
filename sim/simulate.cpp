// Chunks, threads, milestones and the collection of the counts.
#include "sim/simulate.h"

#include <fmt/core.h>
#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/answer/told.h"
#include "core/numbers/intervals.h"
#include "core/rules/fight.h"
#include "core/text/error.h"
#include "sim/run/chunks.h"
#include "sim/run/outcome_counts.h"
#include "sim/run/plan.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

namespace {

using Cells = std::vector<std::uint64_t>;

/// One more in a cell. It is there: nothing exceeds its bounds (run/extent.h).
void count(std::size_t cell, Cells& cells) {
  if (cell >= cells.size()) {
    throw std::logic_error("a count of the simulation is out of its bounds");
  }
  ++cells[cell];
}

/// What is counted of a fight, cell by cell.
struct FightCounts {
  explicit FightCounts(const Extent& extent)
      : rows(cells(extent.most_damage.attacker)), columns(cells(extent.most_damage.defender)) {
    if (static_cast<double>(rows) * static_cast<double>(columns) <= Answer::max_joint_cells) {
      joint.resize(rows * columns, 0);
    } else {
      damage = {Cells(rows, 0), Cells(columns, 0)};
    }
    for (const Side side : both_sides) {
      for (const auto& [what, most] : extent.most_reported[side]) {
        reported.push_back({side, what});
        reports.emplace_back(cells(most), 0);
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

  bool is_joint() const { return !joint.empty(); }
  void count_damage(const PerSide<std::size_t>& dealt) {
    if (is_joint()) {
      // A column too large is no column of the next row.
      count(dealt.defender < columns ? dealt.attacker * columns + dealt.defender : joint.size(),
            joint);
    } else {
      for (const Side side : both_sides) count(dealt[side], damage[side]);
    }
  }
  PerSide<int> damage_in(std::size_t cell) const {
    return {static_cast<int>(cell / columns), static_cast<int>(cell % columns)};
  }
  Cells damage_of(Side side) const {
    if (!is_joint()) return damage[side];
    Cells sums(side == Side::attacker ? rows : columns, 0);
    for (std::size_t cell = 0; cell < joint.size(); ++cell) {
      sums[static_cast<std::size_t>(damage_in(cell)[side])] += joint[cell];
    }
    return sums;
  }
  /// The place of a report; behind all where it is always 0.
  std::size_t place(const FightOutcome::Report& report) const {
    return static_cast<std::size_t>(std::find(reported.begin(), reported.end(), report) -
                                    reported.begin());
  }

  Cells reported_of(const FightOutcome::Report& report) const {
    const std::size_t place = this->place(report);
    if (place < reports.size()) return reports[place];
    const Cells all = damage_of(Side::attacker);
    return {std::accumulate(all.begin(), all.end(), std::uint64_t{0})};
  }

  std::size_t rows;
  std::size_t columns;
  Cells joint;            ///< both sides' damage together, row by row; or, where that is too much,
  PerSide<Cells> damage;  ///< each by itself
  std::vector<FightOutcome::Report> reported;
  std::vector<Cells> reports;  ///< of these
  OutcomeCounts outcomes;
};

template <class Archive, Is<FightCounts> Some>
void members(Archive& archive, Some& counts) {
  archive(counts.reports);
  archive(counts.joint);
  for (const Side side : both_sides) archive(counts.damage[side]);
  archive(counts.outcomes);
}

/// Whether each list has so many trials.
bool fits(const FightCounts& counts, std::uint64_t trials) {
  const auto is_of_all = [&](const Cells& cells) { return adds_up(cells, trials); };
  const auto& [first, second] = std::pair(&counts.damage.attacker, &counts.damage.defender);
  const bool joint = first->empty() && second->empty() && is_of_all(counts.joint);
  const bool apart = counts.joint.empty() && is_of_all(*first) && is_of_all(*second);
  return (joint || apart) && fits(counts.outcomes, trials) &&
         std::all_of(counts.reports.begin(), counts.reports.end(), is_of_all);
}

void add_each(Cells& to, const Cells& from) {
  if (to.size() != from.size()) TallyReader::not_these();
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

void add(FightCounts& to, const FightCounts& from) {
  if (to.reports.size() != from.reports.size()) TallyReader::not_these();
  for (std::size_t i = 0; i < from.reports.size(); ++i) add_each(to.reports[i], from.reports[i]);
  add_each(to.joint, from.joint);
  for (const Side side : both_sides) add_each(to.damage[side], from.damage[side]);
  add(to.outcomes, from.outcomes);
}

FightOutcome outcome_of(const Observer& observer, const Plan& plan, const FightCounts& counts) {
  return {observer.facts(),
          plan.facts.casualties,
          plan.facts.kinds,
          plan.blank.reports,
          {static_cast<int>(counts.rows) - 1, static_cast<int>(counts.columns) - 1}};
}

/// The laws that are asked for: those that the cells tell, and those that are counted by trial.
class Laws {
 public:
  Laws(const Plan& plan, const FightCounts& counts, std::vector<AskedLaw> asked)
      : asked_(std::move(asked)) {
    std::vector<AskedLaw> others;
    for (FightLaws& group : by_needs(asked_)) {
      if (group.of_one() || (group.of_damage() && counts.is_joint())) {
        outcomes_.push_back(outcome_of(group.observer, plan, counts));
        in_cells_.push_back(std::move(group));
        continue;
      }
      for (const std::size_t place : group.places) {
        by_trial_.push_back(place);
        others.push_back(asked_[place]);
      }
    }
    observer_ = Observer(std::move(others));
  }

  /// Of those that are counted by trial.
  const Observer& observer() const { return observer_; }

  std::vector<OutcomeLaw> found(FightCounts& counts, double confidence) {
    require_fits(counts.outcomes, observer_.asked());
    std::vector<LawSums<std::uint64_t>> all(asked_.size());
    for (std::size_t i = 0; i < by_trial_.size(); ++i) {
      all[by_trial_[i]] = std::move(counts.outcomes.laws[i]);
    }
    for (std::size_t group = 0; group < in_cells_.size(); ++group) {
      std::vector<LawSums<std::uint64_t>> sums = read(in_cells_[group], outcomes_[group], counts);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        all[in_cells_[group].places[i]] = std::move(sums[i]);
      }
    }
    return warodds::laws_of(asked_, std::move(all), confidence);
  }

 private:
  static std::vector<LawSums<std::uint64_t>> read(FightLaws& laws, const FightOutcome& outcome,
                                                  const FightCounts& counts) {
    std::vector<LawSums<std::uint64_t>> sums;
    std::vector<double> values;
    const auto tell = [&](const PerSide<int>& damage, std::span<const int> reported,
                          std::uint64_t trials) {
      if (trials == 0) return;
      outcome.tell(damage, reported, values);
      laws.observer.add(values, trials, sums);
    };
    if (laws.of_report()) {
      laws.for_each(counts.reported_of(outcome.reports().front()), tell);
    } else if (laws.of_both()) {
      for (std::size_t cell = 0; cell < counts.joint.size(); ++cell) {
        tell(counts.damage_in(cell), {}, counts.joint[cell]);
      }
    } else {
      laws.for_each(counts.damage_of(laws.dealer()), tell);
    }
    return sums;
  }

  std::vector<AskedLaw> asked_;
  std::vector<FightLaws> in_cells_;
  std::vector<FightOutcome> outcomes_;  ///< of these
  std::vector<std::size_t> by_trial_;   ///< places of those that are counted so
  Observer observer_;
};

/// One thread's dice and counts.
template <class T>
class Worker {
 public:
  Worker(const Plan& plan, const std::vector<Play<T>>& plays, const FightCounts& counts,
         const Observer& observer)
      : plan_(plan),
        plays_(plays),
        counts_(counts),
        observer_(observer),
        outcome_(outcome_of(observer, plan, counts)) {
    for (const FightOutcome::Report& report : outcome_.reports()) {
      places_.push_back(counts.place(report));
    }
  }

  void play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials) {
    chance_.restart(seed, chunk);
    const std::vector<std::uint64_t> shares = trials_of_fights(chance_.dice(), plan_.rolls, trials);
    for (std::size_t i = 0; i < plays_.size(); ++i) {
      for (std::uint64_t done = 0; done < shares[i]; done += lane_count) {
        plays_[i](chance_, exchange_);
        // Trials in surplus lanes are played, but do not count.
        count_trials(exchange_.damage, std::min<std::uint64_t>(shares[i] - done, lane_count));
      }
    }
  }

  void add_to(FightCounts& counts) {
    add(counts, std::exchange(counts_, FightCounts(plan_.extent)));
  }

 private:
  void count_trials(const PerSide<Lanes<T>>& damage, std::size_t live) {
    told_.clear();
    for (std::size_t i = 0; i < counts_.reported.size(); ++i) {
      const FightOutcome::Report& report = counts_.reported[i];
      const T* const told =
          told_.emplace_back(chance_.take_reported(report.side, report.what)).data();
      for (std::size_t lane = 0; lane < live; ++lane) count(told[lane], counts_.reports[i]);
    }
    const PerSide<const T*> dealt{damage.attacker.data(), damage.defender.data()};
    for (std::size_t lane = 0; lane < live; ++lane) {
      counts_.count_damage({dealt.attacker[lane], dealt.defender[lane]});
    }
    if (observer_.asked().empty()) return;
    for (std::size_t lane = 0; lane < live; ++lane) count_trial(damage, lane);
  }

  void count_trial(const PerSide<Lanes<T>>& damage, std::size_t lane) {
    reported_of_trial_.clear();
    for (const std::size_t place : places_) {  // what is not listed is 0
      reported_of_trial_.push_back(
          place < told_.size() ? static_cast<int>(told_[place].data()[lane]) : 0);
    }
    outcome_.tell({static_cast<int>(damage.attacker.data()[lane]),
                   static_cast<int>(damage.defender.data()[lane])},
                  reported_of_trial_, values_);
    observer_.add(values_, std::uint64_t{1}, counts_.outcomes.laws);
  }

  const Plan& plan_;
  const std::vector<Play<T>>& plays_;
  LaneChance<T> chance_;
  Exchange<Lanes<T>> exchange_;
  FightCounts counts_;  ///< since the last add_to()
  // The laws that the cells do not tell, counted trial by trial.
  Observer observer_;
  FightOutcome outcome_;
  std::vector<std::size_t> places_;  ///< of what the outcome is told of the reports
  std::vector<Lanes<T>> told_;       ///< what the trials being counted have reported
  std::vector<int> reported_of_trial_;
  std::vector<double> values_;
};

/// Trials in a chunk: enough to make starting one cheap, few enough to stop soon.
std::uint64_t trials_per_chunk(const Extent& extent) {
  constexpr std::int64_t dice = std::int64_t{1} << 21;
  constexpr std::int64_t most = std::int64_t{1} << 16;
  const std::int64_t trials =
      std::clamp<std::int64_t>(dice / std::max<std::int64_t>(extent.dice, 1), lane_count, most);
  return static_cast<std::uint64_t>(trials / lane_count * lane_count);
}

/// Both sides' damage together, as it is told.
JointDistribution joint_of(const FightCounts& counts, const Plan& plan) {
  const auto amount = [&](Side side, const PerSide<int>& damage) {
    return plan.facts.casualties[enemy_of(side)].amount(damage[side]);
  };
  const auto cells_of = [&](Side side, std::size_t cells) {
    const Casualties& target = plan.facts.casualties[enemy_of(side)];
    const auto most = static_cast<std::ptrdiff_t>(cells);
    return target.falling().then.empty() ? most : std::min<std::ptrdiff_t>(most, target.left() + 1);
  };
  JointDistribution::Counts joint(cells_of(Side::attacker, counts.rows),
                                  cells_of(Side::defender, counts.columns));
  for (std::size_t cell = 0; cell < counts.joint.size(); ++cell) {
    const PerSide<int> damage = counts.damage_in(cell);
    joint(amount(Side::attacker, damage), amount(Side::defender, damage)) += counts.joint[cell];
  }
  return JointDistribution::estimated(joint);
}

/// Whether the interval of every share is narrow enough. Kills are sums of damages that follow each
/// other, so the damages and their tails stand for them.
bool precise(const FightCounts& counts, Deviations reach, double precision) {
  const auto tail = [](Cells cells) {
    for (std::size_t k = cells.size() - 1; k > 0; --k) cells[k - 1] += cells[k];
    return cells;
  };
  std::uint64_t trials = 0;
  for (const Side side : both_sides) {
    const Cells damage = counts.damage_of(side);
    trials = std::accumulate(damage.begin(), damage.end(), std::uint64_t{0});
    if (!all_within(damage, trials, reach, precision)) return false;
    if (!all_within(tail(damage), trials, reach, precision)) return false;
  }
  return std::all_of(counts.reports.begin(), counts.reports.end(), [&](const Cells& cells) {
    return all_within(cells, trials, reach, precision);
  });
}

template <class T>
Answer simulate(const Plan& plan, const std::vector<Play<T>>& plays, const Options& options,
                const LawsAsked& asked) {
  FightCounts totals(plan.extent);
  Unread unread = unread_fight(plan.blank, plan.facts, asked);
  Laws laws(plan, totals, unread.to_find);
  const Deviations reach = normal_quantile(Confidence(options.confidence));
  Chunks chunks(options, trials_per_chunk(plan.extent));
  std::deque<Worker<T>> workers;
  for (int i = 0; i < chunks.threads(); ++i) {
    workers.emplace_back(plan, plays, totals, laws.observer());
  }
  const bool partial = count_all(
      chunks, workers, totals,
      [&](Worker<T>& worker, std::uint64_t chunk, std::uint64_t trials) {
        worker.play_chunk(options.seed, chunk, trials);
      },
      [&] { return precise(totals, reach, *options.precision); });
  Answer& answer = unread.answer;
  answer.origin = origin_of(options, chunks, partial);
  if (totals.is_joint() && unread.asked.told) answer.joint_damage = joint_of(totals, plan);
  return std::move(unread).read(laws.found(totals, options.confidence));
}

}  // namespace

Answer simulate(const Plan& plan, const Options& options, const LawsAsked& asked) {
  check(options);
  if (plan.extent.peak > std::numeric_limits<int>::max()) {
    throw TooLarge("the counts of this fight are too large for the simulator");
  }
  return std::visit(
      [&]<class T>(const std::vector<Play<T>>& plays) {
        return simulate(plan, plays, options, asked);
      },
      plan.plays);
}

Answer simulate(const FightQuestion& question, const Options& options) {
  return simulate(make_plan(question.fight), options, question.asked);
}

}  // namespace warodds::sim
