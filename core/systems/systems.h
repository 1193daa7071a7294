// The list of combat systems. To add one: its header and source beside this file, and its place
// here.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fields/field.h"
#include "core/rules/mixture.h"
#include "core/systems/arcane_legions.h"
#include "core/systems/dwethia_skirmish.h"
#include "core/systems/magewinds.h"
#include "core/systems/raiders_of_arcana.h"
#include "core/systems/system.h"
#include "core/text/error.h"

namespace warodds {

template <class System>
using UnitOf = typename System::Unit;
template <class System>
using FightsOf = Mixture<typename System::Fight>;

template <CombatSystem... System>
struct SystemList {
  /// One of something that every system has.
  template <template <class> class Of>
  using AnyOf = std::variant<Of<System>...>;

  /// Calls f(System{}) for each system in turn.
  template <class F>
  static void for_each(F&& f) {
    (f(System{}), ...);
  }
};

using Systems = SystemList<ArcaneLegions, Magewinds, RaidersOfArcana, DwethiaSkirmish>;

/// A resolved matchup of any system: what the attack may be once its amounts have been rolled.
using AnyFight = Systems::AnyOf<FightsOf>;

/// The names of all systems.
std::vector<std::string> system_names();

/// The name of the system whose name or title that is, in capital or small letters; else the text.
std::string system_meant(std::string_view text);

/// Calls f(System{}) for the system of that name. `where` begins the message of the InputError for
/// a name that no system has.
template <class F>
void with_system(std::string_view name, const std::string& where, F&& f) {
  bool found = false;
  Systems::for_each([&](auto system) {
    if (decltype(system)::name != name) return;
    found = true;
    f(system);
  });
  if (!found) throw UnknownSystem(where + unknown_name("system", name, system_names()));
}

}  // namespace warodds
