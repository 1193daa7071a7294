#include "exact/battle/battle.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "exact/battle/chain.h"
#include "exact/battle/chain_steps.h"
#include "exact/battle/changing.h"
#include "exact/battle/endings.h"
#include "exact/battle/first_round.h"
#include "exact/battle/play_round.h"
#include "exact/battle/pools.h"
#include "exact/battle/rounds.h"
#include "exact/battle/transitions.h"
#include "exact/cost/cost.h"

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

/// Where nothing but the steps says how battles end, they go on for longer.
double least_left(const BattleOutcomes& outcomes) {
  return outcomes.needs_rounds() ? nothing_left_for_good : nothing_left;
}

/// Has the outcomes hear of each end, where they ask after how many rounds that is.
void listen(BattleOutcomes& outcomes, RoundByRound& rounds) {
  if (!outcomes.needs_rounds()) return;
  rounds.tell_ends([&](std::size_t state, int round, double p) { outcomes.add(state, round, p); });
}

/// The same of battles that have not ended when they are broken off.
void add_going_on(const RoundByRound& rounds, int cap, BattleOutcomes& outcomes) {
  if (!outcomes.needs_rounds()) return;
  if (cap == 0 && rounds.going_on().sum() > nothing_left) {
    throw NoAnswer(
        "the battle goes on for too many rounds to tell them apart; --rounds bounds them");
  }
  rounds.going_on().for_each(
      [&](std::size_t state, double p) { outcomes.add(state, rounds.rounds_fought(), p); });
}

/// Steps round by round by rows that are another set each round.
template <class System>
void play_by_policy(const Battle<System>& battle, Transitions<System>& transitions,
                    const BattleStates& states, const BattleOptions& options, std::size_t opening,
                    int cap, BattleOutcomes& outcomes, BattleAnswer& answer) {
  const auto stuck = [&](std::size_t, std::size_t state) { return transitions.hopeless(state); };
  const auto play = [&](std::size_t attack, Spread& now, Spread& next, int rounds_left,
                        const RoundByRound::Tell& tell) {
    std::vector<Node> nodes;
    now.for_each([&](std::size_t state, double) { nodes.push_back({attack, state}); });
    transitions.build(nodes, rounds_left, tell);
    if (battle.order().depends_on_costs()) {
      return play_round_by_costs(transitions.rows(), battle.order(), attack, states, now);
    }
    return play_round(transitions.rows(), battle.order(), attack, states, now, next);
  };
  RoundByRound rounds(states, stuck, play, options.progress, least_left(outcomes));
  listen(outcomes, rounds);
  rounds(opening, cap, answer);
  add_going_on(rounds, cap, outcomes);
  record_end(states, rounds.end(), answer, outcomes);
}

/// Steps round by round without rows.
template <class System>
void play_by_pools(const Battle<System>& battle, BattleStates& states, const BattleOptions& options,
                   std::size_t opening, int cap, BattleOutcomes& outcomes, BattleAnswer& answer) {
  PoolSteps<System> steps(battle, states, options.lineups);
  const auto stuck = [&](std::size_t, std::size_t state) { return steps.stuck(state); };
  const auto play = [&](std::size_t attack, Spread& now, Spread& next, int,
                        const RoundByRound::Tell& tell) {
    return steps.play_round(attack, now, next, [&] { tell(0); });
  };
  RoundByRound rounds(states, stuck, play, options.progress, nothing_left_for_good);
  listen(outcomes, rounds);
  rounds(opening, cap, answer);
  add_going_on(rounds, cap, outcomes);
  record_end(states, rounds.end(), answer, outcomes);
  tell_first_round(
      battle, steps.hurt_later(), [&](const auto& fights) { return steps.dealt(fights); }, cap,
      answer);
}

