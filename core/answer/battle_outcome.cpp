#include "core/answer/battle_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/text/error.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

template <class Unit>
PerSide<std::vector<std::vector<Rank>>> ranks_of(const PerSide<std::vector<Unit>>& units) {
  PerSide<std::vector<std::vector<Rank>>> ranks;
  for (const Side side : both_sides) {
    for (const Unit& unit : units[side]) ranks[side].push_back(unit.ranks);
  }
  return ranks;
}

bool is_of_end(Kind kind) {
  return kind == Kind::end || kind == Kind::ahead || kind == Kind::rounds;
}

}  // namespace

BattleOutcome::Unit BattleOutcome::unit_of(const SideStates& states) {
  const int opening = states.opening();
  return {states.ranks(), states.standing_by_rank(opening), states.left(states.lasting(opening))};
}

BattleOutcome::BattleOutcome(const std::vector<OutcomeFact>& facts,
                             PerSide<std::vector<Unit>> units, const Called& called,
                             const PerSide<std::vector<std::string>>& kinds)
    : units_(std::move(units)), points_(ranks_of(units_)) {
  for (const OutcomeFact& fact : facts) {
    Told& told = told_.emplace_back(Told{fact.kind, whose_figures(fact)});
    told.round = fact.round;
    choose(fact, called, kinds[told.whose], told);
    for (const int unit : told.units) {
      const auto place = static_cast<std::size_t>(unit);
      told.at_first += figures(told, place, {0, 0, units_[told.whose][place].standing});
    }
    if (!is_of_points(fact)) continue;
    require_points(fact, points_);
    for (const Side side : both_sides) told.shares[side] = share_in(fact, side);
  }
}

void BattleOutcome::choose(const OutcomeFact& fact, const Called& called,
                           const std::vector<std::string>& kinds, Told& told) const {
  if (called && !fact.group.empty()) {
    try {
      told.units = called(told.whose, fact.group);
    } catch (const InputError& error) {  // another army may have it
      throw NoAnswer(fmt::format("{}: {}", name_of(fact), error.what()));
    }
    return;
  }
  for (std::size_t unit = 0; unit < units_[told.whose].size(); ++unit) {
    told.units.add(static_cast<int>(unit));
  }
  if (fact.group.empty()) return;
  if (fact.kind == Kind::hit_points || is_of_points(fact)) {
    throw NoAnswer(name_of(fact) + ": that is told of the whole unit");
  }
  told.kinds = kinds_called(fact, kinds);
}

bool BattleOutcome::needs_rounds() const {
  return std::any_of(told_.begin(), told_.end(),
                     [](const Told& told) { return told.kind == Kind::rounds; });
}

bool BattleOutcome::needs(Side side) const {
  return std::any_of(told_.begin(), told_.end(), [&](const Told& told) {
    const bool is_of_points = told.shares != PerSide<int>{};
    return is_of_points ? told.shares[side] != 0 : !is_of_end(told.kind) && told.whose == side;
  });
}

bool BattleOutcome::needs_ranks() const {
  return std::any_of(told_.begin(), told_.end(), [](const Told& told) {
    return told.shares != PerSide<int>{} || !told.kinds.empty();
  });
}

std::vector<int> BattleOutcome::remembers_after() const {
  std::set<int> rounds;
  for (const Told& told : told_) {
    if (told.round > 0) rounds.insert(told.round);
  }
  return {rounds.begin(), rounds.end()};
}

void BattleOutcome::remember(int round, const std::vector<double>& values,
                             Remembered& remembered) const {
  for (std::size_t place = 0; place < told_.size(); ++place) {
    if (told_[place].round == round) remembered.emplace_back(place, values[place]);
  }
}

int BattleOutcome::figures(const Told& told, std::size_t unit, const UnitLeft& left) const {
  if (told.kinds.empty() && left.by_rank.empty()) return left.figures;
  const std::vector<Rank>& ranks = units_[told.whose][unit].ranks;
  int sum = 0;
  for (std::size_t rank = 0; rank < left.by_rank.size(); ++rank) {
    const bool counts = told.kinds.empty() ? !ranks[rank].wounds_only
                                           : std::find(told.kinds.begin(), told.kinds.end(),
                                                       ranks[rank].kind) != told.kinds.end();
    if (counts) sum += left.by_rank[rank];
  }
  return sum;
}

void BattleOutcome::tell_of(Side side, const std::vector<UnitLeft>& left,
                            std::vector<double>& values) const {
  values.clear();
  for (const Told& told : told_) {
    if (told.shares[side] != 0) {
      values.push_back(static_cast<double>(told.shares[side] * lost(side, told, left)));
    }
    if (told.shares != PerSide<int>{} || is_of_end(told.kind) || told.whose != side) continue;
    int standing = 0, hit_points = 0;
    for (const int unit : told.units) {
      const auto place = static_cast<std::size_t>(unit);
      standing += told.kinds.empty() ? left[place].figures : figures(told, place, left[place]);
      hit_points += left[place].hit_points;
    }
    switch (told.kind) {
      case Kind::hit_points:
        values.push_back(hit_points);
        break;
      case Kind::kills:
        values.push_back(told.at_first - standing);
        break;
      case Kind::destroys:
      case Kind::destroyed:
        values.push_back(standing == 0 ? 1 : 0);
        break;
      default:
        values.push_back(standing);
    }
  }
}

void BattleOutcome::tell(const Ending& ending, int rounds,
                         const PerSide<const std::vector<double>*>& of,
                         std::vector<double>& values) const {
  values.clear();
  PerSide<std::size_t> next;
  for (const Told& told : told_) {
    if (told.shares != PerSide<int>{}) {
      double parts = 0;
      for (const Side side : both_sides) {
        if (told.shares[side] != 0) parts += (*of[side])[next[side]++];
      }
      values.push_back(points_.points(static_cast<long long>(parts)));
      continue;
    }
    values.push_back(told.kind == Kind::end      ? static_cast<int>(ending.how)
                     : told.kind == Kind::ahead  ? static_cast<int>(ending.ahead)
                     : told.kind == Kind::rounds ? rounds
                                                 : (*of[told.whose])[next[told.whose]++]);
  }
}

void BattleOutcome::tell(const PerSide<std::vector<UnitLeft>>& left,
                         std::vector<double>& values) const {
  PerSide<std::vector<double>> of;
  PerSide<int> hit_points, at_first;
  for (const Side side : both_sides) {
    tell_of(side, left[side], of[side]);
    for (const UnitLeft& unit : left[side]) hit_points[side] += unit.hit_points;
    for (const Unit& unit : units_[side]) at_first[side] += unit.hit_points;
  }
  tell({BattleEnd::undecided, who_is_ahead(hit_points, at_first)}, 0, {&of.attacker, &of.defender},
       values);
}

long long BattleOutcome::lost(Side side, const Told& told,
                              const std::vector<UnitLeft>& left) const {
  long long sum = 0;
  for (std::size_t unit = 0; unit < units_[side].size(); ++unit) {
    const bool counts = told.kind == Kind::swing || told.units.has(static_cast<int>(unit));
    if (counts) sum += points_.lost(side, units_[side][unit].standing, left[unit].by_rank, unit);
  }
  return sum;
}

}  // namespace warodds
