// What every resolved fight has, whatever its system, and what is known of it when it is over.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/rules/casualties.h"
#include "core/rules/side.h"
#include "core/text/error.h"

namespace warodds {

/// The part of a resolved matchup that does not depend on the system.
struct FightFacts {
  PerSide<Casualties> casualties;  ///< who falls on each side
  /// The names of the kinds of figures (Rank::kind) of each side; empty where it has only one.
  PerSide<std::vector<std::string>> kinds = {};
  std::optional<int> cost = {};  ///< what the attacker pays for the attack, where that is a rule
  std::vector<std::string> remarks = {};  ///< what the players should know besides
  bool withdraws = false;  ///< if anybody is left of the defender, it moves away for good

  bool operator==(const FightFacts&) const = default;
};

/// The figures of one side: who falls, and the names of their kinds as in FightFacts.
struct Figures {
  Casualties casualties;
  std::vector<std::string> kinds = {};
};

/// The state of both units when an attack is made.
struct Standing {
  PerSide<int> taken;  ///< damage taken by the attacker and by the defender of this attack
  bool later = false;  ///< attacks have been made since the orders were given: a number of dice
                       ///< asked for is capped by the dice that are left
  /// What is left of a side where that is not one number, once it is known.
  PerSide<std::optional<Remains>> remains = {};
  bool changing = false;  ///< other attacks differ in who falls first: what is left is no number
};

/// How things stand for an attack by `by`, who is its attacker; and back.
inline Standing in_roles(Standing standing, Side by) {
  standing.taken = in_roles(standing.taken, by);
  standing.remains = in_roles(std::move(standing.remains), by);
  return standing;
}

/// The most dice that one side may roll at once.
inline constexpr int most_dice = 1'000'000;

/// Throws InputError when a side would roll more.
inline void require_rollable(Side side, int dice) {
  if (dice <= most_dice) return;
  throw NotInRange(
      fmt::format("the {} would roll {} dice; the most is {}", to_string(side), dice, most_dice));
}

}  // namespace warodds
