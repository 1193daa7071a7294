// Sides of several units as values: what stands on the table, and how each side plays. What a
// battle of them is, is said in battle.h and round.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/field.h"
#include "core/play/course.h"
#include "core/rules/side.h"

namespace warodds {

/// Whom a side activates next (E7). Ties go to whoever is listed first.
enum class Activation { listed, weakest, strongest, random, best };

/// Whom a unit attacks (E8). `rollout` tries each enemy with dice: the battle is played on from
/// there many times, who tries attacking the weakest from then on, and the enemy with whom that
/// goes best is taken (G. Tesauro, G. Galperin, "On-line policy improvement using Monte-Carlo
/// search", NIPS 9, 1996).
enum class Targeting { weakest, strongest, listed, spread, random, best, rollout };

/// Whom a unit attacks before any policy, as long as it can. A name that several units of a side
/// have means all of them; "NAME 2" is one of them.
struct Pin {
  std::string unit;
  std::string enemy;

  bool operator==(const Pin&) const = default;
};

/// How a side plays.
struct Conduct {
  Activation activate = Activation::listed;
  Targeting targets = Targeting::weakest;
  std::vector<Pin> pins = {};
  bool may_leave = false;  ///< the field after a round, all of it, where that is best (E14)
  /// Units that choose before their fights as is best, of sides of several; "": all of them.
  std::vector<std::string> choosers = {};
  /// Whether what it chooses is as the situation says, and known to the other side: in its attacks,
  /// in attacks back.
  bool is_known = false, is_known_in_reply = false;

  bool is_best() const {
    return activate == Activation::best || targets == Targeting::best || may_leave ||
           !choosers.empty();
  }
  bool tries_with_dice() const { return targets == Targeting::rollout; }
  bool operator==(const Conduct&) const = default;
};

/// One unit of a side.
template <class System>
struct ArmyUnit {
  typename System::Unit unit;
  SituationChanges<System> with = {};  ///< what is said of its attacks alone (E1b)
  int wave = 0;                        ///< it comes when nobody of lower ones is left on its side
};

template <class System>
struct Army {
  std::vector<ArmyUnit<System>> units;  ///< each by itself, in the order listed
  Conduct conduct = {};
};

/// Whether all fields hold the same, but the one called `but`.
template <class T>
bool same_fields(const Fields<T>& fields, const T& x, const T& y, std::string_view but = {}) {
  return std::all_of(fields.begin(), fields.end(), [&](const Field<T>& field) {
    return field.name == but || is_same(field, x, y);
  });
}
/// The same of units and their groups.
template <class System>
bool same_stats(const typename System::Unit& x, const typename System::Unit& y,
                std::string_view but = {}) {
  return same_fields(System::unit_fields(), x, y, but) &&
         std::equal(x.groups.begin(), x.groups.end(), y.groups.begin(), y.groups.end(),
                    [&](const auto& a, const auto& b) {
                      return same_fields(System::group_fields(), a, b, but);
                    });
}

/// The most units of a side.
inline constexpr std::size_t most_units = 64;

/// The names by which units of a side are told apart: those of one name are numbered in the order
/// listed ("NAME 1", "NAME 2"), a unit alone keeps its name.
std::vector<std::string> numbered(const std::vector<std::string>& names);

}  // namespace warodds
