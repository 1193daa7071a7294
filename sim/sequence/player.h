// Plays chunks of sequences with dice and counts how they go. Targets in the same state have the
// same future, so they are not told apart, and a step is played for all of them at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"
#include "core/text/error.h"
#include "sim/random/dice_table.h"
#include "sim/run/chunks.h"
#include "sim/sequence/counts.h"

namespace warodds::sim {

/// One thread's player of sequences.
template <class System>
class SequencePlayer {
 public:
  /// `laws`: of outcomes, which are counted besides.
  explicit SequencePlayer(const Sequence<System>& sequence, const std::vector<AskedLaw>& laws = {})
      : sequence_(sequence),
        target_(sequence.target()),
        observer_(laws),
        outcome_(observer_.facts(), sequence) {}

  /// Throws Abandoned once `abandon()` says, before a step is played for a state of the target,
  /// that the chunk is given up.
  template <class Abandon>
  SequenceCounts play_chunk(const std::vector<PlannedStep>& planned_steps, std::uint64_t seed,
                            std::uint64_t chunk, std::uint64_t trials, bool with_laws,
                            const Abandon& abandon) {
    DiceTable table(seed, chunk);
    SequenceCounts counts;
    std::optional<Recalled> recalled;
    if (with_laws && !observer_.asked().empty()) recalled.emplace(*this, seed, chunk, trials);
    recalled_ = recalled ? &*recalled : nullptr;
    Population now(Before{&target_});
    Population away(Before{&target_});
    now[target_.opening()] = trials;
    for (const PlannedStep& planned : planned_steps) {
      StepCounts& step = counts.steps.emplace_back();
      Population next(Before{&target_});
      for (const auto& [state, of_state] : now) {
        if (abandon()) throw Abandoned();
        if (target_.gone(state)) {
          next[state] += of_state;
          if (recalled) recalled->stay(planned.step, state, {.gone = true});
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
      if (recalled) recalled->end_step(planned.step);
    }
    if (recalled) recalled->count(counts.outcomes);
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
    // for laws
    std::optional<FightOutcome> told;  ///< of an attack
    Figures target = {};               ///< of an ability
  };

  /// For the laws: where each trial of a chunk is, and what has been told of it.
  class Recalled {
   public:
    Recalled(SequencePlayer& player, std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials)
        : player_(player),
          now_(Before{&player.target_}),
          next_(Before{&player.target_}),
          away_(Before{&player.target_}),
          away_next_(Before{&player.target_}),
          trials_(static_cast<std::size_t>(trials)),
          shuffles_(seed ^ 0x6a09e667f3bcc908, chunk),  // dice of its own
          told_(trials_ * player.observer_.facts().size(), 0) {
      std::vector<std::uint32_t>& all = now_[player.target_.opening()];
      all.resize(trials_);
      std::iota(all.begin(), all.end(), std::uint32_t{0});
    }

    /// Nothing happens to the trials of a state.
    void stay(std::size_t step, int state, SequenceOutcome::After after) {
      after.standing = player_.target_.standing(state);
      after.lost = lost_by(state);
      std::vector<std::uint32_t>& here = now_[state];
      for (const std::uint32_t trial : here) tell(step, trial, after);
      std::vector<std::uint32_t>& then = next_[state];
      then.insert(then.end(), here.begin(), here.end());
    }

    // A fight of the trials of a state has come to this: `reported` and `dealt` trial by trial.

    void add_report(const FightOutcome::Report& report, int value) {
      auto place = std::find(reports_.begin(), reports_.end(), report);
      if (place == reports_.end()) {
        reports_.push_back(report);
        reported_.emplace_back();
        place = reports_.end() - 1;
      }
      reported_[static_cast<std::size_t>(place - reports_.begin())].push_back(value);
    }
    void add_damage(const PerSide<int>& damage) { dealt_.push_back(damage); }

    /// Tells the trials of it. `sorted`: results do not come as they would fall.
    void fought(const PlannedStep& planned, int state, const Ready& how, bool sorted) {
      std::vector<std::uint32_t>& here = now_[state];
      if (sorted) {
        for (std::size_t k = here.size(); k > 1; --k) {
          const auto other = static_cast<std::size_t>(shuffles_.uniform() * static_cast<double>(k));
          std::swap(here[k - 1], here[other]);
        }
      }
      std::optional<AbilityOutcome> ability;
      if (!how.plan) {
        ability.emplace(player_.outcome_.of_fight(planned.step), how.target, how.damage.back());
      }
      std::vector<const std::vector<int>*> asked;  // reports, trial by trial
      if (how.plan) {
        for (const FightOutcome::Report& report : how.told->reports()) {
          const auto place = std::find(reports_.begin(), reports_.end(), report);
          const auto i = static_cast<std::size_t>(place - reports_.begin());
          asked.push_back(place == reports_.end() ? nullptr : &reported_[i]);
        }
      }
      for (std::size_t k = 0; k < here.size(); ++k) {
        const int reached = player_.after(planned.step, state, dealt_[k].attacker);
        SequenceOutcome::After after{true, true, player_.target_.standing(reached),
                                     player_.target_.gone(reached), false};
        after.away = player_.sequence_.ends(planned.step) && !after.gone;
        after.lost = lost_by(reached);
        if (how.plan) {
          reported_of_trial_.clear();
          for (const auto* report : asked) {
            reported_of_trial_.push_back(report == nullptr ? 0 : (*report)[k]);
          }
          how.told->tell(dealt_[k], reported_of_trial_, values_);
        } else {
          values_ = ability->tell(dealt_[k].attacker);
        }
        player_.outcome_.add(planned.step, values_, after, values_of(here[k]));
        (after.away ? away_next_ : next_)[reached].push_back(here[k]);
      }
      dealt_.clear();
      reports_.clear();
      reported_.clear();
    }

    void end_step(std::size_t step) {
      for (const auto& [state, trials] : away_) {
        const SequenceOutcome::After after{
            .standing = player_.target_.standing(state), .away = true, .lost = lost_by(state)};
        for (const std::uint32_t trial : trials) tell(step, trial, after);
      }
      for (auto& [state, trials] : away_next_) {
        std::vector<std::uint32_t>& all = away_[state];
        all.insert(all.end(), trials.begin(), trials.end());
      }
      away_next_.clear();
      now_ = std::move(next_);
      next_ = Members(Before{&player_.target_});
    }

    void count(OutcomeCounts& counts) {
      for (std::size_t trial = 0; trial < trials_; ++trial) {
        player_.observer_.add(values_of(static_cast<std::uint32_t>(trial)), std::uint64_t{1},
                              counts.laws);
      }
    }

   private:
    using Members = std::map<int, std::vector<std::uint32_t>, Before>;

    /// What the target has lost in a state, in points, where a law asks for it.
    double lost_by(int state) {
      const auto [known, is_new] = lost_.try_emplace(state, 0.0);
      if (is_new) known->second = player_.outcome_.lost_by(player_.target_, state);
      return known->second;
    }
    std::span<double> values_of(std::uint32_t trial) {
      const std::size_t facts = player_.observer_.facts().size();
      return std::span(told_).subspan(trial * facts, facts);
    }
    void tell(std::size_t step, std::uint32_t trial, const SequenceOutcome::After& after) {
      player_.outcome_.add(step, {}, after, values_of(trial));
    }

    SequencePlayer& player_;
    Members now_, next_, away_, away_next_;
    std::size_t trials_;
    DiceTable shuffles_;
    std::vector<double> told_;    ///< of each trial, fact by fact
    std::map<int, double> lost_;  ///< by the target, by state
    // of the fight that has taken place last
    std::vector<PerSide<int>> dealt_;
    std::vector<FightOutcome::Report> reports_;
    std::vector<std::vector<int>> reported_;
    std::vector<int> reported_of_trial_;
    std::vector<double> values_;
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
      const Casualties& target = made.plan->facts.casualties[other];
      made.destroys[side] = target.left();
      made.losses[side] =
          losses_of(target, made.plan->facts.kinds[other],
                    static_cast<int>(std::min<std::int64_t>(largest, target.greatest())));
      for (const auto& [what, reported] : made.plan->extent.most_reported[side]) {
        largest = std::max(largest, reported);
      }
      if (largest > most || made.plan->extent.peak > std::numeric_limits<int>::max()) {
        throw TooLarge(fmt::format(
            "a count of this sequence can reach {}; the simulator counts up to {}", largest, most));
      }
    }
    const PerSide<int> most_dealt{static_cast<int>(made.plan->extent.most_damage.attacker),
                                  static_cast<int>(made.plan->extent.most_damage.defender)};
    made.told.emplace(outcome_.of_fight(planned.step), made.plan->facts.casualties,
                      made.plan->facts.kinds, System::reports, most_dealt);
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
    const Figures target = made.target = sequence_.target_in(target_, state);
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
      if (recalled_ != nullptr) recalled_->stay(planned.step, state, {.needed = true});
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
        if (recalled_ == nullptr) continue;
        for (std::uint64_t k = 0; k < rolled[i]; ++k) recalled_->add_damage({how->damage[i], 0});
      }
      dealt.defender = {trials};
    }
    if (recalled_ != nullptr) {
      const bool sorted = how->plan ? how->plan->rolls.fights > 1 : true;
      recalled_->fought(planned, state, *how, sorted);
    }
    for (const Side side : both_sides) {
      const Casualties* const target =
          how->plan ? &how->plan->facts.casualties[enemy_of(side)] : nullptr;
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
          if (recalled_ != nullptr) recalled_->add_damage(damage);
        },
        [&](auto& chance, std::size_t live) {
          for (const Side side : both_sides) {
            for (const auto& [what, most] : plan.extent.most_reported[side]) {
              Tally& tally = step.deals[side].reported[static_cast<std::size_t>(what)];
              const auto values = chance.take_reported(side, what).to_array();
              for (std::size_t i = 0; i < live; ++i) {
                sim::count(tally, static_cast<int>(values[i]), 1);
                if (recalled_ == nullptr) continue;
                recalled_->add_report({side, what}, static_cast<int>(values[i]));
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

  int after(std::size_t step, int state, int damage) {
    const std::size_t way = sequence_.way(step);
    target_.find(state, damage, way);
    return target_.after(state, damage, way);
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
  Observer observer_;
  SequenceOutcome outcome_;
  Recalled* recalled_ = nullptr;  ///< for them, while a chunk is played
  std::map<std::pair<PlannedStep, int>, std::optional<Ready>> ready_;
};

}  // namespace warodds::sim
