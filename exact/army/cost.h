// How long battles of several units take: by how many states they come to, and how much each fight
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
#include "core/play/army_battle.h"
#include "core/play/army_round.h"
#include "exact/army/moments.h"
#include "exact/cost/cost.h"

namespace warodds::exact {

template <class System>
class ArmyCost {
 public:
  explicit ArmyCost(const ArmyBattle<System>& battle) : battle_(battle), moments_(battle, nullptr) {
    moments_.set_phase(0);
    look_at_first_fights();
  }

  /// Infinite where it would not fit into memory. `laws`: of outcomes, which are asked for besides.
  double seconds(int rounds, const std::vector<AskedLaw>& laws) {
    return laws_ + seconds_of_battle(rounds) + seconds_of_laws(rounds, laws);
  }

 private:
  double seconds_of_battle(int rounds) {
    const double states = states_of(Side::attacker) * states_of(Side::defender);
    const bool best =
        battle_.conduct(Side::attacker).is_best() || battle_.conduct(Side::defender).is_best();
    const double marks = best ? ways_to_act() : order_left_open() ? ways_to_act() / 2 : 2;
    constexpr double bytes_of_state = 8, bytes_of_best = 80, most_bytes = 3e9;
    if (states * marks * (best ? bytes_of_best : bytes_of_state) > most_bytes) {
      return std::numeric_limits<double>::infinity();
    }
    // Few units are as strong in the middle of a battle as at its beginning.
    constexpr double of_outcomes = 0.4;
    const double outcomes = 1 + of_outcomes * outcomes_;
    if (best) {
      constexpr double of_outcome = 60e-9, of_moment = 1e-6;
      const double times = rounds > 0 ? rounds : 1;
      return 1e-3 + states * marks * (of_moment + of_outcome * outcomes) * times;
    }
    constexpr double of_outcome = 0.8e-9, of_fight = 15e-9, of_state_found = 0.4e-6;
    const double times = rounds > 0 ? std::min<double>(rounds, rounds_) : rounds_;
    const double open = order_left_open() ? marks / 2 : 1;
    // Many units in one fight make many fights.
    constexpr double of_joined_fights = 45e-6;
    const double found = JoinsFights<System> ? of_joined_fights : of_state_found;
    return 1e-3 + states * (found + open * times * fights_ * (of_fight + of_outcome * outcomes));
  }

  /// Battles end with one side gone, but those that are broken off; each end is told to each law,
  /// of laws that ask when it was in every round.
  double seconds_of_laws(int rounds, const std::vector<AskedLaw>& laws) {
    constexpr double of_end = 0.5e-6, bytes_of_outcome = 150, most_bytes = 1.5e9;
    const double a = states_of(Side::attacker), d = states_of(Side::defender);
    const double ends = rounds > 0 || battle_.can_halt() ? a * d : a + d;
    const double times = rounds > 0 ? std::min<double>(rounds, rounds_) : rounds_;
    double seconds = 0, bytes = 0;
    for (const AskedLaw& law : laws) {
      const bool of_rounds = BattleOutcome(Observer({law}).facts(), battle_).needs_rounds();
      const double told = ends + (of_rounds ? times * (a + d) : 0);
      seconds += of_end * told;
      bytes += bytes_of_outcome * std::min(outcomes_of(law.columns, times), told);
    }
    return bytes > most_bytes ? std::numeric_limits<double>::infinity() : seconds;
  }
  /// How many values these columns may have together, at most.
  double outcomes_of(const OutcomeColumns& columns, double rounds) const {
    double all = 1;
    for (const OutcomeColumn& column : columns) {
      const auto* const fact = std::get_if<OutcomeFact>(&column);
      if (fact == nullptr) {
        all *= 2;
        continue;
      }
      double hit_points = 0;
      for (const Side side : both_sides) {
        for (const SideStates& of_unit : battle_.states()[side]) {
          hit_points += of_unit.left(of_unit.opening());
        }
      }
      all *= fact->kind == OutcomeFact::Kind::rounds ? rounds : 1 + hit_points;
    }
    return all;
  }

  /// In how many ways units may have acted in the middle of a round, roughly.
  double ways_to_act() const {
    return std::pow(2.0, battle_.size(Side::attacker) + battle_.size(Side::defender));
  }
  bool order_left_open() const {
    for (const Side side : both_sides) {
      const Conduct& conduct = battle_.conduct(side);
      if (conduct.activate == Activation::random) return true;
      if (conduct.targets == Targeting::random || conduct.targets == Targeting::spread) return true;
    }
    return false;
  }

  /// Damage.
  struct Suffered {
    PerSide<int> most;
    PerSide<double> mean;
  };

  /// What two units suffer in a fight as the battle begins: by its law, or, where many laws would
  /// take long themselves, by what it can be at most, with a mean of 0: battles are long then.
  Suffered suffered_in(const Combat& combat, const PerSide<int>& units, const ArmyState& opening) {
    constexpr double most_looked_at = 1;  // seconds
    const auto fights = moments_.round().fights(combat, opening);
    const cost::OfFight bounds = fights ? cost::of_fight(*fights) : cost::OfFight();
    Suffered suffered;
    if (looked_at_ + bounds.seconds() > most_looked_at) {
      double laws = 1;  // of as many as both may be
      for (const Side side : both_sides) {
        suffered.most[side] = std::min(moments_.round().hit_points(opening, side, units[side]),
                                       bounds.damage[in_role(enemy_of(side), combat.by)]);
        laws *= battle_.states()[side][static_cast<std::size_t>(units[side])].size(
            suffered.most[side] * battle_.size(enemy_of(side)));
      }
      laws_ += bounds.seconds() * laws;
      return suffered;
    }
    looked_at_ += bounds.seconds();
    const Eigen::ArrayXXd law = moments_.law_of(combat, opening).p;
    suffered.most = {static_cast<int>(law.rows()) - 1, static_cast<int>(law.cols()) - 1};
    for (Eigen::Index x = 0; x < law.rows(); ++x) {
      for (Eigen::Index y = 0; y < law.cols(); ++y) {
        suffered.mean.attacker += law(x, y) * static_cast<double>(x);
        suffered.mean.defender += law(x, y) * static_cast<double>(y);
      }
    }
    return suffered;
  }

