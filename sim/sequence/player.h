// Plays chunks of sequences with dice and counts how they go. Targets in the same state have the
// same future, so they are not told apart, and a step is played for all of them at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/answer/outcome.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"
#include "core/text/error.h"
#include "sim/random/dice_table.h"
#include "sim/run/chunks.h"
#include "sim/run/outcome_counts.h"

namespace warodds::sim {

/// One thread's player of sequences.
template <class System>
class SequencePlayer {
 public:
  /// `laws`: of outcomes, which are counted.
  SequencePlayer(const Sequence<System>& sequence, const std::vector<AskedLaw>& laws)
      : sequence_(sequence), target_(sequence.target()), of_step_(sequence.size()) {
    std::vector<AskedLaw> others;
    for (SequenceLaws& group : by_step(laws, sequence)) {
      if (group.outcome.is_marginal()) {
        of_step_[group.outcome.first()].push_back(std::move(group));
      } else {
        others.push_back(laws[group.places.front()]);
        places_.push_back(group.places.front());
      }
    }
    observer_ = Observer(std::move(others));
    outcome_.emplace(observer_.facts(), sequence);
    size_ = laws.size();
  }

  /// Throws Abandoned once `abandon()` says, before a step is played for a state of the target,
  /// that the chunk is given up.
  template <class Abandon>
  void play_chunk(const std::vector<PlannedStep>& planned_steps, std::uint64_t seed,
                  std::uint64_t chunk, std::uint64_t trials, const Abandon& abandon) {
    DiceTable table(seed, chunk);
    shuffles_.emplace(seed ^ 0x6a09e667f3bcc908, chunk);  // dice of their own
    told_.assign(static_cast<std::size_t>(trials) * observer_.facts().size(), 0);
    Crowds now(Before{&target_}), away(Before{&target_});
    Crowd& all = now[target_.opening()];
    all.size = trials;
    if (!places_.empty()) all.trials.resize(static_cast<std::size_t>(trials));
    std::iota(all.trials.begin(), all.trials.end(), std::uint32_t{0});
    for (const PlannedStep& planned : planned_steps) {
      Crowds next(Before{&target_});
      for (const auto& [state, crowd] : away) stay(planned.step, state, crowd, true);
      for (auto& [state, crowd] : now) {
        if (abandon()) throw Abandoned();
        if (Ready* const how = target_.gone(state) ? nullptr : ready(planned, state)) {
          play(planned, state, *how, crowd, table, next, away);
        } else {
          stay(planned.step, state, crowd, false);
          next[state].add(crowd);
        }
      }
      now = std::move(next);
    }
    if (places_.empty()) return;
    std::vector<LawSums<std::uint64_t>> sums;
    for (std::size_t trial = 0; trial < trials; ++trial) {
      observer_.add(values_of(trial), std::uint64_t{1}, sums);
    }
    counts_.laws.resize(size_);
    for (std::size_t i = 0; i < sums.size(); ++i) counts_.laws[places_[i]].add(sums[i]);
  }

  /// Adds what has been counted since the last time.
  void add_to(OutcomeCounts& totals) {
    counts_.laws.resize(size_);
    for (const auto& [where, trials] : idle_) {
      const auto& [step, state, away] = where;
      for (SequenceLaws& law : of_step_[step]) {
        SequenceOutcome::After after = law.outcome.after(target_, state, away);
        after.needed = !away && !target_.gone(state);
        tell(law, {}, after, trials);
      }
    }
    idle_.clear();
    for (auto& [where, how] : ready_) {
      if (!how || how->tallies.trials == 0) continue;
      for (std::size_t i = 0; i < how->of_step.size(); ++i) {
        tell(of_step_[where.first.step][i], how->of_step[i], where.first, where.second,
             how->tallies);
      }
      how->tallies = {};
    }
    add(totals, std::exchange(counts_, {}));
  }

