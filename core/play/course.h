// What is said of a battle beyond the situation of its first attack: values that change from round
// to round, and the situation of the attack back.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/fields/field.h"
#include "core/fields/schedule.h"
#include "core/systems/traits/attacks_back.h"

namespace warodds {

/// What is said of some keys of a situation, for all rounds.
template <class System>
class SituationChanges {
 public:
  using Situation = typename System::Situation;

  /// Says what a key is, in place of what was said of it before. Throws InputError for a value that
  /// the field does not take; `where` names the place.
  void set(const Field<Situation>& field, Schedule schedule, const std::string& where) {
    for (Stretch& stretch : schedule) {
      Situation scratch;
      field.set(scratch, stretch.value, where);
      stretch.value = field.get(scratch);  // so that equal values read the same
    }
    std::erase_if(changes_, [&](const Change& change) { return change.field == &field; });
    changes_.push_back({&field, shortened(schedule)});
  }
  /// Forgets what was said last if it says the same of all rounds.
  void forget_last_if_constant() {
    if (changes_.back().schedule.size() == 1) changes_.pop_back();
  }

  bool empty() const { return changes_.empty(); }
  bool operator==(const SituationChanges&) const = default;
  /// From this round on (1 is the first) nothing changes any more.
  int settled() const {
    int settled = 1;
    for (const Change& change : changes_) {
      settled = std::max(settled, settled_round(change.schedule));
    }
    return settled;
  }
  void apply(int round, Situation& situation) const {
    for (const Change& change : changes_) {
      change.field->set(situation, value_in_round(change.schedule, round), "situation");
    }
  }
  /// Calls f(field, schedule) for each key of which something is said, in the order of saying.
  template <class F>
  void for_each(F&& f) const {
    for (const Change& change : changes_) f(*change.field, change.schedule);
  }

 private:
  struct Change {
    const Field<Situation>* field;
    Schedule schedule;

    bool operator==(const Change&) const = default;
  };
  std::vector<Change> changes_;
};

template <class System>
class Course {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;

  /// Says how a key of the situation changes, in place of what was said of it before. Throws
  /// InputError for a value that the field does not take; `where` names the place.
  void set(const Field<Situation>& field, const Schedule& schedule, const std::string& where) {
    of_attack_.set(field, schedule, where);
    of_attack_.forget_last_if_constant();  // it is as in the first round
  }
  /// The same of the attack back.
  void set_reply(const Field<Situation>& field, const Schedule& schedule,
                 const std::string& where) {
    of_reply_.set(field, schedule, where);
  }

  /// Calls f(field, schedule) for each key of which something is said of the attack back.
  template <class F>
  void for_each_of_reply(F&& f) const {
    of_reply_.for_each(f);
  }

  /// Whether nothing has been said.
  bool empty() const { return of_attack_.empty() && of_reply_.empty(); }

  /// From this round on (1 is the first) no setting changes any more.
  int settled() const { return std::max(of_attack_.settled(), of_reply_.settled()); }

  /// The situation of the attacker's attacks. `first`: of the first round.
  Situation attack(const Situation& first, int round) const {
    Situation situation = first;
    of_attack_.apply(round, situation);
    return situation;
  }

  /// The situation of the attacks back: what holds for both sides, what is set, what follows from
  /// the attack, and defaults.
  Situation reply(const Situation& first, const Unit& replying, int round) const {
    const Situation attack = this->attack(first, round);
    Situation reply;
    for (const Field<Situation>& field : System::situation_fields()) {
      if (field.holds_for != HoldsFor::attack) copy(field, attack, reply);
    }
    of_reply_.apply(round, reply);
    if constexpr (AttacksBack<System>) System::follow(attack, replying, reply);
    of_reply_.apply(round, reply);  // what is set does not follow
    return reply;
  }

 private:
  SituationChanges<System> of_attack_;
  SituationChanges<System> of_reply_;
};

}  // namespace warodds
