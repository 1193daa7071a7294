// Plays chunks of battles with dice and counts how they go. Battles in the same state have the same
// future, so they are not told apart, and an attack is played for all of them at once.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "sim/battle/attacks.h"
#include "sim/battle/counts.h"
#include "sim/random/dice_table.h"

namespace warodds::sim {

/// One thread's player of battles.
template <class System>
class BattlePlayer {
 public:
  /// Battles are broken off after `last_round`.
  BattlePlayer(const Battle<System>& battle, int last_round)
      : battle_(battle), sides_(battle.sides()), attacks_(battle), last_round_(last_round) {}

  Counts play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials) {
    DiceTable table(seed, chunk);
    Counts counts;
    Counts::Sums ended;
    Counts::Sums before;
    Population now{{opening(), trials}};
    add_standing(now, before);
    for (int round = 0;; ++round) {
      std::erase_if(now, [&](const auto& group) {
        const auto& [state, count] = group;
        if (!over(state) && round < last_round_ && !attacks_.stuck(state)) return false;
        if (!over(state) && round == last_round_) counts.broken_off += count;
        end(state, count, round, counts);
        add_standing({{state, count}}, ended);
        return true;
      });
      if (round > 0) {
        Counts::Sums after = ended;
        add_standing(now, after);
        Counts::Sums change = after;
        add(change, before, -1);
        counts.by_round.push_back(change);
        before = after;
      }
      if (now.empty()) return counts;
      for (const RoundAttack& attack : battle_.attacks()) {
        now = after_attack(now, attack, last_round_ - round, table);
      }
    }
  }

  /// The sums of so many battles before their first round.
  Counts::Sums sums_at_opening(std::uint64_t trials) const {
    Counts::Sums sums;
    add_standing({{opening(), trials}}, sums);
    return sums;
  }

 private:
  /// Battles by the state they are in.
  using Population = std::map<State, std::uint64_t>;

  State opening() const { return {sides_.attacker.opening(), sides_.defender.opening()}; }
  bool over(const State& state) const {
    return sides_.attacker.gone(state.first) || sides_.defender.gone(state.second);
  }

  Population after_attack(const Population& now, const RoundAttack& attack, int rounds_left,
                          DiceTable& table) {
    Population next;
    for (const auto& [state, count] : now) {
      if (over(state)) {
        next[state] += count;
        continue;
      }
      for (const auto& [chosen, of_choice] : shared_out(state, count, rounds_left, table)) {
        play(state, attack, attacks_.plan(attack.by, state, chosen), of_choice, table, next);
      }
    }
    return next;
  }

  /// How many battles of a state choose what.
  std::vector<std::pair<Chosen, std::uint64_t>> shared_out(const State& state, std::uint64_t count,
                                                           int rounds_left, DiceTable& table) {
    if (!battle_.follows_policy()) return {{Chosen{}, count}};
    const PerSide<MixedStrategy> mixes = battle_.mixes(rounds_left, pair_of(state));
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

  /// `plan`: null where no attack is allowed.
  void play(const State& state, const RoundAttack& attack, const Plan* plan, std::uint64_t count,
            DiceTable& table, Population& next) {
    const auto arrive = [&](State reached, std::uint64_t battles) {
      if (attack.ends_turn && !over(reached)) {
        reached = {sides_.attacker.lasting(reached.first), sides_.defender.lasting(reached.second)};
      }
      next[reached] += battles;
    };
    if (plan == nullptr) {
      arrive(state, count);
      return;
    }
    std::map<std::pair<int, int>, std::uint64_t> outcomes;
    table.play(*plan, count, [&](const PerSide<int>& dealt) {
      ++outcomes[{dealt.attacker, dealt.defender}];
    });
    for (const auto& [dealt, battles] : outcomes) {
      PerSide<int> reached = pair_of(state);
      const Side other = enemy_of(attack.by);
      reached[other] = sides_[other].after(reached[other], dealt.first);
      reached[attack.by] = sides_[attack.by].after(reached[attack.by], dealt.second);
      arrive({reached.attacker, reached.defender}, battles);
    }
  }

  int standing(Side side, const State& state) const {
    return sides_[side].standing(pair_of(state)[side]);
  }

  void add_standing(const Population& population, Counts::Sums& sums) const {
    for (const auto& [state, count] : population) {
      const auto battles = static_cast<std::int64_t>(count);
      for (const Side side : both_sides) {
        const std::int64_t left = standing(side, state);
        sums.destroyed[side] += left == 0 ? battles : 0;
        sums.left[side] += battles * left;
        sums.left_squared[side] += battles * left * left;
      }
    }
  }

  void end(const State& state, std::uint64_t count, int round, Counts& counts) const {
    const bool a_gone = sides_.attacker.gone(state.first);
    const bool b_gone = sides_.defender.gone(state.second);
    const BattleEnd how = a_gone && b_gone ? BattleEnd::both_destroyed
                          : b_gone         ? BattleEnd::attacker_wins
                          : a_gone         ? BattleEnd::defender_wins
                                           : BattleEnd::undecided;
    counts.ends[static_cast<std::size_t>(how)] += count;
    const auto count_one = [&](std::vector<std::uint64_t>& tally, int value) {
      const auto place = static_cast<std::size_t>(value);
      if (tally.size() <= place) tally.resize(place + 1);
      tally[place] += count;
    };
    count_one(counts.rounds, round);
    for (const Side side : both_sides) count_one(counts.survivors[side], standing(side, state));
  }

  const Battle<System>& battle_;
  PerSide<SideStates> sides_;
  Attacks<System> attacks_;
  int last_round_;
};

}  // namespace warodds::sim