/// The end of a battle without a limit: of what ends while settings still change, and from the
/// expected visits of each state after that.
void settle(const BattleStates& states, const Chain& chain, const Changing& changing,
            BattleOutcomes& outcomes, BattleAnswer& answer) {
  std::vector<double> end(states.size(), 0.0);
  double rounds = changing.rounds();
  changing.ended().for_each([&](std::size_t state, double p) { end[state] = p; });
  const std::vector<double> visits = chain.visits(changing.going_on());
  for (const std::size_t state : chain.beginnings()) {
    if (states.over(state) || chain.stuck(state)) {
      end[state] += visits[state];
    } else {
      rounds += visits[state];
    }
  }
  record_end(states, end, answer, outcomes);
  answer.mean_rounds = {rounds};
  // Where much is cut off, what lies beyond makes up for what the mean has more.
  constexpr double much = 1e-9;
  const double cut_off = answer.rounds_cut_off;
  if (cut_off < much) return;
  const std::vector<double> pmf(answer.rounds.pmf().begin(), answer.rounds.pmf().end());
  const double within = Distribution(pmf, {}).mean() + cut_off * answer.rounds.max();
  answer.rounds = Distribution(pmf, {cut_off, std::max((rounds - within) / cut_off, 1.0)});
}

template <class System>
BattleAnswer answer_of(const Battle<System>& battle, const BattleOptions& options) {
  const int cap = shortest({options.rounds, battle.most_rounds(), battle.planned_rounds()});
  BattleStates states(battle.sides());
  const std::size_t opening = states.number(battle.opening());
  BattleAnswer answer;
  answer.can_end_by_retreat = CanRetreat<System>;
  BattleOutcomes outcomes(options.laws, battle.kinds(), states);
  const bool wanted = options.by_pools ? *options.by_pools : cost::is_for_pools(battle);
  if (wanted && PoolSteps<System>::can_step(battle)) {
    play_by_pools(battle, states, options, opening, cap, outcomes, answer);
    answer.laws = outcomes.take();
    return answer;
  }
  Transitions<System> transitions(battle, states, options.lineups);
  if (battle.changes_by_round()) {
    play_by_policy(battle, transitions, states, options, opening, cap, outcomes, answer);
    answer.laws = outcomes.take();
    return answer;
  }
  // To find the rows is told as one half of the work, to step by them as the other.
  std::function<void(double)> of_rows, of_rounds;
  if (options.progress) {
    of_rows = [&](double share) { options.progress(share / 2); };
    of_rounds = [&](double share) { options.progress((1 + share) / 2); };
  }
  const Rows& rows = transitions.rows();
  const Chain chain(rows, battle.order(), states, transitions.build({{0, opening}}, 0, of_rows));
  const Changing changing(rows, battle.order(), states, chain, opening);
  RoundByRound rounds(
      states, [&](std::size_t attack, std::size_t state) { return changing.stuck(attack, state); },
      [&](std::size_t attack, Spread& now, Spread& next, int, const RoundByRound::Tell&) {
        return play_round(rows, battle.order(), attack, states, now, next);
      },
      of_rounds, least_left(outcomes));
  ChainSteps steps(chain, states);
  if (!outcomes.needs_rounds()) rounds.go_on_by(steps, battle.order().again);
  listen(outcomes, rounds);
  const double left = rounds(opening, cap, answer);
  add_going_on(rounds, cap, outcomes);
  if (cap == 0 || left < nothing_left) {
    settle(states, chain, changing, outcomes, answer);
  } else {
    record_end(states, rounds.end(), answer, outcomes);
  }
  answer.laws = outcomes.take();
  if (battle.assigns_by_policy()) return answer;
  PerSide<bool> later;
  for (const Side side : both_sides) later[side] = hurt_later(side, rows, battle.order(), states);
  tell_first_round(
      battle, later, [&](const auto& fights) { return transitions.dealt(fights); }, cap, answer);
  return answer;
}

}  // namespace

BattleAnswer battle(const AnyBattle& battle, const BattleOptions& options) {
  return std::visit([&](const auto& of_system) { return answer_of(of_system, options); }, battle);
}

double predicted_seconds(const AnyBattle& battle) {
  return std::visit([](const auto& of_system) { return cost::of_battle(of_system); }, battle);
}

}  // namespace warodds::exact
