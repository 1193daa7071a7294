// What each step of a sequence does to the target in each of its states: worked out once, whatever
// comes before it, so that all laws and all orders of the steps share it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"
#include "core/threads/patience.h"
#include "exact/fight/played.h"

namespace warodds::exact {

/// How likely the target is in each of its states, before or after a step.
struct Whereabouts {
  std::vector<double> standing;  ///< those in which nobody is left among them
  std::vector<double> away;      ///< it has retreated with somebody left
};

template <class System>
class StepLaws {
 public:
  /// What a step does in one state of the target.
  struct Law {
    bool takes_place = false;  ///< false: the rules do not allow it
    FightFacts facts;
    Marginals<System> alone;
    std::vector<std::pair<int, double>> to;  ///< states
    double hit_points_lost = 0;              ///< by the attacker, on average
  };

  StepLaws(const Sequence<System>& sequence, LineupCache* lineups)
      : sequence_(sequence), target_(sequence.target()), lineups_(lineups) {}

  const SideStates& target() const { return target_; }
  /// Where the target begins.
  Whereabouts opening() const {
    Whereabouts opening{std::vector<double>(target_.found(), 0.0), {}};
    opening.standing[static_cast<std::size_t>(target_.opening())] = 1;
    return opening;
  }

  const Law& of(const PlannedStep& planned, int state) {
    find(planned, {state});
    return *laws_[planned][static_cast<std::size_t>(state)];
  }

  /// What a step has brought besides where the target is.
  struct Sums {
    double needed = 0, hit_points_lost = 0;
  };
  /// Takes one step: from where the target was to where it is then.
  Sums take(const PlannedStep& planned, const Whereabouts& before, Whereabouts& after) {
    std::vector<int> states;
    for (std::size_t state = 0; state < before.standing.size(); ++state) {
      const auto number = static_cast<int>(state);
      if (before.standing[state] > 0 && !target_.gone(number)) states.push_back(number);
    }
    find(planned, states);
    Sums sums;
    after.away = before.away;
    after.away.resize(target_.found(), 0.0);
    after.standing.assign(target_.found(), 0.0);
    std::copy(before.standing.begin(), before.standing.end(), after.standing.begin());
    for (const int state : states) after.standing[static_cast<std::size_t>(state)] = 0;
    const auto& laws = laws_[planned];
    for (const int state : states) {
      const double p = before.standing[static_cast<std::size_t>(state)];
      const Law& law = *laws[static_cast<std::size_t>(state)];
      spend(per_state / 10 + law.to.size());
      sums.needed += p;
      sums.hit_points_lost += p * law.hit_points_lost;
      for (const auto& [to, weight] : law.to) {
        (moves_away(planned, law, to) ? after.away
                                      : after.standing)[static_cast<std::size_t>(to)] += p * weight;
      }
    }
    return sums;
  }

  /// Calls each(values of the facts of its fight, state after it, p) for what a step that takes
  /// place may come to, as far as that matters.
  template <class Each>
  void tell(const SequenceOutcome& outcome, const PlannedStep& planned, int state,
            const Each& each) {
    const Law& law = of(planned, state);
    const FightNeeds& needs = outcome.needs(planned.step);
    const FightOutcome fight(outcome.of_fight(planned.step), law.facts.casualties, law.facts.kinds,
                             System::reports, law.alone.most());
    std::vector<double> told;
    const auto tell = [&](const PerSide<int>& damage, std::span<const int> reported, double p) {
      if (p == 0) return;
      fight.tell(damage, reported, told);
      each(told, target_.after(state, damage.attacker, sequence_.way(planned.step)), p);
    };
    if (needs.of_one()) return law.alone.for_each(needs, fight, tell);
    if (sequence_.ability(planned.step) != nullptr) {  // it reports nothing
      const std::vector<int> reported(fight.reports().size(), 0);
      const auto& damage = law.alone.damage.attacker;
      for (int dealt = 0; dealt < damage.size(); ++dealt) tell({dealt, 0}, reported, damage[dealt]);
      return;
    }
    const auto fights = *sequence_.fight(planned, target_, state);
    for (std::size_t i = 0; i < fights.fights().size(); ++i) {
      Played<typename System::Fight>(fights.fights()[i], lineups_)
          .for_each(needs, fight,
                    [&](const PerSide<int>& damage, std::span<const int> reported, double p) {
                      tell(damage, reported, fights.weight(i) * p);
                    });
    }
  }
  /// Whether the target has moved away that a step leaves in such a state.
  bool moves_away(const PlannedStep& planned, const Law& law, int to) const {
    return law.takes_place && sequence_.ends(planned.step) && !target_.gone(to);
  }

