// Best play: what every place is worth to the attacker's side if whoever may choose plays best from
// there on.
//
// To the end it is the limit of best play for ever more rounds. A round may change nothing; then
// what a state is worth depends on itself, by a function that best play bends (bent.h), and its
// value is where that function leads from what it is worth that the battle is broken off there.
// Where both choose at once, in secret, the function is found for what both do at a guess of that
// value, which is then guessed anew.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/rules/side.h"
#include "exact/solve/bent.h"
#include "exact/solve/graph.h"
#include "exact/solve/matrix_game.h"
#include "exact/solve/places.h"

namespace warodds::exact {

/// Plans of one side that are valued beside best play, and somebody who is told what that is.
class Plans {
 public:
  virtual ~Plans() = default;
  /// Of each plan: whose it is.
  virtual const std::vector<Side>& whose() const = 0;
  /// What a plan chooses before a fight, as Next::choices has it or anything else; nothing where it
  /// plays best.
  virtual std::optional<int> choice(std::size_t plan, const Scenario::State& state) = 0;
  /// What a plan has become of its side's units after damage that leaves a choice.
  virtual OfUnits<int> falls(std::size_t plan, const OfUnits<int>& units, int damage) = 0;
  /// What both choose before a fight at best; `payoff` of each pair.
  virtual void decided(const Scenario::State& state, const Edge& edge, int rounds_left,
                       const MatrixGame& best, const Eigen::MatrixXd& payoff) = 0;
  /// That a side leaves the field there at best.
  virtual void leaves(const Scenario::State& state, Side side, int rounds_left) = 0;
};

class Backward {
 public:
  /// `rounds` 0: to the end. `now_and_then` is told how many numbers are known, and may throw.
  Backward(Graph& graph, int rounds, std::function<void(std::size_t)> now_and_then,
           Plans* plans = nullptr);

  /// With so many rounds left, the one in hand among them; to the end: 0.
  double value(const Graph::Place& place, int rounds_left) { return known(place)[rounds_left]; }
  /// What best play is worth, then what each plan brings against somebody who answers it, and
  /// against best play.
  std::vector<double> readings(const Graph::Place& place, int rounds_left);
  /// How far what either side secures in one decision may lie from what it is worth, twice.
  double largest_gap() const { return largest_gap_; }
  /// Who falls of both sides after a fight from there that has done so much damage: the rows that
  /// it may lead to, what each pair is worth, and what is done at best.
  struct Falls {
    PerSide<std::vector<int>> rows;
    Eigen::MatrixXd payoff = {};
    MatrixGame best = {};
  };
  Falls falls(const Graph::Place& place, const Edge& edge, const PerSide<int>& damage,
              int rounds_left);
  /// What each option of a choice is worth.
  std::vector<double> options(const Graph::Place& place, const Edge& edge, int rounds_left);
  /// What best play takes of them: that one for sure.
  std::vector<double> taken(const Graph::Place& place, const Edge& edge, int rounds_left);
  /// The first of the values that is as good as the best (E12).
  static std::size_t best_of(const std::vector<double>& values, Side side);

 private:
  using Numbers = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Term {
    int here = -1;
    double p = 0;
  };
  /// What pairs of options are worth in some of the readings.
  struct Table {
    std::size_t first = 0, readings = 0;
    PerSide<Eigen::Index> options = {};
    Numbers elsewhere = {};        ///< by pair, the attacker's options row after row
    std::vector<Term> stays = {};  ///< the same in this block
  };
  /// A choice that is open: first of best play, then of each plan.
  struct Decision {
    std::vector<Table> tables;
    std::vector<bool> kept;  ///< by plan: whether it says what is chosen
    double p = 1;            ///< how likely it is
  };
  /// A place of the block in hand.
  struct Here {
    Graph::Place at;
    const Edge* edge = nullptr;
    std::vector<Term> terms = {};        ///< where it leads in this block
    std::vector<double> elsewhere = {};  ///< what it is worth to lead elsewhere
    double leaves = 0;                   ///< how likely it does
    std::vector<Decision> decisions = {};
    double guess = 0.5;  ///< of what it is worth if it comes again
  };
  /// What a place is worth, by readings, as functions of what `of` is worth that may come again;
  /// -1: of nothing.
  struct Value {
    std::vector<Bent> f;
    int of = -1;
    bool guessed = false;  ///< these hold only near the guess
    enum { unknown, asked, found } state = unknown;
  };
  struct Block {
    std::vector<Here> here;
    std::unordered_map<std::uint64_t, int> numbers;
    PerSide<int> of;  ///< which it is
    std::vector<Value> values;
  };
  /// The fights of a choice, by the rows that they lead to.
  struct Cells {
    struct Cell {
      int node = 0;
      bool withdraws = false;
      double worth = 0;
      PerSide<std::vector<double>> each;  ///< where each side suffers by itself; as many as needed
      std::vector<double> together;       ///< otherwise
    };
    std::vector<Cell> cells;
    PerSide<const Reach*> reach{nullptr, nullptr};
    PerSide<std::vector<bool>> possible;  ///< by row that is reached
  };

  static std::uint64_t key(const Graph::Place& place);
  /// The values of a place: for each reading, by rounds left. Until the next place is asked for.
  const double* known(const Graph::Place& place);
  struct TooDeep {
    Graph::Place place;
  };
  void solve_deep(const Graph::Place& place);
  void solve(const Graph::Place& place);
  int include(Block& block, Graph::Place place) const;
  void expand(Block& block, int i);
  void expand_fight(Block& block, int i);
  void expand_falls(Block& block, int i, const PerSide<const Reach*>& reach,
                    const PerSide<int>& damage, double p);
  static PerSide<std::vector<int>> rows_after(const PerSide<const Reach*>& reach,
                                              const PerSide<int>& damage);
  void note_gap(const MatrixGame& best) {
    if (best.rows.size() > 0) largest_gap_ = std::max(largest_gap_, best.gap());
  }
  void expand_chosen(Block& block, int i);
  std::size_t add(const Graph::Place& place, const Edge& edge, const ChosenFight& fight,
                  Cells& cells);
  void lead(Block& block, const Cells& cells, Table& table,
            const std::vector<std::size_t>& of_table);
  Graph::Place enter(int node, bool withdraws, int row, int column);
  /// Whether it lies after all rounds, so that nothing more is chosen.
  bool is_last(const Block& block, int i) const;
  bool is_in(const Block& block, const Graph::Place& place) const;
  void find_by_rounds(Block& block);
  void find_to_the_end(Block& block, int i);
  Value add_up(Block& block, int i);
  template <class T, class CellOf>
  MatrixGame decide(const Decision& decision, double guess, const CellOf& cell, std::vector<T>& sum,
                    Eigen::MatrixXd& payoff) const;
  /// What best play is worth that goes on to each option of a choice; `value`: of a place here.
  template <class ValueOf>
  void note_leaving(const Here& here, int rounds_left, const ValueOf& value);
  void keep(const Here& here, const double* values);

  Graph& graph_;
  int rounds_;
  std::size_t columns_;
  std::function<void(std::size_t)> now_and_then_;
  Plans* plans_;
  std::size_t readings_;  ///< of best play, then two of each plan
  double largest_gap_ = 0;
  int depth_ = 0;  ///< places that wait for others
  Places places_;
  std::size_t kept_ = 0;
  std::vector<bool> entries_;  ///< by node: whether fights lead there
};

}  // namespace warodds::exact
