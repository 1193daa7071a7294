// The fewest points that stats must move by so that every unit is about even against the field.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/aim.h"
#include "core/design/meeting.h"
#include "core/design/movable.h"

namespace warodds {

struct Balance : Table, Wanted {
  struct Change {
    std::size_t unit = 0;
    std::string name;   ///< of the unit
    std::string key;    ///< "arm", "Captain.hp"
    std::string group;  ///< the same in parts: "Captain" ...
    std::string field;  ///< ... and "hp"
    std::string from;
    std::string to;
    int points = 0;  ///< that it counts: one for each that the stat moves by, or its cost
    /// Of the unit, before this change and after the ones above; nothing where that is not known
    /// since the work was interrupted.
    std::optional<Estimate> odds_before;
    std::optional<Estimate> odds_after;
  };
  std::vector<Change> changes;
  struct Row {
    std::string unit;
    std::optional<Estimate> before;  ///< likewise
    std::optional<Estimate> after;
    /// How often players who choose field it, where it is to be even for them; likewise.
    std::optional<double> share_before;
    std::optional<double> share_after;
    bool within = false;
    std::string why;  ///< why not
  };
  std::vector<Row> rows;  ///< in the order of the roster
  int points = 0;         ///< of all changes
  bool proved_smallest = false;
  /// What a unit is to do against another: to have these odds, or to stay better.
  struct Pair {
    std::string unit;
    std::string other;
    double wanted = 0.5;
    std::optional<Estimate> before;  ///< likewise
    std::optional<Estimate> after;
    bool within = false;
  };
  std::vector<Pair> wishes;
  std::vector<Pair> orders;
  std::vector<PointCost> costs;
  /// Other sets of as many points that do it, too, the evenest first: as many as were asked for.
  std::vector<std::vector<Change>> others;
  std::size_t tried = 0;  ///< sets of changes
};

/// `others`: a field that they are to be even against, each alone.
struct BalanceQuestion : Meeting, Wanted {
  StatRules stats = {};                 ///< which may move
  std::vector<std::size_t> fixed = {};  ///< units that stay as they are
  std::vector<Aim::Wish> wishes = {};
  int solutions = 1;                ///< how many sets of changes are wanted, if there are
  std::optional<int> changes = {};  ///< most points
};

/// Throws InputError when no unit has any of the stats; NoAnswer when interrupted before any battle
/// was fought.
Balance answer_balance(const BalanceQuestion& question, const Watch& watch);

}  // namespace warodds
