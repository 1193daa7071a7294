// A moment of a battle, as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include <boost/container/small_vector.hpp>
#include <boost/functional/hash.hpp>

#include "core/rules/side.h"
#include "core/rules/unit_set.h"

namespace warodds {

/// Something of each unit of a side. Of few units it stands in the state itself: simulations go
/// through thousands of states again and again.
template <class T>
using OfUnits = boost::container::small_vector<T, 8>;

/// What a side has chosen that does as the situation says.
inline constexpr int not_chosen = std::numeric_limits<int>::min();
inline constexpr PerSide<int> nothing_chosen{not_chosen, not_chosen};

/// What is marked in a round and forgotten when it ends. What a game does not have stays as it is
/// here.
struct RoundMarks {
  enum class Last { nobody, attacker, defender };

  PerSide<UnitSet> acted;                ///< were activated, have fought, or are in a fight
  PerSide<int> points;                   ///< spent, where they are limited
  Last last = Last::nobody;              ///< whose unit was activated last
  Side side = Side::attacker;            ///< who chooses, or has chosen
  int active = -1;                       ///< its unit that is activated
  int target = -1;                       ///< the enemy that this one has chosen
  int attacks = 0;                       ///< that it has made
  PerSide<int> chosen = nothing_chosen;  ///< by values of the rules, of the fight that is due
  int formed = 0;                        ///< fights
  int fought = 0;                        ///< of these
  bool fighting = false;                 ///< all fights have been formed
  bool leaving = false;                  ///< all else is done; `side` may leave the field
  bool over = true;                      ///< the round

  bool operator==(const RoundMarks&) const = default;
};

/// All of a moment but the losses.
struct BattleMarks : RoundMarks {
  struct OfUnit {
    int actions = 0;        ///< left in this round
    int markers = 0;        ///< taken in the battle, as far as the unit's limit; 0 without a limit
    int chosen = 0;         ///< how often as a target in this round, where the enemy's policy asks
    int fight = -1;         ///< which of the round's fights it is in
    bool selected = false;  ///< that fight, which is so an attack of its own

    bool operator==(const OfUnit&) const = default;
  };

  PerSide<UnitSet> away;          ///< have moved away for good
  PerSide<UnitSet> tired;         ///< have all the markers that they can have: they do no more
  std::optional<Side> left = {};  ///< who has left the field of its own accord
  bool begun = false;  ///< a round has been, where battles can end while both sides stand
  PerSide<OfUnits<OfUnit>> units;

  bool operator==(const BattleMarks&) const = default;

  std::size_t hash() const {
    std::size_t sum = 0;
    const auto add = [&](std::uint64_t value) { boost::hash_combine(sum, value); };
    for (const Side each : both_sides) {
      for (const OfUnit& unit : units[each]) {
        add(static_cast<std::uint64_t>(unit.actions) << 32 ^
            static_cast<std::uint64_t>(unit.markers) << 20 ^
            static_cast<std::uint64_t>(unit.chosen) << 8 ^
            static_cast<std::uint64_t>(unit.fight + 1) << 1 ^
            static_cast<std::uint64_t>(unit.selected));
      }
      add(away[each].bits());
      add(acted[each].bits());
      add(static_cast<std::uint64_t>(points[each]));
      if (chosen[each] != not_chosen) add(static_cast<std::uint64_t>(chosen[each]));
    }
    add(static_cast<std::uint64_t>(last) << 40 ^ static_cast<std::uint64_t>(side) << 36 ^
        static_cast<std::uint64_t>(leaving) << 34 ^ static_cast<std::uint64_t>(over) << 33 ^
        static_cast<std::uint64_t>(fighting) << 32 ^ static_cast<std::uint64_t>(attacks) << 16 ^
        static_cast<std::uint64_t>(formed) << 8 ^ static_cast<std::uint64_t>(fought));
    add(static_cast<std::uint64_t>(active + 1) << 8 ^ static_cast<std::uint64_t>(target + 1));
    if (begun) add(1);
    if (left) add(*left == Side::attacker ? 2 : 3);
    return sum;
  }
};

struct BattleState {
  PerSide<OfUnits<int>> losses;  ///< of each unit: a state of its SideStates
  PerSide<UnitSet> gone;         ///< what follows from these: of whom nobody is left
  BattleMarks marks;

  bool operator==(const BattleState&) const = default;

  std::size_t hash() const {
    std::size_t sum = marks.hash();
    for (const Side side : both_sides) {
      boost::hash_range(sum, losses[side].begin(), losses[side].end());
    }
    return sum;
  }
};

/// How a side picks from options.
enum class Picks {
  any,        ///< each is as likely as the others
  weakest,    ///< with the least hit points left, the one listed first among equals
  strongest,  ///< with the most
  best,       ///< that is for an engine to find out
  tried_out   ///< with dice
};

/// What comes next in a round.
struct Moment {
  enum class Next {
    unit,    ///< a side activates one of `options`, its units
    target,  ///< its unit `unit` attacks one of `options`, enemies
    fight,   ///< dice
    leave,   ///< a side may leave the field
    round_over
  };
  Next next = Next::round_over;
  Side side = Side::attacker;
  int unit = -1;
  UnitSet options = {};  ///< that its policy may take
  Picks picks = Picks::any;

  /// Whose units the options are.
  Side of() const { return next == Next::target ? enemy_of(side) : side; }
};

/// A fight that takes place now. Sides are those of the battle.
struct Combat {
  Side by = Side::attacker;  ///< the attacker of this fight
  int by_unit = 0;           ///< of that side: in the situation of its attacks
  PerSide<UnitSet> units;
  bool as_told = true;  ///< false: the target cannot do its part, having spent all it has

  bool operator==(const Combat&) const = default;
};

}  // namespace warodds
