// What each step of a sequence does to the target in each of its states: worked out once, whatever
// comes before it, so that all orders of the steps share it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/answer/fight_answer.h"
#include "core/play/sequence.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"
#include "core/threads/patience.h"
#include "exact/fight/damage_law.h"
#include "exact/fight/fight.h"
#include "exact/fight/sum.h"
#include "exact/sequence/spread.h"

namespace warodds::exact {

/// The damage that an ability deals, not less than 0; more than `most` counts as `most`.
inline Distribution law_of(const Amount& amount, int most) {
  Sum sum;
  int damage = amount.least();
  for (const double p : amount.law()) sum.add(std::clamp(damage++, 0, most), p);
  return sum.distribution();
}

/// Work on a step in a state of its target.
inline constexpr WorkUnits per_state = 700;

template <class System>
class StepLaws {
 public:
  /// What a step does in one state of the target. States are numbered as they are found: places.
  struct Law {
    std::optional<FightAnswer> fight;  ///< nothing: the rules do not allow it
    std::optional<Distribution>
        in_two_orders;  ///< the damage, where its numbers are of two attacks
    std::vector<std::pair<std::size_t, double>> to;  ///< places
    double hit_points_lost = 0;                      ///< by the attacker, on average
  };

  StepLaws(const Sequence<System>& sequence, LineupCache* lineups)
      : sequence_(sequence), target_(sequence.target()), lineups_(lineups) {
    place_of(target_.opening());
  }

  /// The place where the target begins.
  static constexpr std::size_t opening = 0;
  std::size_t places() const { return states_.size(); }
  /// Figures of the target that stand.
  int standing(std::size_t place) const { return target_.standing(states_[place]); }
  bool gone(std::size_t place) const { return target_.gone(states_[place]); }
  const SideStates& target() const { return target_; }
  int state(std::size_t place) const { return states_[place]; }

  Figures target_in(std::size_t place) const {
    return sequence_.target_in(target_, states_[place]);
  }
  /// What an attack may turn out to be; nothing where the rules do not allow it.
  std::optional<typename Sequence<System>::Fights> fights(const PlannedStep& planned,
                                                          std::size_t place) const {
    return sequence_.fight(planned, target_, states_[place]);
  }
  /// The damage of an ability.
  Distribution damage_of(const Amount& amount, std::size_t place) const {
    return law_of(amount, sequence_.counted(amount.most(), target_, states_[place]));
  }
  /// The place where so much damage of a step leads.
  std::size_t reached(std::size_t step, std::size_t place, int damage) {
    const int state = states_[place];
    const std::size_t way = sequence_.way(step);
    const int counts = std::min(damage, target_.greatest(state, way));
    target_.find(state, counts, way);
    return place_of(target_.after(state, counts, way));
  }

  /// Makes known what a step does in the places where the target still stands.
  void find(const PlannedStep& planned, const std::vector<std::size_t>& places) {
    std::vector<std::optional<Law>>& laws = laws_[planned];
    if (laws.size() < states_.size()) laws.resize(states_.size());
    std::vector<std::size_t> missing;
    for (const std::size_t place : places) {
      if (!gone(place) && !laws[place]) missing.push_back(place);
    }
    std::vector<Law> found(missing.size());
    in_parallel(
        missing.size(), [&](std::size_t i) { work_out(planned, states_[missing[i]], found[i]); },
        missing.size() > 1);
    // States get their numbers from one thread, in the order of the places.
    for (std::size_t i = 0; i < missing.size(); ++i) {
      spend(per_state);
      follow(planned.step, missing[i], found[i]);
      laws[missing[i]] = std::move(found[i]);
    }
  }

  /// Must have been found.
  const Law& of(const PlannedStep& planned, std::size_t place) const {
    return *laws_.find(planned)->second[place];
  }

 private:
  std::size_t place_of(int state) {
    const auto [known, is_new] = place_of_.try_emplace(state, states_.size());
    if (is_new) states_.push_back(state);
    return known->second;
  }

  void work_out(const PlannedStep& planned, int state, Law& law) const {
    if (const Amount* damage = sequence_.ability(planned.step)) {
      law.fight = of_ability(*damage, state);
      return;
    }
    const auto fights = sequence_.fight(planned, target_, state);
    if (!fights) return;
    law.fight = fight(AnyFight(*fights), lineups_);
    law.fight->joint_damage.reset();  // large, and nobody asks for it
    if (!fights->any().casualties.defender.falling().then.empty()) {
      law.in_two_orders = DamageLaws<typename System::Fight>(lineups_).each_of(*fights).attacker;
    }
  }

