#include "core/answer/battle_reading.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

}  // namespace

BattleReading::Unit BattleReading::unit_of(std::string name, const SideStates& states) {
  const int opening = states.opening();
  return {std::move(name), states.ranks(), states.standing_by_rank(opening),
          states.standing(opening), states.left(opening)};
}

PointsLost BattleReading::points() const {
  PerSide<std::vector<std::vector<Rank>>> ranks;
  for (const Side side : both_sides) {
    for (const Unit& unit : units_[side]) ranks[side].push_back(unit.ranks);
  }
  return PointsLost(ranks);
}

ToldLaws BattleReading::told(bool knows_rounds, BattleAnswer& answer) const {
  ToldLaws laws(asked_);
  const auto add = [&](const OutcomeFact& fact, const auto& read) {
    laws.add(fact, [read](const OutcomeLaw& law) { read(*law.of()); });
  };
  if (asked_.told) {
    add({Kind::end}, [&](const Distribution& of) { answer.ends = of; });
    add({Kind::ahead}, [&](const Distribution& of) { answer.ahead = of; });
  }
  if (!knows_rounds || (asked_.told && asked_.given)) {
    laws.add(OutcomeFact{Kind::rounds}, [&answer, knows_rounds](const OutcomeLaw& law) {
      if (knows_rounds && law.is_sure()) return;
      answer.rounds = *law.of();
      answer.mean_rounds = answer.rounds.estimate_mean();
      answer.rounds_cut_off = 0;
    });
  }
  PerSide<std::vector<std::vector<int>>> standing;
  for (const Side side : both_sides) {
    for (const Unit& unit : units_[side]) standing[side].push_back(unit.standing);
    if (!asked_.told) continue;
    add({Kind::survivors, side},
        [&answer, side](const Distribution& of) { answer.survivors[side] = of; });
    if (!of_several_) continue;
    answer.units[side].resize(units_[side].size());
    for (std::size_t i = 0; i < units_[side].size(); ++i) {
      UnitAnswer& unit = answer.units[side][i];
      unit.name = units_[side][i].name;
      add({Kind::survivors, side, {}, unit.name}, [&unit](const Distribution& of) {
        unit.survivors = of;
        unit.destroyed = of.estimate(0);
      });
      add({Kind::hit_points, side, {}, unit.name},
          [&unit](const Distribution& of) { unit.mean_hit_points = of.estimate_mean(); });
    }
  }
  if (asked_.points) laws.add_points(points(), standing, true, answer.points);
  return laws;
}

std::vector<AskedLaw> BattleReading::to_find(bool knows_rounds) const {
  BattleAnswer unread;
  return told(knows_rounds, unread).to_find();
}

int BattleReading::most_of(const AskedLaw& law) const {
  const auto* const fact = std::get_if<OutcomeFact>(&law.columns.front());
  const bool is_of_hit_points = fact != nullptr && fact->kind == Kind::hit_points;
  if (fact == nullptr || (fact->kind != Kind::survivors && !is_of_hit_points)) return 0;
  int most = 0;
  for (const Unit& unit : units_[fact->side]) {
    const bool counts = fact->group.empty() || (of_several_ && unit.name == fact->group);
    if (counts) most += is_of_hit_points ? unit.hit_points : unit.figures;
  }
  return most;
}

void BattleReading::read(std::vector<OutcomeLaw> found, bool knows_rounds,
                         BattleAnswer& answer) const {
  for (OutcomeLaw& law : found) law.know_most(most_of(law.asked()));
  answer.laws = take_besides(found, asked_);
  answer.told = std::move(found);
  if (told(knows_rounds, answer).read_told(answer)) return;
  answer.by_round.clear();
  for (const Side side : both_sides) {
    for (UnitAnswer& unit : answer.units[side]) unit.by_round.clear();
  }
  answer.remarks.emplace_back("what is left after each round is not told under a condition");
  if (std::string remark = remark_on_condition(answer.told.front()); !remark.empty()) {
    answer.remarks.push_back(std::move(remark));
  }
}

PerSide<std::vector<std::string>> names_of_several(const AnyBattle& battle) {
  PerSide<std::vector<std::string>> names;
  std::visit(
      [&](const auto& of) {
        for (const Side side : both_sides) {
          for (int unit = 0; unit < of.size(side) && !of.is_of_two_units(); ++unit) {
            names[side].push_back(of.name(side, unit));
          }
        }
      },
      battle);
  return names;
}
std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle) {
  return std::visit([](const auto& of) { return BattleReading(of, {}).points_lost(); }, battle);
}

}  // namespace warodds
