#include "core/answer/told.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <variant>

#include "core/answer/fight_outcome.h"
#include "core/answer/sequence_outcome.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

PointsLost points_in(const FightFacts& fight) {
  return PointsLost({{fight.casualties.attacker.ranks()}, {fight.casualties.defender.ranks()}});
}

PointsLost points_in(const PerSide<std::vector<SideStates>>& states) {
  PerSide<std::vector<std::vector<Rank>>> ranks;
  for (const Side side : both_sides) {
    for (const SideStates& unit : states[side]) ranks[side].push_back(unit.ranks());
  }
  return PointsLost(ranks);
}

/// Whether not too many pairs of losses are told apart.
bool tells_swing(const FightFacts& fight) {
  double cells = 1;
  for (const Side side : both_sides) cells *= fight.casualties[side].standing() + 1.0;
  return cells <= Answer::max_joint_cells;
}

/// The largest number that a law of what is left can be; 0: it is none, or nobody knows.
int most_of(const AskedLaw& law, const PerSide<std::vector<SideStates>>& states,
            const PerSide<std::vector<std::string>>& names) {
  const auto* const fact = std::get_if<OutcomeFact>(&law.columns.front());
  const bool is_of_hit_points = fact != nullptr && fact->kind == Kind::hit_points;
  if (fact == nullptr || (fact->kind != Kind::survivors && !is_of_hit_points)) return 0;
  int most = 0;
  for (std::size_t i = 0; i < states[fact->side].size(); ++i) {
    const SideStates& unit = states[fact->side][i];
    const auto& of_side = names[fact->side];
    const bool counts = fact->group.empty() || (!of_side.empty() && of_side[i] == fact->group);
    if (!counts) continue;
    most += is_of_hit_points ? unit.left(unit.opening()) : unit.standing(unit.opening());
  }
  return most;
}

/// That a step takes place and, where there is one, the event.
Event with_step(const std::optional<Event>& event, int step) {
  const std::string takes_place = name_of({Kind::takes_place, {}, {}, {}, step});
  return Event(event ? fmt::format("({}) and {}", event->text(), takes_place) : takes_place,
               OutcomeOf::sequence);
}

/// Collects what is to be found.
class ToFind {
 public:
  explicit ToFind(Unread& unread) : unread_(unread) {}

  void add(AskedLaw law) { unread_.to_find.push_back(std::move(law)); }
  /// Under the condition that is asked for.
  void add(OutcomeFact fact) { add(AskedLaw({std::move(fact)}, unread_.asked.given)); }
  /// The points that each side loses which has some.
  void add_points(const PointsLost& points, bool with_swing) {
    const std::vector<OutcomeFact> lost = points.facts();
    if (!unread_.asked.points || lost.empty()) return;
    for (const OutcomeFact& fact : lost) add(fact);
    if (with_swing) add(OutcomeFact{Kind::swing});
  }
  void add_besides() {
    const std::vector<AskedLaw>& more = unread_.asked.besides;
    unread_.to_find.insert(unread_.to_find.end(), more.begin(), more.end());
  }

 private:
  Unread& unread_;
};

/// What each side costs whose figures are these, unit by unit and by rank.
PerSide<double> cost_of(const PointsLost& points,
                        const PerSide<std::vector<std::vector<int>>>& standing) {
  return {points.cost(Side::attacker, standing.attacker),
          points.cost(Side::defender, standing.defender)};
}

void read_joint_damage(Answer& answer) {
  for (const OutcomeLaw& law : answer.told) {
    if (law.asked().columns.size() != 2 || law.is_sure()) continue;
    if (answer.joint_damage) answer.joint_damage = law.of_two(0, 1);
  }
}

void read_rounds(Answer& answer) {
  const OutcomeLaw* const law = answer.find({Kind::rounds});
  if (law == nullptr || (law->is_exact() && law->is_sure())) return;
  answer.rounds = *law->of();
  answer.mean_rounds = answer.rounds.estimate_mean();
  answer.rounds_cut_off = 0;
}

void drop_rounds(Answer& answer) {
  answer.by_round.clear();
  for (const Side side : both_sides) {
    for (UnitAnswer& unit : answer.units[side]) unit.by_round.clear();
  }
  answer.remarks.emplace_back("what is left after each round is not told under a condition");
}

