#include "core/answer/add_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "core/answer/points_lost.h"
#include "core/answer/sequence_outcome.h"

namespace warodds {
namespace {

OutcomeFact lost_by(Side side) { return {OutcomeFact::Kind::points_lost, side}; }
OutcomeFact swing() { return {OutcomeFact::Kind::swing, Side::attacker}; }

std::vector<OutcomeFact> facts_of(const PointsLost& points) {
  std::vector<OutcomeFact> facts;
  for (const Side side : both_sides) {
    if (points.any(side)) facts.push_back(lost_by(side));
  }
  return facts;
}

const PerSide<Casualties>& casualties_in(const AnyFight& fight) {
  return std::visit(
      [](const auto& fights) -> const PerSide<Casualties>& { return fights.any().casualties; },
      fight);
}
PointsLost points_in_fight(const PerSide<Casualties>& casualties) {
  return PointsLost({{casualties.attacker.ranks()}, {casualties.defender.ranks()}});
}

/// What the figures cost that stand as a battle begins.
double cost_of(Side side, const PointsLost& points, const std::vector<int>& standing) {
  return points.points(points.lost(side, standing, std::vector<int>(standing.size(), 0)));
}

/// Parts of points lost to so much damage, or, where kills say it, to so many kills.
struct Losing {
  std::vector<long long> parts;
  bool to_kills = false;
};

std::optional<Losing> losing_of(const PointsLost& points, Side loser, const Casualties& casualties,
                                const Deals& enemy_deals) {
  if (casualties.falling().then.empty()) {
    return Losing{points.by_damage(loser, casualties, enemy_deals.damage.max())};
  }
  // Which of two attacks a wound was of is not known any more.
  std::optional<FigurePrice> price;
  for (const Rank& rank : casualties.ranks()) {
    if (price && *price != rank.price) return std::nullopt;
    price = rank.price;
  }
  Losing losing{{}, true};
  const std::vector<int> one(casualties.ranks().size(), 0);
  std::vector<int> with(one);
  for (int kills = 0; kills <= enemy_deals.kills.max(); ++kills) {
    with.front() = kills;
    losing.parts.push_back(points.lost(loser, with, one));
  }
  return losing;
}

std::vector<double> as_points(const PointsLost& points, const std::vector<long long>& parts) {
  std::vector<double> values;
  for (const long long part : parts) values.push_back(points.points(part));
  return values;
}

/// `lost`: by the damage of the side in rows, and in columns.
NumberLaw swing_of(const PointsLost& points, const std::vector<long long>& rows,
                   const std::vector<long long>& columns, const JointDistribution& damage,
                   double confidence) {
  const auto collect = [&](const auto& cells, auto by_value) {
    for (std::ptrdiff_t row = 0; row < cells.rows(); ++row) {
      for (std::ptrdiff_t column = 0; column < cells.cols(); ++column) {
        if (cells(row, column) == 0) continue;
        by_value[points.points(rows[static_cast<std::size_t>(row)] -
                               columns[static_cast<std::size_t>(column)])] += cells(row, column);
      }
    }
    return by_value;
  };
  if (damage.counts().size() > 0) {
    return NumberLaw(collect(damage.counts(), std::map<double, std::uint64_t>()), confidence);
  }
  return NumberLaw(collect(damage.pmf(), std::map<double, double>()));
}

}  // namespace

std::vector<OutcomeFact> points_lost_in(const AnyFight& fight) {
  return facts_of(points_in_fight(casualties_in(fight)));
}

void add_points(FightAnswer& answer, const AnyFight& fight) {
  answer.points.reset();
  const PerSide<Casualties>& casualties = casualties_in(fight);
  const PointsLost points = points_in_fight(casualties);
  if (!points.any(Side::attacker) && !points.any(Side::defender)) return;
  PointsAnswer found;
  PerSide<Losing> losing;
  for (const Side side : both_sides) {
    const Deals& deals = answer.deals[enemy_of(side)];
    found.cost[side] = cost_of(side, points, casualties[side].survivors(0));
    auto lost = losing_of(points, side, casualties[side], deals);
    if (!lost) return;
    losing[side] = std::move(*lost);
    found.lost[side] = NumberLaw(losing[side].to_kills ? deals.kills : deals.damage,
                                 as_points(points, losing[side].parts));
  }
  if (answer.joint_damage && !losing.attacker.to_kills && !losing.defender.to_kills) {
    found.swing = swing_of(points, losing.defender.parts, losing.attacker.parts,
                           *answer.joint_damage, answer.origin.confidence);
  }
  answer.points = std::move(found);
}

namespace {

/// The figures of the units of each side, as a battle begins.
class UnitsAtFirst {
 public:
  explicit UnitsAtFirst(const AnyBattle& battle) {
    std::visit(
        [&](const auto& of) {
          for (const Side side : both_sides) add(side, of.sides()[side]);
        },
        battle);
  }
  explicit UnitsAtFirst(const AnyArmyBattle& battle) {
    std::visit(
        [&](const auto& of) {
          for (const Side side : both_sides) {
            for (const SideStates& states : of.states()[side]) add(side, states);
          }
        },
        battle);
  }

  const PerSide<std::vector<std::vector<Rank>>>& ranks() const { return ranks_; }
  double cost(Side side, const PointsLost& points) const {
    long long parts = 0;
    for (std::size_t unit = 0; unit < standing_[side].size(); ++unit) {
      const std::vector<int>& standing = standing_[side][unit];
      parts += points.lost(side, standing, std::vector<int>(standing.size(), 0), unit);
    }
    return points.points(parts);
  }

