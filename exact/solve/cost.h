// How long battles of several units take, from how many places they come to and how much each fight
// may lead to. Rather too long than too short.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "core/play/round.h"
#include "exact/cost/cost.h"

namespace warodds::exact {

template <class System>
class ArmyCost {
 public:
  explicit ArmyCost(const Battle<System>& battle) : battle_(battle) { look_at_fights(); }

  /// Infinite where it would not fit into memory. `laws`: of outcomes, which are asked for besides.
  double seconds(int rounds, const std::vector<AskedLaw>& laws) {
    const double a = states_of(Side::attacker), d = states_of(Side::defender);
    const bool best =
        battle_.conduct(Side::attacker).is_best() || battle_.conduct(Side::defender).is_best();
    // In how many ways units may have acted in the middle of a round, roughly.
    const double ways = std::pow(2.0, battle_.size(Side::attacker) + battle_.size(Side::defender));
    const double marks = best ? ways : fights_ * (order_left_open() ? ways / 4 : 1);
    const double rounds_kept = best && rounds > 0 ? rounds + 1 : 1;
    constexpr double bytes_of_place = 64, bytes_of_best = 60, most_bytes = 3e9;
    const double bytes = best ? bytes_of_best * rounds_kept * marks : bytes_of_place;
    if (a * d * bytes > most_bytes) return std::numeric_limits<double>::infinity();
    // Few units are as strong in the middle of a battle as at its beginning.
    constexpr double of_best_outcome = 40e-9, of_few = 0.4;
    const double outcomes = 1 + of_few * outcomes_;
    const double stepped = rounds > 0 ? std::min<double>(rounds, rounds_) : rounds_;
    const double forward =
        cost::OfForward{a * d, marks, outcomes, rounds_}.seconds(rounds, best && rounds > 0);
    const double backward = best ? a * d * marks * outcomes * of_best_outcome : 0;
    // Many units in one fight make many fights.
    constexpr double of_joined_fights = 45e-6;
    const double found = JoinsFights<System> ? a * d * of_joined_fights : 0;
    return 1e-3 + laws_ + found + forward + backward + seconds_of_laws(a, d, rounds, stepped, laws);
  }

 private:
  /// Battles end with one side gone, but those that are broken off; each end is told to each law,
  /// of laws that ask when it was in every round.
  double seconds_of_laws(double a, double d, int rounds, double stepped,
                         const std::vector<AskedLaw>& laws) const {
    constexpr double of_end = 0.5e-6, bytes_of_outcome = 150, most_bytes = 1.5e9;
    const double ends = rounds > 0 || battle_.can_halt() ? a * d : a + d;
    double seconds = 0, bytes = 0;
    for (const AskedLaw& law : laws) {
      const bool of_rounds = BattleOutcome(Observer({law}).facts(), battle_).needs_rounds();
      const double told = ends + (of_rounds ? stepped * (a + d) : 0);
      double values = 1;  // that the columns may have together, at most
      for (const OutcomeColumn& column : law.columns) {
        const auto* const fact = std::get_if<OutcomeFact>(&column);
        values *= fact == nullptr ? 2
                  : fact->kind == OutcomeFact::Kind::rounds
                      ? stepped
                      : 1 + hit_points_.attacker + hit_points_.defender;
      }
      seconds += of_end * told;
      bytes += bytes_of_outcome * std::min(values, told);
    }
    return bytes > most_bytes ? std::numeric_limits<double>::infinity() : seconds;
  }

  bool order_left_open() const {
    for (const Side side : both_sides) {
      const Conduct& conduct = battle_.conduct(side);
      if (conduct.activate == Activation::random || conduct.targets == Targeting::random ||
          conduct.targets == Targeting::spread) {
        return true;
      }
    }
    return false;
  }

