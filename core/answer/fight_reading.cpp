#include "core/answer/fight_reading.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "core/answer/points_lost.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

OutcomeFact fact_of_fight(Kind kind, Side side, std::string name = {}, std::string group = {}) {
  return {kind, side, std::move(name), std::move(group)};
}

}  // namespace

PointsLost FightReading::points() const {
  const PerSide<Casualties>& casualties = fight_.casualties;
  return PointsLost({{casualties.attacker.ranks()}, {casualties.defender.ranks()}});
}

std::vector<OutcomeFact> FightReading::points_lost() const {
  const PointsLost points = this->points();
  std::vector<OutcomeFact> facts;
  for (const Side side : both_sides) {
    if (points.any(side)) facts.push_back(fact_of_fight(Kind::points_lost, side));
  }
  return facts;
}

std::vector<std::string> FightReading::groups(Side side) const {
  return names_once(fight_.kinds[enemy_of(side)]);
}

bool FightReading::tells_swing() const {
  double cells = 1;
  for (const Side side : both_sides) cells *= fight_.casualties[side].standing() + 1.0;
  return cells <= FightAnswer::max_joint_cells;
}

std::vector<AskedLaw> FightReading::to_find() const {
  std::vector<AskedLaw> laws;
  const auto add = [&](const OutcomeFact& fact) { laws.push_back({{fact}, asked_.given}); };
  if (asked_.told) {
    for (const Side side : both_sides) {
      for (const ReportSpec& report : blank_.reports) {
        add(fact_of_fight(Kind::report, side, std::string(report.name)));
      }
      add(fact_of_fight(Kind::damage, side));
      add(fact_of_fight(Kind::kills, side));
      for (const std::string& group : groups(side))
        add(fact_of_fight(Kind::kills, side, {}, group));
      add(fact_of_fight(Kind::destroys, side));
    }
    if (asked_.given) {
      laws.push_back({{fact_of_fight(Kind::damage, Side::attacker),
                       fact_of_fight(Kind::damage, Side::defender)},
                      asked_.given});
    }
  }
  if (asked_.points) {
    const std::vector<OutcomeFact> lost = points_lost();
    for (const OutcomeFact& fact : lost) add(fact);
    if (!lost.empty() && tells_swing()) add(fact_of_fight(Kind::swing, Side::attacker));
  }
  laws.insert(laws.end(), asked_.besides.begin(), asked_.besides.end());
  return laws;
}

FightAnswer FightReading::read(std::vector<OutcomeLaw> found,
                               std::optional<JointDistribution> joint_damage) const {
  FightAnswer answer = blank_;
  answer.laws = take_besides(found, asked_);
  answer.told = std::move(found);
  answer.joint_damage = std::move(joint_damage);
  Next next = answer.told.begin();
  if (asked_.told) read_deals(next, answer);
  if (asked_.points) read_points(next, answer);
  return answer;
}

void FightReading::read_deals(Next& next, FightAnswer& answer) const {
  bool is_sure = true;
  if (asked_.given) {
    answer.condition = condition_of(*next);
    is_sure = next->is_sure();
  }
  if (is_sure) {
    for (OutcomeLaw& law : answer.told) law.drop_condition();
  }
  for (const Side side : both_sides) {
    Deals& deals = answer.deals[side];
    for (std::size_t i = 0; i < blank_.reports.size(); ++i) {
      deals.reported.push_back(*(next++)->of());
    }
    deals.damage = *(next++)->of();
    deals.kills = *(next++)->of();
    for (const std::string& group : groups(side)) {
      deals.kills_by_group.emplace_back(group, *(next++)->of());
    }
    deals.destroyed = (next++)->probability();
  }
  if (asked_.given) {
    const OutcomeLaw& joint = *next++;
    if (answer.joint_damage && !is_sure) answer.joint_damage = joint.of_two(0, 1);
    if (std::string remark = remark_on_condition(joint); !is_sure && !remark.empty()) {
      answer.remarks.push_back(std::move(remark));
    }
  }
}

void FightReading::read_points(Next& next, FightAnswer& answer) const {
  const std::vector<OutcomeFact> lost = points_lost();
  if (lost.empty()) return;
  const PointsLost points = this->points();
  answer.points.emplace();
  for (const OutcomeFact& fact : lost) answer.points->lost[fact.side] = *(next++)->numbers_of();
  if (tells_swing()) answer.points->swing = (next++)->numbers_of();
  for (const Side side : both_sides) {
    const std::vector<int> standing = fight_.casualties[side].survivors(0);
    answer.points->cost[side] =
        points.points(points.lost(side, standing, std::vector<int>(standing.size(), 0)));
  }
}

std::vector<OutcomeFact> points_lost_in(const AnyFight& fight) {
  return std::visit([](const auto& of) { return FightReading(of, {}).points_lost(); }, fight);
}

std::vector<FightLaws> by_needs(const std::vector<AskedLaw>& asked) {
  struct Needs {
    PerSide<bool> damage;
    std::set<std::string> reports;

    bool operator<(const Needs& other) const {
      return std::tie(damage.attacker, damage.defender, reports) <
             std::tie(other.damage.attacker, other.damage.defender, other.reports);
    }
  };
  std::map<Needs, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Needs needs;
    const Observer alone({asked[i]});
    for (const OutcomeFact& fact : alone.facts()) {
      switch (fact.kind) {
        case Kind::report:
          needs.reports.insert(name_of(fact));
          break;
        case Kind::swing:
          needs.damage = {true, true};
          break;
        case Kind::destroyed:
        case Kind::points_lost:
          needs.damage[enemy_of(fact.side)] = true;
          break;
        default:
          needs.damage[fact.side] = true;
      }
    }
    groups[needs].push_back(i);
  }
  std::vector<FightLaws> laws;
  for (auto& [needs, places] : groups) {
    std::vector<AskedLaw> of_group;
    for (const std::size_t place : places) of_group.push_back(asked[place]);
    laws.push_back(
        {std::move(places), Observer(std::move(of_group)), needs.damage, needs.reports.size()});
  }
  return laws;
}

}  // namespace warodds
