#include "core/answer/fight_outcome.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/answer/fight_answer.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// Figures of a group that fall to 0, 1, 2, … damage.
const std::vector<int>& of_group(const OutcomeFact& fact, const Losses& losses) {
  std::string there;
  for (const auto& [group, kills] : losses.by_group) {
    if (lower(group) == lower(fact.group)) return kills;
    there += (there.empty() ? "" : ", ") + group;
  }
  throw NoAnswer(fmt::format("{}: the {} has no group '{}'{}", name_of(fact),
                             to_string(enemy_of(fact.side)), fact.group,
                             there.empty() ? "" : "; there is " + there));
}

}  // namespace

FightOutcome::FightOutcome(const std::vector<OutcomeFact>& facts,
                           const PerSide<Casualties>& casualties,
                           const PerSide<std::vector<std::string>>& kinds,
                           std::span<const ReportSpec> reports, const PerSide<int>& most)
    : points_({{casualties.attacker.ranks()}, {casualties.defender.ranks()}}) {
  for (const OutcomeFact& fact : facts) {
    Told& told = told_.emplace_back();
    told.side = fact.side;
    const Side enemy = enemy_of(fact.side);
    const Casualties& target = casualties[enemy];
    const auto by_damage = [&](const auto& value) {
      for (int damage = 0; damage <= most[fact.side]; ++damage) {
        told.by_damage.push_back(value(damage));
      }
    };
    switch (fact.kind) {
      case OutcomeFact::Kind::kills: {
        const Losses losses = losses_of(target, kinds[enemy], most[fact.side]);
        told.by_damage = fact.group.empty() ? losses.all : of_group(fact, losses);
        break;
      }
      case OutcomeFact::Kind::damage:
        by_damage([&](int damage) { return target.amount(damage); });
        break;
      case OutcomeFact::Kind::points_lost:
      case OutcomeFact::Kind::swing:
        // Of a sequence it is enough that somebody has points in some step.
        if (fact.step == OutcomeFact::no_step) require_points(fact, points_);
        for (const Side side : both_sides) {
          const Side loser = enemy_of(side);
          told.points[side] = points_.by_damage(loser, casualties[loser], most[side]);
          for (long long& parts : told.points[side]) parts *= share_in(fact, loser);
        }
        break;
      case OutcomeFact::Kind::destroys:
        by_damage([&](int damage) { return target.destroyed(damage) ? 1 : 0; });
        break;
      case OutcomeFact::Kind::destroyed:
        told.side = enemy;
        for (int damage = 0; damage <= most[enemy]; ++damage) {
          told.by_damage.push_back(casualties[fact.side].destroyed(damage) ? 1 : 0);
        }
        break;
      default:
        told.report = report(fact, reports);
    }
  }
}

std::size_t FightOutcome::report(const OutcomeFact& fact, std::span<const ReportSpec> specs) {
  const auto spec = std::find_if(specs.begin(), specs.end(),
                                 [&](const ReportSpec& one) { return one.name == fact.name; });
  if (spec == specs.end()) {
    throw InputError(fmt::format("{}: this system does not report it", name_of(fact)));
  }
  const Report wanted{fact.side, static_cast<int>(spec - specs.begin())};
  const auto known = std::find(reports_.begin(), reports_.end(), wanted);
  if (known != reports_.end()) return static_cast<std::size_t>(known - reports_.begin());
  reports_.push_back(wanted);
  return reports_.size() - 1;
}

}  // namespace warodds
