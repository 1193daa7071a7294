#include "core/answer/fight_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text/error.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// Figures of those kinds that have fallen; empty: of all.
int fallen(const std::vector<Rank>& ranks, const std::vector<int>& kinds,
           const std::vector<int>& before, const std::vector<int>& now) {
  int sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const bool counts =
        kinds.empty() || std::find(kinds.begin(), kinds.end(), ranks[i].kind) != kinds.end();
    if (counts) sum += before[i] - now[i];
  }
  return sum;
}

}  // namespace

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
  PerSide<std::vector<std::vector<int>>> found;
  // Of each rank, after 0, 1, … damage.
  const auto standing = [&](Side side) -> const std::vector<std::vector<int>>& {
    if (found[side].empty()) found[side] = casualties[side].survivors_of_each(most[enemy_of(side)]);
    return found[side];
  };
  for (const OutcomeFact& fact : facts) {
    Told& told = told_.emplace_back();
    FightNeeds needs;
    needs.add(fact);
    told.side = needs.dealer();
    const Side whose = enemy_of(told.side);
    const Casualties& target = casualties[whose];
    const auto by_damage = [&](const auto& value) {
      for (int damage = 0; damage <= most[told.side]; ++damage) {
        told.by_damage.push_back(value(damage));
      }
    };
    switch (fact.kind) {
      case Kind::kills: {
        std::vector<int> of;
        if (!fact.group.empty()) of = kinds_called(fact, kinds[whose]);
        for (const std::vector<int>& now : standing(whose)) {
          told.by_damage.push_back(fallen(target.ranks(), of, standing(whose).front(), now));
        }
        break;
      }
      case Kind::damage:
        by_damage([&](int damage) { return target.amount(damage); });
        break;
      case Kind::points_lost:
      case Kind::swing:
        // Of a sequence it is enough that somebody has points in some step.
        if (fact.step == OutcomeFact::no_step) require_points(fact, points_);
        for (const Side loser : both_sides) {
          for (const std::vector<int>& now : standing(loser)) {
            told.points[enemy_of(loser)].push_back(
                share_in(fact, loser) * points_.lost(loser, standing(loser).front(), now));
          }
        }
        break;
      case Kind::destroys:
      case Kind::destroyed:
        by_damage([&](int damage) { return target.destroyed(damage) ? 1 : 0; });
        break;
      default:
        told.side = fact.side;
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
