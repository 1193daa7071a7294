// What a scenario says, asked once for each thing and then looked up. What comes next depends on
// what is marked, on the kinds of the units, and on a closer look at a few of them; where damage
// leads, on whom it hurts. So the same things come up again in states that differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/scenario.h"
#include "core/rules/choice.h"
#include "sim/play/fight_plans.h"

namespace warodds::sim {

/// A state of play. Numbers are those of whoever looks up.
struct Here {
  int node = 0;                      ///< what is marked
  PerSide<int> kinds = {};           ///< those of a side's units together
  PerSide<OfUnits<int>> units = {};  ///< the state of each

  bool operator==(const Here&) const = default;
  std::size_t hash() const;
};

/// What comes next.
struct Edge {
  Scenario::Next next;
  std::vector<int> options;           ///< nodes after a choice, or the one that it goes on to
  MixedStrategy mix;                  ///< the options that policies take
  const ReadyFight* fight = nullptr;  ///< before which nothing is chosen
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
  std::size_t known() const {
    return edges_.size() + after_.size() + shared_.size() + changes_.size();
  }

 private:
  using Key = std::vector<int>;
  template <class T>
  using By = std::unordered_map<Key, T, boost::hash<Key>>;
  struct Node {
    Marks marks = 0;
    PerSide<bool> by_kinds = {};
    std::vector<std::tuple<Side, int, int>> looks = {};  ///< side, unit and aspect
  };
  struct After {
    int node = 0;
    bool clears = false, moves = false;
  };
  struct Falls {
    bool known = false;
    UnitSet hurt = {};
    std::vector<std::vector<int>> of_one = {};  ///< by state and damage; -1: not yet
  };
  struct Hash {
    std::size_t operator()(const Here& here) const { return here.hash(); }
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
  PerSide<By<int>> kinds_;
  By<Edge> edges_;
  By<After> after_;
  PerSide<std::vector<Falls>> falls_;
  By<OfUnits<int>> shared_;  ///< damage to several units
  std::unordered_map<Here, bool, Hash> changes_;
  Key key_;
};

}  // namespace warodds::sim
