// Facts: numbers that an outcome of a fight, battle or sequence has, by name. One table says what
// there is; what can be shown, asked as an event, given, observed, joined, listed and completed all
// comes from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/side.h"

namespace warodds {

/// What is played to an outcome.
enum class OutcomeOf { fight, battle, sequence };

/// A fact of one outcome, a number. Yes and no are 1 and 0; how a battle has ended is a
/// BattleEnd, who is ahead then an Ahead. Of a sequence the attackers are the one side, the target
/// is the other.
struct OutcomeFact {
  enum class Kind {
    report,       ///< what the stages of a fight report, by name
    damage,       ///< that the side deals
    kills,        ///< figures of the enemy that the side removes
    destroys,     ///< whether nobody of the enemy is left
    destroyed,    ///< whether nobody of the side is left
    survivors,    ///< figures left of the side
    hit_points,   ///< left of the side; damage that does not last is not lost
    points_lost,  ///< points of the side's figures that fall
    swing,        ///< points that the enemy loses, less the side's
    rounds,
    end,
    ahead,
    needed,       ///< whether a step is
    takes_place,  ///< likewise
    moved_away,   ///< whether the target has, with somebody left
    // Means that an answer has, but no outcome.
    rate,                 ///< damage for each point that is paid for the attack
    odds,                 ///< of winning, draws counting half
    destroyed_per_point,  ///< points destroyed for each that the side costs
    part                  ///< what a unit of several adds to the odds of winning
  };
  Kind kind = Kind::rounds;
  Side side = Side::attacker;  ///< the attacker, where no side matters
  std::string name = {};       ///< of what is reported
  std::string group = {};      ///< of figures; of a side of several units: a unit; empty: all
  /// Of a sequence: counted from 1, or 0 where it is of all steps together, or after the last.
  int step = no_step;

  int round = 0;  ///< of a battle: as it stands after so many, or, sooner over, as it ends; 0: then

  static constexpr int no_step = -1;

  bool operator==(const OutcomeFact&) const = default;
};

/// The name of a fact, as in an event: "attacker.kills[Leader]".
std::string name_of(const OutcomeFact& fact);
/// The fact that a whole text names. Throws InputError where it is none, or no number.
OutcomeFact parse_fact(std::string_view text, OutcomeOf of);
/// The same; nothing: there is none.
std::optional<OutcomeFact> find_fact(std::string_view text, OutcomeOf of);
/// Of means that no outcome has; nothing: there is none.
std::optional<OutcomeFact> find_mean(std::string_view text, OutcomeOf of);
/// Why a text is no fact, and what may be meant.
std::string why_no_fact(std::string_view text, OutcomeOf of);

/// Whether a fact is so or not, 1 or 0.
bool is_yes_or_no(const OutcomeFact& fact);
/// Whether it is counted in points, which need not be whole.
bool is_of_points(const OutcomeFact& fact);
/// Whether it is a mean that no outcome has.
bool is_mean(const OutcomeFact& fact);
/// The side of whose figures it speaks: the enemy's, of those that a side removes.
Side whose_figures(const OutcomeFact& fact);
/// The kinds of figures that it speaks of by the name of its group. Throws NoAnswer: there are
/// none.
std::vector<int> kinds_called(const OutcomeFact& fact, const std::vector<std::string>& kinds);
/// The side that its name speaks of.
std::optional<Side> side_of(const OutcomeFact& fact);

/// Half of the last place of a number that is written so: 0.05 of 42.2.
double half_a_place(std::string_view number);
/// Whether points are what a number means that is `within` half of its last place: the same but for
/// roundings, or, where they do not end after six digits, what is shown so. 0: nothing is rounded.
bool are_meant(double points, double number, double within);

/// An end of battles, or who is ahead, by name: a fact that must have a value.
struct EndName {
  OutcomeFact::Kind of;
  int value;
};
/// Nothing: there is none, or it is a draw.
std::optional<EndName> find_end(std::string_view name);
inline constexpr const char* name_of_draw = "draw";  ///< neither side wins
/// Whether it is the name of one, or of a draw.
bool is_end(std::string_view name);

/// A fact as a list of all there are shows it.
struct ListedFact {
  const char* of;    ///< "fights", "battles", "sequences"
  std::string name;  ///< "SIDE.kills[GROUP]", "win"
  /// "count", "points", "yes or no"; "mean", of those that no outcome has.
  const char* is;
  std::string meaning;
};
/// All that a system has.
std::vector<ListedFact> list_facts(std::string_view system);
/// All counted facts, and those that are so or not, that outcomes have whatever the system: of
/// whole sides, and of all steps of a sequence.
std::vector<OutcomeFact> facts_of_outcomes(OutcomeOf of);
/// Names of all of them in any system, for whoever has mistyped one.
std::vector<std::string> names_of_facts(OutcomeOf of);

}  // namespace warodds
