// Every unit against every other, or army; the order of their strength; and two versions of a
// roster: who came and went, which stats changed, and what that did.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/design/meeting.h"

namespace warodds {

/// Three that beat each other in a ring, and by how much at the closest of the three.
struct Cycle {
  std::size_t first;   ///< beats second
  std::size_t second;  ///< beats third
  std::size_t third;   ///< beats first
  double margin;
};

/// Units in the order of their strength, from the odds of every pair.
struct Ranking {
  struct Opponent {
    std::size_t unit = 0;
    double odds = 0.5;  ///< against it
  };
  /// What becomes of a unit when both sides choose theirs in secret, and want to win: in the
  /// equilibrium of largest entropy of that game (core/design/equilibrium.h).
  struct Choice {
    double share = 0;         ///< how often it is chosen
    double odds = 0.5;        ///< against who chooses so
    bool is_in_some = false;  ///< whether any equilibrium has it
  };
  struct Row {
    std::size_t unit = 0;
    double odds = 0;                    ///< mean odds of beating another
    std::optional<double> rating = {};  ///< Bradley-Terry
    int points = 0;
    std::optional<double> half_width = {};  ///< of the odds, if battles were simulated
    /// With whom the rules allow no battle, which counts as even.
    std::vector<std::size_t> not_met = {};
    int one_way = 0;  ///< others with whom they allow it one way round only
    std::optional<Choice> choice = {};
    std::optional<Opponent> best = {};   ///< whom it does best against, of those that it meets ...
    std::optional<Opponent> worst = {};  ///< ... and worst
  };
  std::vector<Row> rows;                                         ///< best first
  std::vector<std::pair<std::size_t, std::size_t>> dominations;  ///< (better, worse)
  std::vector<Cycle> cycles;
  std::vector<std::string>
      left_out;  ///< what is not here because there are too many units, and why
  /// By how much the best choice beats the equilibrium: where units meet each other.
  std::optional<double> exploitability = {};
  double noise = 0;  ///< of those who choose: a logit equilibrium; 0: they do not err
};

struct Matrix : Table {
  bool of_armies = false;
  bool among = true;                 ///< rows meet each other
  std::vector<std::string> rows;     ///< attackers
  std::vector<std::string> columns;  ///< defenders
  std::vector<Cell> cells;           ///< row by row; of standings none
  const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }

  /// Of standings; of others where rows meet each other and the odds of winning are known.
  std::optional<Ranking> ranking;
};

/// Throws InputError when there are too many pairs.
Matrix answer_matrix(const Meeting& question, const Watch& watch);

/// The ranking alone: whole battles of every unit against every other, or against the columns, both
/// ways round. Against others, units of the same name are the same and do not meet. Throws NoAnswer
/// when interrupted, or when there is nobody to meet.
Matrix answer_standings(const Meeting& question, const Watch& watch);

struct Comparison : Table {
  std::string old_name;  ///< of the rosters, as they are called
  std::string new_name;
  bool of_armies = false;  ///< what came and went, odds and ranks are of armies
  std::vector<std::string> added;
  std::vector<std::string> gone;
  struct StatChange {
    std::string unit;    ///< or army
    std::string key;     ///< of an army: "units", "points"
    std::string before;  ///< empty: there was none
    std::string after;
  };
  std::vector<StatChange> stats;
  struct OddsChange {
    std::string attacker;
    std::string defender;
    Estimate before;  ///< odds that the attacker wins, a draw counting one half
    Estimate after;
  };
  std::vector<OddsChange> odds;  ///< of units in both, the largest change first; no zeros
  struct RankChange {
    std::string unit;
    std::optional<int> before;  ///< 1: the strongest; none: the unit is not there
    std::optional<int> after;
    std::optional<Estimate> odds_before;  ///< of beating another
    std::optional<Estimate> odds_after;
  };
  std::vector<RankChange> ranks;  ///< of all units, by their new ranks, then those that are gone
};

/// One of two versions of a roster.
struct RosterVersion {
  std::string name;
  Contestants units;
  Meeting meeting;  ///< whose odds and ranks are compared: of the units, or of armies
};

Comparison answer_compare(const RosterVersion& old, const RosterVersion& now, const Watch& watch);

}  // namespace warodds
