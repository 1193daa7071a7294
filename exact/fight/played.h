// One fight, played: how likely its damage and its reports are, and the laws that follow from them.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/rules/bounds.h"
#include "core/rules/fight.h"
#include "core/threads/patience.h"
#include "exact/fight/outcomes.h"
#include "exact/fight/play.h"

namespace warodds::exact {

/// How likely the damage of each side is, and each report of the stages, each by itself.
template <class System>
struct Marginals {
  PerSide<Eigen::VectorXd> damage;
  /// Nothing of one that has never been made: it is 0.
  PerSide<std::array<std::vector<double>, System::reports.size()>> reported;

  void add_reported(Side side, std::size_t what, int value, double p) {
    std::vector<double>& of = reported[side][what];
    const auto place = static_cast<std::size_t>(value);
    if (of.size() <= place) of.resize(place + 1, 0.0);
    of[place] += p;
  }

  /// Adds so much of others: of the fights that an attack may turn out to be.
  void add(const Marginals& other, double weight) {
    for (const Side side : both_sides) {
      Eigen::VectorXd& to = damage[side];
      const Eigen::VectorXd& from = other.damage[side];
      if (to.size() < from.size()) {
        const auto known = to.size();
        to.conservativeResize(from.size());
        to.tail(from.size() - known).setZero();
      }
      to.head(from.size()) += weight * from;
      for (std::size_t what = 0; what < System::reports.size(); ++what) {
        const std::vector<double> law = other.law_of(side, what);
        for (std::size_t value = 0; value < law.size(); ++value) {
          add_reported(side, what, static_cast<int>(value), weight * law[value]);
        }
      }
    }
  }

  /// Calls each(damage, reported, p) for all of the one number that is enough (FightNeeds::of_one).
  template <class Each>
  void for_each(const FightNeeds& needs, const FightOutcome& outcome, const Each& each) const {
    if (!needs.of_report()) return needs.for_each(damage[needs.dealer()], each);
    const FightOutcome::Report& report = outcome.reports().front();
    needs.for_each(law_of(report.side, static_cast<std::size_t>(report.what)), each);
  }
  /// What a group of laws is of which that is so.
  void tell(FightLaws& group, const FightFacts& fight, std::vector<LawSums<double>>& all) const {
    const FightOutcome outcome(group.observer.facts(), fight.casualties, fight.kinds,
                               System::reports, most());
    std::vector<LawSums<double>> sums;
    std::vector<double> values;
    for_each(group, outcome, [&](const PerSide<int>& dealt, std::span<const int> report, double p) {
      outcome.tell(dealt, report, values);
      group.observer.add(values, p, sums);
    });
    for (std::size_t i = 0; i < sums.size(); ++i) all[group.places[i]].add(sums[i]);
  }

  std::vector<double> law_of(Side side, std::size_t what) const {
    const std::vector<double>& of = reported[side][what];
    return of.empty() ? std::vector<double>{1.0} : of;
  }
  /// The most that each side deals.
  PerSide<int> most() const {
    return {static_cast<int>(damage.attacker.size()) - 1,
            static_cast<int>(damage.defender.size()) - 1};
  }
};

template <class Fight>
class Played {
 public:
  using System = typename Fight::System;

  Played(const Fight& fight, LineupCache* lineups) : fight_(fight), paths_(lineups) {
    const auto tracks = System::template tracks<Paths>(fight);
    const auto bounds_tracks = System::template tracks<BoundsChance>(fight);
    alone_.damage = {Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1)};
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      States states = play(fight_, tracks[i], bounds_tracks[i], paths_,
                           [&](Side side, int what, int value, double p) {
                             alone_.add_reported(side, static_cast<std::size_t>(what), value, p);
                           });
      for (const Side side : both_sides) {  // each is dealt by one track
        if (states.bounds().damage[side].most() == 0) continue;
        alone_.damage[side] = damage_of(states, side);
      }
      // A single track may tie the two sides' damage together.
      if (tracks.size() == 1) together_ = std::move(states);
    }
  }

  /// What so much damage comes to: it may be told as numbers of two attacks (pursued).
  int amount(Side side, const PerSide<int>& damage) const {
    return fight_.casualties[enemy_of(side)].amount(damage[side]);
  }
  int most_amount(Side side) const {
    const int most = alone_.most()[side];
    const Casualties& target = fight_.casualties[enemy_of(side)];
    return target.falling().then.empty() ? most : std::min(most, target.left());
  }
  /// Calls each(damage, p) for what both sides can deal together.
  template <class Each>
  void for_each(const Each& each) const {
    if (together_) {
      together_->for_each([&](const Exchange<int>& state, double p) { each(state.damage, p); });
      return;
    }
    const PerSide<Eigen::VectorXd>& damage = alone_.damage;
    for (int a = 0; a < damage.attacker.size(); ++a) {
      for (int d = 0; d < damage.defender.size(); ++d) {
        const double p = damage.attacker[a] * damage.defender[d];
        if (p > 0) each(PerSide<int>{a, d}, p);
      }
    }
  }
  /// Calls each(damage, reported, p) for what the fight comes to, where one number is not enough.
  template <class Each>
  void for_each(const FightNeeds& needs, const FightOutcome& outcome, const Each& each) {
    if (needs.of_damage()) {
      return for_each([&](const PerSide<int>& damage, double p) { each(damage, {}, p); });
    }
    for (const auto& [dealt, p] : play_and_recall(fight_, paths_, outcome.reports())) {
      each(dealt.damage, dealt.reported, p);
    }
  }

  const Marginals<System>& alone() const { return alone_; }

  /// Adds so much of what a group of laws is, that does not follow from one marginal.
  void tell(FightLaws& group, double weight, std::vector<LawSums<double>>& all) {
    const FightOutcome outcome(group.observer.facts(), fight_.casualties, fight_.kinds,
                               System::reports, alone_.most());
    std::vector<LawSums<double>> sums;
    std::vector<double> values;
    const auto tell = [&](const PerSide<int>& damage, std::span<const int> reported, double p) {
      spend(per_outcome);
      outcome.tell(damage, reported, values);
      group.observer.add(values, weight * p, sums);
    };
    if (!group.of_damage() || together_) {
      for_each(group, outcome, tell);
    } else {
      const auto of_attacker = told_apart(Side::attacker, outcome);
      const auto of_defender = told_apart(Side::defender, outcome);
      for (const auto& [a, p] : of_attacker) {
        for (const auto& [d, q] : of_defender) {
          if (p * q > 0) tell({a, d}, {}, p * q);
        }
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) all[group.places[i]].add(sums[i]);
  }

 private:
  /// The damage of a side, that which tells the same together: one of these, and how likely.
  std::vector<std::pair<int, double>> told_apart(Side side, const FightOutcome& outcome) const {
    std::map<std::vector<double>, std::pair<int, double>> by_told;
    std::vector<double> told;
    for (int k = alone_.most()[side]; k >= 0; --k) {
      PerSide<int> damage;
      damage[side] = k;
      outcome.tell(damage, {}, told);
      const auto [place, is_new] = by_told.try_emplace(told, k, 0.0);
      place->second.second += alone_.damage[side][k];
    }
    std::vector<std::pair<int, double>> apart;
    for (const auto& [values, one] : by_told) apart.push_back(one);
    return apart;
  }

  const Fight& fight_;
  Paths paths_;
  Marginals<System> alone_;
  std::optional<States> together_;  ///< both sides' damage, where they are tied together
};

}  // namespace warodds::exact
