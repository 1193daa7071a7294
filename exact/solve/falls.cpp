#include "exact/solve/falls.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/threads/patience.h"
#include "exact/solve/coming_back.h"

namespace warodds::exact {
namespace {

/// More decisions than this are of no use to anybody.
constexpr std::size_t most_decisions = 100'000;

double weight(const AssignmentDecision& decision) { return decision.met * decision.stake; }

/// Keeps the decisions on which most depends, in that order.
void keep_weightiest(std::vector<AssignmentDecision>& decisions) {
  std::stable_sort(decisions.begin(), decisions.end(),
                   [](const auto& a, const auto& b) { return weight(a) > weight(b); });
  if (decisions.size() > most_decisions) decisions.resize(most_decisions);
}

int state_of(const Graph& graph, Side side, int row) { return graph.units(side, row).front(); }

/// The states that a side may choose, as likely as it does.
MixedStrategy mix(const Graph& graph, Side side, const Backward::Falls& falls) {
  std::vector<int> states;
  for (const int row : falls.rows[side]) states.push_back(state_of(graph, side, row));
  return falls.best.mix(side, states);
}

/// Battles in which both play best, from where they begin, place by place.
class Followed {
 public:
  Followed(Graph& graph, Backward& best, int rounds,
           const std::function<std::pair<int, std::size_t>(Marks)>& attack_of)
      : graph_(graph), best_(best), rounds_(rounds), attack_of_(attack_of) {}

  std::vector<AssignmentDecision> operator()() {
    const Graph::Place opening = graph_.place(graph_.scenario().opening());
    waiting_[key(opening, rounds_)] = 1;
    while (!waiting_.empty()) {
      meet_block();
    }
    keep_weightiest(decisions_);
    return std::move(decisions_);
  }

 private:
  /// A place, in the order in which a battle comes to places.
  struct Key {
    int left = 0;  ///< rounds
    int lost = 0;  ///< hit points that have gone for good
    PerSide<int> block;
    Marks marks = 0;
    int node = 0, row = 0, column = 0;

    Graph::Place place() const { return {node, row, column}; }
    auto order() const {
      return std::tuple(-left, lost, block.attacker, block.defender, marks, row, column);
    }
    bool operator<(const Key& other) const { return order() < other.order(); }
  };

  Key key(const Graph::Place& place, int left) const {
    Key key{left, 0, {}, graph_.marks(place.node), place.node, place.row, place.column};
    for (const Side side : both_sides) {
      const int row = side == Side::attacker ? place.row : place.column;
      const int lasting = graph_.lasting(side, row);
      key.lost -= graph_.scenario().hit_points(side, 0, state_of(graph_, side, lasting));
      key.block[side] = graph_.block_of(side, row);
    }
    return key;
  }

  /// Where a place leads, as both play it.
  std::map<Key, double> ways(const Graph::Place& place, int left) {
    std::map<Key, double> ways;
    const Edge& edge = graph_.edge(place.node, place.row, place.column);
    if (edge.kind == Edge::Kind::goes_on) {
      const bool round_ends = (graph_.marks(place.node) & round_has_ended) != 0;
      const int then = round_ends && rounds_ > 0 ? left - 1 : left;
      if (then > 0 || rounds_ == 0) {
        ways[key({edge.options.front(), place.row, place.column}, then)] = 1;
      }
    } else if (edge.kind == Edge::Kind::choice) {
      const std::vector<double> taken = best_.taken(place, edge, left);
      for (std::size_t option = 0; option < taken.size(); ++option) {
        if (taken[option] == 0) continue;
        ways[key({edge.options[option], place.row, place.column}, left)] = taken[option];
      }
    } else if (edge.kind == Edge::Kind::fight) {
      for_each_damage(edge, [&](const PerSide<int>& damage, double p) {
        const Backward::Falls falls = best_.falls(place, edge, damage, left);
        for (std::size_t a = 0; a < falls.rows.attacker.size(); ++a) {
          for (std::size_t d = 0; d < falls.rows.defender.size(); ++d) {
            const double share = p * falls.best.rows[static_cast<Eigen::Index>(a)] *
                                 falls.best.columns[static_cast<Eigen::Index>(d)];
            if (share == 0) continue;
            const Graph::Arrival to = graph_.arrive(edge.node, edge.law->withdraws,
                                                    falls.rows.attacker[a], falls.rows.defender[d]);
            ways[key(to.place, left)] += share;
          }
        }
      });
    }
    return ways;
  }
  template <class F>
  static void for_each_damage(const Edge& edge, const F& f) {
    for (int x = 0; x < edge.law->damages(Side::attacker); ++x) {
      for (int y = 0; y < edge.law->damages(Side::defender); ++y) {
        if (edge.law->p(x, y) != 0) f(PerSide<int>{x, y}, edge.law->p(x, y));
      }
    }
  }