/// More sums than these that attackers can lose in points are a law that nobody reads.
constexpr double most_sums = 10'000;

void ask_points_of_sequence(const PointsLost& points, const std::vector<Casualties>& attackers,
                            Unread& unread, ToFind& laws) {
  SumsOfPoints sums;
  for (std::size_t step = 0; step < attackers.size(); ++step) {
    sums.add(points, step, attackers[step]);
  }
  if (sums.so_far() > most_sums) {
    unread.answer.remarks.push_back(fmt::format(
        "points lost are not told: the attackers can lose more than {:g} different sums; of one "
        "step they are step[1].attacker.points-lost",
        most_sums));
    return;
  }
  OutcomeColumns columns;
  for (OutcomeFact& fact : points.facts()) {
    fact.step = 0;
    columns.emplace_back(std::move(fact));
  }
  if (columns.empty()) return;
  columns.emplace_back(OutcomeFact{Kind::swing, Side::attacker, {}, {}, 0});
  laws.add(AskedLaw(std::move(columns), unread.asked.given));
}

}  // namespace

Answer Unread::read(std::vector<OutcomeLaw> found) && {
  answer.laws = take_besides(found, asked);
  answer.told = std::move(found);
  const bool has_condition = asked.told && asked.given;
  if (has_condition) answer.condition = condition_of(answer.told.front());
  const bool is_sure = !has_condition || answer.told.front().is_sure();
  for (OutcomeLaw& law : answer.told) {
    // What the first step of a sequence comes to is its fight, to the last digit.
    const auto* const fact = std::get_if<OutcomeFact>(&law.asked().columns.front());
    const bool is_first = fact != nullptr && fact->step == 1 && law.is_sure();
    if (of == OutcomeOf::sequence ? is_first : asked.told && is_sure) law.drop_condition();
  }
  if (of == OutcomeOf::fight) read_joint_damage(answer);
  if (of == OutcomeOf::battle) read_rounds(answer);
  if (is_sure) return std::move(answer);
  if (of == OutcomeOf::battle) drop_rounds(answer);
  if (std::string remark = remark_on_condition(answer.told.front()); !remark.empty()) {
    answer.remarks.push_back(std::move(remark));
  }
  return std::move(answer);
}

Unread unread_fight(Answer begun, const FightFacts& fight, LawsAsked asked) {
  Unread unread{OutcomeOf::fight, std::move(asked), std::move(begun)};
  ToFind laws(unread);
  for (const Side side : both_sides) {
    if (!unread.asked.told) continue;
    for (const ReportSpec& report : unread.answer.reports) {
      laws.add(OutcomeFact{Kind::report, side, std::string(report.name)});
    }
    laws.add(OutcomeFact{Kind::damage, side});
    laws.add(OutcomeFact{Kind::kills, side});
    for (const std::string& group : names_once(fight.kinds[enemy_of(side)])) {
      laws.add(OutcomeFact{Kind::kills, side, {}, group});
    }
    laws.add(OutcomeFact{Kind::destroys, side});
  }
  if (unread.asked.told && unread.asked.given) {
    laws.add(AskedLaw(
        {OutcomeFact{Kind::damage, Side::attacker}, OutcomeFact{Kind::damage, Side::defender}},
        unread.asked.given));
  }
  const PerSide<Casualties>& casualties = fight.casualties;
  const PointsLost points = points_in(fight);
  unread.answer.cost =
      cost_of(points, {{casualties.attacker.survivors(0)}, {casualties.defender.survivors(0)}});
  laws.add_points(points, tells_swing(fight));
  laws.add_besides();
  return unread;
}

