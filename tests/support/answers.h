// What answers tell, in the shape in which tests look at it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/answer.h"
#include "core/rules/side.h"

namespace warodds::testing {

/// What one side does to the other in a fight.
struct Deals {
  std::vector<Distribution> reported;  ///< as Answer::reports lists them
  Distribution damage;
  Distribution kills;
  std::vector<std::pair<std::string, Distribution>> kills_by_group;
  Estimate destroyed;
};

/// In a fight; or, of the attacker, in a step of a sequence.
inline Deals deals_of(const Answer& answer, Side side, int step = OutcomeFact::no_step) {
  using Kind = OutcomeFact::Kind;
  Deals deals;
  for (const ReportSpec& report : answer.reports) {
    deals.reported.push_back(answer.of({Kind::report, side, std::string(report.name), {}, step}));
  }
  deals.damage = answer.of({Kind::damage, side, {}, {}, step});
  deals.kills = answer.of({Kind::kills, side, {}, {}, step});
  for (const OutcomeLaw& law : answer.told) {
    const auto* const fact = std::get_if<OutcomeFact>(&law.asked().columns.front());
    const bool is_of_group = fact != nullptr && fact->kind == Kind::kills && fact->side == side &&
                             fact->step == step && !fact->group.empty();
    if (is_of_group) deals.kills_by_group.emplace_back(fact->group, *law.of());
  }
  deals.destroyed = step == OutcomeFact::no_step
                        ? answer.probability({Kind::destroys, side})
                        : answer.probability({Kind::destroyed, Side::defender, {}, {}, step});
  return deals;
}

/// A step of a sequence, counted from 1.
struct Step {
  double needed = 0, takes_place = 0;
  Distribution left, losses;  ///< figures of the target, and of the attacker
  double lost = 0;
  std::optional<Deals> deals;  ///< nothing where it never takes place
};
inline Step step_of(const Answer& answer, int step) {
  using Kind = OutcomeFact::Kind;
  const auto law = [&](Kind kind, Side side) -> const OutcomeLaw& {
    return answer.law({kind, side, {}, {}, step});
  };
  Step of{law(Kind::needed, Side::attacker).odds().value,
          law(Kind::takes_place, Side::attacker).odds().value,
          *law(Kind::survivors, Side::defender).of(),
          *law(Kind::kills, Side::defender).of(),
          law(Kind::destroyed, Side::attacker).probability().value,
          {}};
  if (of.takes_place > 0) of.deals = deals_of(answer, Side::attacker, step);
  return of;
}
/// How likely the target has moved away.
inline double retreated_in(const Answer& answer) {
  const auto* const law = answer.find({OutcomeFact::Kind::moved_away, Side::defender, {}, {}, 0});
  return law == nullptr ? 0 : law->probability().value;
}

/// Figures left of the target of a sequence after a step.
inline Distribution left_of_target(const Answer& answer, int step) {
  return answer.of({OutcomeFact::Kind::survivors, Side::defender, {}, {}, step});
}

inline Distribution ends_of(const Answer& answer) { return answer.of({OutcomeFact::Kind::end}); }
inline Distribution ahead_in(const Answer& answer) { return answer.of({OutcomeFact::Kind::ahead}); }
/// Figures left of each side of a battle.
inline PerSide<Distribution> survivors_of(const Answer& answer) {
  return {answer.of({OutcomeFact::Kind::survivors, Side::attacker}),
          answer.of({OutcomeFact::Kind::survivors, Side::defender})};
}
/// Figures left of a unit of several.
inline Distribution survivors_of(const Answer& answer, Side side, std::size_t unit) {
  return answer.of({OutcomeFact::Kind::survivors, side, {}, answer.units[side][unit].name});
}
/// E[hit points left of it].
inline Estimate mean_hit_points_of(const Answer& answer, Side side, std::size_t unit) {
  return answer.of({OutcomeFact::Kind::hit_points, side, {}, answer.units[side][unit].name})
      .estimate_mean();
}

}  // namespace warodds::testing
