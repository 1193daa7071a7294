// Events: conditions on the facts of one outcome of a fight or battle, such as
// "attacker.kills >= 2 and not defender.destroyed". The grammar is in cli/README.md.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/side.h"
#include "core/text/error.h"

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
    destroyed,  ///< whether the side destroys its target; of battles: whether it is itself
    kills,      ///< figures of the enemy that the side removes
    // of fights and battles
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

/// What is wrong with an event, and where.
struct EventError : InputError {
  EventError(const std::string& what, std::ptrdiff_t at) : InputError(what), column(at) {}
  std::ptrdiff_t column;  ///< counted from 1
};

class Event {
 public:
  /// Throws EventError.
  Event(std::string_view text, OutcomeOf of);

  const std::string& text() const { return text_; }  ///< as written
  /// The facts that it speaks of, each once.
  const std::vector<OutcomeFact>& facts() const { return facts_; }
  /// Whether it holds in an outcome; `values`: of facts().
  bool holds(std::span<const double> values) const { return holds(root_, values); }
  /// The same where attacker and defender have changed places.
  Event with_sides_exchanged() const;

  /// Whether they are the same condition, however written.
  bool operator==(const Event& other) const {
    return facts_ == other.facts_ && nodes_ == other.nodes_ && root_ == other.root_;
  }

 private:
  friend class EventParser;
  enum class Kind { both, either, negated, less, at_most, equal };
  /// Of two nodes, of one, or of two sides of a comparison.
  struct Node {
    Kind kind = Kind::equal;
    std::size_t left = 0;    ///< a node; of a comparison a fact
    std::size_t right = 0;   ///< likewise
    bool to_number = false;  ///< compared with `number`, not with the fact `right`
    double number = 0;
    bool operator==(const Node&) const = default;
  };

  Event() = default;
  bool holds(std::size_t node, std::span<const double> values) const;

  std::string text_;
  std::vector<OutcomeFact> facts_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

/// Whether a text is more than the name of a quantity: it has a comparison with more than a number
/// of at least, or the words and brackets that join conditions.
bool looks_like_event(std::string_view text);

}  // namespace warodds
