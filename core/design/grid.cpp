#include "core/design/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/design/room.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

int whole_number(std::string_view digits, const std::string& text) {
  const auto value = read_number<int>(digits);
  if (value) return *value;
  throw BadValue(
      fmt::format("--vary: '{}' is not KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,... of whole numbers",
                  shown(text)));
}

std::vector<std::string> range_of(const std::string& range, const std::string& text) {
  const auto dots = range.find("..");
  const auto colon = range.find(':', dots);
  const int low = whole_number(std::string_view(range).substr(0, dots), text);
  const int high = whole_number(std::string_view(range).substr(dots + 2, colon - dots - 2), text);
  const int step = colon == std::string::npos
                       ? 1
                       : whole_number(std::string_view(range).substr(colon + 1), text);
  if (step < 1) throw BadValue(fmt::format("--vary: '{}': a step is 1 or more", shown(text)));
  if (low > high) {
    throw BadValue(fmt::format("--vary: '{}' must go upwards, from the lower to the higher number",
                               shown(text)));
  }
  constexpr int most_values = 100'000;
  if ((static_cast<std::int64_t>(high) - low) / step >= most_values) {
    throw NotInRange(fmt::format("--vary: '{}' has more than {} values", shown(text), most_values));
  }
  std::vector<std::string> values;
  for (std::int64_t value = low; value <= high; value += step) {
    values.push_back(std::to_string(value));
  }
  return values;
}

}  // namespace

Axis parse_axis(const std::string& text) {
  const Setting setting = parse_setting(text, "--vary");
  const bool is_range = setting.value.find("..") != std::string::npos;
  return {setting.key, is_range ? range_of(setting.value, text) : split(setting.value, ',')};
}

std::vector<Axis> parse_axes(const std::vector<std::string>& texts) {
  std::vector<Axis> axes;
  for (const std::string& text : texts) {
    axes.push_back(parse_axis(text));
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
      if (axes[i].key == axes.back().key) {
        throw BadValue(fmt::format("--vary: {} is there twice", shown(axes.back().key)));
      }
    }
  }
  return axes;
}

std::vector<Point> grid_of(const std::vector<Axis>& axes) {
  constexpr std::size_t most_points = 1'000'000;
  std::vector<Point> points{{}};
  for (const Axis& axis : axes) {
    if (points.size() > most_points / axis.values.size()) {
      throw NotInRange(fmt::format("--vary: the grid has more than {} points", most_points));
    }
    std::vector<Point> longer;
    for (const auto& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

void require_room_for_grid(const std::vector<Axis>& axes, std::size_t quantities,
                           std::string_view command) {
  constexpr double of_value = 64;  // a text, and its place in the next longer list
  double points = 1;
  for (const Axis& axis : axes) points *= static_cast<double>(axis.values.size());
  require_room(
      [&](double n) {
        return bytes_of_cells(n, quantities) + n * of_value * static_cast<double>(axes.size());
      },
      static_cast<std::size_t>(std::min(points, 1e15)), command, "settings");
}

Matchup at_point(Matchup matchup, const std::vector<Axis>& axes, const Point& point,
                 const Use& use) {
  const Use of_sides{matchup.is_of_several() ? UsedIn::armies : use.in, use.command};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    matchup.set({axes[i].key, point[i], "--vary"}, of_sides);
  }
  return matchup;
}

void require_ends(const Matchup& matchup, const std::vector<Axis>& axes,
                  const std::vector<Point>& points, const Use& use) {
  at_point(matchup, axes, points.front(), use);
  at_point(matchup, axes, points.back(), use);
}

}  // namespace warodds
