#include "exact/battle/battle.h"

#include <fmt/format.h>

#include "core/systems/traits/retreat.h"
#include "core/text/error.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/battle_reading.h"
#include "exact/battle/chain.h"
#include "exact/battle/chain_steps.h"
#include "exact/battle/changing.h"
#include "exact/battle/endings.h"
#include "exact/battle/first_round.h"
#include "exact/battle/long_run.h"
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
    throw TooLarge(
        "the battle goes on for too many rounds to tell them apart; --rounds bounds them");
  }
  rounds.going_on().for_each(
      [&](std::size_t state, double p) { outcomes.add(state, rounds.rounds_fought(), p); });
}

/// Says what is not known of battles without a limit that go on though no more rounds are stepped,
/// where no chain tells it.
void remark_on_rest(double left, int rounds, int cap, BattleAnswer& answer) {
  if (cap > 0 || left <= nothing_left) return;
  answer.remarks.push_back(fmt::format(
      "of the {:.1g} of the battles that go on after round {} it is not known how they end: they "
      "count as undecided, and mean and deviation of the rounds are rough; --rounds bounds them",
      left, rounds));
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
  const double left = rounds(opening, cap, answer);
  remark_on_rest(left, rounds.rounds_fought(), cap, answer);
  add_going_on(rounds, cap, outcomes);
  record_end(states, rounds.end(), outcomes);
}

/// Steps round by round without rows.
template <class System>
LeftByFight play_by_pools(const Battle<System>& battle, BattleStates& states,
                          const BattleOptions& options, std::size_t opening, int cap,
                          BattleOutcomes& outcomes, BattleAnswer& answer) {
  PoolSteps<System> steps(battle, states, options.lineups);
  const auto stuck = [&](std::size_t, std::size_t state) { return steps.stuck(state); };
  const auto play = [&](std::size_t attack, Spread& now, Spread& next, int,
                        const RoundByRound::Tell& tell) {
    return steps.play_round(attack, now, next, [&] { tell(0); });
  };
  RoundByRound rounds(states, stuck, play, options.progress, nothing_left_for_good);
  listen(outcomes, rounds);
  const double left = rounds(opening, cap, answer);
  remark_on_rest(left, rounds.rounds_fought(), cap, answer);
  add_going_on(rounds, cap, outcomes);
  record_end(states, rounds.end(), outcomes);
  return tell_first_round(
      battle, steps.hurt_later(), [&](const auto& fights) { return steps.dealt(fights); }, cap,
      answer);
}

/// Rounds that battles still go on for.
struct RoundsToCome {
  double sum = 0;      ///< of all battles
  double squares = 0;  ///< of their squares
};

/// Of battles that go to their end from where they are: all of it from the chain, nothing from how
/// they went so far.
RoundsToCome rounds_to_come(const Chain& chain, const Chain::ByAttack& battles) {
  const Chain::Visits visits = chain.visits(battles);
  // With S(n) the share that n rounds are not enough for: the sum of all S(n) is the mean, that of
  // (2 n + 1) S(n) the mean square. The sum of n S(n) is all rounds that begin after another one.
  Chain::ByAttack later = visits.begun;
  for (std::size_t attack = 0; attack < later.size(); ++attack) {
    for (std::size_t state = 0; state < later[attack].size(); ++state) {
      double& p = later[attack][state];
      p = std::max(p - battles[attack][state], 0.0);
    }
  }
  const double sum = visits.rounds();
  return {sum, 2 * chain.visits(later).rounds() + sum};
}

/// What lies beyond the rounds that have been stepped, of so many battles that go on.
Tail tail_of(const RoundsToCome& rounds, double left) {
  const double mean = std::max(rounds.sum / left, 1.0);
  return {left, mean, std::max(rounds.squares / left, mean * mean), nullptr};
}

void put(Tail tail, BattleAnswer& answer) {
  const std::span<const double> pmf = answer.rounds.pmf();
  answer.rounds = Distribution({pmf.begin(), pmf.end()}, std::move(tail));
}

/// A battle that is broken off after `cap` rounds, when hardly any has gone on for so long as it
/// has been stepped: how the others end, or are broken off.
void break_off(const BattleStates& states, const Chain& chain, const AttackOrder& order,
               const Changing& changing, const LongRun& run, const RoundByRound& rounds,
               double left, int cap, BattleOutcomes& outcomes, BattleAnswer& answer) {
  std::vector<double> end(states.size(), 0.0);
  for (const auto& [state, round, p] : changing.ended()) end[state] += p;
  run.tell_ends(changing.going_on(), changing.rounds_before(), {}, cap,
                [&](std::size_t state, int, double p) { end[state] += p; });
  record_end(states, end, outcomes);
  const Chain::ByAttack now = chain.entries(rounds.next_attack() - order.again, rounds.going_on());
  RoundsToCome to_come = rounds_to_come(chain, now);
  const RoundsToCome not_fought =
      rounds_to_come(chain, run.after(changing.going_on(), changing.rounds_before(), cap));
  to_come.sum -= not_fought.sum;
  to_come.squares -= not_fought.squares + 2.0 * (cap - rounds.rounds_fought()) * not_fought.sum;
  Tail tail = tail_of(to_come, left);
  tail.law = run.rounds(changing.going_on(), changing.rounds_before(), cap);
  put(std::move(tail), answer);
  answer.mean_rounds = {answer.rounds.mean()};
}

