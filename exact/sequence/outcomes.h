// The laws of several facts of a sequence together, that are asked for besides what every answer
// says: step by step, with what has been told so far kept beside where the target is.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"
#include "core/threads/patience.h"
#include "exact/fight/damage_law.h"
#include "exact/fight/outcomes.h"
#include "exact/sequence/step_laws.h"

namespace warodds::exact {

template <class System>
class SequenceOutcomes {
 public:
  SequenceOutcomes(const Sequence<System>& sequence, StepLaws<System>& laws, LineupCache* lineups)
      : sequence_(sequence), laws_(laws), lineups_(lineups), damages_(lineups) {}

  /// Throws InputError and NoAnswer.
  OutcomeLaw law_of(const AskedLaw& asked) {
    Observer observer({asked});
    const SequenceOutcome outcome(observer.facts(), sequence_);
    std::map<Where, double> now, next;
    now[{laws_.opening, false, std::vector<double>(observer.facts().size(), 0)}] = 1;
    for (const PlannedStep& planned : sequence_.planned_steps(sequence_.given_order())) {
      next.clear();
      for (const auto& [where, p] : now) take(planned, outcome, where, p, next);
      require_few_outcomes(next.size());
      std::swap(now, next);
    }
    std::vector<LawSums<double>> sums;
    for (const auto& [where, p] : now) observer.add(where.told, p, sums);
    return laws_of(observer.asked(), std::move(sums)).front();
  }

 private:
  /// Where the target is, and what has been told of the steps before.
  struct Where {
    std::size_t place;
    bool away;
    std::vector<double> told;

    bool operator<(const Where& other) const {
      return std::tie(place, away, told) < std::tie(other.place, other.away, other.told);
    }
  };
  /// Where a step leads, and what its fight tells.
  struct Led {
    std::size_t to;
    std::vector<double> told;

    bool operator<(const Led& other) const {
      return std::tie(to, told) < std::tie(other.to, other.told);
    }
  };
  /// Of a step that takes place.
  using Leads = std::map<Led, double>;

  void take(const PlannedStep& planned, const SequenceOutcome& outcome, const Where& where,
            double p, std::map<Where, double>& next) {
    SequenceOutcome::After after;
    after.needed = !where.away && !laws_.gone(where.place);
    const auto arrive = [&](std::size_t to, const std::vector<double>& told, double weight) {
      spend(per_outcome);
      Where then{to, where.away, where.told};
      after.standing = laws_.standing(to);
      after.gone = laws_.gone(to);
      after.lost = outcome.lost_by(laws_.target(), laws_.state(to));
      then.away = after.away =
          where.away || (after.takes_place && sequence_.ends(planned.step) && !after.gone);
      outcome.add(planned.step, told, after, then.told);
      next[std::move(then)] += p * weight;
    };
    const Leads* leads = nullptr;
    if (after.needed) leads = known(planned, where.place, outcome.of_fight(planned.step));
    if (leads == nullptr) return arrive(where.place, {}, 1);
    after.takes_place = true;
    for (const auto& [led, weight] : *leads) arrive(led.to, led.told, weight);
  }

  /// Null where the rules do not allow the step.
  const Leads* known(const PlannedStep& planned, std::size_t place,
                     const std::vector<OutcomeFact>& facts) {
    auto& of_step = known_[{planned, place}];
    for (const auto& [of, leads] : of_step) {
      if (of == facts) return leads ? &*leads : nullptr;
    }
    of_step.emplace_back(facts, find(planned, place, facts));
    const auto& found = of_step.back().second;
    return found ? &*found : nullptr;
  }

  std::optional<Leads> find(const PlannedStep& planned, std::size_t place,
                            const std::vector<OutcomeFact>& facts) {
    Leads leads;
    if (facts.empty()) {  // then it is known where the step leads
      laws_.find(planned, {place});
      const auto& law = laws_.of(planned, place);
      if (!law.fight) return std::nullopt;
      for (const auto& [to, p] : law.to) leads[{to, {}}] += p;
      return leads;
    }
    std::vector<double> told;
    std::map<int, std::size_t> reached;  // by damage
    const auto lead = [&](int damage, double p) {
      const auto [known, is_new] = reached.try_emplace(damage);
      if (is_new) known->second = laws_.reached(planned.step, place, damage);
      leads[{known->second, told}] += p;
    };
    if (const Amount* const amount = sequence_.ability(planned.step)) {
      const Distribution damage = laws_.damage_of(*amount, place);
      AbilityOutcome outcome(facts, laws_.target_in(place), damage.max());
      for (int dealt = 0; dealt <= damage.max(); ++dealt) {
        told = outcome.tell(dealt);
        if (damage.probability(dealt) > 0) lead(dealt, damage.probability(dealt));
      }
      return leads;
    }
    const auto fights = laws_.fights(planned, place);
    if (!fights) return std::nullopt;
    Paths paths(lineups_);
    for (std::size_t i = 0; i < fights->fights().size(); ++i) {
      const auto& fight = fights->fights()[i];
      const FightOutcome outcome(facts, fight.casualties, fight.kinds, System::reports,
                                 most_damage(fight));
      if (outcome.reports().empty()) {
        const Eigen::ArrayXXd joint = damages_.of(fight).joint();
        for (int back = 0; back < joint.cols(); ++back) {
          for (int dealt = 0; dealt < joint.rows(); ++dealt) {
            if (joint(dealt, back) == 0) continue;
            outcome.tell({dealt, back}, {}, told);
            lead(dealt, fights->weight(i) * joint(dealt, back));
          }
        }
        continue;
      }
      for (const auto& [dealt, p] : play_and_recall(fight, paths, outcome.reports())) {
        outcome.tell(dealt.damage, dealt.reported, told);
        lead(dealt.damage.attacker, fights->weight(i) * p);
      }
    }
    return leads;
  }

  const Sequence<System>& sequence_;
  StepLaws<System>& laws_;
  LineupCache* lineups_;
  DamageLaws<typename System::Fight> damages_;
  /// By step and place, then by what was asked.
  std::map<std::pair<PlannedStep, std::size_t>,
           std::vector<std::pair<std::vector<OutcomeFact>, std::optional<Leads>>>>
      known_;
};

}  // namespace warodds::exact