  /// Comes to all places of the first block that is waiting, with as many rounds left, as often as
  /// it does.
  void meet_block() {
    const Key first = waiting_.begin()->first;
    const auto is_here = [&](const Key& key) {
      return key.left == first.left && key.block == first.block;
    };
    std::vector<Key> here;
    std::map<Key, std::size_t> numbers;
    std::vector<double> p;
    const auto include = [&](const Key& key) {
      const auto [number, is_new] = numbers.try_emplace(key, here.size());
      if (is_new) here.push_back(key);
      return number->second;
    };
    while (!waiting_.empty() && is_here(waiting_.begin()->first)) {
      const auto place = include(waiting_.begin()->first);
      p.resize(place + 1);
      p[place] = waiting_.begin()->second;
      waiting_.erase(waiting_.begin());
    }
    std::vector<double> leaves;
    std::vector<std::map<std::size_t, double>> stays;
    std::vector<std::map<Key, double>> elsewhere;
    for (std::size_t i = 0; i < here.size(); ++i) {
      leaves.push_back(0);
      stays.emplace_back();
      elsewhere.emplace_back();
      const std::map<Key, double> ways = this->ways(here[i].place(), first.left);
      for (const auto& [to, share] : ways) {
        if (is_here(to)) {
          stays[i][include(to)] += share;
        } else {
          leaves[i] += share;
          elsewhere[i][to] += share;
        }
      }
      if (ways.empty()) leaves[i] = 1;  // it is over
    }
    p.resize(here.size());
    count_coming_back(p, leaves, stays);
    for (std::size_t i = 0; i < here.size(); ++i) {
      meet(here[i].place(), first.left, p[i]);
      for (const auto& [to, share] : elsewhere[i]) waiting_[to] += p[i] * share;
    }
  }

  /// Takes up what is decided in a place.
  void meet(const Graph::Place& place, int left, double met) {
    const Edge& edge = graph_.edge(place.node, place.row, place.column);
    if (met == 0 || edge.kind != Edge::Kind::fight) return;
    for_each_damage(edge, [&](const PerSide<int>& damage, double p) {
      constexpr WorkUnits per_decision = 1000;
      spend(per_decision);
      const Backward::Falls falls = best_.falls(place, edge, damage, left);
      const PerSide<Eigen::VectorXd> worth{falls.payoff * falls.best.columns,
                                           falls.payoff.transpose() * falls.best.rows};
      for (const Side side : both_sides) {
        if (worth[side].size() < 2) continue;
        const auto [phase, attack] = attack_of_(graph_.marks(place.node));
        // A round may come to an attack in several ways.
        const auto [known, is_new] =
            decided_.try_emplace(std::tuple(side, left, phase, attack, place.row, place.column,
                                            damage.attacker, damage.defender),
                                 decisions_.size());
        if (!is_new) {
          decisions_[known->second].met += met * p;
          continue;
        }
        decisions_.push_back({side,
                              left,
                              phase,
                              attack,
                              {state_of(graph_, Side::attacker, place.row),
                               state_of(graph_, Side::defender, place.column)},
                              damage,
                              mix(graph_, side, falls),
                              met * p,
                              worth[side].maxCoeff() - worth[side].minCoeff()});
      }
    });
    if (decisions_.size() > 2 * most_decisions) {
      keep_weightiest(decisions_);
      decided_.clear();
    }
  }

  Graph& graph_;
  Backward& best_;
  int rounds_;
  const std::function<std::pair<int, std::size_t>(Marks)>& attack_of_;
  std::map<Key, double> waiting_;
  std::vector<AssignmentDecision> decisions_;
  std::map<std::tuple<Side, int, int, std::size_t, int, int, int, int>, std::size_t> decided_;
};

}  // namespace

PerSide<MixedStrategy> falls_at(Graph& graph, Backward& best, const Graph::Place& place,
                                PerSide<int> suffered, int rounds_left) {
  const Edge& edge = graph.edge(place.node, place.row, place.column);
  if (edge.kind != Edge::Kind::fight) return {};
  for (const Side side : both_sides) {  // more than is left counts as what is left
    suffered[side] = std::min(suffered[side], edge.law->damages(side) - 1);
  }
  if (edge.law->p(suffered.attacker, suffered.defender) == 0) return {};
  const Backward::Falls falls = best.falls(place, edge, suffered, rounds_left);
  return {mix(graph, Side::attacker, falls), mix(graph, Side::defender, falls)};
}

std::vector<AssignmentDecision> decisions_on_falls(
    Graph& graph, Backward& best, int rounds,
    const std::function<std::pair<int, std::size_t>(Marks)>& attack_of) {
  return Followed(graph, best, rounds, attack_of)();
}

}  // namespace warodds::exact