 private:
  static constexpr WorkUnits per_state = 700;

  /// Makes known what a step does in some states.
  void find(const PlannedStep& planned, const std::vector<int>& states) {
    std::vector<std::unique_ptr<Law>>& laws = laws_[planned];
    if (laws.size() < target_.found()) laws.resize(target_.found());
    std::vector<int> missing;
    for (const int state : states) {
      if (laws[static_cast<std::size_t>(state)] == nullptr) missing.push_back(state);
    }
    std::vector<std::unique_ptr<Law>> found(missing.size());
    in_parallel(
        missing.size(), [&](std::size_t i) { found[i] = work_out(planned, missing[i]); },
        missing.size() > 1);
    // States get their numbers from one thread, in the order in which they are gone through.
    for (std::size_t i = 0; i < missing.size(); ++i) {
      spend(per_state);
      follow(planned.step, missing[i], *found[i]);
      entries_ +=
          found[i]->to.size() + static_cast<std::size_t>(found[i]->alone.damage.defender.size());
      constexpr std::size_t most_entries = 150'000'000;
      if (entries_ > most_entries) {
        throw TooLarge(
            "the laws of all steps of this sequence do not fit into memory; take --engine sim or "
            "auto");
      }
      laws[static_cast<std::size_t>(missing[i])] = std::move(found[i]);
    }
  }

  std::unique_ptr<Law> work_out(const PlannedStep& planned, int state) const {
    auto law = std::make_unique<Law>();
    if (const Amount* const amount = sequence_.ability(planned.step)) {
      law->takes_place = true;
      law->facts = sequence_.ability_on(target_, state);
      const int most = sequence_.counted(amount->most(), target_, state);
      law->alone.damage = {Eigen::VectorXd::Zero(most + 1), Eigen::VectorXd::Ones(1)};
      int damage = amount->least();
      for (const double p : amount->law()) {
        law->alone.damage.attacker[std::clamp(damage++, 0, most)] += p;
      }
      return law;
    }
    const auto fights = sequence_.fight(planned, target_, state);
    if (!fights) return law;
    law->takes_place = true;
    law->facts = fights->any();
    for (std::size_t i = 0; i < fights->fights().size(); ++i) {
      const Played<typename System::Fight> played(fights->fights()[i], lineups_);
      law->alone.add(played.alone(), fights->weight(i));
    }
    return law;
  }

  /// Fills in where the damage of a law leads.
  void follow(std::size_t step, int state, Law& law) {
    if (!law.takes_place) {
      law.to = {{state, 1.0}};
      return;
    }
    const Eigen::VectorXd& damage = law.alone.damage.attacker;
    constexpr WorkUnits per_entry = 11;
    spend(per_entry * static_cast<WorkUnits>(damage.size()));
    const std::size_t way = sequence_.way(step);
    target_.find(state, static_cast<int>(damage.size()) - 1, way);
    // From the small end, as P(at least so much damage) is added up.
    for (auto dealt = damage.size() - 1; dealt >= 0; --dealt) {
      if (damage[dealt] == 0) continue;
      const int to = target_.after(state, static_cast<int>(dealt), way);
      if (law.to.empty() || law.to.back().first != to) law.to.emplace_back(to, 0.0);
      law.to.back().second += damage[dealt];
    }
    const Eigen::VectorXd& back = law.alone.damage.defender;
    const Casualties& attacker = law.facts.casualties.attacker;
    const std::vector<int> lost = sequence_.hit_points_lost(step, attacker.left());
    for (auto dealt = back.size() - 1; dealt > 0; --dealt) {
      const auto felt = static_cast<std::size_t>(attacker.amount(static_cast<int>(dealt)));
      law.hit_points_lost += back[dealt] * lost[std::min(felt, lost.size() - 1)];
    }
  }

  const Sequence<System>& sequence_;
  SideStates target_;
  LineupCache* lineups_;
  std::map<PlannedStep, std::vector<std::unique_ptr<Law>>> laws_;  ///< by state
  std::size_t entries_ = 0;                                        ///< in those
};

}  // namespace warodds::exact
