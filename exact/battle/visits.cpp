#include "exact/battle/visits.h"

#include <algorithm>
#include <utility>

#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

/// What flows through the places of a chain.
class Flows {
 public:
  Flows(const Rows& rows, const AttackOrder& order, const BattleStates& states,
        const std::vector<std::size_t>& group_of)
      : rows_(rows),
        order_(order),
        states_(states),
        group_of_(group_of),
        within(rows.attacks() - order.again, std::vector<double>(states.size(), 0.0)) {}

  /// What a flow through a group, one time round, comes to.
  struct Flow {
    double leaves = 0;   ///< the group
    double returns = 0;  ///< to the first attack
  };

  /// Sends what is `within` the places of a group once round. Calls arrive(attack, state, p) for
  /// what leaves it, and pass(attack, state, p) for what comes by.
  template <class Arrive, class Pass>
  Flow send(const PlaceGroup& group, std::size_t number, Arrive&& arrive, Pass&& pass) {
    Flow flow;
    for (std::size_t attack = 0; attack < within.size(); ++attack) {
      const std::size_t next = (attack + 1) % within.size();
      for (const std::size_t state : group.places[attack]) {
        const double flowing = std::exchange(within[attack][state], 0.0);
        if (flowing == 0) continue;
        pass(attack, state, flowing);
        const Row& row = rows_[order_.again + attack][state];
        for (std::size_t i = 0; i < row.to.size(); ++i) {
          const std::size_t to = row.to[i];
          const double p = flowing * row.p[i];
          const bool over = states_.over(to);
          if (over || group_of_[to] != number) {
            flow.leaves += p;
            arrive(over ? 0 : next, to, p);
          } else if (next == 0) {
            flow.returns += p;
          } else {
            within[next][to] += p;
          }
        }
      }
    }
    return flow;
  }
  Flow send(const PlaceGroup& group, std::size_t number) {
    const auto ignore = [](std::size_t, std::size_t, double) {};
    return send(group, number, ignore, ignore);
  }

 private:
  const Rows& rows_;
  const AttackOrder& order_;
  const BattleStates& states_;
  const std::vector<std::size_t>& group_of_;

 public:
  std::vector<std::vector<double>> within;  ///< by attack and state
};

}  // namespace

namespace {

/// Battles that are in a state with less probability than this are not followed: no digit of what
/// is told depends on them, and in a long battle they are most of the work.
constexpr double worth_following = 1e-100;

/// States one after the other in a list.
struct Run {
  std::size_t first;
  std::size_t last;  ///< behind them
};

/// Entries of the rows of all states of `now`.
template <class EntriesOf>
std::size_t entries_of_all(const Spread& now, const EntriesOf& entries_of) {
  std::size_t entries = 0;
  for (const std::size_t state : now.states()) entries += entries_of(state);
  return entries;
}

/// The states of `now` in runs of about as many entries of their rows each. How many runs there
/// are depends on the entries only: each is added up by itself, and the same battle is to have the
/// same digits however many threads there are.
template <class EntriesOf>
std::vector<Run> in_runs(const Spread& now, std::size_t entries, const EntriesOf& entries_of) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 18;
  constexpr std::size_t most_runs = 16;
  const std::size_t count = std::clamp<std::size_t>(entries / worth_a_thread, 1, most_runs);
  std::vector<Run> runs;
  std::size_t first = 0, seen = 0;
  for (std::size_t i = 0; i < now.states().size(); ++i) {
    seen += entries_of(now.states()[i]);
    if (seen * count < entries * (runs.size() + 1)) continue;
    runs.push_back({first, i + 1});
    first = i + 1;
  }
  return runs;
}

/// Sends what is in a run of the states of `now` on: adds it to sums, which are there for all
/// states.
void send(const std::vector<Row>& rows, const BattleStates& states, const Spread& now,
          const Run& run, double* sums) {
  for (std::size_t i = run.first; i < run.last; ++i) {
    const std::size_t state = now.states()[i];
    const double here = now[state];
    if (states.over(state)) {
      sums[state] += here;
      continue;
    }
    if (here < worth_following) continue;
    const Row& row = rows[state];
    for (std::size_t k = 0; k < row.to.size(); ++k) sums[row.to[k]] += here * row.p[k];
  }
}

