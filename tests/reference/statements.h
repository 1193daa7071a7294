// The second statements of all systems by name. The file that states a system's fights hands its
// statement in:
//
//   const Stated stated("raiders-of-arcana", {raiders_of_arcana, raiders_battle,
//   raiders_sequence});
#pragma once

#include <map>
#include <string>

#include "battle.h"
#include "reference.h"
#include "sequence.h"

namespace reference {

struct Statement {
  Result (*fight)(const Unit& attacker, const Unit& defender, const Situation& situation);
  Battle (*battle)(const Unit& attacker, const Unit& defender, const Situation& situation,
                   int rounds_cap, int horizon);
  PlaySequence sequence;
};

inline std::map<std::string, Statement>& statements() {
  static std::map<std::string, Statement> all;
  return all;
}

struct Stated {
  Stated(const char* system, const Statement& statement) { statements()[system] = statement; }
};

/// Throws std::out_of_range for a system that nobody has stated.
inline const Statement& statement_of(const std::string& system) { return statements().at(system); }

}  // namespace reference
