#include "core/answer/battle_reading.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

OutcomeFact fact_of_battle(Kind kind, Side side = Side::attacker, const std::string& unit = "") {
  return {kind, side, {}, unit};
}

}  // namespace

BattleReading::Unit BattleReading::unit_of(std::string name, const SideStates& states) {
  const int opening = states.opening();
  return {std::move(name), states.ranks(), states.standing_by_rank(opening),
          states.standing(opening), states.left(opening)};
}

PerSide<std::vector<std::vector<Rank>>> BattleReading::ranks() const {
  PerSide<std::vector<std::vector<Rank>>> ranks;
  for (const Side side : both_sides) {
    for (const Unit& unit : units_[side]) ranks[side].push_back(unit.ranks);
  }
  return ranks;
}

double BattleReading::cost(Side side, const PointsLost& points) const {
  long long parts = 0;
  for (std::size_t unit = 0; unit < units_[side].size(); ++unit) {
    const std::vector<int>& standing = units_[side][unit].standing;
    parts += points.lost(side, standing, std::vector<int>(standing.size(), 0), unit);
  }
  return points.points(parts);
}

std::vector<OutcomeFact> BattleReading::points_lost() const {
  const PointsLost points(ranks());
  std::vector<OutcomeFact> facts;
  for (const Side side : both_sides) {
    if (points.any(side)) facts.push_back(fact_of_battle(Kind::points_lost, side));
  }
  return facts;
}

std::vector<AskedLaw> BattleReading::to_find(bool knows_rounds) const {
  std::vector<AskedLaw> laws;
  const auto add = [&](const OutcomeFact& fact) { laws.push_back({{fact}, asked_.given}); };
  if (asked_.told) {
    add(fact_of_battle(Kind::end));
    add(fact_of_battle(Kind::ahead));
  }
  if (finds_rounds(knows_rounds)) add(fact_of_battle(Kind::rounds));
  for (const Side side : both_sides) {
    if (!asked_.told) break;
    add(fact_of_battle(Kind::survivors, side));
    if (!of_several_) continue;
    for (const Unit& unit : units_[side]) {
      add(fact_of_battle(Kind::survivors, side, unit.name));
      add(fact_of_battle(Kind::hit_points, side, unit.name));
    }
  }
  if (asked_.points) {
    const std::vector<OutcomeFact> lost = points_lost();
    for (const OutcomeFact& fact : lost) add(fact);
    if (!lost.empty()) add(fact_of_battle(Kind::swing));
  }
  laws.insert(laws.end(), asked_.besides.begin(), asked_.besides.end());
  return laws;
}

bool BattleReading::finds_rounds(bool knows_rounds) const {
  return !knows_rounds || (asked_.told && asked_.given);
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
  Next next = answer.told.begin();
  bool is_sure = true;
  if (asked_.told) {
    const OutcomeLaw& ends = *next++;
    if (asked_.given) answer.condition = condition_of(ends);
    is_sure = ends.is_sure();
    if (is_sure) {
      for (OutcomeLaw& law : answer.told) law.drop_condition();
    }
    answer.ends = *ends.of();
    answer.ahead = *(next++)->of();
  }
  if (finds_rounds(knows_rounds)) {
    const OutcomeLaw& rounds = *next++;
    if (!knows_rounds || !is_sure) {
      answer.rounds = *rounds.of();
      answer.mean_rounds = answer.rounds.estimate_mean();
      answer.rounds_cut_off = 0;
    }
  }
  if (asked_.told) read_what_is_left(next, answer);
  if (asked_.points) read_points(next, answer);
  if (is_sure) return;
  answer.by_round.clear();
  for (const Side side : both_sides) {
    for (UnitAnswer& unit : answer.units[side]) unit.by_round.clear();
  }
  answer.remarks.emplace_back("what is left after each round is not told under a condition");
  if (std::string remark = remark_on_condition(answer.told.front()); !remark.empty()) {
    answer.remarks.push_back(std::move(remark));
  }
}

void BattleReading::read_what_is_left(Next& next, BattleAnswer& answer) const {
  for (const Side side : both_sides) {
    answer.survivors[side] = *(next++)->of();
    if (!of_several_) continue;
    answer.units[side].resize(units_[side].size());
    for (std::size_t i = 0; i < units_[side].size(); ++i) {
      UnitAnswer& unit = answer.units[side][i];
      unit.name = units_[side][i].name;
      unit.survivors = *(next++)->of();
      unit.destroyed = unit.survivors.estimate(0);
      unit.mean_hit_points = (next++)->of()->estimate_mean();
    }
  }
}

void BattleReading::read_points(Next& next, BattleAnswer& answer) const {
  const std::vector<OutcomeFact> lost = points_lost();
  if (lost.empty()) return;
  const PointsLost points(ranks());
  answer.points.emplace();
  for (const OutcomeFact& fact : lost) answer.points->lost[fact.side] = *(next++)->numbers_of();
  answer.points->swing = (next++)->numbers_of();
  for (const Side side : both_sides) answer.points->cost[side] = cost(side, points);
}

std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle) {
  return std::visit([](const auto& of) { return BattleReading(of, {}).points_lost(); }, battle);
}
std::vector<OutcomeFact> points_lost_in(const AnyArmyBattle& battle) {
  return std::visit([](const auto& of) { return BattleReading(of, {}).points_lost(); }, battle);
}

}  // namespace warodds
