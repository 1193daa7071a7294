// Which stats may move, how far, and what that costs: `--vary` of balance and value, `--cost`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/play/matchup.h"

namespace warodds {

/// What a unit costs.
inline constexpr std::string_view key_of_points = "points";

/// Whether the price of a unit is among its stats: it is where it decides how many are bought.
enum class Points { left_out, among_stats };

/// The stats of a unit that are numbers.
std::vector<Stat> stats_of(const AnyUnit& unit, Points points = Points::left_out);
/// All that is said of a unit.
Profile profile_of(const AnyUnit& unit);
/// Sets one of them to a value, as it is printed.
void set_stat(AnyUnit& unit, const std::string& key, const std::string& value);

/// Names stats: "arm" those of every unit, or of every group that has it; "Captain.hp" of that
/// group; "Knights.arm" and "Knights.Captain.hp" of that unit.
struct StatName {
  std::string key;
  std::string where;  ///< as messages say it: "--vary", "army.csv, row 3"

  bool names(const Stat& stat) const;
  bool names(const std::string& unit, const Stat& stat) const;
};

/// A stat that may move, and how far.
struct Movable : StatName {
  int least = 0;
  int most = 0;
};

/// What a point of a stat counts.
struct PointCost : StatName {
  int cost = 1;
};

/// "KEY=LO..HI", also with attacker. before the key, or attacker[NAME]. for a unit's. Throws
/// InputError.
std::vector<Movable> parse_movables(const std::vector<std::string>& texts);
/// One of them, of a key that is known. Throws InputError.
Movable parse_range(StatName name, const std::string& range);
/// "KEY=N". Throws InputError.
std::vector<PointCost> parse_point_costs(const std::vector<std::string>& texts);

/// What is said of stats.
struct StatRules {
  /// How far a stat may move, as values are stored, and what a move by one counts.
  struct Range {
    int least = 0;
    int most = 0;
    int cost = 1;
  };

  std::vector<Movable> vary = {};         ///< these may move, within their ranges; empty: all
  std::vector<StatName> fixed = {};       ///< that stay, though they vary
  std::vector<StatName> characters = {};  ///< what makes units what they are: never their least
  std::vector<PointCost> costs = {};      ///< of the stats whose points count more than one

  /// Of a stat of that unit; nothing: it stays. Outside its range it may move towards it.
  std::optional<Range> range_of(const std::string& unit, const Stat& stat) const;
  /// Refuses the names of stats that no unit has. Throws InputError.
  void require_known(const std::vector<AnyUnit>& units, Points points = Points::left_out) const;
  /// `stats`: each of a unit.
  void require_known(const std::vector<Stat>& stats) const;
};

}  // namespace warodds
