// A second statement of the four combat systems, written from the rules texts and rulings alone.
//
// It exists to catch a wrongly coded rule: it shares no code with the program under test (not even
// the table of fields), plays every matchup the way it is played at a table, and prefers being
// obvious to being fast. Every comment "A4", "D6" is the number of the ruling that the line states.
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <map>
#include <string>
#include <vector>

namespace reference {

using Rational = boost::multiprecision::mpq_rational;

inline double as_double(const Rational& fraction) { return fraction.convert_to<double>(); }

using Fields = std::map<std::string, std::string>;

/// Some equal figures (Arcane Legions), an attack (Magewinds) or some equal models (Dwethia).
struct Group {
  std::string name;
  Fields fields;
};

struct Unit {
  Fields fields;
  std::vector<Group> groups;
};

/// What is true of this one fight or battle: mode, distance, choices, switches. Keys are written as
/// a player writes them, `reply.KEY` and values like `ranged*2,close` (battles only) included.
using Situation = Fields;

/// Probability mass function over 0, 1, 2...; trailing zeros are allowed. A number is a double, or
/// for battles and sequences an exact fraction.
template <typename Number>
using LawOf = std::vector<Number>;

/// What one side does to the other. A quantity the system does not have stays surely 0.
template <typename Number>
struct DealsOf {
  LawOf<Number> hits{1};
  LawOf<Number> damage{1};
  LawOf<Number> kills{1};
  std::vector<LawOf<Number>> kills_by_group;  ///< Arcane Legions: one law a figure group.
  LawOf<Number> wounds{1};                    ///< Dwethia: wound dice before saves.
  Number destroyed = 0;               ///< Probability that nothing is left of the other side.
  Number knockback = 0;               ///< Magewinds: probability that a knockback is possible.
  Number damage_per_order_point = 0;  ///< Arcane Legions, attacker; 0 for a free order.
};

/// If not `legal`, the rulings ask for a clear error and only `why` has a meaning.
template <typename Number>
struct ResultOf {
  bool legal = true;
  std::string why;
  DealsOf<Number> attacker;
  DealsOf<Number> defender;
  std::vector<LawOf<Number>> joint_damage{LawOf<Number>{1}};  ///< [attacker's damage][defender's].
};

using Law = LawOf<double>;
using Deals = DealsOf<double>;
using Result = ResultOf<double>;

/// A unit's own stats must be there, as text; abilities and settings that are missing have their
/// default. An unreadable text throws std::invalid_argument: that is a fault of the test, not an
/// illegal situation.
Result arcane_legions(const Unit& attacker, const Unit& defender, const Situation& situation);
Result magewinds(const Unit& attacker, const Unit& defender, const Situation& situation);
Result raiders_of_arcana(const Unit& attacker, const Unit& defender, const Situation& situation);
Result dwethia_skirmish(const Unit& attacker, const Unit& defender, const Situation& situation);

}  // namespace reference
