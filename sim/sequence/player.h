// Plays chunks of sequences with dice and counts how they go. Targets in the same state have the
// same future, so they are not told apart, and a step is played for all of them at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/sequence.h"
#include "core/text/error.h"
#include "sim/random/dice_table.h"
#include "sim/sequence/counts.h"

namespace warodds::sim {

/// One thread's player of sequences.
template <class System>
class SequencePlayer {
 public:
  explicit SequencePlayer(const Sequence<System>& sequence)
      : sequence_(sequence), target_(sequence.target()) {}

  SequenceCounts play_chunk(const std::vector<PlannedStep>& planned_steps, std::uint64_t seed,
                            std::uint64_t chunk, std::uint64_t trials) {
    DiceTable table(seed, chunk);
    SequenceCounts counts;
    Population now(Before{&target_});
    Population away(Before{&target_});
    now[target_.opening()] = trials;
    for (const PlannedStep& planned : planned_steps) {
      StepCounts& step = counts.steps.emplace_back();
      Population next(Before{&target_});
      for (const auto& [state, of_state] : now) {
        if (target_.gone(state)) {
          next[state] += of_state;
        } else {
          step.needed += of_state;
          play(planned, state, of_state, table, step, next, away);
        }
      }
      sim::count(step.losses, 0, trials - step.takes_place);
      for (const Population* population : {&next, &away}) {
        for (const auto& [state, of_state] : *population) {
          sim::count(step.left, target_.standing(state), of_state);
        }
      }
      now = std::move(next);
    }
    for (const auto& [state, of_state] : away) counts.retreated += of_state;
    return counts;
  }

 private:
  /// The same order whichever thread has found which state first, so that the dice are cast in the
  /// same order, too.
  struct Before {
    const SideStates* target;
    bool operator()(int x, int y) const { return x != y && target->before(x, y); }
  };
  /// Trials by the state of the target.
  using Population = std::map<int, std::uint64_t, Before>;

  /// A step made ready for one state of the target.
  struct Ready {
    std::optional<Plan> plan;  ///< of an attack
    Rolls rolls;               ///< of an ability
    std::vector<int> damage;   ///< of an ability, by what is rolled
    PerSide<Losses> losses;    ///< from what each side deals
    PerSide<int> destroys;     ///< damage by each side that leaves nobody of the other
  };

  /// Null where the rules allow no attack.
  const Ready* ready(const PlannedStep& planned, int state) {
    const auto known = ready_.find({planned, state});
    if (known != ready_.end()) return known->second ? &*known->second : nullptr;
    std::optional<Ready> made = make(planned, state);
    const auto& kept = ready_.try_emplace({planned, state}, std::move(made)).first->second;
    return kept ? &*kept : nullptr;
  }

  std::optional<Ready> make(const PlannedStep& planned, int state) const {
    if (const Amount* amount = sequence_.ability(planned.step)) return of_ability(*amount, state);
    const auto fights = sequence_.fight(planned, target_, state);
    if (!fights) return std::nullopt;
    Ready made;
    made.plan = make_plan(*fights);
    constexpr std::int64_t most = (1 << 24) - 1;
    for (const Side side : both_sides) {
      const Side other = enemy_of(side);
      std::int64_t largest = made.plan->extent.most_damage[side];
      const Casualties& target = made.plan->casualties[other];
      made.destroys[side] = target.left();
      made.losses[side] =
          losses_of(target, made.plan->kinds[other],
                    static_cast<int>(std::min<std::int64_t>(largest, target.greatest())));
      for (const auto& [what, reported] : made.plan->extent.most_reported[side]) {
        largest = std::max(largest, reported);
      }
      if (largest > most || made.plan->extent.peak > std::numeric_limits<int>::max()) {
        throw NoAnswer(fmt::format(
            "a count of this sequence can reach {}; the simulator counts up to {}", largest, most));
      }
    }
    return made;
  }

  Ready of_ability(const Amount& amount, int state) const {
    Ready made;
    for (int result = amount.least(); result <= amount.most(); ++result) {
      made.rolls.fight_of.push_back(result - amount.least());
      made.damage.push_back(sequence_.counted(result, target_, state));
    }
    if (amount.is_random()) made.rolls.amounts.push_back(amount);
    made.rolls.fights = made.damage.size();
    const Figures target = sequence_.target_in(target_, state);
    made.destroys.attacker = target.casualties.left();
    made.losses.attacker = losses_of(target.casualties, target.kinds,
                                     std::min(made.damage.back(), target.casualties.left()));
    made.losses.defender.all = {0};
    made.destroys.defender = std::numeric_limits<int>::max();
    return made;
  }

