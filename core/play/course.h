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

template <class System>
class Course {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;

  /// Says how a key of the situation changes, in place of what was said of it before. Throws
  /// InputError for a value that the field does not take; `where` names the place.
  void set(const Field<Situation>& field, const Schedule& schedule, const std::string& where) {
    set(of_attack_, field, schedule, where);
    if (of_attack_.back().schedule.size() == 1) of_attack_.pop_back();  // it is as in the first
  }
  /// The same of the attack back.
  void set_reply(const Field<Situation>& field, const Schedule& schedule,
                 const std::string& where) {
    set(of_reply_, field, schedule, where);
  }

  /// Whether nothing has been said.
  bool empty() const { return of_attack_.empty() && of_reply_.empty(); }

  /// From this round on (1 is the first) no setting changes any more.
  int settled() const {
    int settled = 1;
    for (const auto* changes : {&of_attack_, &of_reply_}) {
      for (const Change& change : *changes) {
        settled = std::max(settled, settled_round(change.schedule));
      }
    }
    return settled;
  }

  /// The situation of the attacker's attacks. `first`: of the first round.
  Situation attack(const Situation& first, int round) const {
    Situation situation = first;
    apply(of_attack_, round, situation);
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
    apply(of_reply_, round, reply);
    if constexpr (AttacksBack<System>) System::follow(attack, replying, reply);
    apply(of_reply_, round, reply);  // what is set does not follow
    return reply;
  }

 private:
  struct Change {
    const Field<Situation>* field;
    Schedule schedule;
  };
  using Changes = std::vector<Change>;

  static void set(Changes& changes, const Field<Situation>& field, Schedule schedule,
                  const std::string& where) {
    for (Stretch& stretch : schedule) {
      Situation scratch;
      field.set(scratch, stretch.value, where);
      stretch.value = field.get(scratch);  // so that equal values read the same
    }
    std::erase_if(changes, [&](const Change& change) { return change.field == &field; });
    changes.push_back({&field, shortened(schedule)});
  }

  static void apply(const Changes& changes, int round, Situation& situation) {
    for (const Change& change : changes) {
      change.field->set(situation, value_in_round(change.schedule, round), "situation");
    }
  }

  Changes of_attack_;
  Changes of_reply_;
};

}  // namespace warodds
