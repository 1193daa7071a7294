// Which values a stat or a key of the situation takes in a sweep, and all their combinations.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/play/matchup.h"

namespace warodds {

/// One key and its values.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,…. Throws InputError.
Axis parse_axis(const std::string& text);
/// The same for several; no key may be there twice.
std::vector<Axis> parse_axes(const std::vector<std::string>& texts);

/// A value for each axis.
using Point = std::vector<std::string>;

/// All points of the grid, the last axis changing fastest. Throws InputError when there are too
/// many.
std::vector<Point> grid_of(const std::vector<Axis>& axes);

/// Refuses a grid that does not fit into memory, points and cells. Throws NoAnswer.
void require_room_for_grid(const std::vector<Axis>& axes, std::size_t quantities,
                           std::string_view command);

/// The matchup with the settings of a point.
Matchup at_point(Matchup matchup, const std::vector<Axis>& axes, const Point& point,
                 const Use& use);

/// Refuses a grid of which the first or the last point is not allowed, before hours are spent on
/// what lies between. Throws InputError.
void require_ends(const Matchup& matchup, const std::vector<Axis>& axes,
                  const std::vector<Point>& points, const Use& use);

}  // namespace warodds
