// When a side of a battle gives up: a rule of the table, the same in every system.
#pragma once

#include <concepts>

#include "core/fields/field.h"
#include "core/rules/side.h"

namespace warodds {

/// Figures left, or fewer, at which a side is beaten; below 0 a share, in percent, of those that it
/// began with; 0: it fights to the last.
struct BreakPoints {
  int attacker_breaks = 0;
  int defender_breaks = 0;
};

/// Adds their fields to those of a situation.
template <class Situation>
void append_break_points(Fields<Situation>& fields) {
  const auto field = [](std::string_view name, std::string_view meaning, int Situation::*member) {
    return number_or(
        name, meaning, "figures", 1, 100000, {{"never", 0}}, member,
        {.used_in = UsedIn::battles, .holds_for = HoldsFor::battle, .takes_shares = true});
  };
  fields.push_back(field("attacker-breaks",
                         "in battles: figures left after a round, or fewer, at which the attacker "
                         "is beaten",
                         &Situation::attacker_breaks));
  fields.push_back(
      field("defender-breaks", "the same for the defender", &Situation::defender_breaks));
}

/// Those of a situation, by side; of one that has none, 0.
template <class Situation>
PerSide<int> break_points_of(const Situation& situation) {
  if constexpr (std::derived_from<Situation, BreakPoints>) {
    return {situation.attacker_breaks, situation.defender_breaks};
  }
  return {};
}

/// The most figures with which a side is beaten; -1: it never is while any stands. `at_first`: that
/// it began with.
inline int beaten_at(int break_point, int at_first) {
  if (break_point == 0) return -1;
  if (break_point > 0) return break_point;
  return static_cast<int>(-static_cast<long long>(break_point) * at_first / 100);
}

}  // namespace warodds