 private:
  /// The same order whichever thread has found which state first, so that the dice are cast in the
  /// same order, too.
  struct Before {
    const SideStates* target;
    bool operator()(int x, int y) const { return x != y && target->before(x, y); }
  };
  /// Trials with the target in one state; which they are, where some laws ask for that.
  using List = std::vector<std::uint32_t>;
  struct Crowd {
    std::uint64_t size = 0;
    List trials = {};

    void add(const Crowd& more) {
      size += more.size;
      trials.insert(trials.end(), more.trials.begin(), more.trials.end());
    }
  };
  using Crowds = std::map<int, Crowd, Before>;

  /// How often a step has come to each damage, and what it has reported, in one state.
  using Tally = std::vector<std::uint64_t>;
  struct Tallies {
    std::uint64_t trials = 0;
    PerSide<Tally> damage = {};
    PerSide<std::array<Tally, System::reports.size()>> reported = {};

    static void count(Tally& tally, int value, std::uint64_t trials = 1) {
      const auto place = static_cast<std::size_t>(value);
      if (tally.size() <= place) tally.resize(place + 1);
      tally[place] += trials;
    }
  };

  /// A step made ready for one state of the target.
  struct Ready {
    std::optional<Plan> plan;                ///< of an attack
    Rolls rolls = {};                        ///< of an ability
    std::vector<int> damage = {};            ///< of an ability, by what is rolled
    std::vector<FightOutcome> of_step = {};  ///< what it tells of_step_
    std::optional<FightOutcome> told = {};   ///< what it tells the other laws
    Tallies tallies = {};
  };

  /// Null where the rules allow no attack.
  Ready* ready(const PlannedStep& planned, int state) {
    const auto known = ready_.find({planned, state});
    if (known != ready_.end()) return known->second ? &*known->second : nullptr;
    std::optional<Ready> made = make(planned, state);
    auto& kept = ready_.try_emplace({planned, state}, std::move(made)).first->second;
    return kept ? &*kept : nullptr;
  }

  std::optional<Ready> make(const PlannedStep& planned, int state) const {
    if (const Amount* amount = sequence_.ability(planned.step)) {
      return of_ability(planned, *amount, state);
    }
    const auto fights = sequence_.fight(planned, target_, state);
    if (!fights) return std::nullopt;
    Ready made;
    made.plan = make_plan(*fights);
    const Extent& extent = made.plan->extent;
    constexpr std::int64_t most = (1 << 24) - 1;
    for (const Side side : both_sides) {
      std::int64_t largest = extent.most_damage[side];
      for (const auto& [what, reported] : extent.most_reported[side]) {
        largest = std::max(largest, reported);
      }
      if (largest > most || extent.peak > std::numeric_limits<int>::max()) {
        throw TooLarge(fmt::format(
            "a count of this sequence can reach {}; the simulator counts up to {}", largest, most));
      }
    }
    ask(made, planned, made.plan->facts,
        {static_cast<int>(extent.most_damage.attacker),
         static_cast<int>(extent.most_damage.defender)});
    return made;
  }

  Ready of_ability(const PlannedStep& planned, const Amount& amount, int state) const {
    Ready made;
    for (int result = amount.least(); result <= amount.most(); ++result) {
      made.rolls.fight_of.push_back(result - amount.least());
      made.damage.push_back(sequence_.counted(result, target_, state));
    }
    if (amount.is_random()) made.rolls.amounts.push_back(amount);
    made.rolls.fights = made.damage.size();
    ask(made, planned, sequence_.ability_on(target_, state), {made.damage.back(), 0});
    return made;
  }

  void ask(Ready& made, const PlannedStep& planned, const FightFacts& facts,
           const PerSide<int>& most) const {
    const auto outcome = [&](const SequenceOutcome& of) {
      return FightOutcome(of.of_fight(planned.step), facts.casualties, facts.kinds, System::reports,
                          most);
    };
    for (const SequenceLaws& law : of_step_[planned.step]) {
      made.of_step.push_back(outcome(law.outcome));
    }
    made.told = outcome(*outcome_);
  }

