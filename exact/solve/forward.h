// What becomes of a battle: laws of how it ends, round by round and to the end.
//
// Places are gone through once by rising losses, for K rounds at once: what comes to a place in
// each of these rounds are its columns, and a fight adds all of them at once to where it leads. A
// block is the places of which the same lasts. Within one, a battle goes from node to node and from
// one round to the next. For what is left after many rounds, all of it is one column, and rounds
// that change nothing are divided out: no term is negative, so rare odds keep their digits.
#pragma once

#include <functional>
#include <vector>

#include "core/answer/answer.h"
#include "exact/solve/graph.h"
#include "exact/solve/long_run.h"
#include "exact/solve/outcome.h"

namespace warodds::exact {

/// What is played where a choice is open: how likely each option is. `rounds_left` counts the round
/// in hand; 0: the battle goes to its end.
using Mixing =
    std::function<std::vector<double>(const Graph::Place&, const Edge&, int rounds_left)>;

/// Where a fight leads in which something is chosen.
struct Way {
  Graph::Place to;
  double p = 0;
  bool moves = false;  ///< as Scenario::Then has it
};
using Ways =
    std::function<std::vector<Way>(Graph&, const Graph::Place&, const Edge&, int rounds_left)>;

struct ForwardQuestion {
  int rounds = 0;   ///< at most; 0: to the end
  int settled = 0;  ///< rounds after which nothing new is said of settings
  Mixing mixing = {};
  Ways ways = {};  ///< of all fights; nothing: as their laws say
  /// Whether the law of the rounds is told as far as it goes, however unlikely that is.
  bool tells_rounds = true;
  bool changes_by_round = false;  ///< whether what is played depends on the rounds that are left
  /// Called with the share of the work done. What it throws ends the battle.
  std::function<void(double)> progress = {};
};

/// Tells `answer` all but what its units are called.
void forward(Graph& graph, const ForwardQuestion& question, Outcome& outcome, Answer& answer);

/// The same of battles that have fought some rounds, to their ends or until they have fought
/// `until`; 0: to the end. `outcome` hears of those that end, and who goes on is returned.
Population forward(Graph& graph, const ForwardQuestion& question, const Population& battles,
                   int round, int until, Outcome& outcome);

}  // namespace warodds::exact
