// Battles that end after a round while both sides stand.
#pragma once

#include <optional>
#include <string>

#include "reference.h"

namespace reference {

enum class Halted { no, attacker_beaten, defender_beaten, both_beaten, undecided };

/// Figures of each side, [0] of the attacker. The situation may have `attacker-breaks`,
/// `defender-breaks` ("2", or "50%" of those at first): with so many left a side is beaten; and
/// `until-attacker-left`, `until-defender-left`: so few end the battle, undecided.
inline Halted halted(const Situation& situation, const int (&left)[2], const int (&at_first)[2]) {
  const auto most = [&](const std::string& key, int side) {
    const auto said = situation.find(key);
    if (said == situation.end()) return -1;
    if (said->second == "never") return -1;
    const int number = std::stoi(said->second);
    const bool share = said->second.find('%') != std::string::npos;
    return share ? number * at_first[side] / 100 : number;
  };
  const bool attacker = left[0] <= most("attacker-breaks", 0);
  const bool defender = left[1] <= most("defender-breaks", 1);
  if (attacker && defender) return Halted::both_beaten;
  if (attacker) return Halted::attacker_beaten;
  if (defender) return Halted::defender_beaten;
  const bool until =
      left[0] <= most("until-attacker-left", 0) || left[1] <= most("until-defender-left", 1);
  return until ? Halted::undecided : Halted::no;
}

/// What that is worth to the attacker who plays to win; nothing: the battle goes on.
inline std::optional<Rational> worth_if_halted(const Situation& situation, const int (&left)[2],
                                               const int (&at_first)[2]) {
  switch (halted(situation, left, at_first)) {
    case Halted::no:
      return std::nullopt;
    case Halted::attacker_beaten:
      return Rational(0);
    case Halted::defender_beaten:
      return Rational(1);
    default:
      return Rational(1, 2);
  }
}

}  // namespace reference
