// What stats are worth in points: measured by what is as good for the same points, and fitted to
// the points that the units of a roster have.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/systems/any_unit.h"

namespace warodds {

struct Sensitivity;

struct StatPoints {
  /// How many points more a unit with one more of a stat may cost, to be as good for the same
  /// points as it was: by what one more does to the odds, and what one more figure does.
  struct Worth {
    std::string stat;
    std::size_t units = 0;  ///< of which it is known
    double mean = 0;        ///< over these
    double error = 0;       ///< standard error of the mean, by how they differ; 0 of one unit
    double least = 0, most = 0;
    std::string least_of, most_of;  ///< units
  };
  std::vector<Worth> worths;  ///< the most first
  /// Units of which nothing is known, and why.
  std::vector<std::pair<std::string, std::string>> left_out;

  /// A cost formula: what a unit costs is the sum of all terms, each times the stat; the first is
  /// what it costs without any. By least squares over the units that have points.
  struct Term {
    std::string stat;  ///< empty: the first
    double points = 0;
    double error = 0;  ///< standard error
  };
  std::vector<Term> terms;  ///< empty: there is no formula
  bool of_figure = false;   ///< costs and stats are those of a figure, the mean of a unit's
  struct Fitted {
    std::string unit;
    double points = 0;  ///< that it has
    double fitted = 0;  ///< that it would have
  };
  std::vector<Fitted> fitted;
  double residual = 0;                      ///< standard deviation of what is left, as fitted
  double explained = 0;                     ///< share of the variance of points that is not left
  std::vector<std::string> not_in_formula;  ///< stats that differ, but for which units are too few
  std::string why_no_formula;
};

/// `units`: of the roster; `answers`: what one point of their stats does, of those who can fight.
StatPoints stat_points(std::string_view system, const std::vector<AnyUnit>& units,
                       const std::vector<Sensitivity>& answers);

}  // namespace warodds
