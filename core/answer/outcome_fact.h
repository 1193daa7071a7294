// Facts of one outcome of a fight, battle or sequence, and their names: what events, laws and
// --joint speak of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/rules/side.h"

namespace warodds {

/// What is played to an outcome.
enum class OutcomeOf { fight, battle, sequence };

/// A fact of one outcome, a number. Yes and no are 1 and 0; how a battle has ended is a
/// BattleEnd, who is ahead then an Ahead. Of a sequence the attackers are the one side, the target
/// is the other.
struct OutcomeFact {
  enum class Kind {
    // of fights and sequences
    report,  ///< what the stages report, by name
    damage,
    // of all
    destroyed,    ///< whether the side destroys its target; of battles: whether it is itself
    kills,        ///< figures of the enemy that the side removes
    points_lost,  ///< points of the side's figures that fall
    swing,        ///< points that the defender loses, less the attacker's
    // of sequences
    needed,       ///< whether a step is
    takes_place,  ///< likewise
    moved_away,   ///< whether the target has, with somebody left
    // of battles
    survivors,   ///< figures left of the side; of sequences: of the target
    hit_points,  ///< likewise; damage that does not last is not lost
    rounds,
    end,
    ahead
  };
  Kind kind = Kind::rounds;
  Side side = Side::attacker;  ///< the attacker, where no side matters
  std::string name = {};       ///< of what is reported
  std::string group = {};      ///< of figures; of a side of several units: a unit; empty: all
  /// Of a sequence: counted from 1, or 0 where it is of all steps together, or after the last.
  int step = no_step;

  static constexpr int no_step = -1;

  bool operator==(const OutcomeFact&) const = default;
};

/// The name of a fact, as in an event: "attacker.kills[Leader]".
std::string name_of(const OutcomeFact& fact);
/// The fact that a whole text names. Throws InputError where it is none, or no number.
OutcomeFact parse_fact(std::string_view text, OutcomeOf of);
/// The same; nothing: there is none.
std::optional<OutcomeFact> find_fact(std::string_view text, OutcomeOf of);
/// Why a text is no fact, and what may be meant.
std::string why_no_fact(std::string_view text, OutcomeOf of);

/// Whether a fact is so or not, 1 or 0.
bool is_yes_or_no(const OutcomeFact& fact);
/// Whether it is counted in points, which need not be whole.
bool is_of_points(const OutcomeFact& fact);

/// Half of the last place of a number that is written so: 0.05 of 42.2.
double half_a_place(std::string_view number);
/// Whether points are what a number means that is `within` half of its last place: the same but for
/// roundings, or, where they do not end after six digits, what is shown so. 0: nothing is rounded.
bool are_meant(double points, double number, double within);

/// An end of battles, or who is ahead, by name: a fact that must have a value.
struct EndName {
  const char* name;
  OutcomeFact::Kind of;
  int value;
};
/// Null: there is none.
const EndName* find_end(std::string_view name);
inline constexpr const char* name_of_draw = "draw";  ///< neither side wins: two of these
/// Whether it is the name of one, or of a draw.
bool is_end(std::string_view name);

}  // namespace warodds
