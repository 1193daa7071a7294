// Best play: what every place is worth to the attacker's side if whoever may choose plays best from
// there on. A win is worth 1, a draw of any kind one half.
//
// To the end it is the limit of best play for ever more rounds. A round may change nothing; then
// what a state is worth depends on itself, by a function that best play bends (bent.h), and its
// value is where that function leads from one half, which a battle that is broken off is worth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/rules/side.h"
#include "exact/solve/bent.h"
#include "exact/solve/graph.h"

namespace warodds::exact {

class Backward {
 public:
  /// `rounds` 0: to the end. `now_and_then` is told how many places are known, and may throw.
  Backward(Graph& graph, int rounds, std::function<void(std::size_t)> now_and_then)
      : graph_(graph),
        rounds_(rounds),
        columns_(static_cast<std::size_t>(rounds) + 1),
        now_and_then_(std::move(now_and_then)) {}

  /// With so many rounds left, the one in hand among them; to the end: 0.
  double value(const Graph::Place& place, int rounds_left) {
    return values_[known(place) + static_cast<std::size_t>(rounds_left)];
  }
  /// What each option of a choice is worth.
  std::vector<double> options(const Graph::Place& place, const Edge& edge, int rounds_left);
  /// What best play takes of them: that one for sure.
  std::vector<double> taken(const Graph::Place& place, const Edge& edge, int rounds_left);
  /// The first of the values that is as good as the best (E12).
  static std::size_t best_of(const std::vector<double>& values, Side side);

 private:
  struct Term {
    int here = 0;
    double p = 0;
  };
  /// A place of the block in hand.
  struct Here {
    Graph::Place at;
    const Edge* edge = nullptr;
    std::vector<Term> terms;        ///< where it leads in this block
    std::vector<int> options;       ///< the same of a choice that is open
    std::vector<double> elsewhere;  ///< what it is worth to lead elsewhere, by rounds left
  };
  /// What a place is worth, as a function of what `of` is worth that may come again; -1: of
  /// nothing.
  struct Value {
    Bent f;
    int of = -1;
    enum { unknown, asked, found } state = unknown;
  };
  struct Block;

  static std::uint64_t key(const Graph::Place& place);
  /// Where the values of a place stand.
  std::size_t known(const Graph::Place& place);
  void solve(const Graph::Place& place);
  int include(Block& block, Graph::Place place) const;
  void expand(Block& block, int i);
  void expand_fight(Block& block, int i);
  void find_by_rounds(Block& block);
  void find_to_the_end(Block& block, int i);
  void add(Value& sum, const Value& other, double p) const;
  static Value better(const Value& one, const Value& other, bool larger);
  void keep(const Here& here, const double* values);

  Graph& graph_;
  int rounds_;
  std::size_t columns_;
  std::function<void(std::size_t)> now_and_then_;
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<double> values_;
};

}  // namespace warodds::exact