/// The end of a battle without a limit: of what ends while settings still change, and from the
/// expected visits of each state after that.
void settle(const BattleStates& states, const Chain& chain, const Changing& changing,
            BattleOutcomes& outcomes, BattleAnswer& answer) {
  const Chain::Visits visits = chain.visits(chain.entries(0, changing.going_on()));
  std::vector<double> end = visits.ended;
  for (const auto& [state, rounds, p] : changing.ended()) end[state] += p;
  record_end(states, end, outcomes);
  answer.mean_rounds = {changing.rounds() + visits.rounds()};
}

/// Has the outcomes hear of the ends of battles that still go on, wherever they go from here: the
/// laws that tell rounds apart take them for the next one.
void add_ends_of_rest(const Chain& chain, const AttackOrder& order, const RoundByRound& rounds,
                      BattleOutcomes& outcomes) {
  const std::vector<double> ended =
      chain.visits(chain.entries(rounds.next_attack() - order.again, rounds.going_on())).ended;
  for (std::size_t state = 0; state < ended.size(); ++state) {
    outcomes.add(state, rounds.rounds_fought() + 1, ended[state]);
  }
}

template <class System>
LeftByFight fight_out(const Battle<System>& battle, const BattleOptions& options,
                      BattleStates& states, BattleOutcomes& outcomes, BattleAnswer& answer) {
  const int cap = shortest({options.rounds, battle.most_rounds(), battle.planned_rounds()});
  const std::size_t opening = states.number(battle.opening());
  const bool wanted = options.by_pools ? *options.by_pools : cost::is_for_pools(battle);
  if (wanted && PoolSteps<System>::can_step(battle)) {
    return play_by_pools(battle, states, options, opening, cap, outcomes, answer);
  }
  Transitions<System> transitions(battle, states, options.lineups);
  if (battle.changes_by_round()) {
    play_by_policy(battle, transitions, states, options, opening, cap, outcomes, answer);
    return {};
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
  const bool in_chain = cap == 0 || cap > changing.rounds_before();
  const std::optional<LongRun> few_states =
      in_chain ? LongRun::of(rows, battle.order(), states, chain) : std::nullopt;
  // Where the laws tell few numbers of rounds apart, they need not hear of each.
  const auto marks = outcomes.needs_rounds() && few_states ? outcomes.marks() : std::nullopt;
  RoundByRound rounds(
      states, [&](std::size_t attack, std::size_t state) { return changing.stuck(attack, state); },
      [&](std::size_t attack, Spread& now, Spread& next, int, const RoundByRound::Tell&) {
        return play_round(rows, battle.order(), attack, states, now, next);
      },
      of_rounds, marks ? nothing_left : least_left(outcomes));
  rounds.step_before(battle.order().again);
  ChainSteps steps(chain, states);
  if (!outcomes.needs_rounds() || marks) rounds.go_on_by(steps, battle.order().again);
  if (!marks) listen(outcomes, rounds);
  const double left = rounds(opening, cap, answer);
  if (cap == 0 && left > 0) {
    Tail tail = tail_of(
        rounds_to_come(
            chain, chain.entries(rounds.next_attack() - battle.order().again, rounds.going_on())),
        left);
    if (few_states) tail.law = few_states->rounds(changing.going_on(), changing.rounds_before());
    put(std::move(tail), answer);
  }
  if (marks) {
    const auto add = [&](std::size_t state, int round, double p) { outcomes.add(state, round, p); };
    for (const auto& [state, round, p] : changing.ended()) add(state, round, p);
    few_states->tell_ends(changing.going_on(), changing.rounds_before(), *marks, cap, add);
  } else if (outcomes.needs_rounds() && cap == 0 && left <= nothing_left) {
    add_ends_of_rest(chain, battle.order(), rounds, outcomes);
  } else {
    add_going_on(rounds, cap, outcomes);
  }
  if (few_states && left > 0 && rounds.rounds_fought() < cap) {
    break_off(states, chain, battle.order(), changing, *few_states, rounds, left, cap, outcomes,
              answer);
  } else if (cap == 0 || rounds.rounds_fought() < cap) {
    settle(states, chain, changing, outcomes, answer);
  } else {
    record_end(states, rounds.end(), outcomes);
  }
  if (battle.assigns_by_policy()) return {};
  PerSide<bool> later;
  for (const Side side : both_sides) later[side] = hurt_later(side, rows, battle.order(), states);
  return tell_first_round(
      battle, later, [&](const auto& fights) { return transitions.dealt(fights); }, cap, answer);
}

template <class System>
BattleAnswer answer_of(const Battle<System>& battle, const BattleOptions& options) {
  BattleAnswer answer;
  answer.can_end_by_retreat = CanRetreat<System>;
  constexpr bool knows_rounds = true;
  const BattleReading reading(battle, options.asked);
  BattleStates states(battle.sides());
  states.number(battle.opening());
  BattleOutcomes outcomes(reading.to_find(knows_rounds), battle.kinds(), states);
  const LeftByFight left = fight_out(battle, options, states, outcomes, answer);
  reading.read(outcomes.take(), knows_rounds, answer);
  for (const Side side : both_sides) {
    if (left[side] && !options.asked.given) answer.survivors[side] = *left[side];
  }
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
