// Two versions of a roster: who came and went, which stats changed, and what that did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/matrix.h"

namespace warodds {

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
  std::vector<AnyUnit> units;
  std::vector<Contestant> meet;  ///< whose odds and ranks are compared: the units, or the armies
};

struct CompareQuestion {
  Arena arena;
  RosterVersion before;
  RosterVersion after;
  CellQuestion cells;
  bool armies = false;
};

Comparison answer_compare(const CompareQuestion& question, const Watch& watch);

}  // namespace warodds