Unread unread_battle(const PerSide<std::vector<SideStates>>& states,
                     const PerSide<std::vector<std::string>>& names, bool can_retreat,
                     LawsAsked asked, bool knows_rounds) {
  Unread unread{OutcomeOf::battle, std::move(asked), {}};
  unread.answer.can_end_by_retreat = can_retreat;
  ToFind laws(unread);
  const bool told = unread.asked.told;
  if (told) laws.add(OutcomeFact{Kind::end});
  if (told) laws.add(OutcomeFact{Kind::ahead});
  if (!knows_rounds || (told && unread.asked.given)) laws.add(OutcomeFact{Kind::rounds});
  PerSide<std::vector<std::vector<int>>> standing;
  for (const Side side : both_sides) {
    for (const SideStates& unit : states[side]) {
      standing[side].push_back(unit.standing_by_rank(unit.opening()));
    }
    if (told) laws.add(OutcomeFact{Kind::survivors, side});
    for (const std::string& unit : names[side]) {
      unread.answer.units[side].push_back({unit});
      if (!told) continue;
      laws.add(OutcomeFact{Kind::survivors, side, {}, unit});
      laws.add(OutcomeFact{Kind::hit_points, side, {}, unit});
    }
  }
  const PointsLost points = points_in(states);
  unread.answer.cost = cost_of(points, standing);
  laws.add_points(points, true);
  laws.add_besides();
  for (AskedLaw& law : unread.to_find) law.most = most_of(law, states, names);
  return unread;
}

Unread unread_sequence(Answer begun, const std::vector<std::string>& groups,
                       const std::vector<Casualties>& attackers, const SideStates& target,
                       LawsAsked asked) {
  Unread unread{OutcomeOf::sequence, std::move(asked), std::move(begun)};
  ToFind laws(unread);
  const std::optional<Event>& given = unread.asked.given;
  if (unread.answer.can_end_by_retreat) {
    laws.add(OutcomeFact{Kind::moved_away, Side::defender, {}, {}, 0});
  }
  PerSide<std::vector<std::vector<Rank>>> ranks{{}, {target.ranks()}};
  PerSide<std::vector<std::vector<int>>> standing{{}, {target.standing_by_rank(target.opening())}};
  for (std::size_t number = 0; number < attackers.size(); ++number) {
    ranks.attacker.push_back(attackers[number].ranks());
    standing.attacker.push_back(attackers[number].survivors(0));
    const int step = static_cast<int>(number) + 1;
    laws.add(OutcomeFact{Kind::needed, Side::attacker, {}, {}, step});
    laws.add(OutcomeFact{Kind::takes_place, Side::attacker, {}, {}, step});
    laws.add(OutcomeFact{Kind::survivors, Side::defender, {}, {}, step});
    laws.add(OutcomeFact{Kind::kills, Side::defender, {}, {}, step});
    laws.add(OutcomeFact{Kind::destroyed, Side::attacker, {}, {}, step});
    const Event takes_place = with_step(given, step);
    const auto add_of_fight = [&](Kind kind, Side side, std::string name, std::string group) {
      laws.add(AskedLaw({OutcomeFact{kind, side, std::move(name), std::move(group), step}},
                        takes_place));
    };
    add_of_fight(Kind::damage, Side::attacker, {}, {});
    add_of_fight(Kind::kills, Side::attacker, {}, {});
    add_of_fight(Kind::destroyed, Side::defender, {}, {});
    for (const ReportSpec& report : unread.answer.reports) {
      add_of_fight(Kind::report, Side::attacker, std::string(report.name), {});
    }
    for (const std::string& group : names_once(groups)) {
      add_of_fight(Kind::kills, Side::attacker, {}, group);
    }
  }
  const PointsLost points(ranks);
  unread.answer.cost = cost_of(points, standing);
  if (unread.asked.points) ask_points_of_sequence(points, attackers, unread, laws);
  laws.add_besides();
  return unread;
}

AskedLaw left_of_winner(Side side, const std::string& unit) {
  return {{OutcomeFact{Kind::survivors, side, "", unit}},
          Event(side == Side::attacker ? "win" : "lose", OutcomeOf::battle)};
}

std::optional<Distribution> left_if_wins(const Answer& answer, Side side, const std::string& unit) {
  const OutcomeLaw* const law = find_law(left_of_winner(side, unit), answer.laws);
  return law == nullptr ? std::nullopt : law->of();
}

std::vector<OutcomeFact> points_lost_in(const AnyFight& fight) {
  return std::visit([](const auto& of) { return points_in(of.any()).facts(); }, fight);
}

std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle) {
  return std::visit([](const auto& of) { return points_in(of.states()).facts(); }, battle);
}

std::vector<OutcomeFact> points_lost_in(const AnySequence&) { return {}; }

}  // namespace warodds
