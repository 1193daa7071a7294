// The facts of one outcome of a sequence, step by step: from what the fight of each has come to,
// and how the target stands after it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/event.h"
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
      : points_(points_in(sequence)),
        opening_(sequence.target().standing_by_rank(sequence.target().opening())),
        steps_(sequence.size()) {
    for (std::size_t step = 0; step < steps_.size(); ++step) {
      const PointsLost of_step({{sequence.attacker(step).ranks()}, {}});
      steps_[step].attacker_has_points = of_step.any(Side::attacker);
    }
    for (std::size_t place = 0; place < facts.size(); ++place) add(facts[place], place);
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

  /// What the fight of a step is asked, as of a fight alone; points keep their step.
  const std::vector<OutcomeFact>& of_fight(std::size_t step) const { return steps_[step].of_fight; }

  /// How things stand after a step.
  struct After {
    bool needed = false, takes_place = false;
    int standing = 0;  ///< figures of the target
    bool gone = false, away = false;
    double lost = 0;  ///< by the target, in points (lost_by())
  };
  /// What the target has lost in one of its states, where that is asked for.
  double lost_by(const SideStates& target, int state) const {
    if (!counts_target_) return 0;
    return points_.points(points_.lost(Side::defender, opening_, target.standing_by_rank(state)));
  }

  /// Adds what a step has come to. `told`: of of_fight(), or nothing, where it did not take place.
  void add(std::size_t step, std::span<const double> told, const After& after,
           std::span<double> values) const {
    const OfStep& of = steps_[step];
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
    std::vector<std::pair<std::size_t, Kind>> stands;
    bool attacker_has_points = false;
  };

  void add(const OutcomeFact& fact, std::size_t place) {
    if (fact.step > static_cast<int>(steps_.size())) {
      throw InputError(fmt::format("{}: the last step is step[{}]", name_of(fact), steps_.size()));
    }
    if (is_of_points(fact)) require_points(fact, points_);
    if (is_of_points(fact) && fact.step == 0) return add_points(fact, place);
    const std::size_t first = fact.step > 0 ? static_cast<std::size_t>(fact.step) - 1 : 0;
    const std::size_t end = fact.step > 0 ? first + 1 : steps_.size();
    const bool is_of_target = fact.kind == Kind::destroyed && fact.side == Side::defender;
    if (is_of_target || fact.kind == Kind::survivors || fact.kind == Kind::needed ||
        fact.kind == Kind::takes_place || fact.kind == Kind::moved_away) {
      steps_[end - 1].stands.emplace_back(place, fact.kind);
      return;
    }
    OutcomeFact of_fight = fact;
    if (!is_of_points(fact)) of_fight.step = OutcomeFact::no_step;
    for (std::size_t step = first; step < end; ++step) {
      steps_[step].of_fight.push_back(of_fight);
      steps_[step].places.push_back({place, is_of_points(fact) ? 1 : 0});
    }
  }

  /// Of all steps together: what the target has lost shows in the state that it is in at the end.
  void add_points(const OutcomeFact& fact, std::size_t place) {
    const OutcomeFact of_attacker{Kind::points_lost, Side::attacker, {}, {}, fact.step};
    const int counts = share_in(fact, Side::attacker);
    for (OfStep& step : steps_) {
      if (counts == 0 || !step.attacker_has_points) continue;
      step.of_fight.push_back(of_attacker);
      step.places.push_back({place, counts});
    }
    if (share_in(fact, Side::defender) == 0) return;
    counts_target_ = true;
    steps_.back().stands.emplace_back(place, Kind::points_lost);
  }

  PointsLost points_;
  std::vector<int> opening_;  ///< figures of the target, by rank
  bool counts_target_ = false;
  std::vector<OfStep> steps_;
};

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

/// What is told of an ability that deals damage: it has no dice of its own, and nobody answers it.
class AbilityOutcome {
 public:
  /// `target`: as it stands; `most`: it deals no more. Throws NoAnswer where there is no such
  /// group.
  AbilityOutcome(const std::vector<OutcomeFact>& facts, const Figures& target, int most)
      : values_(facts.size(), 0),
        outcome_(known(facts), {{}, target.casualties}, {{}, target.kinds}, {}, {most, 0}) {}

  const std::vector<double>& tell(int damage) {
    outcome_.tell({damage, 0}, {}, told_);
    for (std::size_t i = 0; i < told_.size(); ++i) values_[places_[i]] = told_[i];
    return values_;
  }

 private:
  std::vector<OutcomeFact> known(const std::vector<OutcomeFact>& facts) {
    std::vector<OutcomeFact> known;
    for (std::size_t place = 0; place < facts.size(); ++place) {
      using Kind = OutcomeFact::Kind;
      const Kind kind = facts[place].kind;
      const bool is_of_loser = kind == Kind::points_lost || kind == Kind::destroyed;
      const Side dealt_by = is_of_loser ? Side::defender : Side::attacker;
      if (facts[place].side != dealt_by || kind == Kind::report) continue;
      known.push_back(facts[place]);
      places_.push_back(place);
    }
    return known;
  }

  std::vector<std::size_t> places_;
  std::vector<double> values_, told_;
  FightOutcome outcome_;
};

}  // namespace warodds
