#include "exact/battle/visits.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

/// Of states in which the battle is over.
constexpr std::uint32_t no_group = std::numeric_limits<std::uint32_t>::max();

/// What flows through the places of a chain.
class Flows {
 public:
  Flows(const Rows& rows, const AttackOrder& order, const std::vector<std::uint32_t>& group_of)
      : rows_(rows),
        order_(order),
        group_of_(group_of),
        within(rows.attacks() - order.again, std::vector<double>(group_of.size(), 0.0)) {}

  /// What a flow through a group, one time round, comes to.
  struct Flow {
    double leaves = 0;   ///< the group
    double returns = 0;  ///< to the first attack
  };

  /// Sends what is `within` the places of a group once round.
  Flow send(const PlaceGroup& group, std::size_t number) {
    Flow flow;
    for (std::size_t attack = 0; attack < within.size(); ++attack) {
      const std::size_t next = (attack + 1) % within.size();
      for (const std::size_t state : group.places[attack]) {
        const double flowing = std::exchange(within[attack][state], 0.0);
        if (flowing == 0) continue;
        const Row& row = rows_[order_.again + attack][state];
        for (std::size_t i = 0; i < row.to.size(); ++i) {
          const std::size_t to = row.to[i];
          const double p = flowing * row.p[i];
          if (group_of_[to] != number) {
            flow.leaves += p;
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

 private:
  const Rows& rows_;
  const AttackOrder& order_;
  const std::vector<std::uint32_t>& group_of_;

 public:
  std::vector<std::vector<double>> within;  ///< by attack and state
};

/// Battles that are in a state with less probability than this are not followed: no digit of what
/// is told depends on them, and in a long battle they are most of the work.
constexpr double worth_following = 1e-100;

constexpr std::size_t block_of_states = 32;

/// States one after the other in a list.
struct Run {
  std::size_t first;
  std::size_t last;  ///< behind them
};

/// Entries of the rows of the states of `now` that are followed: of those before each block of its
/// list, and of all.
void count_entries(const std::vector<Row>& rows, const Spread& now,
                   std::vector<std::size_t>& before) {
  const std::vector<std::size_t>& listed = now.states();
  const std::size_t blocks = (listed.size() + block_of_states - 1) / block_of_states;
  before.assign(blocks + 1, 0);
  constexpr std::size_t at_once = 32;  // blocks
  constexpr std::size_t worth_waking_threads = 4;
  const auto count = [&](std::size_t turn) {
    const std::size_t end = std::min((turn + 1) * at_once, blocks);
    for (std::size_t block = turn * at_once; block < end; ++block) {
      const std::size_t last = std::min((block + 1) * block_of_states, listed.size());
      for (std::size_t i = block * block_of_states; i < last; ++i) {
        const std::size_t state = listed[i];
        before[block + 1] += now[state] < worth_following ? 0 : rows[state].to.size();
      }
    }
  };
  const std::size_t turns = (blocks + at_once - 1) / at_once;
  in_parallel(turns, count, turns >= worth_waking_threads);
  std::partial_sum(before.begin(), before.end(), before.begin());
}

/// The states of a list in so many runs of about as many entries of their rows each.
/// `entries_before`: those of the states before each block of the list, and of all.
std::vector<Run> in_runs(std::size_t listed, const std::vector<std::size_t>& entries_before,
                         std::size_t count) {
  std::vector<Run> runs;
  std::size_t first = 0;
  for (std::size_t number = 1; number <= count; ++number) {
    const std::size_t share = entries_before.back() * number / count;
    const auto block = std::lower_bound(entries_before.begin(), entries_before.end(), share);
    const std::size_t last = std::min(
        static_cast<std::size_t>(block - entries_before.begin()) * block_of_states, listed);
    runs.push_back({first, last});
    first = last;
  }
  runs.back().last = listed;
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
          RoundRoom& room) {
  const std::vector<std::size_t>& listed = now.states();
  count_entries(rows, now, room.entries_before);
  const std::size_t entries = room.entries_before.back();
  const std::size_t count = states.size();
  if (entries < 2 * count) {  // few states are reached: they are listed as they are
    next.clear();
    now.for_each([&](std::size_t state, double p) {
      if (states.over(state)) {
        next.add(state, p);
      } else if (p >= worth_following) {
        next.add(rows[state].to, rows[state].p, p);
      }
    });
    return;
  }
  // How many runs there are depends on the entries only: each is added up by itself, and the same
  // battle is to have the same digits however many threads there are.
  constexpr std::size_t worth_a_thread = std::size_t{1} << 16;
  constexpr std::size_t most_runs = 16;
  const std::vector<Run> runs =
      in_runs(listed.size(), room.entries_before,
              std::clamp<std::size_t>(std::bit_floor(entries / worth_a_thread), 1, most_runs));
  double* const all = next.list_all(count);
  room.sums.resize((runs.size() - 1) * count);
  const auto sums_of = [&](std::size_t run) {
    return run == 0 ? all : room.sums.data() + (run - 1) * count;
  };
  in_parallel(runs.size(), [&](std::size_t run) {
    double* const sums = sums_of(run);
    std::fill_n(sums, count, 0.0);
    send(rows, states, now, runs[run], sums);
  });
  constexpr std::size_t piece = 2048;
  const auto add_up = [&](std::size_t number) {
    const std::size_t end = std::min((number + 1) * piece, count);
    for (std::size_t run = 1; run < runs.size(); ++run) {
      const double* const sums = sums_of(run);
      for (std::size_t state = number * piece; state < end; ++state) all[state] += sums[state];
    }
  };
  constexpr std::size_t worth_waking_threads = std::size_t{1} << 16;
  in_parallel((count + piece - 1) / piece, add_up, runs.size() * count > worth_waking_threads);
}

}  // namespace

std::size_t play_round(const Rows& rows, const AttackOrder& order, std::size_t attack,
                       const BattleStates& states, Spread& now, Spread& next, RoundRoom& room) {
  now.reserve(states.size());
  next.reserve(states.size());
  for (bool going_on = true; going_on; attack = order.after(attack)) {
    going_on = !order.attacks[attack].ends_round;
    send(rows[attack], states, now, next, room);
    std::swap(now, next);
  }
  return attack;
}

Chain::Chain(const Rows& rows, const AttackOrder& order, const BattleStates& states,
             std::vector<std::vector<std::size_t>> reached)
    : rows_(rows), order_(order), states_(states) {
  reached.erase(reached.begin(), reached.begin() + static_cast<std::ptrdiff_t>(order.again));
  std::vector<char> begins(states.size(), 0);
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    if (attack > 0 && !order.begins_round(order.again + attack)) continue;
    for (const std::size_t state : reached[attack]) begins[state] = 1;
  }
  for (std::size_t state = 0; state < begins.size(); ++state) {
    if (begins[state] != 0) beginnings_.push_back(state);
  }
  groups_ = PlaceGroups(states, reached);
  group_of_.assign(states.size(), no_group);
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    for (const std::span<const std::size_t> places : groups_[group].places) {
      for (const std::size_t state : places) group_of_[state] = group;
    }
  }
  leaves_first_.assign(groups_.size(), 0.0);
  stuck_.assign(states.size(), 0);
  Flows flows(rows_, order_, group_of_);
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

bool Chain::goes_on(std::uint32_t group, std::size_t state) const {
  const std::uint32_t next = group_of_[state];
  return next == group || next == no_group || groups_[next].damage > groups_[group].damage;
}

std::vector<double> Chain::visits(const Spread& entries) const {
  Flows flows(rows_, order_, group_of_);
  // Expected arrivals at places, as far as they are known, by attack and state: of those that
  // groups of the same damage send, some in each of these, so that threads do not write the same
  // and the digits are the same however many threads there are.
  using Arrivals = std::vector<std::vector<double>>;
  constexpr std::size_t most_parts = 4;
  constexpr std::size_t worth_parts = 2048;  // states
  std::vector<Arrivals> parts(
      states_.size() < worth_parts ? 1 : most_parts,
      Arrivals(flows.within.size(), std::vector<double>(states_.size(), 0.0)));
  const auto arrived = [&](std::size_t attack, std::size_t state) {
    double all = 0;
    for (const Arrivals& part : parts) all += part[attack][state];
    return all;
  };
  entries.for_each([&](std::size_t state, double p) { parts[0][0][state] = p; });
  std::vector<double> visits(states_.size(), 0.0);
  const auto pass = [&](std::uint32_t number, Arrivals& arrivals) {
    const PlaceGroup& group = groups_[number];
    // All that arrives from other groups, but where the rounds begin again, until it does.
    for (std::size_t attack = 0; attack < arrivals.size(); ++attack) {
      for (const std::size_t state : group.places[attack]) {
        const bool waits = attack == 0 && (state == group.first || stuck_[state]);
        if (!waits) flows.within[attack][state] = arrived(attack, state);
      }
    }
    const double returned = flows.send(group, number).returns;
    for (const std::size_t state : group.places[0]) visits[state] = arrived(0, state);
    if (group.first != PlaceGroup::none) {
      double& at_first = visits[group.first];
      at_first += returned;
      if (!stuck_[group.first]) at_first /= leaves_first_[number];
    }
    // And then all of it goes round once: to where the rounds begin again it has been counted.
    for (std::size_t attack = 0; attack < arrivals.size(); ++attack) {
      const bool begins = attack > 0 && order_.begins_round(order_.again + attack);
      double* const next = arrivals[(attack + 1) % arrivals.size()].data();
      for (const std::size_t state : group.places[attack]) {
        if (attack == 0 && stuck_[state]) continue;
        const double here = attack == 0 ? visits[state] : arrived(attack, state);
        if (here == 0) continue;
        if (begins && !stuck_[state]) visits[state] += here;
        const Row& row = rows_[order_.again + attack][state];
        for (std::size_t i = 0; i < row.to.size(); ++i) {
          assert(goes_on(number, row.to[i]));
          next[row.to[i]] += here * row.p[i];
        }
      }
    }
  };
  constexpr std::size_t worth_waking_threads = 32;  // groups
  for (std::size_t first = 0, last = 0; first < groups_.size(); first = last) {
    while (last < groups_.size() && groups_[last].damage == groups_[first].damage) ++last;
    const std::size_t count = last - first;
    in_parallel(
        parts.size(),
        [&](std::size_t part) {
          const std::size_t end = first + count * (part + 1) / parts.size();
          for (std::size_t group = first + count * part / parts.size(); group < end; ++group) {
            pass(static_cast<std::uint32_t>(group), parts[part]);
          }
        },
        count >= worth_waking_threads);
  }
  for (const std::size_t state : beginnings_) {
    if (!states_.over(state)) continue;
    for (std::size_t attack = 0; attack < flows.within.size(); ++attack) {
      visits[state] += arrived(attack, state);
    }
  }
  return visits;
}

}  // namespace warodds::exact
