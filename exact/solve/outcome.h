// What is told of a battle, collected while a reader goes through its places: the laws of its ends,
// and how its units stand after each round. Laws of no more than one side are read off marginals:
// which places of both sides battles end in is carried only where somebody asks.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/answer/answer.h"
#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/ending.h"
#include "exact/solve/graph.h"

namespace warodds::exact {

/// What is left of a side there.
std::vector<UnitLeft> left_at(const Graph& graph, Side side, int row, bool by_rank);

class Outcome {
 public:
  using OfFacts = std::function<BattleOutcome(const std::vector<OutcomeFact>&)>;

  /// `remembered`: values of facts that are of ends of rounds, in all that is told.
  using Remembered = std::vector<std::pair<OutcomeFact, double>>;
  Outcome(Graph& graph, const std::vector<AskedLaw>& laws, const OfFacts& of_facts,
          const Remembered& remembered = {});

  /// Whether some laws are of the rounds after which battles have ended.
  bool needs_rounds() const { return needs_rounds_; }

  /// The numbers of rounds from which on something of those laws can differ, ascending; nothing:
  /// they tell each number apart.
  std::optional<std::vector<int>> marks() const;

  /// What comes is of battles after `first` rounds, first + 1, …: so many `columns`.
  void begin(int first, int columns);
  /// So many battles go on from there; by column.
  void goes_on(int row, int column, const double* p);
  /// So many end there.
  void ends(BattleEnd how, int row, int column, const double* p);
  /// So many of those because a side has left the field.
  void leaves(Side side, int row, int column, double p) { left_field_[{side, row, column}] += p; }
  /// All of them, what is likeliest first.
  std::vector<Leaving> leavings() const;
  /// The same of so many that end so late that no round tells of it.
  void ends_late(BattleEnd how, int row, int column, int round, double p);

  /// How many battles go on after a round of those that have been begun, or end with it.
  double left(int round) const { return left_[static_cast<std::size_t>(round)]; }
  const std::vector<double>& ended_after() const { return ended_after_; }
  /// Tells of the rounds that are known so far, to this one.
  void tell_rounds(int last, Answer& answer);

  /// All battles are over: what has been told of each law.
  std::vector<LawSums<double>> take();

 private:
  using Marginal = PerSide<std::vector<double>>;  ///< how likely each row of a side is
  using Key = std::array<int, 4>;
  struct Law {
    Observer observer;
    BattleOutcome outcome;
    enum class Of { attacker, defender, both, rounds } of;
    BattleOutcome::Remembered remembered;
    std::vector<LawSums<double>> sums;
    PerSide<std::vector<std::vector<double>>> told;  ///< of each side, by row; empty: not yet
  };
  struct Now {
    double destroyed = 0, figures = 0, hit_points = 0;
  };

  int hit_points(Side side, int row);
  void add_end(const Ending& ending, int row, int column, double p);
  Ending ending(BattleEnd how, int row, int column);
  const std::vector<double>& told(Law& law, Side side, int row) const;
  void add_to(Law& law, int round, const Ending& ending, int row, int column, double p);
  Now now(Side side, int unit, const std::vector<double>& rows) const;
  void tell_round(int round, const Marginal& now, Answer& answer);

  Graph& graph_;
  PerSide<int> at_first_;  ///< hit points
  std::vector<Law> laws_;
  bool needs_rounds_ = false, needs_both_ = false;

  int first_ = 0, columns_ = 1;
  std::vector<double> left_, ended_after_;  ///< by round
  /// Of the rounds that have been begun but not told: by row and column.
  PerSide<std::vector<double>> going_on_, ended_;
  Marginal before_;  ///< that had ended until then

  /// How likely each row of a side is, of battles that end so.
  std::array<std::array<Marginal, kinds_of_ahead>, kinds_of_end> at_end_;
  std::unordered_map<Key, double, boost::hash<Key>> ended_in_;
  std::map<std::tuple<Side, int, int>, double> left_field_;  ///< by row and column
  PerSide<std::vector<int>> hit_points_;                     ///< by row; -1: not yet
  std::vector<double> values_;
};

}  // namespace warodds::exact
