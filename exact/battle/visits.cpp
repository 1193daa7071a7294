#include "exact/battle/visits.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "core/threads/in_steps.h"
#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

/// Of states in which the battle is over.
constexpr std::uint32_t no_group = std::numeric_limits<std::uint32_t>::max();

}  // namespace

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
  ways_ = Ways(rows_, order_, groups_, group_of_);
  constexpr std::size_t at_once = 64;  // groups; none comes to the places of another
  in_parallel((groups_.size() + at_once - 1) / at_once, [&](std::size_t turn) {
    std::vector<double> within;
    const std::size_t end = std::min((turn + 1) * at_once, groups_.size());
    for (std::size_t group = turn * at_once; group < end; ++group) {
      const std::span<const std::size_t> firsts = groups_[group].places[0];
      for (std::size_t place = 0; place < firsts.size(); ++place) {
        within.assign(groups_[group].size(), 0.0);
        within[place] = 1;
        // That damage of the opening is gone after a turn is nothing that happens.
        const double leaves = ways_.of(groups_, group).send(within).leaves;
        stuck_[firsts[place]] = leaves == 0;
        if (firsts[place] == groups_[group].first) leaves_first_[group] = leaves;
      }
    }
  });
}

bool Chain::goes_on(std::uint32_t group, std::size_t state) const {
  const std::uint32_t next = group_of_[state];
  return next == group || next == no_group || groups_[next].damage > groups_[group].damage;
}

std::vector<double> Chain::visits(const Spread& entries) const {
  const std::size_t attacks = rows_.attacks() - order_.again;
  // Expected arrivals at places, as far as they are known, by attack and state: of those that
  // groups of the same damage send, some in each of these, so that threads do not write the same
  // and the digits are the same however many threads there are.
  using Arrivals = std::vector<std::vector<double>>;
  constexpr std::size_t most_parts = 4;
  constexpr std::size_t worth_parts = 2048;  // states
  std::vector<Arrivals> parts(states_.size() < worth_parts ? 1 : most_parts,
                              Arrivals(attacks, std::vector<double>(states_.size(), 0.0)));
  const auto arrived = [&](std::size_t attack, std::size_t state) {
    double all = 0;
    for (const Arrivals& part : parts) all += part[attack][state];
    return all;
  };
  entries.for_each([&](std::size_t state, double p) { parts[0][0][state] = p; });
  std::vector<double> visits(states_.size(), 0.0);
  const auto pass = [&](std::uint32_t number, Arrivals& arrivals, std::vector<double>& within) {
    const PlaceGroup& group = groups_[number];
    // All that arrives from other groups, but where the rounds begin again, until it does.
    within.clear();
    for (std::size_t attack = 0; attack < attacks; ++attack) {
      for (const std::size_t state : group.places[attack]) {
        const bool waits = attack == 0 && (state == group.first || stuck_[state]);
        within.push_back(waits ? 0 : arrived(attack, state));
      }
    }
    const double returned = ways_.of(groups_, number).send(within).returns;
    for (const std::size_t state : group.places[0]) visits[state] = arrived(0, state);
    if (group.first != PlaceGroup::none) {
      double& at_first = visits[group.first];
      at_first += returned;
      if (!stuck_[group.first]) at_first /= leaves_first_[number];
    }
    // And then all of it goes round once: to where the rounds begin again it has been counted.
    for (std::size_t attack = 0; attack < attacks; ++attack) {
      const bool begins = attack > 0 && order_.begins_round(order_.again + attack);
      double* const next = arrivals[(attack + 1) % attacks].data();
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
  std::vector<std::size_t> first_of;  // groups, of each damage
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    if (group == 0 || groups_[group].damage != groups_[group - 1].damage) first_of.push_back(group);
  }
  const std::size_t steps = first_of.size();
  first_of.push_back(groups_.size());
  const int team = parts.size() == 1 ? 1 : std::min(team_size(), static_cast<int>(parts.size()));
  in_steps(team, steps, parts.size(), [&](std::size_t step, std::size_t part) {
    std::vector<double> within;
    const std::size_t first = first_of[step];
    const std::size_t count = first_of[step + 1] - first;
    const std::size_t end = first + count * (part + 1) / parts.size();
    for (std::size_t group = first + count * part / parts.size(); group < end; ++group) {
      pass(static_cast<std::uint32_t>(group), parts[part], within);
    }
  });
  for (const std::size_t state : beginnings_) {
    if (!states_.over(state)) continue;
    for (std::size_t attack = 0; attack < attacks; ++attack) {
      visits[state] += arrived(attack, state);
    }
  }
  return visits;
}

}  // namespace warodds::exact