  FightAnswer of_ability(const Amount& amount, int state) const {
    FightAnswer answer = begin_answer(typename System::Fight{});
    for (const Side side : both_sides) answer.deals[side].reported.resize(answer.reports.size());
    Deals& deals = answer.deals.attacker;
    const Figures target = sequence_.target_in(target_, state);
    deals.damage = law_of(amount, sequence_.counted(amount.most(), target_, state));
    add_losses(deals, target.casualties, target.kinds);
    return answer;
  }

  /// Fills in where the damage of a law leads.
  void follow(std::size_t step, std::size_t place, Law& law) {
    if (!law.fight) {
      law.to = {{place, 1.0}};
      return;
    }
    const int state = states_[place];
    const Distribution& damage =
        law.in_two_orders ? *law.in_two_orders : law.fight->deals.attacker.damage;
    const std::size_t way = sequence_.way(step);
    target_.find(state, damage.max(), way);
    // From the small end, as P(at least so much damage) is added up.
    for (int dealt = damage.max(); dealt >= 0; --dealt) {
      const double p = damage.probability(dealt);
      if (p == 0) continue;
      const std::size_t to = place_of(target_.after(state, dealt, way));
      if (law.to.empty() || law.to.back().first != to) law.to.emplace_back(to, 0.0);
      law.to.back().second += p;
    }
    entries_ += law.to.size() + static_cast<std::size_t>(law.fight->deals.defender.damage.max());
    constexpr std::size_t most_entries = 150'000'000;
    if (entries_ > most_entries) {
      throw TooLarge(
          "the laws of all steps of this sequence do not fit into memory; take --engine sim or "
          "auto");
    }
    constexpr WorkUnits per_entry = 11;
    spend(per_entry * static_cast<WorkUnits>(damage.max() + 1));
    const Distribution& back = law.fight->deals.defender.damage;
    const std::vector<int> lost = sequence_.hit_points_lost(step, back.max());
    for (int dealt = back.max(); dealt > 0; --dealt) {
      const auto felt = std::min(static_cast<std::size_t>(dealt), lost.size() - 1);
      law.hit_points_lost += back.probability(dealt) * lost[felt];
    }
  }

  const Sequence<System>& sequence_;
  SideStates target_;
  LineupCache* lineups_;
  std::vector<int> states_;  ///< by place
  std::map<int, std::size_t> place_of_;
  std::map<PlannedStep, std::vector<std::optional<Law>>> laws_;  ///< by place
  std::size_t entries_ = 0;                                      ///< in those
};

/// Where the target of a sequence may be, before or after a step.
struct Whereabouts {
  Spread standing;  ///< places; those in which nobody is left among them
  Spread away;      ///< it has retreated with somebody left

  void clear() {
    standing.clear();
    away.clear();
  }
};

/// What a step has brought besides where the target is.
struct StepSums {
  double needed = 0;
  double idle = 0;  ///< the target was gone or away before
  double hit_points_lost = 0;
};

/// Takes one step: from where the target was to where it is then. Calls each(law, probability) for
/// every state of the target in which it is needed.
template <class System, class Each>
StepSums take(const Sequence<System>& sequence, StepLaws<System>& laws, const PlannedStep& planned,
              const Whereabouts& before, Whereabouts& after, Each&& each) {
  laws.find(planned, before.standing.states());
  StepSums sums;
  after.clear();
  after.standing.reserve(laws.places());
  after.away.reserve(laws.places());
  const bool ends = sequence.ends(planned.step);
  for (const std::size_t place : before.away.states()) {
    after.away.add(place, before.away[place]);
    sums.idle += before.away[place];
  }
  for (const std::size_t place : before.standing.states()) {
    const double p = before.standing[place];
    if (laws.gone(place)) {
      after.standing.add(place, p);
      sums.idle += p;
      continue;
    }
    const auto& law = laws.of(planned, place);
    spend(per_state / 10 + law.to.size());
    sums.needed += p;
    sums.hit_points_lost += p * law.hit_points_lost;
    for (const auto& [to, weight] : law.to) {
      const bool moved_away = ends && law.fight && !laws.gone(to);
      (moved_away ? after.away : after.standing).add(to, p * weight);
    }
    each(law, p);
  }
  return sums;
}

}  // namespace warodds::exact
