#include "exact/battle/battle.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "exact/battle/endings.h"
#include "exact/battle/rounds.h"
#include "exact/battle/transitions.h"
#include "exact/battle/visits.h"
#include "exact/fight/fight.h"
#include "exact/fight/range_chance.h"

namespace warodds::exact {
namespace {

/// The least of some numbers of rounds, of which 0 means no limit.
int shortest(std::initializer_list<int> rounds) {
  int least = 0;
  for (const int one : rounds) {
    if (one > 0 && (least == 0 || one < least)) least = one;
  }
  return least;
}

/// Steps round by round by rows that are another set each round.
template <class System>
void play_by_policy(Transitions<System>& transitions, const BattleStates& states,
                    std::size_t opening, int cap, BattleAnswer& answer) {
  std::vector<std::optional<bool>> judged;
  const auto stuck = [&](std::size_t state) {
    if (judged.size() < states.size()) judged.resize(states.size());
    if (!judged[state]) judged[state] = transitions.hopeless(state);
    return *judged[state];
  };
  const auto prepare = [&](const Spread& now, int rounds_left) {
    std::vector<typename Transitions<System>::Place> wave;
    for (const std::size_t state : now.states()) wave.push_back({0, state});
    transitions.build(std::move(wave), rounds_left);
  };
  RoundByRound(transitions.rows(), states, stuck, prepare)(opening, cap, answer);
}

/// The end of a battle without a limit, from the expected visits of each state.
void settle(const BattleStates& states, const Visits& visits, BattleAnswer& answer) {
  std::vector<double> end(states.size(), 0.0);
  double rounds = 0;
  for (const std::size_t state : visits.beginnings) {
    if (states.over(state) || visits.stuck[state]) {
      end[state] = visits.visits[state];
    } else {
      rounds += visits.visits[state];
    }
  }
  record_end(states, end, answer);
  answer.mean_rounds = {rounds};
}

template <class System>
BattleAnswer answer_of(const Battle<System>& battle, const BattleOptions& options) {
  const int cap = shortest({options.rounds, battle.most_rounds(), battle.planned_rounds()});
  BattleStates states(battle.sides());
  const std::size_t opening = states.number(battle.opening());
  Transitions<System> transitions(battle, states, options.lineups, options.progress);
  BattleAnswer answer;
  if (battle.follows_policy()) {
    play_by_policy(transitions, states, opening, cap, answer);
    return answer;
  }
  const Visits visits =
      expected_visits(transitions.rows(), states, transitions.build({{0, opening}}, 0), opening);
  RoundByRound rounds(
      transitions.rows(), states, [&](std::size_t state) { return visits.stuck[state]; },
      [](const Spread&, int) {});
  const double left = rounds(opening, cap, answer);
  if (cap == 0 || left < nothing_left) settle(states, visits, answer);
  return answer;
}

/// The most damage that a side of a fight can deal.
template <class Fight>
PerSide<int> most_damage_of(const Fight& fight) {
  PerSide<int> most;
  for (const auto& track : Fight::System::template tracks<RangeChance>(fight)) {
    Exchange<Range> bounds;
    for (const auto& stage : track) {
      RangeChance chance;
      stage.play(chance, fight, stage, bounds);
    }
    for (const Side side : both_sides) most[side] += bounds.damage[side].hi;
  }
  return most;
}

template <class System>
double seconds(const Battle<System>& battle) {
  constexpr double most_entries = 1.5e8;  // of all rows, 16 bytes each
  double first = 0;
  double outcomes = 0;
  PerSide<int> suffered;
  for (const RoundAttack& attack : battle.attacks()) {
    const auto fight = battle.attack(attack.by, standing_of(battle.sides(), battle.opening()));
    if (!fight) continue;
    first += predicted_seconds(AnyFight(*fight));
    const PerSide<int> dealt = most_damage_of(*fight);
    outcomes = std::max(outcomes, (dealt.attacker + 1.0) * (dealt.defender + 1.0));
    suffered[attack.by] = std::max(suffered[attack.by], dealt.defender);
    suffered[enemy_of(attack.by)] = std::max(suffered[enemy_of(attack.by)], dealt.attacker);
  }
  const double a = battle.sides().attacker.size(suffered.attacker);
  const double b = battle.sides().defender.size(suffered.defender);
  const double entries = a * b * std::min(a * b, outcomes) / 4;
  if (!(entries <= most_entries)) return std::numeric_limits<double>::infinity();
  return a * b * first / 4 + entries * 100e-9;
}

}  // namespace

BattleAnswer battle(const AnyBattle& battle, const BattleOptions& options) {
  return std::visit([&](const auto& of_system) { return answer_of(of_system, options); }, battle);
}

double predicted_seconds(const AnyBattle& battle) {
  return std::visit([](const auto& of_system) { return seconds(of_system); }, battle);
}

}  // namespace warodds::exact
