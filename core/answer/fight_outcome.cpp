#include "core/answer/fight_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/fields/field.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// Figures of a group that fall to 0, 1, 2, … damage.
const std::vector<int>& of_group(const OutcomeFact& fact, const Losses& losses) {
  std::vector<std::string> groups;
  for (const auto& [group, kills] : losses.by_group) {
    if (lower(group) == lower(fact.group)) return kills;
    groups.push_back(group);
  }
  throw NoAnswer(fmt::format("{}: {}", name_of(fact), unknown_name("group", fact.group, groups)));
}

}  // namespace

Losses losses_of(const Casualties& target, const std::vector<std::string>& kinds, int most) {
  Losses losses;
  losses.all.resize(static_cast<std::size_t>(most) + 1, 0);
  const auto add = [](std::vector<int>& to, const std::vector<int>& from) {
    for (std::size_t damage = 0; damage < to.size(); ++damage) to[damage] += from[damage];
  };
  const std::vector<std::vector<int>> by_kind = target.kills_by_kind(most);
  for (const std::vector<int>& of_kind : by_kind) add(losses.all, of_kind);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    // Groups of one name are one group to the reader.
    const auto known = std::find_if(losses.by_group.begin(), losses.by_group.end(),
                                    [&](const auto& group) { return group.first == kinds[kind]; });
    if (known != losses.by_group.end()) {
      add(known->second, by_kind[kind]);
    } else {
      losses.by_group.emplace_back(kinds[kind], by_kind[kind]);
    }
  }
  return losses;
}

std::vector<std::string> names_once(const std::vector<std::string>& kinds) {
  std::vector<std::string> once;
  for (const std::string& kind : kinds) {
    if (std::find(once.begin(), once.end(), kind) == once.end()) once.push_back(kind);
  }
  return once;
}

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
      case Kind::kills: {
        const Losses losses = losses_of(target, kinds[enemy], most[fact.side]);
        told.by_damage = fact.group.empty() ? losses.all : of_group(fact, losses);
        break;
      }
      case Kind::damage:
        by_damage([&](int damage) { return target.amount(damage); });
        break;
      case Kind::points_lost:
      case Kind::swing:
        // Of a sequence it is enough that somebody has points in some step.
        if (fact.step == OutcomeFact::no_step) require_points(fact, points_);
        for (const Side side : both_sides) {
          const Side loser = enemy_of(side);
          told.points[side] = points_.by_damage(loser, casualties[loser], most[side]);
          for (long long& parts : told.points[side]) parts *= share_in(fact, loser);
        }
        break;
      case Kind::destroys:
        by_damage([&](int damage) { return target.destroyed(damage) ? 1 : 0; });
        break;
      case Kind::destroyed:
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

void FightNeeds::add(const OutcomeFact& fact) {
  switch (fact.kind) {
    case Kind::report:
      reports.insert(name_of(fact));
      break;
    case Kind::swing:
      damage = {true, true};
      break;
    case Kind::destroyed:
    case Kind::points_lost:
      damage[enemy_of(fact.side)] = true;
      break;
    default:
      damage[fact.side] = true;
  }
}

std::vector<FightLaws> by_needs(const std::vector<AskedLaw>& asked) {
  std::map<FightNeeds, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    FightNeeds needs;
    const Observer alone({asked[i]});
    for (const OutcomeFact& fact : alone.facts()) needs.add(fact);
    groups[needs].push_back(i);
  }
  std::vector<FightLaws> laws;
  for (const auto& [needs, places] : groups) {
    std::vector<AskedLaw> of_group;
    for (const std::size_t place : places) of_group.push_back(asked[place]);
    laws.push_back({needs, places, Observer(std::move(of_group))});
  }
  return laws;
}

}  // namespace warodds
