// The facts of one outcome of a sequence, step by step: from what the fight of each has come to,
// and how the target stands after it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/answer/points_lost.h"
#include "core/play/sequence.h"
#include "core/rules/fight.h"
#include "core/text/error.h"

namespace warodds {

class SequenceOutcome {
 public:
  /// Throws InputError where there is no such step, NoAnswer where nobody has points that a fact
  /// counts.
  template <class System>
  SequenceOutcome(const std::vector<OutcomeFact>& facts, const Sequence<System>& sequence)
      : size_(sequence.size()), points_({}) {
    if (std::any_of(facts.begin(), facts.end(),
                    [](const auto& one) { return is_of_points(one); })) {
      points_ = points_in(sequence);
      opening_ = sequence.target().standing_by_rank(sequence.target().opening());
    }
    const auto has_points = [&](std::size_t step) {
      return PointsLost({{sequence.attacker(step).ranks()}, {}}).any(Side::attacker);
    };
    for (std::size_t place = 0; place < facts.size(); ++place) {
      add(facts[place], place, has_points);
    }
    for (auto& [step, of] : steps_) {
      const bool needs_nothing = of.needs.of_damage() && !of.needs.damage.defender;
      if (step < last() || of.leads || needs_nothing) of.needs.damage.attacker = true;
    }
  }

  /// What the figures of all attackers cost, step by step, and those of the target.
  template <class System>
  static PointsLost points_in(const Sequence<System>& sequence) {
    PerSide<std::vector<std::vector<Rank>>> units;
    for (std::size_t step = 0; step < sequence.size(); ++step) {
      units.attacker.push_back(sequence.attacker(step).ranks());
    }
    units.defender.push_back(sequence.target().ranks());
    return PointsLost(units);
  }

  /// The steps of which something is told, in the order in which they are given.
  std::size_t first() const { return steps_.empty() ? 0 : steps_.begin()->first; }
  std::size_t last() const { return steps_.empty() ? 0 : steps_.rbegin()->first; }
  /// Whether it is one, and one number of its fight is enough (FightNeeds::of_one).
  bool is_marginal() const { return first() == last() && needs(first()).of_one(); }
  /// What the fight of a step is asked, as of a fight alone; points keep their step.
  const std::vector<OutcomeFact>& of_fight(std::size_t step) const { return of(step).of_fight; }
  /// What must be known of it; where it leads is the attacker's damage.
  const FightNeeds& needs(std::size_t step) const { return of(step).needs; }

  /// How things stand after a step.
  struct After {
    bool needed = false, takes_place = false;
    int standing = 0;  ///< figures of the target
    bool gone = false, away = false;
    double lost = 0;  ///< by the target, in points (lost_by())
  };
  /// The same where the target stands, or has moved away, in one of its states.
  After after(const SideStates& target, int state, bool away) const {
    return {.standing = target.standing(state),
            .gone = target.gone(state),
            .away = away,
            .lost = lost_by(target, state)};
  }
  /// What the target has lost in one of its states, where that is asked for.
  double lost_by(const SideStates& target, int state) const {
    if (!counts_target_) return 0;
    return points_.points(points_.lost(Side::defender, opening_, target.standing_by_rank(state)));
  }

  /// Adds what a step has come to. `told`: of of_fight(), or nothing, where it did not take place.
  void add(std::size_t step, std::span<const double> told, const After& after,
           std::span<double> values) const {
    const OfStep& of = this->of(step);
    for (std::size_t i = 0; i < told.size(); ++i) {
      const auto& [place, points] = of.places[i];
      values[place] =
          points == 0 ? values[place] + told[i] : points_.sum(values[place], points * told[i]);
    }
    for (const auto& [place, kind] : of.stands) {
      values[place] = kind == Kind::survivors     ? after.standing
                      : kind == Kind::points_lost ? points_.sum(values[place], after.lost)
                      : kind == Kind::destroyed   ? static_cast<int>(after.gone)
                      : kind == Kind::needed      ? static_cast<int>(after.needed)
                      : kind == Kind::takes_place ? static_cast<int>(after.takes_place)
                                                  : static_cast<int>(after.away);
    }
  }

 private:
  using Kind = OutcomeFact::Kind;

  /// Of a fact of a fight, among all facts; how much it counts, where it is of points.
  struct Place {
    std::size_t place;
    int points = 0;
  };
  struct OfStep {
    std::vector<OutcomeFact> of_fight;
    std::vector<Place> places;  ///< of these
    FightNeeds needs;           ///< of these
    std::vector<std::pair<std::size_t, Kind>> stands;
    bool leads = false;  ///< whether these are of the target after the step

    void ask(const OutcomeFact& fact, const Place& to) {
      of_fight.push_back(fact);
      places.push_back(to);
      needs.add(fact);
    }
  };

  const OfStep& of(std::size_t step) const {
    static const OfStep nothing;
    const auto found = steps_.find(step);
    return found == steps_.end() ? nothing : found->second;
  }