 private:
  void add(Side side, const SideStates& states) {
    ranks_[side].push_back(states.ranks());
    standing_[side].push_back(states.standing_by_rank(states.opening()));
  }

  PerSide<std::vector<std::vector<Rank>>> ranks_;
  PerSide<std::vector<std::vector<int>>> standing_;
};

std::vector<AskedLaw> laws_of(const UnitsAtFirst& units, const std::optional<Event>& event) {
  std::vector<AskedLaw> laws;
  for (const OutcomeFact& lost : facts_of(PointsLost(units.ranks()))) {
    laws.push_back({{lost}, event});
  }
  if (!laws.empty()) laws.push_back({{swing()}, event});
  return laws;
}

void add(BattleAnswer& answer, const UnitsAtFirst& units, const std::optional<Event>& event) {
  answer.points.reset();
  const auto law = [&](const OutcomeFact& fact) -> std::optional<NumberLaw> {
    const OutcomeLaw* const known = find_law({{fact}, event}, answer.laws);
    return known != nullptr ? known->numbers_of() : std::nullopt;
  };
  const std::optional<NumberLaw> of_swing = law(swing());
  if (!of_swing) return;
  const PointsLost points(units.ranks());
  PointsAnswer found;
  found.swing = of_swing;
  for (const Side side : both_sides) {
    found.cost[side] = units.cost(side, points);
    found.lost[side] = law(lost_by(side)).value_or(NumberLaw::certain(0));
  }
  answer.points = std::move(found);
}

}  // namespace

std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle) {
  return facts_of(PointsLost(UnitsAtFirst(battle).ranks()));
}
std::vector<OutcomeFact> points_lost_in(const AnyArmyBattle& battle) {
  return facts_of(PointsLost(UnitsAtFirst(battle).ranks()));
}

std::vector<AskedLaw> laws_of_points(const AnyBattle& battle, const std::optional<Event>& event) {
  return laws_of(UnitsAtFirst(battle), event);
}
std::vector<AskedLaw> laws_of_points(const AnyArmyBattle& battle,
                                     const std::optional<Event>& event) {
  return laws_of(UnitsAtFirst(battle), event);
}

namespace {

/// Of all steps of a sequence, together: of the sides that have points, and last the swing.
AskedLaw law_of_sequence(const PointsLost& points, const std::optional<Event>& event) {
  OutcomeColumns columns;
  for (const Side side : both_sides) {
    if (!points.any(side)) continue;
    columns.emplace_back(OutcomeFact{OutcomeFact::Kind::points_lost, side, {}, {}, 0});
  }
  columns.emplace_back(OutcomeFact{OutcomeFact::Kind::swing, Side::attacker, {}, {}, 0});
  return {std::move(columns), event};
}

constexpr double most_sums = 10'000;

template <class System>
bool has_too_many_sums(const Sequence<System>& sequence, const PointsLost& points) {
  SumsOfPoints sums;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    sums.add(points, step, sequence.attacker(step));
  }
  return sums.so_far() > most_sums;
}

/// What the attackers of all steps cost, and the target as it is at first.
template <class System>
PerSide<double> cost_of_sequence(const Sequence<System>& sequence, const PointsLost& points) {
  const SideStates& target = sequence.target();
  PerSide<double> cost;
  cost.defender = cost_of(Side::defender, points, target.standing_by_rank(target.opening()));
  long long parts = 0;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    const std::vector<int> standing = sequence.attacker(step).survivors(0);
    parts += points.lost(Side::attacker, standing, std::vector<int>(standing.size(), 0), step);
  }
  cost.attacker = points.points(parts);
  return cost;
}

}  // namespace

std::vector<AskedLaw> laws_of_points(const AnySequence& sequence,
                                     const std::optional<Event>& event) {
  return std::visit(
      [&](const auto& of) -> std::vector<AskedLaw> {
        const PointsLost points = SequenceOutcome::points_in(of);
        const bool any = points.any(Side::attacker) || points.any(Side::defender);
        if (!any || has_too_many_sums(of, points)) return {};
        return {law_of_sequence(points, event)};
      },
      sequence);
}

void add_points(SequenceAnswer& answer, const AnySequence& sequence,
                const std::optional<Event>& event) {
  answer.points.reset();
  const std::vector<AskedLaw> asked = laws_of_points(sequence, event);
  const bool has_too_many = std::visit(
      [](const auto& of) { return has_too_many_sums(of, SequenceOutcome::points_in(of)); },
      sequence);
  if (has_too_many) {
    answer.remarks.push_back(fmt::format(
        "points lost are not told: the attackers can lose more than {:g} different sums; of one "
        "step they are step[1].attacker.points-lost",
        most_sums));
  }
  if (asked.empty()) return;
  const OutcomeLaw* const law = find_law(asked.front(), answer.laws);
  if (law == nullptr) return;
  std::visit(
      [&](const auto& of) {
        const PointsLost points = SequenceOutcome::points_in(of);
        std::size_t column = 0;
        PointsAnswer found;
        found.cost = cost_of_sequence(of, points);
        for (const Side side : both_sides) {
          if (points.any(side)) found.lost[side] = *law->numbers_of(column++);
        }
        found.swing = law->numbers_of(column);
        answer.points = std::move(found);
      },
      sequence);
}

void add_points(BattleAnswer& answer, const AnyBattle& battle, const std::optional<Event>& event) {
  add(answer, UnitsAtFirst(battle), event);
}
void add_points(BattleAnswer& answer, const AnyArmyBattle& battle,
                const std::optional<Event>& event) {
  add(answer, UnitsAtFirst(battle), event);
}

}  // namespace warodds
