// Who meets whom in a designers' table, and in which situation: units of a roster, or armies; and
// what is asked of each cell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/design/cells.h"
#include "core/play/matchup.h"

namespace warodds {

/// What is set for all that meet.
struct Conditions {
  std::vector<Setting> stats;      ///< "attacker.hp": of whatever unit stands on that side
  std::vector<Setting> situation;  ///< keys of the situation
};

/// Who can stand on a side.
struct Contestant {
  Contestant(AnyUnit unit) : is(std::move(unit)) {}      // NOLINT(google-explicit-constructor)
  Contestant(UnitsOfSide army) : is(std::move(army)) {}  // NOLINT(google-explicit-constructor)

  const std::string& name() const;
  int points() const;
  bool is_army() const { return std::holds_alternative<UnitsOfSide>(is); }
  /// That of one that is no army.
  const AnyUnit& unit() const { return std::get<AnyUnit>(is); }

  std::variant<AnyUnit, UnitsOfSide> is;
};
using Contestants = std::vector<Contestant>;
Contestants contestants(const std::vector<AnyUnit>& units);
std::vector<std::string> names_of(const Contestants& all);
/// All of these, and the units of armies.
std::vector<AnyUnit> units_in(const Contestants& all);
/// The units of an army as people write them: "Orcs*2 + Wolves with mode=ranged".
std::string units_text(const UnitsOfSide& army);

struct Meeting {
  Matchup empty;          ///< of nobody in particular: the situation, and how armies play
  Conditions conditions;  ///< as they were asked for
  CellQuestion cells;
  Contestants units;                       ///< or armies
  std::optional<Contestants> others = {};  ///< whom they meet; none: each other
  double noise = 0;  ///< of players who choose among them, as solve_erring has it; 0: none

  std::string_view system() const { return empty.system(); }
  const Contestants& opponents() const { return others ? *others : units; }
  Contestants everybody() const;
  bool is_of_armies() const { return !units.empty() && units.front().is_army(); }

  /// Of the choices in the situation, those that a unit does not have are not its.
  Matchup of(const Contestant& attacker, const Contestant& defender) const;
  /// All that decides how somebody fights here, as text: of the same text are those who are alike.
  std::string fingerprint(const Contestant& who) const;
  /// The places of all units: those alike together, the dearest first.
  std::vector<std::size_t> order() const;
};

/// A warning where most battles behind odds end undecided, so that the odds say little: of what
/// share, why, and what to change; "" where `nobody_wins` is less than half.
std::string warning_of_undecided(double nobody_wins, const Meeting& meeting);

}  // namespace warodds
