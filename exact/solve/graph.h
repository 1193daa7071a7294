// What a scenario says, asked once for each thing and then looked up. A place is a node, which is
// what is marked, a row, which is what is left of the attacker's side, and a column, the same of
// the defender's. Most of what is asked does not depend on all of that: a node has one edge for all
// rows and columns that look the same from there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/scenario.h"

namespace warodds::exact {

/// The damage that both sides suffer in a fight: of each side by itself, or together.
struct FightLaw {
  PerSide<std::vector<double>> each{{1.0}, {1.0}};  ///< P(so much); together: of the right length
  std::vector<double> together = {};  ///< P(attacker's side, defender's side), row after row
  bool withdraws = false;
  PerSide<std::vector<double>> at_least = {};  ///< of each side by itself: P(so much, or more)

  int damages(Side side) const { return static_cast<int>(each[side].size()); }
  double p(int attackers, int defenders) const {
    const auto x = static_cast<std::size_t>(attackers), y = static_cast<std::size_t>(defenders);
    return together.empty() ? each.attacker[x] * each.defender[y]
                            : together[x * each.defender.size() + y];
  }
};

/// A fight as both sides have chosen it.
struct ChosenFight {
  FightLaw law;
  Marks marks = 0;   ///< it is fought with these
  double worth = 0;  ///< what it brings the attacker's side at once
};

/// The laws of the fights that a scenario names.
class FightLaws {
 public:
  virtual ~FightLaws() = default;
  virtual const FightLaw& law(std::uint64_t fight) = 0;
  /// Of one that depends on what both choose. Not kept: it is asked for once.
  virtual ChosenFight chosen(const Scenario::State& state, const PerSide<int>& values) = 0;
};

/// What comes next in some places of a node.
struct Edge {
  using Kind = Scenario::Next::Kind;
  Kind kind = Kind::goes_on;
  int node = 0;  ///< where that is
  Scenario::Next next;
  std::vector<int> options;       ///< nodes after a choice, or the one that it goes on to
  std::vector<double> p;          ///< how likely policies take each; empty: that is open
  const FightLaw* law = nullptr;  ///< of a fight before which nothing is chosen

  bool is_chosen() const { return !next.choices.attacker.empty(); }
};

/// Where damage leads a side from one of its rows.
struct Reach {
  std::vector<int> rows;       ///< each once, by rising damage
  std::vector<int> of_damage;  ///< places among those
  bool in_order = true;        ///< each damage has its own, all above have the last
  std::vector<int> kinds;
  std::vector<char> same;  ///< whether what lasts is the same
  /// Neighbours that are alike.
  struct Run {
    int from = 0, to = 0;  ///< places
    int kind = 0;
    bool same = false;
    bool in_line = true;  ///< their rows follow each other
    bool lasts = true;    ///< nothing in them is cleared
  };
  std::vector<Run> runs;
  int high = 0;  ///< one more than the greatest row
  /// By damage: the rows that its owner may choose from, what `rows` has first; empty: there is
  /// nothing to choose. None at all where that is so of every damage.
  std::vector<std::vector<int>> choices = {};

  /// Where damage leads; of a choice, the first.
  int row(int damage) const {
    return rows[static_cast<std::size_t>(of_damage[static_cast<std::size_t>(damage)])];
  }
  bool is_open(int damage) const {
    const auto place = static_cast<std::size_t>(damage);
    return place < choices.size() && !choices[place].empty();
  }

  /// How many rows so many damages lead to, none among them.
  std::size_t rows_of(int damages) const {
    return in_order ? std::min(rows.size(), static_cast<std::size_t>(damages)) : rows.size();
  }
};

class Graph {
 public:
  Graph(Scenario& scenario, FightLaws& laws);

  Scenario& scenario() const { return scenario_; }
  FightLaws& laws() const { return laws_; }

  // Rows of a side: the states of its units, numbered as they are found.

  int rows(Side side) const { return static_cast<int>(sides_[side].rows.size()); }
  const OfUnits<int>& units(Side side, int row) const { return of(side, row).units; }
  int lasting(Side side, int row) const { return of(side, row).lasting; }
  int kind(Side side, int row) const { return of(side, row).kind; }
  /// Rows of which the same lasts are a block.
  const std::vector<int>& block(Side side, int block) const {
    return sides_[side].blocks[static_cast<std::size_t>(block)];
  }
  int block_of(Side side, int row) const { return of(side, row).block; }
  int place_in_block(Side side, int row) const { return of(side, row).place; }
  /// Blocks in an order in which losses never fall; more of them may be found behind.
  const std::map<OfUnits<int>, int>& blocks(Side side) const { return sides_[side].order; }
  int row(Side side, const OfUnits<int>& units);