  template <class HasPoints>
  void add(const OutcomeFact& fact, std::size_t place, const HasPoints& has_points) {
    if (fact.step > static_cast<int>(size_)) {
      throw InputError(fmt::format("{}: the last step is step[{}]", name_of(fact), size_));
    }
    if (is_of_points(fact)) require_points(fact, points_);
    if (is_of_points(fact) && fact.step == 0) return add_points(fact, place, has_points);
    const std::size_t first = fact.step > 0 ? static_cast<std::size_t>(fact.step) - 1 : 0;
    const std::size_t end = fact.step > 0 ? first + 1 : size_;
    const bool is_of_target = fact.kind == Kind::destroyed && fact.side == Side::defender;
    const bool is_before = fact.kind == Kind::needed || fact.kind == Kind::takes_place;
    if (is_of_target || is_before || fact.kind == Kind::survivors ||
        fact.kind == Kind::moved_away) {
      OfStep& step = steps_[end - 1];
      step.stands.emplace_back(place, fact.kind);
      step.leads = step.leads || !is_before;
      return;
    }
    OutcomeFact of_fight = fact;
    if (!is_of_points(fact)) of_fight.step = OutcomeFact::no_step;
    for (std::size_t step = first; step < end; ++step) {
      steps_[step].ask(of_fight, {place, is_of_points(fact) ? 1 : 0});
    }
  }

  /// Of all steps together: what the target has lost shows in the state that it is in at the end.
  template <class HasPoints>
  void add_points(const OutcomeFact& fact, std::size_t place, const HasPoints& has_points) {
    const OutcomeFact of_attacker{Kind::points_lost, Side::attacker, {}, {}, fact.step};
    const int counts = share_in(fact, Side::attacker);
    for (std::size_t step = 0; counts != 0 && step < size_; ++step) {
      if (has_points(step)) steps_[step].ask(of_attacker, {place, counts});
    }
    if (share_in(fact, Side::defender) == 0) return;
    counts_target_ = true;
    OfStep& end = steps_[size_ - 1];
    end.stands.emplace_back(place, Kind::points_lost);
    end.leads = true;
  }

  std::size_t size_;
  PointsLost points_;
  std::vector<int> opening_;  ///< figures of the target, by rank
  bool counts_target_ = false;
  std::map<std::size_t, OfStep> steps_;  ///< those of which something is told
};

/// Laws that are told together: those of one step that follow from the same number of its fight
/// (is_marginal); any other by itself.
struct SequenceLaws {
  std::vector<std::size_t> places;  ///< among those asked for
  Observer observer;
  SequenceOutcome outcome;
};
/// Throws InputError and NoAnswer.
template <class System>
std::vector<SequenceLaws> by_step(const std::vector<AskedLaw>& asked,
                                  const Sequence<System>& sequence) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::pair<std::size_t, FightNeeds>, std::size_t> known;
  for (std::size_t place = 0; place < asked.size(); ++place) {
    const SequenceOutcome of(Observer({asked[place]}).facts(), sequence);
    std::size_t group = groups.size();
    if (of.is_marginal()) {
      group = known.try_emplace({of.first(), of.needs(of.first())}, group).first->second;
    }
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(place);
  }
  std::vector<SequenceLaws> laws;
  for (std::vector<std::size_t>& places : groups) {
    std::vector<AskedLaw> of_group;
    for (const std::size_t place : places) of_group.push_back(asked[place]);
    Observer observer(std::move(of_group));
    SequenceOutcome outcome(observer.facts(), sequence);
    laws.push_back({std::move(places), std::move(observer), std::move(outcome)});
  }
  return laws;
}

/// How many sums of points attackers can lose at most, one after the other.
class SumsOfPoints {
 public:
  /// One attacker more. `points`: its own are those of the unit `step`.
  void add(const PointsLost& points, std::size_t step, const Casualties& attacker) {
    const std::vector<int> all = attacker.survivors(0);
    std::vector<int> but_one = all;
    double ways = 1;
    long long part = 0, sum = 0;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      if (all[rank] == 0) continue;
      --but_one[rank];
      const long long parts = points.lost(Side::attacker, all, but_one, step);
      ++but_one[rank];
      if (parts == 0) continue;
      ways *= all[rank] + 1.0;
      part = std::gcd(part, parts);
      sum += parts * all[rank];
    }
    const long long most_parts = part == 0 ? 0 : sum / part;
    of_step_ = std::min(ways, static_cast<double>(most_parts) + 1);
    part_ = std::gcd(part_, part);
    sum_ += sum;
    so_far_ *= of_step_;
    if (part_ == 0) return;
    const long long most_so_far = sum_ / part_;
    so_far_ = std::min(so_far_, static_cast<double>(most_so_far) + 1);
  }

  double of_step() const { return of_step_; }
  double so_far() const { return so_far_; }

 private:
  long long part_ = 0, sum_ = 0;
  double of_step_ = 1, so_far_ = 1;
};

}  // namespace warodds
