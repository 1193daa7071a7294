// Plays chunks of battles with dice and counts how they go. Battles in the same state have the same
// future, so they are not told apart, and an attack is played for all of them at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "sim/battle/attacks.h"
#include "sim/random/dice_table.h"
#include "sim/run/battle_counts.h"
#include "sim/run/chunks.h"

namespace warodds::sim {

/// One thread's player of battles.
template <class System>
class BattlePlayer {
 public:
  /// Battles are broken off after `last_round`.
  BattlePlayer(const Battle<System>& battle, int last_round, const std::vector<AskedLaw>& laws = {})
      : battle_(battle),
        attacks_(battle),
        last_round_(last_round),
        observer_(laws),
        outcome_(observer_.facts(), battle.kinds(), attacks_.sides()) {}

  /// Throws Abandoned when give_up() says so, which is asked often.
  BattleCounts play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                          const std::function<bool()>& give_up) {
    DiceTable table(seed, chunk);
    BattleCounts counts;
    PerSide<BattleCounts::Sums> ended, before;
    Population now = population();
    now[opening()] = trials;
    add_standing(now, before);
    std::size_t number = 0;
    for (int round = 0;; ++round) {
      std::erase_if(now, [&](const auto& group) {
        State state = group.first;
        const std::uint64_t count = group.second;
        if (!over(state) && round > 0) {
          state.halt = battle_.halt_after_round(attacks_.sides(), pair_of(state));
        }
        if (!over(state) && round < last_round_ && !attacks_.stuck(number, state)) return false;
        if (!over(state) && round == last_round_) counts.broken_off += count;
        end(state, count, round, counts);
        add_standing(state, count, ended);
        return true;
      });
      if (round > 0 && round <= most_simulated_rounds) {
        PerSide<BattleCounts::Sums> after = ended;
        add_standing(now, after);
        for (const Side side : both_sides) {
          counts.sides[side].emplace_back(after[side]).add(before[side], -1);
        }
        before = after;
      }
      if (now.empty()) return counts;
      number = play_round(now, number, last_round_ - round, table, give_up);
    }
  }

 private:
  /// The same order whichever thread has found which state first, so that the dice are cast in the
  /// same order, too.
  struct Before {
    const Attacks<System>* attacks;
    bool operator()(const State& x, const State& y) const {
      const PerSide<SideStates>& sides = attacks->sides();
      if (x.attacker != y.attacker) return sides.attacker.before(x.attacker, y.attacker);
      if (x.defender != y.defender) return sides.defender.before(x.defender, y.defender);
      return x.halt < y.halt;
    }
  };
  /// Battles by the state they are in.
  using Population = std::map<State, std::uint64_t, Before>;

  Population population() const { return Population(Before{&attacks_}); }
  State opening() const {
    const PerSide<int> states = battle_.opening();
    return {states.attacker, states.defender};
  }
  bool gone(Side side, const State& state) const {
    return attacks_.sides()[side].gone(pair_of(state)[side]);
  }
  bool over(const State& state) const {
    return state.halt != Halt::none || gone(Side::attacker, state) || gone(Side::defender, state);
  }

  /// Plays a round from before an attack on; returns the one that follows the round.
  std::size_t play_round(Population& now, std::size_t first, int rounds_left, DiceTable& table,
                         const std::function<bool()>& give_up) {
    // Where costs matter not all battles stand before the same attack; who follows comes later.
    std::map<std::size_t, Population> before{{first, std::move(now)}};
    Population ended = population();
    const AttackOrder& order = battle_.order();
    std::size_t next_round = first;
    while (!before.empty()) {
      const std::size_t number = before.begin()->first;
      const Population standing = std::move(before.begin()->second);
      before.erase(before.begin());
      const Moment moment{number, battle_.attacks()[number], rounds_left};
      const auto following = [&](const PerSide<int>& cost) -> Population& {
        const std::size_t next = order.after(number, cost);
        if (order.begins_round(next)) {
          next_round = next;
          return ended;
        }
        return before.try_emplace(next, population()).first->second;
      };
      for (const auto& [state, count] : standing) {
        if (give_up()) throw Abandoned();
        if (over(state)) {
          following(attack_costs.front())[state] += count;
          continue;
        }
        for (const auto& [chosen, of_choice] : shared_out(state, count, moment, table)) {
          const auto* ready = attacks_.plan(number, state, chosen);
          play(state, moment, ready, of_choice, table,
               following(battle_.cost(number, chosen, ready != nullptr)));
        }
      }
    }
    now = std::move(ended);
    return next_round;
  }

