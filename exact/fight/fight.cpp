#include "exact/fight/fight.h"

#include <limits>
#include <utility>
#include <vector>

#include "exact/fight/play.h"

namespace warodds::exact {
namespace {

/// Adds up a distribution value by value.
class Sum {
 public:
  void add(int value, double p) {
    const auto at = static_cast<std::size_t>(value);
    if (at >= p_.size()) p_.resize(at + 1, 0.0);
    p_[at] += p;
  }
  Distribution distribution() const {
    return Distribution(
        Eigen::Map<const Eigen::ArrayXd>(p_.data(), static_cast<Eigen::Index>(p_.size())));
  }

 private:
  std::vector<double> p_;
};

using Sums = PerSide<std::map<Quantity, Sum>>;

template <class Fight>
FightOutcome play(const Fight& fight, LineupCache* lineups) {
  using System = typename Fight::System;
  const auto tracks = System::template tracks<Paths>(fight);
  const auto bounds_tracks = System::template tracks<Bounds>(fight);

  FightOutcome outcome;
  Sums reported;
  PerSide<Distribution> damage;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const States states = play(fight, tracks[i], bounds_tracks[i], lineups,
                               [&](Side side, Quantity quantity, int value, double p) {
                                 reported[side][quantity].add(value, p);
                               });
    PerSide<Sum> of_track;
    states.for_each([&](const Exchange<int>& state, double p) {
      for (const Side side : both_sides) of_track[side].add(state.damage[side], p);
    });
    for (const Side side : both_sides) {
      damage[side] = convolve(damage[side], of_track[side].distribution());
    }
    if (tracks.size() > 1) continue;
    // A single track may tie the two sides' damage together.
    const double cells = (damage.attacker.max() + 1.0) * (damage.defender.max() + 1.0);
    if (cells > FightOutcome::max_joint_cells) continue;
    Eigen::ArrayXXd joint =
        Eigen::ArrayXXd::Zero(damage.attacker.max() + 1, damage.defender.max() + 1);
    states.for_each([&](const Exchange<int>& state, double p) {
      joint(state.damage.attacker, state.damage.defender) += p;
    });
    outcome.joint_damage = JointDistribution(std::move(joint));
  }
  const double cells = (damage.attacker.max() + 1.0) * (damage.defender.max() + 1.0);
  if (tracks.size() != 1 && cells <= FightOutcome::max_joint_cells) {
    outcome.joint_damage = independent(damage.attacker, damage.defender);
  }

  for (const Side side : both_sides) {
    Deals& deals = outcome.deals[side];
    const Casualties& target = fight.casualties[enemy_of(side)];
    for (const auto& [quantity, sum] : reported[side]) {
      deals.rolled.emplace(quantity, sum.distribution());
    }
    deals.damage = damage[side];
    deals.kills = deals.damage.map([&](int dealt) { return target.kills(dealt); });
    deals.destroyed = deals.damage.at_least(target.left());
  }
  return outcome;
}

template <class Fight>
double seconds(const Fight& fight) {
  constexpr double seconds_per_path = 20e-9;
  constexpr double seconds_per_cell = 1e-9;
  constexpr double most_cells = 1e8;
  double sum = 0;
  for (const auto& track : Fight::System::template tracks<Bounds>(fight)) {
    Exchange<Range> bounds;
    double states = 1;
    for (const auto& stage : track) {
      Bounds chance;
      stage.play(chance, fight, stage, bounds);
      const double cells = States::cells(bounds);
      if (cells > most_cells) return std::numeric_limits<double>::infinity();
      sum +=
          chance.seconds + seconds_per_path * states * chance.outcomes + seconds_per_cell * cells;
      states = std::min(states * chance.outcomes, cells);
    }
  }
  return sum;
}

}  // namespace

FightOutcome fight(const AnyFight& fight, LineupCache* lineups) {
  return std::visit([&](const auto& resolved) { return play(resolved, lineups); }, fight);
}

double predicted_seconds(const AnyFight& fight) {
  return std::visit([](const auto& resolved) { return seconds(resolved); }, fight);
}

}  // namespace warodds::exact
