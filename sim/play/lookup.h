// What a scenario of one unit a side says, asked once for each thing and then looked up. What comes
// next depends on what is marked, on the kinds of the units, and on a closer look at a few of them;
// where damage leads, on whom it hurts. So the same things come up again in states that differ.
#pragma once

#include <cstddef>
#include <deque>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/ending.h"
#include "core/play/scenario.h"
#include "sim/play/fight_plans.h"

namespace warodds::sim {

/// Of lists, as they are found: the size as it was, where a list is new.
using Numbers = std::unordered_map<std::vector<int>, std::size_t, boost::hash<std::vector<int>>>;
inline std::size_t number_of(const std::vector<int>& list, Numbers& numbers) {
  return numbers.try_emplace(list, numbers.size()).first->second;
}

/// A state of play. Numbers are those of whoever looks up.
struct Here {
  int node = 0;                      ///< what is marked
  PerSide<int> kinds = {};           ///< those of a side's units together
  PerSide<OfUnits<int>> units = {};  ///< the state of each

  /// All of it, as a list; kinds follow from the units.
  void list(std::vector<int>& list) const;
};

/// What comes next.
struct Edge {
  Scenario::Next::Kind kind = Scenario::Next::Kind::goes_on;
  BattleEnd end = BattleEnd::undecided;
  bool halted = false;
  const ReadyFight* fight = nullptr;  ///< before which nothing is chosen
  PerSide<int> falls = {};
  int then = -1;                           ///< the node that it goes on to
  PerSide<std::vector<int>> choices = {};  ///< before a fight, by values of the rules
};

class Lookup {
 public:
  struct OfState {
    int lasting = 0, kind = 0, figures = 0, hit_points = 0;
  };

  Lookup(Scenario& scenario, FightPlans& plans) : scenario_(scenario), plans_(plans) {}

  Here opening();
  int node(Marks marks);
  Marks marks(const Here& here) const { return nodes_[static_cast<std::size_t>(here.node)].marks; }
  Scenario::State state(const Here& here) const { return {here.units, marks(here)}; }
  const OfState& of(Side side, std::size_t unit, int state);

  const Edge& edge(const Here& here);
  /// A unit is in this state now.
  void put(Here& here, Side side, std::size_t unit, int state);
  /// So much damage has fallen as a fight has named it.
  void suffer(Here& here, Side side, int falls, int damage);
  /// A fight has been fought, and its damage been suffered. Whether somebody has moved away.
  bool fought(Here& here, bool withdraws);
  /// Whether the rounds from there on can change what anybody has lost or move anybody away,
  /// however the dice fall and whatever is left open, or end as it was agreed upon.
  bool can_change(const Here& here);

  /// Things that are known.
  std::size_t known() const { return edges_.size() + afters_.size(); }

 private:
  struct Node {
    Marks marks = 0;
    PerSide<bool> by_kinds = {};
    std::vector<std::tuple<Side, int, int>> looks = {};  ///< side, unit and aspect
  };
  struct After {
    int node = 0;
    bool clears = false, moves = false;
  };
  Edge new_edge(const Here& here);
  void find_kinds(Here& here, Side side);
  bool search(const Here& from);
  bool fight_can_change(const Here& from, const Here& here, const Edge& edge,
                        const ReadyFight& fight, std::vector<Here>& open);
  bool has_lost(const Here& from, const Here& now);

  Scenario& scenario_;
  FightPlans& plans_;
  std::unordered_map<Marks, int> numbers_;
  std::vector<Node> nodes_;
  PerSide<std::vector<std::vector<OfState>>> states_;  ///< by unit and state; -1: not yet
  PerSide<Numbers> kinds_;
  Numbers edge_numbers_, after_numbers_, change_numbers_;
  std::deque<Edge> edges_;
  std::vector<After> afters_;
  PerSide<std::vector<std::vector<std::vector<int>>>> falls_;  ///< by way, state and damage
  std::vector<bool> changes_;
  std::vector<int> list_;
};

}  // namespace warodds::sim
