// Who meets whom in a table, and in which situation: units of a roster, or armies.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

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

  std::variant<AnyUnit, UnitsOfSide> is;
};
std::vector<Contestant> contestants(const std::vector<AnyUnit>& units);
std::vector<std::string> names_of(const std::vector<Contestant>& all);
/// The units of an army as people write them: "Orcs*2 + Wolves with mode=ranged".
std::string units_text(const UnitsOfSide& army);

class Arena {
 public:
  /// Throws InputError for what has no use. `conducts`: of armies.
  Arena(std::string_view system, Conditions conditions, const Use& use,
        const PerSide<Conduct>& conducts = {});

  const std::string& system() const { return system_; }
  std::string_view title() const { return empty_.title(); }
  /// With nobody in particular.
  const Matchup& empty() const { return empty_; }
  const Conditions& conditions() const { return conditions_; }

  /// Of the choices in the situation, those that a unit does not have are not its.
  Matchup of(const Contestant& attacker, const Contestant& defender) const;

 private:
  std::string system_;
  Conditions conditions_;
  Matchup empty_;
};

/// All that decides how a unit fights, as text.
std::string fingerprint(std::string_view system, const AnyUnit& unit);

struct AlikeUnits {
  std::vector<std::size_t> order;  ///< places of the units: kinds together, the dearest first
  std::vector<std::size_t> kind;   ///< of each unit, counted in that order; alike: the same
};
/// `names_count`: units of different names are never alike.
AlikeUnits alike_units(std::string_view system, const std::vector<AnyUnit>& units,
                       bool names_count = false);

}  // namespace warodds