  /// When an attack is made.
  struct Moment {
    std::size_t number;  ///< in its round
    const RoundAttack& attack;
    int rounds_left;
  };

  /// How many battles of a state choose what.
  std::vector<std::pair<Chosen, std::uint64_t>> shared_out(const State& state, std::uint64_t count,
                                                           const Moment& moment, DiceTable& table) {
    if (!battle_.follows_policy()) return {{Chosen{}, count}};
    const PerSide<MixedStrategy> mixes =
        battle_.mixes(moment.rounds_left, moment.number, pair_of(state));
    std::map<std::pair<int, int>, std::uint64_t> drawn;
    for (std::uint64_t i = 0; i < count; ++i) {
      PerSide<int> choice;
      for (const Side side : both_sides) {
        if (!mixes[side].empty()) choice[side] = table.draw(mixes[side]);
      }
      ++drawn[{choice.attacker, choice.defender}];
    }
    std::vector<std::pair<Chosen, std::uint64_t>> shares;
    for (const auto& [choice, of_choice] : drawn) {
      Chosen chosen{choice.first, choice.second};
      for (const Side side : both_sides) {
        if (mixes[side].empty()) chosen[side].reset();
      }
      shares.emplace_back(chosen, of_choice);
    }
    return shares;
  }

  /// `ready`: null where no attack is allowed.
  void play(const State& state, const Moment& moment, const typename Attacks<System>::Ready* ready,
            std::uint64_t count, DiceTable& table, Population& next) {
    const RoundAttack& attack = moment.attack;
    const auto arrive = [&](State reached, std::uint64_t battles) {
      const bool withdraws = ready != nullptr && ready->withdraws && !over(reached);
      if (withdraws) reached.halt = Halt::withdrawal;
      const bool heals = attack.ends_turn && !over(reached);
      next[heals ? attacks_.lasting(reached) : reached] += battles;
    };
    if (ready == nullptr) {
      arrive(state, count);
      return;
    }
    std::map<std::pair<int, int>, std::uint64_t> outcomes;
    table.play(ready->plan, count, [&](const PerSide<int>& dealt) {
      ++outcomes[{dealt.attacker, dealt.defender}];
    });
    for (const auto& [dealt, battles] : outcomes) {
      PerSide<int> reached = pair_of(state);
      const Side other = enemy_of(attack.by);
      if (battle_.assigns_by_policy()) {
        PerSide<int> suffered;
        suffered[other] = dealt.first;
        suffered[attack.by] = dealt.second;
        const PerSide<MixedStrategy> to =
            attacks_.assigned(moment.rounds_left, moment.number, state, suffered);
        const std::uint64_t draws = to.attacker.size() * to.defender.size() > 1 ? battles : 1;
        for (std::uint64_t i = 0; i < draws; ++i) {
          arrive({table.draw(to.attacker), table.draw(to.defender)}, battles / draws);
        }
        continue;
      }
      const std::size_t number = moment.number;
      reached[other] = attacks_.after(number, other, reached[other], dealt.first);
      reached[attack.by] = attacks_.after(number, attack.by, reached[attack.by], dealt.second);
      arrive({reached.attacker, reached.defender}, battles);
    }
  }

  int standing(Side side, const State& state) const {
    return attacks_.sides()[side].standing(pair_of(state)[side]);
  }

  void add_standing(const Population& population, PerSide<BattleCounts::Sums>& sums) const {
    for (const auto& [state, count] : population) add_standing(state, count, sums);
  }
  void add_standing(const State& state, std::uint64_t count,
                    PerSide<BattleCounts::Sums>& sums) const {
    const auto battles = static_cast<std::int64_t>(count);
    for (const Side side : both_sides) {
      const std::int64_t left = standing(side, state);
      sums[side].destroyed += left == 0 ? battles : 0;
      sums[side].left += battles * left;
      sums[side].left_squared += battles * left * left;
    }
  }

  void end(const State& state, std::uint64_t count, int round, BattleCounts& counts) {
    outcome_.tell(attacks_.sides(), pair_of(state), state.halt, round, values_);
    observer_.add(values_, count, counts.outcomes.laws);
  }

  const Battle<System>& battle_;
  Attacks<System> attacks_;
  int last_round_;
  Observer observer_;
  BattleOutcome outcome_;
  std::vector<double> values_;
};

}  // namespace warodds::sim
