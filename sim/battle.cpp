#include "sim/battle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/numbers/intervals.h"
#include "core/rules/error.h"
#include "sim/random/dice_table.h"
#include "sim/run/chunks.h"
#include "sim/run/plan.h"

namespace warodds::sim {

namespace {

/// Damage taken by A and by B.
using State = std::pair<int, int>;
/// Battles by the state they are in. Battles in the same state have the same future, so they need
/// not be told apart.
using Population = std::map<State, std::uint64_t>;
using Chosen = PerSide<std::optional<int>>;

PerSide<int> taken_in(const State& state) { return {state.first, state.second}; }

/// The attacks of a battle made ready for the simulator, as they come up. Each thread has its own:
/// they are asked for so often that threads would wait for each other.
template <class System>
class Attacks {
 public:
  explicit Attacks(const Battle<System>& battle) : battle_(battle) {}

  /// Null where the rules allow no attack.
  const Plan* plan(Side by, const State& state, const Chosen& chosen) {
    const Key key{by, state, {chosen.attacker, chosen.defender}};
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second ? &*known->second : nullptr;
    std::optional<Plan> plan;
    if (const auto fight = battle_.attack(by, taken_in(state), chosen)) plan = make_plan(*fight);
    const auto& kept = plans_.try_emplace(key, std::move(plan)).first->second;
    return kept ? &*kept : nullptr;
  }

  /// Whether a whole round can change nothing, however the dice fall and whatever is chosen.
  bool stuck(const State& state) {
    const auto known = stuck_.find(state);
    if (known != stuck_.end()) return known->second;
    return stuck_[state] = judge(state);
  }

 private:
  struct Key {
    Side by;
    State state;
    std::pair<std::optional<int>, std::optional<int>> chosen;
    auto operator<=>(const Key&) const = default;
  };

  bool judge(const State& state) const {
    if (battle_.follows_policy()) {
      const PerSide<int> taken = taken_in(state);
      for (const int a : battle_.all_choices(Side::attacker, taken)) {
        for (const int b : battle_.all_choices(Side::defender, taken)) {
          const auto fight = battle_.attack(Side::attacker, taken, {a, b});
          if (fight && !(most_damage_of(*fight) == PerSide<int>{})) return false;
        }
      }
      return true;
    }
    // The damage of a turn adds up; whether it lasts shows at the end of the turn. As long as
    // nobody falls, all attacks are those of the state the turn began with.
    PerSide<int> taken = taken_in(state);
    for (const RoundAttack& attack : battle_.attacks()) {
      if (const auto fight = battle_.attack(attack.by, taken)) {
        const PerSide<int> most = most_damage_of(*fight);
        const Side other = enemy_of(attack.by);
        taken[other] += most.attacker;
        taken[attack.by] += most.defender;
        for (const Side side : both_sides) {
          if (battle_.standing(side, std::min(taken[side], battle_.capacity(side))) <
              battle_.standing(side, taken_in(state)[side])) {
            return false;
          }
        }
      }
      if (attack.ends_turn) {
        for (const Side side : both_sides) taken[side] = battle_.lasting(side, taken[side]);
      }
    }
    // That damage of the opening is gone after a turn is nothing that happens.
    PerSide<int> unchanged = taken_in(state);
    for (const Side side : both_sides) unchanged[side] = battle_.lasting(side, unchanged[side]);
    return taken == unchanged;
  }

  const Battle<System>& battle_;
  std::map<Key, std::optional<Plan>> plans_;
  std::map<State, bool> stuck_;
};

/// What is counted of many battles.
struct Counts {
  std::vector<std::uint64_t> ends = std::vector<std::uint64_t>(4, 0);  ///< by BattleEnd
  std::uint64_t broken_off = 0;  ///< undecided because of the last round
  std::vector<std::uint64_t> rounds;
  PerSide<std::vector<std::uint64_t>> survivors;