  /// Nothing happens to the trials of a state.
  void stay(std::size_t step, int state, const Crowd& crowd, bool away) {
    idle_[{step, state, away}] += crowd.size;
    if (places_.empty()) return;
    const SequenceOutcome::After after = stood(state, away, !away && !target_.gone(state));
    for (const std::uint32_t trial : crowd.trials) {
      outcome_->add(step, {}, after, values_of(trial));
    }
  }

  void play(const PlannedStep& planned, int state, Ready& how, Crowd& crowd, DiceTable& table,
            Crowds& next, Crowds& away) {
    Tally dealt;
    if (how.plan) {
      play_attack(*how.plan, crowd.size, table, dealt, how.tallies);
    } else {
      use_ability(how, crowd.size, table, dealt);
    }
    how.tallies.trials += crowd.size;
    std::vector<Crowd*> to(dealt.size());  // by damage
    for (std::size_t damage = 0; damage < dealt.size(); ++damage) {
      if (dealt[damage] == 0) continue;
      const int number = static_cast<int>(damage);
      Tallies::count(how.tallies.damage.attacker, number, dealt[damage]);
      const int reached = after(planned.step, state, number);
      to[damage] = &(moves_away(planned, reached) ? away : next)[reached];
      to[damage]->size += dealt[damage];
    }
    if (places_.empty()) return;
    List& trials = crowd.trials;
    // Results that are sorted do not come as they would fall.
    const bool sorted = !how.plan || how.plan->rolls.fights > 1;
    for (std::size_t k = trials.size(); sorted && k > 1; --k) {
      const auto other = static_cast<std::size_t>(shuffles_->uniform() * static_cast<double>(k));
      std::swap(trials[k - 1], trials[other]);
    }
    for (std::size_t k = 0; k < trials.size(); ++k) {
      to[static_cast<std::size_t>(dealt_[k].attacker)]->trials.push_back(trials[k]);
      tell(planned, state, how, k, trials[k]);
    }
    dealt_.clear();
    for (const Side side : both_sides) {
      for (List& reports : reported_[side]) reports.clear();
    }
  }
  /// Tells the other laws what has come of a trial.
  void tell(const PlannedStep& planned, int state, const Ready& how, std::size_t k,
            std::uint32_t trial) {
    const int reached = after(planned.step, state, dealt_[k].attacker);
    SequenceOutcome::After after = stood(reached, moves_away(planned, reached), true);
    after.takes_place = true;
    reported_of_trial_.clear();
    for (const FightOutcome::Report& report : how.told->reports()) {
      const List& all = reported_[report.side][static_cast<std::size_t>(report.what)];
      reported_of_trial_.push_back(all.empty() ? 0 : static_cast<int>(all[k]));
    }
    how.told->tell(dealt_[k], reported_of_trial_, told_of_trial_);
    outcome_->add(planned.step, told_of_trial_, after, values_of(trial));
  }
  SequenceOutcome::After stood(int state, bool away, bool needed) {
    const auto [known, is_new] = stood_.try_emplace({state, away});
    if (is_new) known->second = outcome_->after(target_, state, away);
    known->second.needed = needed;
    return known->second;
  }
  std::span<double> values_of(std::size_t trial) {
    const std::size_t facts = observer_.facts().size();
    return std::span(told_).subspan(trial * facts, facts);
  }

  void tell(SequenceLaws& law, std::span<const double> told, const SequenceOutcome::After& after,
            std::uint64_t trials) {
    values_.assign(law.observer.facts().size(), 0);
    law.outcome.add(law.outcome.first(), told, after, values_);
    std::vector<LawSums<std::uint64_t>> sums;
    law.observer.add(values_, trials, sums);
    for (std::size_t i = 0; i < sums.size(); ++i) counts_.laws[law.places[i]].add(sums[i]);
  }
  /// Tells a law of one step what has come of it in a state.
  void tell(SequenceLaws& law, const FightOutcome& fight, const PlannedStep& planned, int state,
            const Tallies& tallies) {
    const FightNeeds& needs = law.outcome.needs(planned.step);
    std::vector<double> told;
    const auto tell = [&](const PerSide<int>& damage, std::span<const int> reported,
                          std::uint64_t trials) {
      fight.tell(damage, reported, told);
      const int reached = after(planned.step, state, damage.attacker);
      SequenceOutcome::After after =
          law.outcome.after(target_, reached, moves_away(planned, reached));
      after.needed = after.takes_place = true;
      this->tell(law, told, after, trials);
    };
    if (!needs.of_report()) return needs.for_each(tallies.damage[needs.dealer()], tell);
    const FightOutcome::Report& report = fight.reports().front();
    const Tally& seen = tallies.reported[report.side][static_cast<std::size_t>(report.what)];
    if (!seen.empty()) return needs.for_each(seen, tell);
    needs.for_each(Tally{tallies.trials}, tell);  // it is always 0
  }

