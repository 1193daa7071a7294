// Units in the order of their strength, from the odds of every pair.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warodds {

/// Three that beat each other in a ring, and by how much at the closest of the three.
struct Cycle {
  int first;   ///< beats second
  int second;  ///< beats third
  int third;   ///< beats first
  double margin;
};

/// What becomes of units when both sides choose theirs in secret, and want to win: the equilibrium
/// of largest entropy of that game (core/design/equilibrium.h), and what stands behind it.
struct Choosing {
  struct Of {
    double share = 0;          ///< how often it is chosen
    double odds = 0.5;         ///< against who chooses so
    bool is_in_some = false;   ///< whether any equilibrium has it
    std::optional<int> best;   ///< whom it does best against, of those that it meets ...
    std::optional<int> worst;  ///< ... and worst
    double best_odds = 0.5;    ///< against them
    double worst_odds = 0.5;
  };
  std::vector<Of> units;      ///< as numbered, not as ranked
  double exploitability = 0;  ///< by how much the best choice beats the equilibrium
};

struct Ranking {
  struct Row {
    int unit = 0;
    double odds = 0;                    ///< mean odds of beating another
    std::optional<double> rating = {};  ///< Bradley-Terry
    int points = 0;
    std::optional<double> half_width = {};  ///< of the odds, if battles were simulated
    std::vector<int> not_met = {};  ///< with whom the rules allow no battle, which counts as even
    int one_way = 0;                ///< others with whom they allow it one way round only
  };
  std::vector<Row> rows;                         ///< best first
  std::vector<std::pair<int, int>> dominations;  ///< (better, worse)
  std::vector<Cycle> cycles;
  std::vector<std::string>
      left_out;  ///< what is not here because there are too many units, and why
  std::optional<Choosing> choosing = {};  ///< where units meet each other, and are not too many
};

/// Which pairs do not meet, or one way round only, in lines. `opponents`: as numbered in not_met.
std::vector<std::string> unmet_lines(const Ranking& ranking, const std::vector<std::string>& units,
                                     const std::vector<std::string>& opponents);

}  // namespace warodds
