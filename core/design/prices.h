// Points at which units are even when they are bought for the same budget.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/offers.h"

namespace warodds {

struct Prices : Table {
  double budget = 0;
  EvenFor even_for = EvenFor::mean;
  std::string kept;  ///< the unit whose price was given; empty: the total was
  int total_was = 0;
  int total = 0;
  struct Row {
    std::string unit;
    int points = 0;
    int was = 0;
    Estimate odds;  ///< of beating another, or what is chosen, at these prices
    std::optional<Estimate> odds_before;  ///< at the old ones, where there are
    std::optional<double> share;  ///< how often it is chosen, where it is to be even for choosers
    Purchase bought;
    bool within = false;  ///< even
    std::string why;      ///< ... and why not
  };
  std::vector<Row> rows;  ///< in the order of the roster
  std::size_t battles = 0;
};

struct PricesQuestion {
  std::string system;
  std::vector<AnyUnit> units;
  std::optional<double> budget;     ///< none: the points of the dearest unit
  std::optional<std::size_t> keep;  ///< place of the unit whose price stays; none: the total does
  int step = 1;
  EvenFor even_for = EvenFor::mean;
  Conditions conditions;
  CellQuestion cells;
};

/// Throws InputError for a system whose units have no size, NoAnswer when interrupted too early.
Prices answer_prices(const PricesQuestion& question, const Watch& watch);

}  // namespace warodds