  void use_ability(Ready& how, std::uint64_t trials, DiceTable& table, Tally& dealt) {
    const std::vector<std::uint64_t> rolled = table.roll(how.rolls, trials);
    Tallies::count(how.tallies.damage.defender, 0, trials);
    for (std::size_t i = 0; i < rolled.size(); ++i) {
      Tallies::count(dealt, how.damage[i], rolled[i]);
      if (!places_.empty()) dealt_.insert(dealt_.end(), rolled[i], {how.damage[i], 0});
    }
  }
  /// Rolls the dice of an attack.
  void play_attack(const Plan& plan, std::uint64_t trials, DiceTable& table, Tally& dealt,
                   Tallies& tallies) {
    dealt.resize(static_cast<std::size_t>(plan.extent.most_damage.attacker) + 1);
    Tally& back = tallies.damage.defender;
    back.resize(static_cast<std::size_t>(plan.extent.most_damage.defender) + 1);
    table.play(
        plan, trials,
        [&](const PerSide<int>& damage) {
          ++dealt[static_cast<std::size_t>(damage.attacker)];
          ++back[static_cast<std::size_t>(damage.defender)];
          if (!places_.empty()) dealt_.push_back(damage);
        },
        [&](auto& chance, std::size_t live) {
          for (const Side side : both_sides) {
            for (const auto& [what, most] : plan.extent.most_reported[side]) {
              const auto place = static_cast<std::size_t>(what);
              const auto values = chance.take_reported(side, what).to_array();
              for (std::size_t i = 0; i < live; ++i) {
                Tallies::count(tallies.reported[side][place], static_cast<int>(values[i]));
                if (places_.empty()) continue;
                reported_[side][place].push_back(static_cast<std::uint32_t>(values[i]));
              }
            }
          }
        });
  }

  int after(std::size_t step, int state, int damage) {
    const std::size_t way = sequence_.way(step);
    target_.find(state, damage, way);
    return target_.after(state, damage, way);
  }
  /// Whether the target has moved away that a step leaves in such a state.
  bool moves_away(const PlannedStep& planned, int reached) const {
    return sequence_.ends(planned.step) && !target_.gone(reached);
  }

  const Sequence<System>& sequence_;
  SideStates target_;
  /// By step: those that are read off how often each number of it comes up.
  std::vector<std::vector<SequenceLaws>> of_step_;
  std::size_t size_ = 0;  ///< all laws
  // those that need more of a trial than one number of one step
  Observer observer_;
  std::optional<SequenceOutcome> outcome_;
  std::vector<std::size_t> places_;  ///< of these, among all laws
  std::vector<double> told_;         ///< of each trial of a chunk, fact by fact
  std::map<std::pair<int, bool>, SequenceOutcome::After> stood_;
  std::optional<DiceTable> shuffles_;
  // of the step that has taken place last, trial by trial
  std::vector<PerSide<int>> dealt_;
  PerSide<std::array<List, System::reports.size()>> reported_;
  std::vector<int> reported_of_trial_;
  std::vector<double> told_of_trial_;
  std::map<std::pair<PlannedStep, int>, std::optional<Ready>> ready_;
  // what has been counted since it was taken
  OutcomeCounts counts_;
  std::map<std::tuple<std::size_t, int, bool>, std::uint64_t> idle_;  ///< step, state, moved away
  std::vector<double> values_;
};

}  // namespace warodds::sim
