#include "exact/battle/visits.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
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

/// Sends all of `now` on.
void send(const std::vector<Row>& rows, const BattleStates& states, const Spread& now,
          Spread& next) {
  next.clear();
  now.for_each([&](std::size_t state, double p) {
    if (states.over(state)) {
      next.add(state, p);
    } else if (p >= worth_following) {
      next.add(rows[state].to, rows[state].p, p);
    }
  });
}

}  // namespace

std::size_t play_round(const Rows& rows, const AttackOrder& order, std::size_t attack,
                       const BattleStates& states, Spread& now, Spread& next) {
  now.reserve(states.size());
  next.reserve(states.size());
  for (bool going_on = true; going_on; attack = order.after(attack)) {
    going_on = !order.attacks[attack].ends_round;
    send(rows[attack], states, now, next);
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
