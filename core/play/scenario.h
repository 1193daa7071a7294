// A scenario says of a state of play what comes next: a choice, a fight, the end of a round, the
// end. It chooses nothing, rolls nothing and sums nothing up: readers do (exact/solve goes through
// it forward for laws, backward for best play, sim/play with dice). Whatever is asked of a state is
// asked once and then looked up, so nothing here need be quick.
//
// A state is what has become of each unit, as a number, and what is marked besides: who has acted,
// which round it is. What a unit's numbers stand for is the scenario's own business. Where all are
// found at once, they are such that what lasts of its losses never falls: exact readers go through
// states in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/play/battle_state.h"
#include "core/play/ending.h"
#include "core/rules/side.h"

namespace warodds {

/// What is marked. Within a round marks rise with everything that happens, which readers check.
using Marks = std::uint64_t;
inline constexpr Marks round_has_ended = Marks{1} << 63;
inline constexpr Marks in_round = Marks{1} << 62;
/// Before a round, or after the last.
inline bool is_between_rounds(Marks marks) { return (marks & (round_has_ended | in_round)) == 0; }

class Scenario {
 public:
  struct State {
    PerSide<OfUnits<int>> units;
    Marks marks = 0;
  };

  struct Next {
    enum class Kind {
      goes_on,  ///< a round begins or ends
      choice,
      fight,
      over
    };
    Kind kind = Kind::goes_on;

    // Of a choice.
    Side side = Side::attacker;   ///< whose it is
    std::vector<int> units = {};  ///< the options, in the order listed: its own ...
    bool at_enemies = false;      ///< ... or enemies ...
    bool leaves = false;          ///< ... or to stay on the field (0), or leave it (1)
    Picks picks = Picks::any;     ///< that, or what is left open

    // Of a fight.
    std::uint64_t fight = 0;  ///< names its law; the same name, the same law
    PerSide<int> falls;       ///< names on whom of a side damage falls, and how; 0: nobody suffers
    /// What both sides choose from in secret before it, by values of the rules. Empty: nothing;
    /// else its law is that of what they choose, and `fight` names nothing.
    PerSide<std::vector<int>> choices = {};

    // Of the end.
    BattleEnd end = BattleEnd::undecided;  ///< `leaves`: because `side` has left the field
    double worth = 0;     ///< to the attacker's side, from 0 to 1 where it is a battle's
    bool halted = false;  ///< by an agreement: both sides might fight on
  };
  /// After a fight.
  struct Then {
    Marks marks = 0;
    bool clears = false;  ///< what does not last of all losses is gone
    bool moves = false;   ///< somebody has moved away for good
  };

  virtual ~Scenario() = default;

  virtual int units(Side side) const = 0;
  virtual State opening() const = 0;
  /// Of a side, from which on what it has lost is counted.
  virtual int hit_points_at_first(Side side) const = 0;

  // A unit's states.

  virtual int states(Side side, int unit) const = 0;
  /// What is left of a state when damage is cleared.
  virtual int lasting(Side side, int unit, int state) const = 0;
  virtual int figures(Side side, int unit, int state) const = 0;
  /// Left; damage that does not last is not lost.
  virtual int hit_points(Side side, int unit, int state) const = 0;
  virtual std::vector<int> figures_by_rank(Side side, int unit, int state) const = 0;
  /// All that chosen() and fought() look at of it.
  virtual int kind(Side side, int unit, int state) const = 0;
  static constexpr int of_nothing = -1, of_kind = 0;
  /// How closely next() looks at a unit where so much is marked: otherwise it looks at its kind and
  /// at what seen() says.
  virtual int aspect(Marks marks, Side side, int unit) = 0;
  virtual int seen(Side side, int unit, int aspect, int state) = 0;
  /// Whether a battle comes to nearly all states that a side's units can be in together.
  virtual bool comes_to_all(Side side) const = 0;

  // The order of play.

  virtual Next next(const State& state) = 0;
  /// What it is worth to the attacker's side that a battle is broken off there.
  virtual double worth(const State& state) = 0;
  /// After a unit has been chosen, or where it simply goes on.
  virtual Marks chosen(const State& state, int unit) = 0;
  /// After a fight that has left such a state. `withdraws`: who is left of its defenders moves
  /// away.
  virtual Then fought(const State& after, bool withdraws) = 0;
  /// What becomes of a side's units when damage `falls` as a fight has named it. Several: its owner
  /// chooses, knowing what both sides suffer, in secret.
  virtual std::vector<OfUnits<int>> suffer(Side side, int falls, const OfUnits<int>& units,
                                           int damage) = 0;
};

}  // namespace warodds
