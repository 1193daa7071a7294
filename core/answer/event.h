// Events: conditions on the facts of one outcome of a fight or battle, such as
// "attacker.kills >= 2 and not defender.destroyed". The grammar is in cli/README.md.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/outcome_fact.h"
#include "core/text/error.h"

namespace warodds {

/// What is wrong with an event, and where.
struct EventError : InputError {
  EventError(const std::string& what, std::ptrdiff_t in_column)
      : InputError(what, ErrorCode::bad_event, "", "column " + std::to_string(in_column)),
        column(in_column) {}
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
  /// A fact that is compared with a number, and alone: all that the event is.
  struct Bound {
    OutcomeFact fact;
    double least = 0;  ///< as whole numbers go: 3 of X > 2, X >= 3, X > 2.5
  };
  /// Where it is "X > N" or "X >= N", of facts that are counted.
  std::optional<Bound> bound() const;
  /// The value that makes it so, where it is a fact that stands alone, as "win", "destroyed".
  std::optional<double> is_alone() const;
  /// A fact that is to be so much, or more.
  struct Wanted {
    OutcomeFact fact;
    double number = 0;
  };
  /// All of these; of "X < N" and "X <= N" there are none.
  const std::vector<Wanted>& wanted() const { return wanted_; }
  /// The numbers that facts of a kind are compared with; nothing: one is compared with a fact.
  std::optional<std::vector<double>> compared_with(OutcomeFact::Kind kind) const;
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
    double within = 0;  ///< of points: half of the last place of `number`; 0: it is exact
    bool operator==(const Node&) const = default;
  };

  Event() = default;
  bool holds(std::size_t node, std::span<const double> values) const;
  bool compare(const Node& of, std::span<const double> values) const;

  std::string text_;
  std::vector<OutcomeFact> facts_;
  std::vector<Node> nodes_;
  std::vector<Wanted> wanted_;
  std::size_t root_ = 0;
};

/// Whether a text is more than the name of a quantity: it has a comparison, or the words and
/// brackets that join conditions.
bool looks_like_event(std::string_view text);

}  // namespace warodds
