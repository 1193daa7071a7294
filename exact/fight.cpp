#include "exact/fight.h"

#include <limits>
#include <utility>
#include <vector>

#include "exact/bounds.h"
#include "exact/paths.h"

namespace warodds::exact {
namespace {

// A distribution over the states between two stages: an array with a cell for every combination of
// (in hand, damage, damage) that the bounds leave possible. Equal states so merge by themselves.
class States {
 public:
  explicit States(const Exchange<Range>& bounds)
      : bounds_(bounds), p_(static_cast<std::size_t>(cells(bounds)), 0.0) {}

  static double cells(const Exchange<Range>& bounds) {
    return bounds.in_hand.width() * bounds.damage.attacker.width() * bounds.damage.defender.width();
  }

  void add(const Exchange<int>& state, double p) { p_[index(state)] += p; }

  /// Calls f(state, probability) for every state that has one, by rising number in hand.
  template <class F>
  void for_each(F&& f) const {
    std::size_t cell = 0;
    const auto& [attacker, defender] = bounds_.damage;
    for (int h = bounds_.in_hand.lo; h <= bounds_.in_hand.hi; ++h) {
      for (int a = attacker.lo; a <= attacker.hi; ++a) {
        for (int d = defender.lo; d <= defender.hi; ++d, ++cell) {
          if (p_[cell] > 0) f(Exchange<int>{h, {a, d}}, p_[cell]);
        }
      }
    }
  }

 private:
  std::size_t index(const Exchange<int>& state) const {
    const auto offset = [](int value, Range range) {
      return static_cast<std::size_t>(value - range.lo);
    };
    const auto size = [](Range range) { return static_cast<std::size_t>(range.hi - range.lo + 1); };
    return (offset(state.in_hand, bounds_.in_hand) * size(bounds_.damage.attacker) +
            offset(state.damage.attacker, bounds_.damage.attacker)) *
               size(bounds_.damage.defender) +
           offset(state.damage.defender, bounds_.damage.defender);
  }

  Exchange<Range> bounds_;
  std::vector<double> p_;
};

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

/// Plays one track to its end.
template <class Fight>
States play(const Fight& fight, const Track<Paths, Fight>& track,
            const Track<Bounds, Fight>& bounds_track, Sums& reported) {
  Exchange<Range> bounds;
  States states(bounds);
  states.add({}, 1);
  Paths paths;
  for (std::size_t i = 0; i < track.size(); ++i) {
    Bounds chance;
    bounds_track[i].play(chance, fight, bounds_track[i], bounds);
    States after(bounds);
    states.for_each([&](const Exchange<int>& state, double p) {
      paths.start();
      do {
        Exchange<int> next = state;
        track[i].play(paths, fight, track[i], next);
        const double weight = p * paths.weight();
        if (weight == 0) continue;
        after.add(next, weight);
        for (const Paths::Report& report : paths.reports()) {
          reported[report.side][report.quantity].add(report.value, weight);
        }
      } while (paths.next());
    });
    states = std::move(after);
  }
  return states;
}

template <class Fight>
FightOutcome play(const Fight& fight) {
  using System = typename Fight::System;
  const auto tracks = System::template tracks<Paths>(fight);
  const auto bounds_tracks = System::template tracks<Bounds>(fight);

  FightOutcome outcome;
  Sums reported;
  PerSide<Distribution> damage;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const States states = play(fight, tracks[i], bounds_tracks[i], reported);
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

FightOutcome fight(const AnyFight& fight) {
  return std::visit([](const auto& resolved) { return play(resolved); }, fight);
}

double predicted_seconds(const AnyFight& fight) {
  return std::visit([](const auto& resolved) { return seconds(resolved); }, fight);
}

}  // namespace warodds::exact