  int node(Marks marks);
  Marks marks(int node) const { return nodes_[static_cast<std::size_t>(node)]->marks; }
  std::size_t nodes() const { return nodes_.size(); }

  struct Place {
    int node = 0, row = 0, column = 0;
  };
  Place place(const Scenario::State& state);
  Scenario::State state(const Place& place) const {
    return {{units(Side::attacker, place.row), units(Side::defender, place.column)},
            marks(place.node)};
  }

  const Edge& edge(int node, int row, int column);
  /// The same past choices of one option.
  const Edge& decided(int node, int row, int column) {
    const Edge* edge = &this->edge(node, row, column);
    while (edge->kind == Edge::Kind::choice && edge->options.size() == 1) {
      edge = &this->edge(edge->options.front(), row, column);
    }
    return *edge;
  }
  struct To {
    int node = -1;
    bool clears = false, moves = false;  ///< as Scenario::Then has them
  };
  /// Where a fight leads that has left such rows.
  To after(const Edge& edge, int row, int column) {
    return after(edge.node, edge.law->withdraws, row, column);
  }
  To after(int node, bool withdraws, int row, int column);
  /// The place there, in which damage may have been cleared.
  struct Arrival {
    Place place;
    bool moves = false;
  };
  Arrival arrive(int node, bool withdraws, int row, int column) {
    const To to = after(node, withdraws, row, column);
    if (!to.clears) return {{to.node, row, column}, to.moves};
    return {{to.node, lasting(Side::attacker, row), lasting(Side::defender, column)}, to.moves};
  }
  /// Where so many damages lead, none among them.
  const Reach& reach(Side side, int falls, int row, int damages);
  /// Calls f(arrival, p) for all that a fight of a place leads to where nobody chooses who falls;
  /// `node`: with what has been chosen before it.
  template <class F>
  void for_each_arrival(const Place& from, const Edge& edge, int node, const FightLaw& law,
                        const F& f) {
    const int nx = law.damages(Side::attacker), ny = law.damages(Side::defender);
    const Reach& rows = reach(Side::attacker, edge.next.falls.attacker, from.row, nx);
    const Reach& columns = reach(Side::defender, edge.next.falls.defender, from.column, ny);
    for (int x = 0; x < nx; ++x) {
      for (int y = 0; y < ny; ++y) {
        const double p = law.p(x, y);
        if (p != 0) f(arrive(node, law.withdraws, rows.row(x), columns.row(y)), p);
      }
    }
  }

 private:
  struct Row {
    OfUnits<int> units;
    int lasting = 0, kind = 0, block = 0, place = 0;
  };
  using Numbers = std::unordered_map<std::vector<int>, int, boost::hash<std::vector<int>>>;
  struct OfSide {
    std::vector<Row> rows;
    struct Hash {
      std::size_t operator()(const OfUnits<int>& units) const {
        return boost::hash_range(units.begin(), units.end());
      }
    };
    std::unordered_map<OfUnits<int>, int, Hash> numbers;
    std::vector<std::vector<int>> blocks;
    std::map<OfUnits<int>, int> order;
    Numbers kinds;
    std::vector<std::vector<const Reach*>> reaches;  ///< by what falls and row
  };
  /// What a node sees of a side's rows.
  struct View {
    std::vector<int> aspects;  ///< by unit
    std::vector<int> seen;     ///< by row, as far as known; -1: not yet
    Numbers numbers;
  };
  struct Node {
    Marks marks = 0;
    PerSide<View*> views;
    std::vector<std::vector<const Edge*>> edges;              ///< by what is seen of either side
    std::map<std::vector<std::uint64_t>, const Edge*> known;  ///< each once, by all that it says
    std::vector<std::vector<To>> after[2];  ///< by kinds of rows, for each `withdraws`
  };

  const Row& of(Side side, int row) const {
    return sides_[side].rows[static_cast<std::size_t>(row)];
  }
  /// What a view sees of a row.
  int seen(Side side, View& view, int row);
  const Edge& find_edge(int node, int row, int column);
  int later(Marks before, Marks after);

  Scenario& scenario_;
  FightLaws& laws_;
  PerSide<OfSide> sides_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unordered_map<Marks, int> numbers_;
  PerSide<std::map<std::vector<int>, View>> views_;
  std::deque<Edge> edges_;
  std::deque<Reach> reaches_;  ///< one that is asked for more is found anew: the old may be in use
};

/// Whether from a place between two rounds something that lasts can be lost, or an end come that
/// was agreed upon, whatever is chosen where that is open.
bool can_change(Graph& graph, const Graph::Place& from);

}  // namespace warodds::exact
