#include "exact/battle/visits.h"

#include <algorithm>
#include <utility>

#include "exact/battle/groups.h"

namespace warodds::exact {
namespace {

class Passing {
 public:
  Passing(const Rows& rows, const BattleStates& states,
          const std::vector<std::vector<std::size_t>>& reached, std::size_t opening)
      : rows_(rows),
        states_(states),
        opening_(opening),
        groups_(groups_by_losses(states, reached)),
        group_of_(states.size(), 0) {
    arrivals_.assign(rows.size(), std::vector<double>(states.size(), 0.0));
    within_.assign(rows.size(), std::vector<double>(states.size(), 0.0));
    result_.visits.assign(states.size(), 0.0);
    result_.stuck.assign(states.size(), false);
    result_.beginnings = reached[0];
    std::sort(result_.beginnings.begin(), result_.beginnings.end());
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      for (const std::vector<std::size_t>& places : groups_[group].places) {
        for (const std::size_t state : places) group_of_[state] = group;
      }
    }
  }

  Visits operator()() {
    arrivals_[0][opening_] = 1;
    for (std::size_t group = 0; group < groups_.size(); ++group) pass(group);
    for (const std::size_t state : result_.beginnings) {
      if (states_.over(state)) result_.visits[state] = arrivals_[0][state];
    }
    return std::move(result_);
  }

 private:
  /// What a flow through a group, one round long, comes to.
  struct Flow {
    double leaves = 0;   ///< the group
    double returns = 0;  ///< to where rounds begin
  };

  /// Sends what has arrived `within_` the group's places through one round. What leaves arrives
  /// elsewhere if `arrive`.
  Flow send(std::size_t group, bool arrive) {
    Flow flow;
    for (std::size_t attack = 0; attack < rows_.size(); ++attack) {
      const std::size_t next = (attack + 1) % rows_.size();
      for (const std::size_t state : groups_[group].places[attack]) {
        const double flowing = std::exchange(within_[attack][state], 0.0);
        if (flowing == 0) continue;
        const Row& row = rows_[attack][state];
        for (std::size_t i = 0; i < row.to.size(); ++i) {
          const std::size_t to = row.to[i];
          const double p = flowing * row.p[i];
          const bool over = states_.over(to);
          if (over || group_of_[to] != group) {
            flow.leaves += p;
            if (arrive) arrivals_[over ? 0 : next][to] += p;
          } else if (next == 0) {
            flow.returns += p;
          } else {
            within_[next][to] += p;
          }
        }
      }
    }
    return flow;
  }

  void pass(std::size_t group) {
    const std::size_t first = groups_[group].first;
    double leaves_first = 0;
    for (const std::size_t state : groups_[group].places[0]) {
      within_[0][state] = 1;
      // That damage of the opening is gone after a turn is nothing that happens.
      const double leaves = send(group, false).leaves;
      result_.stuck[state] = leaves == 0;
      if (state == first) leaves_first = leaves;
    }
    // All that arrives other than where rounds begin, until it does.
    const auto enter = [&] {
      for (std::size_t attack = 0; attack < rows_.size(); ++attack) {
        for (const std::size_t state : groups_[group].places[attack]) {
          const bool waits = attack == 0 && (state == first || result_.stuck[state]);
          if (!waits) within_[attack][state] = arrivals_[attack][state];
        }
      }
    };
    enter();
    const double returned = send(group, false).returns;
    if (first != PlaceGroup::none) {
      double& visits = result_.visits[first];
      visits = arrivals_[0][first] + returned;
      if (!result_.stuck[first]) visits /= leaves_first;
    }
    enter();
    for (const std::size_t state : groups_[group].places[0]) {
      if (state != first) result_.visits[state] = arrivals_[0][state];
      if (state == first && !result_.stuck[state]) within_[0][state] = result_.visits[state];
    }
    send(group, true);
  }

  const Rows& rows_;
  const BattleStates& states_;
  std::size_t opening_;
  std::vector<PlaceGroup> groups_;     ///< by rising damage
  std::vector<std::size_t> group_of_;  ///< of each state that is not over
  /// By attack and state: expected arrivals from other groups.
  std::vector<std::vector<double>> arrivals_;
  /// The same of what flows through the group in hand.
  std::vector<std::vector<double>> within_;
  Visits result_;
};

}  // namespace

void play_round(const Rows& rows, const BattleStates& states, Spread& now, Spread& next) {
  now.reserve(states.size());
  next.reserve(states.size());
  for (const std::vector<Row>& of_attack : rows) {
    next.clear();
    for (const std::size_t state : now.states()) {
      if (states.over(state)) {
        next.add(state, now[state]);
        continue;
      }
      const Row& row = of_attack[state];
      const double p = now[state];
      for (std::size_t i = 0; i < row.to.size(); ++i) next.add(row.to[i], p * row.p[i]);
    }
    std::swap(now, next);
  }
}

Visits expected_visits(const Rows& rows, const BattleStates& states,
                       const std::vector<std::vector<std::size_t>>& reached, std::size_t opening) {
  return Passing(rows, states, reached, opening)();
}

}  // namespace warodds::exact
