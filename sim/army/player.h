// Plays chunks of battles of sides of several units with dice and counts how they go. Every battle
// of a chunk has its own state and goes its own way; all of them are at the same step of the same
// round, and those in which the same fight is due roll its dice together, 64 at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "core/play/conduct.h"
#include "core/play/round.h"
#include "core/systems/traits/turn_end.h"
#include "core/text/error.h"
#include "sim/army/fights.h"
#include "sim/army/stuck.h"
#include "sim/random/dice_table.h"
#include "sim/run/battle_counts.h"
#include "sim/run/chunks.h"

namespace warodds::sim {

/// One thread's player of battles of sides of several units.
template <class System>
class ArmyPlayer {
 public:
  /// Battles are broken off after `last_round`. The battle must outlive the player. `seed`: of the
  /// dice with which choices are tried; `laws`: of outcomes, which are counted besides.
  ArmyPlayer(const Battle<System>& battle, int last_round, std::uint64_t seed,
             const std::vector<AskedLaw>& laws = {})
      : battle_(&battle),
        round_(battle),
        fights_(battle),
        last_round_(last_round),
        seed_(seed),
        observer_(laws),
        outcome_(observer_.facts(), battle) {}

  std::vector<AtFirst> units_at_first(Side side) const {
    std::vector<AtFirst> units;
    for (int unit = 0; unit < battle_->size(side); ++unit) {
      const SideStates& states = round_.states(side, unit);
      const int opening = battle_->opening()[side][static_cast<std::size_t>(unit)];
      units.push_back({states.standing(opening), states.left(opening)});
    }
    return units;
  }

  /// Throws Abandoned when give_up() says so, which is asked often.
  BattleCounts play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                          const std::function<bool()>& give_up) {
    DiceTable table(seed, chunk);
    BattleCounts counts;
    for (const Side side : both_sides) {
      counts.units[side].resize(static_cast<std::size_t>(battle_->size(side)));
    }
    const BattleState opening = round_.opening();
    battles_.assign(static_cast<std::size_t>(trials),
                    Playing{{}, 0, false, opening, figures(opening)});
    before_.assign(battles_.size(), opening);
    play_rounds(all_battles(), 0, 0, table, give_up, counts);
    for (const Side side : both_sides) {
      for (auto& unit : counts.units[side]) unit.resize(counts.sides[side].size());
    }
    return counts;
  }

  /// How well a side does on average, a win being worth 1 and a battle that nobody wins one half,
  /// when so many battles go on from this moment of a round.
  double worth(const BattleState& from, int phase, int round, Side side, std::uint64_t seed,
               std::uint64_t trials, const std::function<bool()>& give_up) {
    DiceTable table(seed, 0);
    BattleCounts counts;
    for (const Side each : both_sides) {
      counts.units[each].resize(static_cast<std::size_t>(battle_->size(each)));
    }
    battles_.assign(static_cast<std::size_t>(trials), Playing{{}, 0, true, from, figures(from)});
    before_.assign(battles_.size(), from);
    round_.set_phase(phase);
    play_to_end_of_round(all_battles(), phase, round, table, give_up);
    play_rounds(all_battles(), battle_->after(phase), round + 1, table, give_up, counts);
    std::vector<std::uint64_t> ends = counts.outcomes.laws.front().list(0);
    ends.resize(kinds_of_end);
    const auto ended = [&](BattleEnd how) {
      return static_cast<double>(ends[static_cast<std::size_t>(how)]);
    };
    const double won =
        ended(side == Side::attacker ? BattleEnd::attacker_wins : BattleEnd::defender_wins);
    const double lost =
        ended(side == Side::attacker ? BattleEnd::defender_wins : BattleEnd::attacker_wins);
    return (1 + (won - lost) / static_cast<double>(trials)) / 2;
  }