  void play(const PlannedStep& planned, int state, std::uint64_t trials, DiceTable& table,
            StepCounts& step, Population& next, Population& away) {
    const Ready* const how = ready(planned, state);
    if (how == nullptr) {
      next[state] += trials;
      return;
    }
    step.takes_place += trials;
    PerSide<Tally> dealt;
    if (how->plan) {
      play_attack(*how->plan, trials, table, dealt, step);
    } else {
      const std::vector<std::uint64_t> rolled = table.roll(how->rolls, trials);
      for (std::size_t i = 0; i < rolled.size(); ++i) {
        sim::count(dealt.attacker, how->damage[i], rolled[i]);
      }
      dealt.defender = {trials};
    }
    for (const Side side : both_sides) {
      const Casualties* const target = how->plan ? &how->plan->casualties[enemy_of(side)] : nullptr;
      count_damage(dealt[side], how->losses[side], how->destroys[side], target, step.deals[side]);
    }
    lead_on(planned, state, dealt.attacker, next, away);
    count_losses(planned, *how, dealt.defender, step);
  }

  /// Rolls the dice of an attack; what each side deals.
  void play_attack(const Plan& plan, std::uint64_t trials, DiceTable& table, PerSide<Tally>& dealt,
                   StepCounts& step) {
    for (const Side side : both_sides) {
      dealt[side].resize(static_cast<std::size_t>(plan.extent.most_damage[side]) + 1);
      std::vector<Tally>& reported = step.deals[side].reported;
      reported.resize(System::reports.size());
      for (std::size_t what = 0; what < reported.size(); ++what) {
        const auto& known = plan.extent.most_reported[side];
        if (!known.contains(static_cast<int>(what))) sim::count(reported[what], 0, trials);
      }
    }
    table.play(
        plan, trials,
        [&](const PerSide<int>& damage) {
          for (const Side side : both_sides) ++dealt[side][static_cast<std::size_t>(damage[side])];
        },
        [&](auto& chance, std::size_t live) {
          for (const Side side : both_sides) {
            for (const auto& [what, most] : plan.extent.most_reported[side]) {
              Tally& tally = step.deals[side].reported[static_cast<std::size_t>(what)];
              const auto values = chance.take_reported(side, what).to_array();
              for (std::size_t i = 0; i < live; ++i) {
                sim::count(tally, static_cast<int>(values[i]), 1);
              }
            }
          }
        });
  }

  /// `target`, if not null, knows what the damage means.
  static void count_damage(const Tally& dealt, const Losses& losses, int destroys,
                           const Casualties* target, DealsCounts& counts) {
    counts.by_group.resize(losses.by_group.size());
    for (std::size_t damage = 0; damage < dealt.size(); ++damage) {
      const std::uint64_t trials = dealt[damage];
      if (trials == 0) continue;
      const std::size_t felt = std::min(damage, losses.all.size() - 1);
      const int amount =
          target != nullptr ? target->amount(static_cast<int>(damage)) : static_cast<int>(damage);
      sim::count(counts.damage, amount, trials);
      sim::count(counts.kills, losses.all[felt], trials);
      for (std::size_t group = 0; group < losses.by_group.size(); ++group) {
        counts.by_group[group].first = losses.by_group[group].first;
        sim::count(counts.by_group[group].second, losses.by_group[group].second[felt], trials);
      }
      if (amount >= destroys) counts.destroyed += trials;
    }
  }

  /// Where the damage leads.
  void lead_on(const PlannedStep& planned, int state, const Tally& dealt, Population& next,
               Population& away) {
    const std::size_t way = sequence_.way(planned.step);
    target_.find(state, static_cast<int>(dealt.size()) - 1, way);
    for (std::size_t damage = 0; damage < dealt.size(); ++damage) {
      if (dealt[damage] == 0) continue;
      const int reached = target_.after(state, static_cast<int>(damage), way);
      const bool moved_away = sequence_.ends(planned.step) && !target_.gone(reached);
      (moved_away ? away : next)[reached] += dealt[damage];
    }
  }

  /// What it costs the attacker.
  void count_losses(const PlannedStep& planned, const Ready& how, const Tally& suffered,
                    StepCounts& step) {
    const std::vector<int> hit_points =
        sequence_.hit_points_lost(planned.step, static_cast<int>(suffered.size()) - 1);
    for (std::size_t damage = 0; damage < suffered.size(); ++damage) {
      const std::uint64_t trials = suffered[damage];
      if (trials == 0) continue;
      const std::vector<int>& losses = how.losses.defender.all;
      sim::count(step.losses, losses[std::min(damage, losses.size() - 1)], trials);
      const double lost = hit_points[std::min(damage, hit_points.size() - 1)];
      step.hit_points_lost += lost * static_cast<double>(trials);
      step.hit_points_lost_squared += lost * lost * static_cast<double>(trials);
    }
  }

  const Sequence<System>& sequence_;
  SideStates target_;
  std::map<std::pair<PlannedStep, int>, std::optional<Ready>> ready_;
};

}  // namespace warodds::sim
