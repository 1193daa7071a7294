// The list of combat systems. To add one: its header and source beside this file, and its line
// here.
#pragma once

#include <variant>

#include "core/systems/arcane_legions.h"
#include "core/systems/dwethia_skirmish.h"
#include "core/systems/magewinds.h"
#include "core/systems/raiders_of_arcana.h"

namespace warodds {

template <class... System>
struct SystemList {
  using AnyFight = std::variant<typename System::Fight...>;

  /// Calls f(System{}) for each system in turn.
  template <class F>
  static void for_each(F&& f) {
    (f(System{}), ...);
  }
};

using Systems = SystemList<ArcaneLegions, Magewinds, RaidersOfArcana, DwethiaSkirmish>;

/// A resolved matchup of any system.
using AnyFight = Systems::AnyFight;

}  // namespace warodds
