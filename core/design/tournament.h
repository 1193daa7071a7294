// The armies that players bring who want to win: what a tournament will look like.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/meeting.h"

namespace warodds {

/// How many of each unit of a roster an army has.
using UnitCounts = std::vector<int>;

/// Armies that a search may have to try.
inline constexpr std::size_t most_candidates = 20'000;

/// Every army of at most `most` units that has no room, or not the points, for one more, or, where
/// `smaller` ones count, every army; those with most of the first unit come first. `points`: what
/// each unit costs, all positive. Throws InputError where there are none, or more than
/// most_candidates.
std::vector<UnitCounts> armies_within(const std::vector<int>& points, double budget, int most,
                                      bool smaller = false);

/// What is asked of armies, besides of which units.
struct ArmiesWanted {
  std::optional<double> most_points;  ///< of an army; nothing: any number, of a muster
  int most_units = 0;                 ///< of an army
  /// The cheapest armies are looked for that have such odds against others: a muster.
  std::optional<double> wanted = {};
};

/// `units`: those that can be taken, each as often as the points allow; `others`: the armies to be
/// met, each as often as any other; none: those that others choose in the same way.
struct TournamentQuestion : Meeting, ArmiesWanted {};

/// Both players choose an army in secret, each to win: the equilibrium of largest entropy of that
/// game. Or, against armies that are given, those that do best, or the cheapest that do so well.
/// The odds of two armies are the mean of both ways round; a battle that nobody wins counts one
/// half.
struct Tournament : Table, ArmiesWanted {
  struct Army {
    std::string name;
    int points = 0;
    double share = 0;  ///< how often it is brought; 0 against a field
    Estimate odds;     ///< against what is brought, or against the field
  };
  struct Unit {
    std::string name;
    int points = 0;
    double taken = 0;  ///< the share of armies that have it
    double mean = 0;   ///< how many of it an army has on average
  };
  std::size_t candidates = 0;      ///< armies that can be had
  std::size_t compared = 0;        ///< of those, how many all others were tried against
  std::vector<std::string> field;  ///< the armies that are met; empty: those that are chosen
  std::vector<Army> armies;        ///< those that are brought, most often first, or the best first
  std::optional<Army> best_other;  ///< of all that are not brought, who does best against them; of
                                   ///< a muster, of all that cost less
  std::vector<Unit> units;         ///< of the roster, most taken first; empty against a field
  std::size_t as_good_left_out = 0;  ///< kinds of armies that do as well, too many to mix
};

/// By double oracle (H. B. McMahan, G. J. Gordon, A. Blum, "Planning in the presence of cost
/// functions controlled by an adversary", ICML 2003): the game among a few armies is solved, and
/// whoever does best against its equilibrium joins them, until nobody is better than they are (of
/// simulated odds: by more than the half-width), nor, outside them, as good. Armies that fight
/// alike are one choice that is divided among them. When interrupted: the equilibrium among the
/// armies that all others had been tried against. Throws NoAnswer when there is none yet.
Tournament answer_tournament(const TournamentQuestion& question, const Watch& watch);

}  // namespace warodds