  /// Of all battles together, over and going on; by_round[r] is what round r has changed.
  struct Sums {
    PerSide<std::int64_t> destroyed;
    PerSide<std::int64_t> left;
    PerSide<std::int64_t> left_squared;
  };
  std::vector<Sums> by_round;
};

template <class T>
void add(std::vector<T>& to, const std::vector<T>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

void add(Counts::Sums& to, const Counts::Sums& from, int times = 1) {
  for (const Side side : both_sides) {
    to.destroyed[side] += times * from.destroyed[side];
    to.left[side] += times * from.left[side];
    to.left_squared[side] += times * from.left_squared[side];
  }
}

void add(Counts& to, const Counts& from) {
  add(to.ends, from.ends);
  to.broken_off += from.broken_off;
  add(to.rounds, from.rounds);
  for (const Side side : both_sides) {
    add(to.survivors[side], from.survivors[side]);
  }
  if (to.by_round.size() < from.by_round.size()) to.by_round.resize(from.by_round.size());
  for (std::size_t i = 0; i < from.by_round.size(); ++i) add(to.by_round[i], from.by_round[i]);
}

template <class System>
class BattleRun {
 public:
  BattleRun(const Battle<System>& battle, int rounds, const Options& options)
      : battle_(battle), options_(options), limited_(rounds > 0) {
    for (const int limit : {rounds, battle.most_rounds(), battle.planned_rounds()}) {
      if (limit > 0) last_round_ = std::min(last_round_, limit);
    }
    for (const Side side : both_sides) {
      for (int taken = 0; taken <= battle.capacity(side); ++taken) {
        standing_[side].push_back(battle.standing(side, taken));
      }
    }
  }

  BattleAnswer operator()() {
    Chunks chunks(options_, trials_per_chunk());
    const auto threads = static_cast<std::size_t>(chunks.threads());
    std::vector<Counts> of_thread(threads);
    std::vector<Attacks<System>> attacks(threads, Attacks<System>(battle_));
    const Deviations reach = normal_quantile(Confidence(options_.confidence));
    const bool partial = chunks.play_all(
        [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
          const auto place = static_cast<std::size_t>(thread);
          add(of_thread[place], play_chunk(chunk, trials, attacks[place]));
        },
        [&] {
          for (Counts& counts : of_thread) add(totals_, std::exchange(counts, {}));
        },
        [&] { return precise(chunks.trials_done(), reach); });
    return report(origin_of(options_, chunks, partial));
  }

 private:
  std::uint64_t trials_per_chunk() const {
    const auto first = battle_.attack(Side::attacker, battle_.opening());
    const std::int64_t dice = first ? extent_of(*first).dice : 1;
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(
        (std::int64_t{1} << 23) / std::max<std::int64_t>(dice, 1), 256, std::int64_t{1} << 16));
  }

  bool over(const State& state) const {
    return state.first == battle_.capacity(Side::attacker) ||
           state.second == battle_.capacity(Side::defender);
  }

  Counts play_chunk(std::uint64_t chunk, std::uint64_t trials, Attacks<System>& attacks) {
    DiceTable table(options_.seed, chunk);
    Counts counts;
    Counts::Sums ended;
    Counts::Sums before;
    const PerSide<int> opening = battle_.opening();
    Population now{{{opening.attacker, opening.defender}, trials}};
    add_standing(now, before);
    for (int round = 0;; ++round) {
      std::erase_if(now, [&](const auto& group) {
        const auto& [state, count] = group;
        if (!over(state) && round < last_round_ && !attacks.stuck(state)) return false;
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
        now = after_attack(now, attack, last_round_ - round, table, attacks);
      }
    }
  }

  Population after_attack(const Population& now, const RoundAttack& attack, int rounds_left,
                          DiceTable& table, Attacks<System>& attacks) {
    Population next;
    for (const auto& [state, count] : now) {
      if (over(state)) {
        next[state] += count;
        continue;
      }
      for (const auto& [chosen, of_choice] : shared_out(state, count, rounds_left, table)) {
        const Plan* plan = attacks.plan(attack.by, state, chosen);
        play(state, attack, plan, of_choice, table, next);
      }
    }
    return next;
  }

  /// How many battles of a state choose what.
  std::vector<std::pair<Chosen, std::uint64_t>> shared_out(const State& state, std::uint64_t count,
                                                           int rounds_left, DiceTable& table) {
    if (!battle_.follows_policy()) return {{Chosen{}, count}};
    const PerSide<MixedStrategy> mixes = battle_.mixes(rounds_left, taken_in(state));
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
    const auto arrive = [&](PerSide<int> taken, std::uint64_t battles) {
      for (const Side side : both_sides) {
        taken[side] = std::min(taken[side], battle_.capacity(side));
      }
      State reached{taken.attacker, taken.defender};
      if (attack.ends_turn && !over(reached)) {
        reached = {battle_.lasting(Side::attacker, taken.attacker),
                   battle_.lasting(Side::defender, taken.defender)};
      }
      next[reached] += battles;
    };
    if (plan == nullptr) {
      arrive(taken_in(state), count);
      return;
    }
    std::map<std::pair<int, int>, std::uint64_t> outcomes;
    table.play(*plan, count, [&](const PerSide<int>& dealt) {
      ++outcomes[{dealt.attacker, dealt.defender}];
    });
    for (const auto& [dealt, battles] : outcomes) {
      PerSide<int> taken = taken_in(state);
      taken[enemy_of(attack.by)] += dealt.first;
      taken[attack.by] += dealt.second;
      arrive(taken, battles);
    }
  }

  int standing(Side side, const State& state) const {
    return standing_[side][static_cast<std::size_t>(taken_in(state)[side])];
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
    const bool a_gone = state.first == battle_.capacity(Side::attacker);
    const bool b_gone = state.second == battle_.capacity(Side::defender);
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

  bool precise(std::uint64_t trials, Deviations reach) const {
    const double precision = *options_.precision;
    const auto whole = [&](std::vector<std::uint64_t> counts) {
      if (!all_within(counts, trials, reach, precision)) return false;
      for (std::size_t k = counts.size() - 1; k > 0; --k) counts[k - 1] += counts[k];
      return all_within(counts, trials, reach, precision);
    };
    return all_within(totals_.ends, trials, reach, precision) && whole(totals_.rounds) &&
           whole(totals_.survivors.attacker) && whole(totals_.survivors.defender);
  }

  BattleAnswer report(const Origin& origin) const {
    BattleAnswer result;
    result.origin = origin;
    result.ends = Distribution::estimated(totals_.ends, origin.confidence);
    result.rounds = Distribution::estimated(totals_.rounds, origin.confidence);
    result.mean_rounds = result.rounds.estimate_mean();
    for (const Side side : both_sides) {
      result.survivors[side] = Distribution::estimated(totals_.survivors[side], origin.confidence);
    }
    const Deviations reach = normal_quantile(Confidence(origin.confidence));
    const PerSide<int> opening = battle_.opening();
    Counts::Sums sums;
    add_standing({{{opening.attacker, opening.defender}, origin.trials}}, sums);
    for (const Counts::Sums& change : totals_.by_round) {
      add(sums, change);
      RoundAnswer& round = result.by_round.emplace_back();
      round.round = static_cast<int>(result.by_round.size());
      for (const Side side : both_sides) {
        round.destroyed[side] =
            share_of(static_cast<std::uint64_t>(sums.destroyed[side]), origin.trials, reach);
        round.mean_left[side] = mean_of(
            static_cast<double>(sums.left[side]), static_cast<double>(sums.left_squared[side]),
            battle_.standing(side, opening[side]), origin.trials, reach);
      }
    }
    if (!limited_ && totals_.broken_off > 0) {
      result.remarks.push_back(fmt::format("{} battles were broken off, undecided, after {} rounds",
                                           totals_.broken_off, most_simulated_rounds));
    }
    return result;
  }

  const Battle<System>& battle_;
  const Options& options_;
  const bool limited_;  ///< by whoever asks
  int last_round_ = most_simulated_rounds;
  PerSide<std::vector<int>> standing_;
  Counts totals_;
};

}  // namespace

BattleAnswer simulate_battle(const AnyBattle& battle, int rounds, const Options& options) {
  check(options);
  return std::visit(
      [&]<class System>(const Battle<System>& of_system) {
        return BattleRun<System>(of_system, rounds, options)();
      },
      battle);
}

}  // namespace warodds::sim