/// Sends all of `now` on.
void send(const std::vector<Row>& rows, const BattleStates& states, const Spread& now, Spread& next,
          AlignedDoubles& sums) {
  const auto entries_of = [&](std::size_t state) {
    if (states.over(state)) return std::size_t{1};
    return now[state] < worth_following ? std::size_t{0} : rows[state].to.size();
  };
  const std::size_t entries = entries_of_all(now, entries_of);
  const std::size_t count = states.size();
  if (entries < 2 * count) {  // few states are reached: they are listed as they are
    for (const std::size_t state : now.states()) {
      if (states.over(state)) {
        next.add(state, now[state]);
      } else if (now[state] >= worth_following) {
        next.add(rows[state].to, rows[state].p, now[state]);
      }
    }
    return;
  }
  const std::vector<Run> runs = in_runs(now, entries, entries_of);
  sums.resize(runs.size() * count);
  in_parallel(runs.size(), [&](std::size_t i) {
    double* const of_run = sums.data() + i * count;
    std::fill_n(of_run, count, 0.0);
    send(rows, states, now, runs[i], of_run);
  });
  constexpr std::size_t piece = 2048;
  const auto add_up = [&](std::size_t number) {
    const std::size_t end = std::min((number + 1) * piece, count);
    for (std::size_t i = 1; i < runs.size(); ++i) {
      const double* const of_run = sums.data() + i * count;
      for (std::size_t state = number * piece; state < end; ++state) sums[state] += of_run[state];
    }
  };
  constexpr std::size_t worth_waking_threads = std::size_t{1} << 20;
  in_parallel((count + piece - 1) / piece, add_up, runs.size() * count > worth_waking_threads);
  for (std::size_t state = 0; state < count; ++state) next.add(state, sums[state]);
}

}  // namespace

std::size_t play_round(const Rows& rows, const AttackOrder& order, std::size_t attack,
                       const BattleStates& states, Spread& now, Spread& next,
                       AlignedDoubles& sums) {
  now.reserve(states.size());
  next.reserve(states.size());
  for (bool going_on = true; going_on; attack = order.after(attack)) {
    going_on = !order.attacks[attack].ends_round;
    next.clear();
    send(rows[attack], states, now, next, sums);
    std::swap(now, next);
  }
  return attack;
}

Chain::Chain(const Rows& rows, const AttackOrder& order, const BattleStates& states,
             std::vector<std::vector<std::size_t>> reached)
    : rows_(rows), order_(order), states_(states) {
  reached.erase(reached.begin(), reached.begin() + static_cast<std::ptrdiff_t>(order.again));
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    if (attack > 0 && !order.begins_round(order.again + attack)) continue;
    beginnings_.insert(beginnings_.end(), reached[attack].begin(), reached[attack].end());
  }
  std::sort(beginnings_.begin(), beginnings_.end());
  beginnings_.erase(std::unique(beginnings_.begin(), beginnings_.end()), beginnings_.end());
  groups_ = groups_by_losses(states, reached);
  group_of_.assign(states.size(), 0);
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const std::vector<std::size_t>& places : groups_[group].places) {
      for (const std::size_t state : places) group_of_[state] = group;
    }
  }
  leaves_first_.assign(groups_.size(), 0.0);
  stuck_.assign(states.size(), 0);
  Flows flows(rows_, order_, states_, group_of_);
  constexpr std::size_t at_once = 64;  // groups; none comes to the places of another
  in_parallel((groups_.size() + at_once - 1) / at_once, [&](std::size_t turn) {
    const std::size_t end = std::min((turn + 1) * at_once, groups_.size());
    for (std::size_t group = turn * at_once; group < end; ++group) {
      for (const std::size_t state : groups_[group].places[0]) {
        flows.within[0][state] = 1;
        // That damage of the opening is gone after a turn is nothing that happens.
        const double leaves = flows.send(groups_[group], group).leaves;
        stuck_[state] = leaves == 0;
        if (state == groups_[group].first) leaves_first_[group] = leaves;
      }
    }
  });
}

std::vector<double> Chain::visits(const Spread& entries) const {
  Flows flows(rows_, order_, states_, group_of_);
  // By attack and state: expected arrivals from other groups.
  std::vector<std::vector<double>> arrivals(flows.within.size(),
                                            std::vector<double>(states_.size(), 0.0));
  for (const std::size_t state : entries.states()) arrivals[0][state] = entries[state];
  std::vector<double> visits(states_.size(), 0.0);
  for (std::size_t number = 0; number < groups_.size(); ++number) {
    const PlaceGroup& group = groups_[number];
    // All that arrives other than where the rounds begin again, until it does.
    const auto enter = [&] {
      for (std::size_t attack = 0; attack < arrivals.size(); ++attack) {
        for (const std::size_t state : group.places[attack]) {
          const bool waits = attack == 0 && (state == group.first || stuck_[state]);
          if (!waits) flows.within[attack][state] = arrivals[attack][state];
        }
      }
    };
    enter();
    const double returned = flows.send(group, number).returns;
    double at_first = 0;
    if (group.first != PlaceGroup::none) {
      at_first = arrivals[0][group.first] + returned;
      if (!stuck_[group.first]) at_first /= leaves_first_[number];
    }
    enter();
    for (const std::size_t state : group.places[0]) {
      visits[state] = state == group.first ? at_first : arrivals[0][state];
      if (state == group.first && !stuck_[state]) flows.within[0][state] = at_first;
    }
    flows.send(
        group, number,
        [&](std::size_t attack, std::size_t state, double p) { arrivals[attack][state] += p; },
        [&](std::size_t attack, std::size_t state, double p) {
          const bool begins = attack > 0 && order_.begins_round(order_.again + attack);
          if (begins && !stuck_[state]) visits[state] += p;
        });
  }
  for (const std::size_t state : beginnings_) {
    if (states_.over(state)) visits[state] = arrivals[0][state];
  }
  return visits;
}

}  // namespace warodds::exact