  /// What each pair of units deals as the battle begins: by its law, or, where many laws would take
  /// long themselves, by what it can be at most, with a mean of 0: battles are long then.
  void look_at_fights() {
    constexpr double most_looked_at = 1;  // seconds
    Round<System> round(battle_);
    round.set_phase(0);
    const BattleState opening = round.opening();
    DamageLaws<typename System::Fight> laws;
    PerSide<double> mean;  // damage that a side suffers in a fight
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        hit_points_[side] += round.hit_points(opening, side, unit);
      }
      most_[side].assign(static_cast<std::size_t>(battle_.size(side)), 0);
    }
    double looked_at = 0, fights = 0;
    for (const Side by : both_sides) {
      for (int a = 0; a < battle_.size(Side::attacker); ++a) {
        for (int d = 0; d < battle_.size(Side::defender); ++d, ++fights) {
          Combat combat;
          combat.by = AttacksBack<System> || JoinsFights<System> ? by : Side::attacker;
          combat.units = {UnitSet::of(a), UnitSet::of(d)};
          combat.by_unit = combat.by == Side::attacker ? a : d;
          const auto found = round.fights(combat, opening);
          if (!found) continue;
          const cost::OfFight bounds = cost::of_fight(*found);
          const bool is_short = looked_at + bounds.seconds() <= most_looked_at;
          (is_short ? looked_at : laws_) += bounds.seconds();
          PerSide<int> most;
          for (const Side side : both_sides) {
            const int unit = side == Side::attacker ? a : d;
            most[side] = std::min(round.hit_points(opening, side, unit),
                                  bounds.damage[in_role(enemy_of(side), combat.by)]);
            int& of_unit = most_[side][static_cast<std::size_t>(unit)];
            of_unit = std::max(of_unit, most[side]);
          }
          outcomes_ = std::max(outcomes_, (most.attacker + 1.0) * (most.defender + 1.0));
          // In an exchange whoever is activated is as good as attacked.
          if (most[combat.by] > 0 || !AttacksBack<System>) suffers_itself_[by] = true;
          if (!is_short) {
            laws_ += bounds.seconds() * states(Side::attacker, a) * states(Side::defender, d);
            continue;
          }
          const DamageLaw law = laws.of(*found);
          for (const Side side : both_sides) {
            const Side role = in_role(enemy_of(side), combat.by);
            Eigen::VectorXd of_role = law.each[role];
            if (law.together && role == Side::attacker) of_role = law.together->rowwise().sum();
            if (law.together && role == Side::defender) {
              of_role = law.together->colwise().sum().transpose();
            }
            for (Eigen::Index damage = 0; damage < of_role.size(); ++damage) {
              mean[side] +=
                  of_role[damage] * static_cast<double>(std::min<Eigen::Index>(damage, most[side]));
            }
          }
        }
      }
    }
    const double all = battle_.size(Side::attacker) + battle_.size(Side::defender);
    fights_ = JoinsFights<System> ? all / 2 : all;
    // Until one side is gone, and the tail of it; the strongest fights come first.
    rounds_ = cost::most_rounds;
    for (const Side side : both_sides) {
      const double of_round = mean[side] / fights * fights_ / 2;
      if (of_round > 0) {
        rounds_ = std::min(rounds_, cost::rounds_of_mean * hit_points_[side] / of_round);
      }
    }
    rounds_ = std::max(rounds_, cost::least_rounds);
  }

  double states(Side side, int unit) const {
    const auto place = static_cast<std::size_t>(unit);
    return battle_.states()[side][place].size(most_[side][place] * battle_.size(enemy_of(side)));
  }
  /// Of how many losses of a side a battle comes to, at most.
  double states_of(Side side) const {
    double all = 1;
    for (int unit = 0; unit < battle_.size(side); ++unit) all *= states(side, unit);
    constexpr double few = 1000;
    const Conduct& enemy = battle_.conduct(enemy_of(side));
    const bool any = enemy.targets == Targeting::spread || enemy.targets == Targeting::random ||
                     enemy.is_best() || !enemy.pins.empty();
    return all <= few || any || suffers_itself_[side] ? all
                                                      : std::min(all, states_of_targets(side));
  }
  /// The same where only who is attacked suffers, and the enemy goes at one of them at a time.
  double states_of_targets(Side side) const {
    constexpr std::size_t most = 20'000;
    const Targeting by = battle_.conduct(enemy_of(side)).targets;
    std::vector<int> left;  // hit points
    for (const SideStates& states : battle_.states()[side]) {
      left.push_back(states.left(states.opening()));
    }
    std::set<std::vector<int>> found{left};
    std::vector<std::vector<int>> open{left};
    while (!open.empty() && found.size() < most) {
      const std::vector<int> here = open.back();
      open.pop_back();
      std::size_t target = here.size();
      for (std::size_t unit = 0; unit < here.size(); ++unit) {
        if (here[unit] == 0) continue;
        const bool first = target == here.size();
        if (first || (by == Targeting::weakest && here[unit] < here[target]) ||
            (by == Targeting::strongest && here[unit] > here[target])) {
          target = unit;
        }
      }
      if (target == here.size()) continue;
      for (int damage = 1; damage <= std::min(here[target], most_[side][target]); ++damage) {
        std::vector<int> then = here;
        then[target] -= damage;
        if (found.insert(then).second) open.push_back(then);
      }
    }
    return static_cast<double>(found.size());
  }

  const Battle<System>& battle_;
  double outcomes_ = 1;  ///< of a fight
  double fights_ = 1;    ///< of a round
  double rounds_ = 5;
  double laws_ = 0;  ///< seconds for those of fights that were not looked at
  PerSide<int> hit_points_;
  PerSide<std::vector<int>> most_;  ///< damage that a unit suffers in one fight
  PerSide<bool> suffers_itself_;    ///< a unit that attacks
};

}  // namespace warodds::exact
