// Points at which units are even when they are bought for the same budget.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/design/aim.h"
#include "core/design/meeting.h"

namespace warodds {

/// What is asked of prices, besides whose.
struct PricesWanted : Wanted {
  std::vector<double> budgets = {};  ///< none: the points of the dearest unit
  Buying buying = Buying::mixed;
  std::vector<std::size_t> fixed = {};  ///< places of the units whose prices stay
  std::optional<int> total = {};        ///< that all prices are to come to; none: whatever they do
  int step = 1;
};

struct Prices : Table, PricesWanted {
  /// What a unit is at one of the budgets.
  struct At {
    Estimate odds;                   ///< of beating another, or what is chosen, at these prices
    std::optional<Estimate> before;  ///< at the old ones, where there are
    std::optional<double> share;  ///< how often it is chosen, where it is to be even for choosers
    bool within = false;
    Purchase bought;
    /// The same when all are bought in whole numbers, where they are not anyway.
    std::optional<Estimate> odds_whole;
    std::optional<Purchase> bought_whole;
  };
  struct Row {
    std::string unit;
    int points = 0;
    int was = 0;
    std::vector<At> at;   ///< in the order of the budgets
    bool within = false;  ///< even at all budgets
    std::string why;      ///< ... and why not
    /// Prices with which it is, while the others keep theirs; nothing where none is known.
    std::optional<std::pair<int, int>> range;

    double odds() const;  ///< the mean over the budgets
  };
  std::vector<Row> rows;  ///< in the order of the roster
};

struct PricesQuestion : Meeting, PricesWanted {
  LimitsOfUnits limits = {};
};

/// Throws InputError for a system whose units have no size, NoAnswer when interrupted too early.
Prices answer_prices(const PricesQuestion& question, const Watch& watch);

}  // namespace warodds