 private:
  std::vector<std::size_t> all_battles() const {
    std::vector<std::size_t> all(battles_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  /// Plays battles from the beginning of a round to their end.
  void play_rounds(std::vector<std::size_t> going_on, int phase, int round, DiceTable& table,
                   const std::function<bool()>& give_up, BattleCounts& counts) {
    for (; !going_on.empty(); ++round, phase = battle_->after(phase)) {
      std::erase_if(going_on, [&](std::size_t i) {
        return has_ended(battles_[i].state, phase, round, counts);
      });
      play_round(going_on, phase, round, table, give_up);
      std::erase_if(going_on, [&](std::size_t i) {
        const Playing& one = battles_[i];
        // A round that has changed nothing may be one in which nothing could happen any more.
        const bool idle = !one.may_change && same_losses(before_[i], one.state);
        if (idle && stuck_.is_stuck(round_, phase, before_[i])) {
          end(before_[i], BattleEnd::undecided, round, counts);
          return true;
        }
        // Of what comes so late only the sum is of use.
        count_change(i, static_cast<std::size_t>(std::min(round, most_simulated_rounds)), counts);
        return false;
      });
    }
  }

  /// A battle. What each step looks at stands together.
  struct Playing {
    Combat combat;      ///< that is due
    std::size_t fight;  ///< its number
    bool may_change;    ///< a fight of the round could have changed something that lasts
    BattleState state;
    PerSide<std::int64_t> figures;  ///< standing as its round began
  };

  void play_round(const std::vector<std::size_t>& going_on, int phase, int round, DiceTable& table,
                  const std::function<bool()>& give_up) {
    for (const std::size_t i : going_on) {
      before_[i] = battles_[i].state;
      battles_[i].may_change = false;
      round_.begin(battles_[i].state, phase);
    }
    play_to_end_of_round(going_on, phase, round, table, give_up);
  }

  void play_to_end_of_round(std::vector<std::size_t> now, int phase, int round, DiceTable& table,
                            const std::function<bool()>& give_up) {
    phase_ = phase;
    number_of_round_ = round;
    give_up_ = &give_up;
    while (!now.empty()) {
      if (give_up()) throw Abandoned();
      std::erase_if(now, [&](std::size_t i) { return !is_due(battles_[i], phase, table); });
      roll(now, table);
    }
  }

  /// Makes choices until a fight is due; false where the round is over before.
  bool is_due(Playing& one, int phase, DiceTable& table) {
    for (;;) {
      const Moment moment = round_.next(one.state);
      switch (moment.next) {
        case Moment::Next::round_over:
          return false;
        case Moment::Next::unit:
          round_.choose_unit(one.state, chosen(one.state, moment, table));
          break;
        case Moment::Next::target:
          round_.choose_target(one.state, chosen(one.state, moment, table));
          break;
        case Moment::Next::fight:
          one.combat = round_.combat(one.state);
          one.fight = fights_.number(phase, round_, one.combat, one.state);
          return true;
      }
    }
  }

  int chosen(const BattleState& state, const Moment& moment, DiceTable& table) {
    const std::optional<UnitSet> taken = taken_by_policy(round_, state, moment);
    if (!taken && battle_->conduct(moment.side).tries_with_dice() &&
        moment.next == Moment::Next::target) {
      return tried_out(state, moment);
    }
    if (!taken) {
      throw NoAnswer(
          "best play of sides of several units is not found with dice: take a policy, such as "
          "--targets both=weakest");
    }
    if (taken->is_one()) return taken->first();
    int skipped = static_cast<int>(table.uniform() * taken->size());
    for (const int unit : *taken) {
      if (skipped-- == 0) return unit;
    }
    return taken->first();
  }

  /// The enemy with whom it goes best when the battle is tried out. In the same moment always the
  /// same, with dice that depend on the moment alone.
  int tried_out(const BattleState& state, const Moment& moment) {
    constexpr std::uint64_t trials = 128;
    constexpr std::size_t most_kept = 200'000;
    const Tried key{phase_, last_round_ >= most_simulated_rounds ? 0 : number_of_round_, state};
    if (const auto known = tried_.find(key); known != tried_.end()) return known->second;
    if (!base_) base_ = std::make_unique<Base>(*battle_, last_round_);
    const std::uint64_t dice = dice_of(state, moment);
    int best = moment.options.first();
    double of_best = -1;
    for (const int enemy : moment.options) {
      Round<System>& round = base_->player.round_;
      BattleState then = round.adopted(round_, state);
      round.set_phase(phase_);
      round.choose_target(then, enemy);
      const double worth =
          base_->player.worth(then, phase_, number_of_round_, moment.side, dice, trials, *give_up_);
      if (worth <= of_best) continue;
      best = enemy;
      of_best = worth;
    }
    if (tried_.size() == most_kept) tried_.clear();
    tried_.emplace(key, best);
    return best;
  }

  /// A number that tells moments apart, whoever has found which state first: FNV-1a.
  std::uint64_t dice_of(const BattleState& state, const Moment& moment) const {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](auto number) {
      hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x100000001b3;
    };
    add(seed_);
    add(phase_);
    add(static_cast<int>(moment.side));
    add(moment.unit);
    for (const Side side : both_sides) {
      add(state.marks.acted[side].bits());
      for (int unit = 0; unit < battle_->size(side); ++unit) {
        add(round_.hit_points(state, side, unit));
        add(standing(state, side, unit));
      }
    }
    return hash;
  }

  /// Rolls the fights that are due, the same ones together. Groups are in the order of their first
  /// battle, so that the dice do not depend on which thread has met which fight before.
  void roll(const std::vector<std::size_t>& due, DiceTable& table) {
    constexpr std::size_t none = ~std::size_t{0};
    group_of_.resize(fights_.size(), none);
    groups_.clear();
    for (const std::size_t i : due) {
      std::size_t& group = group_of_[battles_[i].fight];
      if (group == none) {
        group = groups_.size();
        groups_.push_back({battles_[i].fight, 0, 0});
      }
      ++groups_[group].count;
    }
    std::size_t first = 0;
    for (Group& group : groups_) {
      group.end = first;
      first += group.count;
    }
    grouped_.resize(due.size());
    for (const std::size_t i : due) {
      grouped_[groups_[group_of_[battles_[i].fight]].end++] = i;
    }
    for (const Group& group : groups_) {
      group_of_[group.fight] = none;
      roll_group(group.fight, {grouped_.data() + group.end - group.count, group.count}, table);
    }
  }

  /// Battles in which the same fight is due.
  struct Group {
    std::size_t fight;
    std::size_t count;
    std::size_t end;  ///< behind those that have been put in order
  };

  void roll_group(std::size_t fight, std::span<const std::size_t> battles, DiceTable& table) {
    const auto& ready = fights_.ready(fight);
    if (!ready.plan) {
      for (const std::size_t i : battles) {
        round_.dealt(battles_[i].state, battles_[i].combat, {}, false);
      }
      return;
    }
    rolled_.clear();
    table.play(*ready.plan, battles.size(),
               [&](const PerSide<int>& dealt) { rolled_.push_back(dealt); });
    if (ready.plan->rolls.fights > 1) shuffle(table);
    for (std::size_t k = 0; k < battles.size(); ++k) {
      Playing& one = battles_[battles[k]];
      PerSide<int> suffered;
      suffered[enemy_of(one.combat.by)] = rolled_[k].attacker;
      suffered[one.combat.by] = rolled_[k].defender;
      one.may_change = one.may_change || ready.may_change;
      round_.dealt(one.state, one.combat, suffered, ready.withdraws);
    }
  }

  /// Results of random amounts come sorted by what was rolled for them; these battles are not
  /// alike.
  void shuffle(DiceTable& table) {
    for (std::size_t k = rolled_.size(); k > 1; --k) {
      const auto other = static_cast<std::size_t>(table.uniform() * static_cast<double>(k));
      std::swap(rolled_[k - 1], rolled_[other]);
    }
  }

  static bool same_losses(const BattleState& a, const BattleState& b) {
    return a.losses == b.losses && a.marks.away == b.marks.away;
  }

  /// Whether a battle is over as a round is to begin; then it is counted.
  bool has_ended(const BattleState& state, int phase, int round, BattleCounts& counts) {
    std::optional<BattleEnd> how = round_.ending(state);
    if (!how && round == last_round_) {
      how = BattleEnd::undecided;
      if (!stuck_.is_stuck(round_, phase, state)) ++counts.broken_off;
    }
    if (!how && round == 0 && stuck_.is_stuck(round_, phase, state)) how = BattleEnd::undecided;
    if (how) end(state, *how, round, counts);
    return how.has_value();
  }

  PerSide<std::int64_t> figures(const BattleState& state) const {
    PerSide<std::int64_t> figures;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_->size(side); ++unit) {
        figures[side] += standing(state, side, unit);
      }
    }
    return figures;
  }
  PerSide<int> hit_points(const BattleState& state) const {
    PerSide<int> left;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_->size(side); ++unit) {
        left[side] += round_.hit_points(state, side, unit);
      }
    }
    return left;
  }
  int standing(const BattleState& state, Side side, int unit) const {
    return round_.states(side, unit).standing(state.losses[side][static_cast<std::size_t>(unit)]);
  }

  std::vector<int> standing_by_rank(const BattleState& state, Side side, int unit) const {
    const SideStates& states = round_.states(side, unit);
    if (states.ranks().size() == 1) return {standing(state, side, unit)};
    return states.standing_by_rank(state.losses[side][static_cast<std::size_t>(unit)]);
  }

  /// Of each side, from which on what it has lost is counted, wherever the battle begins.
  PerSide<int> hit_points_at_first() const {
    PerSide<int> sum;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_->size(side); ++unit) {
        const SideStates& states = round_.states(side, unit);
        sum[side] += states.left(states.opening());
      }
    }
    return sum;
  }
  void end(const BattleState& state, BattleEnd how, int round, BattleCounts& counts) {
    const Ahead who = how == BattleEnd::undecided
                          ? who_is_ahead(hit_points(state), hit_points_at_first())
                          : Ahead::decided;
    for (const Side side : both_sides) {
      outcome_.tell_of(
          side,
          [&](int unit) -> UnitLeft {
            return {
                standing(state, side, unit), round_.hit_points(state, side, unit),
                outcome_.needs_ranks() ? standing_by_rank(state, side, unit) : std::vector<int>()};
          },
          told_[side]);
    }
    outcome_.tell({how, who}, round, {&told_.attacker, &told_.defender}, values_);
    observer_.add(values_, std::uint64_t{1}, counts.outcomes.laws);
  }

  /// What a round has changed in one battle; `round` counts from 0.
  void count_change(std::size_t number, std::size_t round, BattleCounts& counts) {
    Playing& one = battles_[number];
    const BattleState& before = before_[number];
    const BattleState& after = one.state;
    const auto at = [&](auto& by_round) -> auto& {
      if (by_round.size() <= round) by_round.resize(round + 1);
      return by_round[round];
    };

    for (const Side side : both_sides) {
      const std::int64_t was = one.figures[side];
      for (int unit = 0; unit < battle_->size(side); ++unit) {
        const auto place = static_cast<std::size_t>(unit);
        if (before.losses[side][place] == after.losses[side][place]) continue;
        BattleCounts::Sums& sums = at(counts.units[side][place]);
        const std::int64_t left_before = standing(before, side, unit);
        const std::int64_t left = standing(after, side, unit);
        const std::int64_t points_before = round_.hit_points(before, side, unit);
        const std::int64_t points = round_.hit_points(after, side, unit);
        one.figures[side] += left - left_before;
        sums.destroyed += left == 0 && left_before > 0 ? 1 : 0;
        sums.left += left - left_before;
        sums.left_squared += left * left - left_before * left_before;
        sums.hit_points += points - points_before;
        sums.hit_points_squared += points * points - points_before * points_before;
      }
      const std::int64_t is = one.figures[side];
      BattleCounts::Sums& sums = at(counts.sides[side]);
      sums.destroyed += was > 0 && is == 0 ? 1 : 0;
      sums.left += is - was;
      sums.left_squared += is * is - was * was;
    }
  }

  /// A moment in which somebody tries out whom to attack.
  struct Tried {
    int phase;
    int round;  ///< where the battle is broken off after some
    BattleState state;
    bool operator==(const Tried&) const = default;
  };
  struct HashOfTried {
    std::size_t operator()(const Tried& tried) const {
      std::size_t sum = tried.state.hash();
      boost::hash_combine(sum, tried.phase);
      boost::hash_combine(sum, tried.round);
      return sum;
    }
  };
  /// The battle as it goes on when it is tried out, and who plays it.
  struct Base {
    Base(const Battle<System>& of, int last_round)
        : battle(of.when_tried_out()),
          player(battle, last_round, 0, {OutcomeColumn(OutcomeFact{OutcomeFact::Kind::end})}) {}

    Battle<System> battle;
    ArmyPlayer player;
  };

  const Battle<System>* battle_;
  Round<System> round_;
  ArmyFights<System> fights_;
  ArmyStuck<System> stuck_;
  int last_round_;
  std::uint64_t seed_;
  int phase_ = 0;
  int number_of_round_ = 0;
  const std::function<bool()>* give_up_ = nullptr;
  std::unordered_map<Tried, int, HashOfTried> tried_;
  std::unique_ptr<Base> base_;  ///< made where it is needed
  std::vector<Playing> battles_;
  std::vector<BattleState> before_;    ///< of each, as its round began
  std::vector<std::size_t> group_of_;  ///< of each fight, while it is due somewhere
  std::vector<Group> groups_;
  std::vector<std::size_t> grouped_;  ///< battles, group by group
  std::vector<PerSide<int>> rolled_;
  Observer observer_;
  BattleOutcome outcome_;
  PerSide<std::vector<double>> told_;
  std::vector<double> values_;
};

}  // namespace warodds::sim