  /// What each pair of units deals as the battle begins.
  void look_at_first_fights() {
    PerSide<double> mean;  // damage that a side suffers in a fight
    const ArmyState opening = moments_.round().opening();
    PerSide<double> hit_points;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        hit_points[side] += moments_.round().hit_points(opening, side, unit);
      }
      most_[side].assign(static_cast<std::size_t>(battle_.size(side)), 0);
    }
    double fights = 0;
    for (const Side by : both_sides) {
      for (int a = 0; a < battle_.size(Side::attacker); ++a) {
        for (int d = 0; d < battle_.size(Side::defender); ++d) {
          Combat combat;
          combat.by = AttacksBack<System> || JoinsFights<System> ? by : Side::attacker;
          combat.units = {UnitSet::of(a), UnitSet::of(d)};
          combat.by_unit = combat.by == Side::attacker ? a : d;
          const Suffered suffered = suffered_in(combat, {a, d}, opening);
          outcomes_ =
              std::max(outcomes_, (suffered.most.attacker + 1.0) * (suffered.most.defender + 1.0));
          int& most_a = most_.attacker[static_cast<std::size_t>(a)];
          int& most_d = most_.defender[static_cast<std::size_t>(d)];
          most_a = std::max(most_a, suffered.most.attacker);
          most_d = std::max(most_d, suffered.most.defender);
          // In an exchange whoever is activated is as good as attacked.
          if (suffered.most[combat.by] > 0 || !AttacksBack<System>) suffers_itself_[by] = true;
          for (const Side side : both_sides) mean[side] += suffered.mean[side];
          ++fights;
        }
      }
    }
    const double all = battle_.size(Side::attacker) + battle_.size(Side::defender);
    fights_ = JoinsFights<System> ? all / 2 : all;
    // Until one side is gone, and the tail of it; the strongest fights come first.
    constexpr double most_rounds = 400, of_mean = 7;
    double least = most_rounds;
    for (const Side side : both_sides) {
      const double of_round = mean[side] / fights * fights_ / 2;
      if (of_round > 0) least = std::min(least, of_mean * hit_points[side] / of_round);
    }
    rounds_ = std::max(least, 5.0);
  }

  /// Of how many losses of a side a battle comes to, at most.
  double states_of(Side side) const {
    double all = 1;
    for (int unit = 0; unit < battle_.size(side); ++unit) {
      all *= battle_.states()[side][static_cast<std::size_t>(unit)].size(
          most_[side][static_cast<std::size_t>(unit)] * battle_.size(enemy_of(side)));
    }
    constexpr double few = 1000;
    if (all <= few || suffers_itself_[side]) return all;
    return std::min(all, states_of_targets(side));
  }

  /// The same where only who is attacked suffers, and the enemy goes at one of them at a time.
  double states_of_targets(Side side) const {
    constexpr std::size_t most = 20'000;
    const Conduct& enemy = battle_.conduct(enemy_of(side));
    const bool any = enemy.targets == Targeting::spread || enemy.targets == Targeting::random ||
                     enemy.is_best() || !enemy.pins.empty();
    if (any) return std::numeric_limits<double>::infinity();
    std::set<std::vector<int>> found{std::vector<int>()};
    std::vector<int> left;  // hit points
    for (const SideStates& states : battle_.states()[side]) {
      left.push_back(states.left(states.opening()));
    }
    found = {left};
    std::vector<std::vector<int>> open{left};
    while (!open.empty() && found.size() < most) {
      const std::vector<int> here = open.back();
      open.pop_back();
      int target = -1;
      for (std::size_t unit = 0; unit < here.size(); ++unit) {
        if (here[unit] == 0) continue;
        const auto than = [&](int other) {
          return enemy.targets == Targeting::weakest     ? here[unit] < other
                 : enemy.targets == Targeting::strongest ? here[unit] > other
                                                         : false;
        };
        if (target < 0 || than(here[static_cast<std::size_t>(target)])) {
          target = static_cast<int>(unit);
        }
      }
      if (target < 0) continue;
      const auto place = static_cast<std::size_t>(target);
      for (int damage = 1; damage <= std::min(here[place], most_[side][place]); ++damage) {
        std::vector<int> then = here;
        then[place] -= damage;
        if (found.insert(then).second) open.push_back(then);
      }
    }
    return static_cast<double>(found.size());
  }

  const ArmyBattle<System>& battle_;
  Moments<System> moments_;
  double outcomes_ = 1;
  double fights_ = 1;
  double rounds_ = 5;
  double looked_at_ = 0;            ///< seconds that laws of first fights took
  double laws_ = 0;                 ///< seconds for those of fights that were not looked at
  PerSide<std::vector<int>> most_;  ///< damage that a unit suffers in one fight
  PerSide<bool> suffers_itself_;    ///< a unit that attacks
};

}  // namespace warodds::exact
