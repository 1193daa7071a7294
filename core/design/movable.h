// Which stats may move, how far, and what that costs: `--vary` of balance and value, `--cost`.
#pragma once

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
std::vector<Stat> stats_of(std::string_view system, const AnyUnit& unit,
                           Points points = Points::left_out);
/// All that is said of a unit.
Profile profile_of(std::string_view system, const AnyUnit& unit);
/// Sets one of them to a value, as it is printed.
void set_stat(std::string_view system, AnyUnit& unit, const std::string& key,
              const std::string& value);

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

/// "KEY=LO..HI", also with attacker. before the key. Throws InputError.
std::vector<Movable> parse_movables(const std::vector<std::string>& texts);
/// One of them, of a key that is known. Throws InputError.
Movable parse_range(StatName name, const std::string& range);
/// "KEY=N". Throws InputError.
std::vector<PointCost> parse_point_costs(const std::vector<std::string>& texts);

/// What is said of a stat of that unit: what names the unit goes first. Null: nothing.
template <class Said>
const Said* said_of(const std::vector<Said>& all, const std::string& unit, const Stat& stat) {
  for (const Said& one : all) {
    if (one.names(unit, stat)) return &one;
  }
  for (const Said& one : all) {
    if (one.names(stat)) return &one;
  }
  return nullptr;
}

/// Refuses the names of stats that no unit has. Throws InputError.
class KnownStats {
 public:
  KnownStats(std::string_view system, const std::vector<AnyUnit>& units,
             Points points = Points::left_out);

  void require(const StatName& name) const;
  template <class Said>
  void require_all(const std::vector<Said>& names) const {
    for (const Said& name : names) require(name);
  }

 private:
  std::vector<std::string> of_all_;
  std::vector<std::string> of_units_;  ///< "Knights.arm"
};

}  // namespace warodds
