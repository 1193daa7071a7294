#include "core/answer/fight_reading.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <variant>

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// Reads a distribution.
ToldLaws::Read into(Distribution& of) {
  return [&of](const OutcomeLaw& law) { of = *law.of(); };
}

}  // namespace

PointsLost FightReading::points() const {
  const PerSide<Casualties>& casualties = fight_.casualties;
  return PointsLost({{casualties.attacker.ranks()}, {casualties.defender.ranks()}});
}

bool FightReading::tells_swing() const {
  double cells = 1;
  for (const Side side : both_sides) cells *= fight_.casualties[side].standing() + 1.0;
  return cells <= FightAnswer::max_joint_cells;
}

ToldLaws FightReading::told(FightAnswer& answer) const {
  ToldLaws laws(asked_);
  if (asked_.told) {
    for (const Side side : both_sides) {
      Deals& deals = answer.deals[side];
      for (const ReportSpec& report : blank_.reports) {
        laws.add(OutcomeFact{Kind::report, side, std::string(report.name)},
                 [&](const OutcomeLaw& law) { deals.reported.push_back(*law.of()); });
      }
      laws.add(OutcomeFact{Kind::damage, side}, into(deals.damage));
      laws.add(OutcomeFact{Kind::kills, side}, into(deals.kills));
      for (const std::string& group : names_once(fight_.kinds[enemy_of(side)])) {
        laws.add(OutcomeFact{Kind::kills, side, {}, group}, [&deals, group](const OutcomeLaw& law) {
          deals.kills_by_group.emplace_back(group, *law.of());
        });
      }
      laws.add(OutcomeFact{Kind::destroys, side},
               [&](const OutcomeLaw& law) { deals.destroyed = law.probability(); });
    }
    if (asked_.given) {
      laws.add(AskedLaw({OutcomeFact{Kind::damage, Side::attacker},
                         OutcomeFact{Kind::damage, Side::defender}},
                        asked_.given),
               [&](const OutcomeLaw& law) {
                 if (answer.joint_damage && !law.is_sure()) answer.joint_damage = law.of_two(0, 1);
               });
    }
  }
  if (!asked_.points) return laws;
  const PerSide<Casualties>& casualties = fight_.casualties;
  laws.add_points(points(),
                  {{casualties.attacker.survivors(0)}, {casualties.defender.survivors(0)}},
                  tells_swing(), answer.points);
  return laws;
}

std::vector<AskedLaw> FightReading::to_find() const {
  FightAnswer unread;
  return told(unread).to_find();
}

FightAnswer FightReading::read(std::vector<OutcomeLaw> found,
                               std::optional<JointDistribution> joint_damage) const {
  FightAnswer answer = blank_;
  answer.laws = take_besides(found, asked_);
  answer.told = std::move(found);
  answer.joint_damage = std::move(joint_damage);
  if (told(answer).read_told(answer)) return answer;
  std::string remark = remark_on_condition(answer.told.front());
  if (!remark.empty()) answer.remarks.push_back(std::move(remark));
  return answer;
}

std::vector<OutcomeFact> points_lost_in(const AnyFight& fight) {
  return std::visit([](const auto& of) { return FightReading(of, {}).points_lost(); }, fight);
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
