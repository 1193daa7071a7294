// Plays a track of a fight through all its paths: from a distribution over the states before a
// stage to the one after it.
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "core/rules/bounds.h"
#include "core/text/error.h"
#include "core/threads/patience.h"
#include "exact/fight/paths.h"

namespace warodds::exact {

// A distribution over the states between two stages: an array with a cell for every combination of
// (in hand, damage, damage) that the bounds leave possible. Equal states so merge by themselves.
class States {
 public:
  explicit States(const Exchange<Bounds>& bounds) { begin(bounds); }

  /// Anew, with no probability anywhere.
  /// Throws TooLarge where they would not fit into memory.
  void begin(const Exchange<Bounds>& bounds) {
    bounds_ = bounds;
    const double cells =
        bounds.in_hand.width() * bounds.damage.attacker.width() * bounds.damage.defender.width();
    constexpr double most = 1e8;
    if (!(cells <= most)) {
      throw TooLarge(
          "what this fight may come to is too much for the exact engine; take --engine "
          "sim or auto");
    }
    constexpr WorkUnits per_stage = 300;
    spend(per_stage + static_cast<WorkUnits>(cells));
    p_.assign(static_cast<std::size_t>(cells), 0.0);
  }

  const Exchange<Bounds>& bounds() const { return bounds_; }

  void add(const Exchange<int>& state, double p) { p_[index(state)] += p; }

  /// Calls f(state, probability) for every state that has one, by rising number in hand.
  template <class F>
  void for_each(F&& f) const {
    std::size_t cell = 0;
    const Values in_hand(bounds_.in_hand);
    const Values attacker(bounds_.damage.attacker);
    const Values defender(bounds_.damage.defender);
    for (int h = in_hand.first; h <= in_hand.last; ++h) {
      for (int a = attacker.first; a <= attacker.last; ++a) {
        for (int d = defender.first; d <= defender.last; ++d, ++cell) {
          if (p_[cell] > 0) f(Exchange<int>{h, {a, d}}, p_[cell]);
        }
      }
    }
  }

 private:
  /// All values of a count that has room in memory.
  struct Values {
    explicit Values(const Bounds& bounds)
        : first(static_cast<int>(bounds.least())), last(static_cast<int>(bounds.most())) {}
    int first;
    int last;
  };

  std::size_t index(const Exchange<int>& state) const {
    const auto offset = [](int value, const Bounds& bounds) {
      return static_cast<std::size_t>(value - bounds.least());
    };
    const auto size = [](const Bounds& bounds) {
      return static_cast<std::size_t>(bounds.most() - bounds.least() + 1);
    };
    return (offset(state.in_hand, bounds_.in_hand) * size(bounds_.damage.attacker) +
            offset(state.damage.attacker, bounds_.damage.attacker)) *
               size(bounds_.damage.defender) +
           offset(state.damage.defender, bounds_.damage.defender);
  }

  Exchange<Bounds> bounds_;
  std::vector<double> p_;
};

/// P(the side deals 0, 1, 2, …), from what a track comes to.
inline Eigen::VectorXd damage_of(const States& states, Side side) {
  const auto most = static_cast<Eigen::Index>(states.bounds().damage[side].most());
  Eigen::VectorXd law = Eigen::VectorXd::Zero(most + 1);
  states.for_each([&](const Exchange<int>& state, double p) { law[state.damage[side]] += p; });
  return law;
}

/// Plays one track to its end. `reported(side, what, value, probability)` hears what the stages
/// report; `paths` are those of any track played before, whose memory is used again.
template <class Fight, class Reported>
States play(const Fight& fight, const Track<Paths, Fight>& track,
            const Track<BoundsChance, Fight>& bounds_track, Paths& paths, Reported&& reported) {
  constexpr WorkUnits per_path = 20, now_and_then = 1024;
  WorkUnits paths_played = 0;
  Exchange<Bounds> bounds;
  BoundsChance chance;
  States states(bounds);
  States after(bounds);
  states.add({}, 1);
  for (std::size_t i = 0; i < track.size(); ++i) {
    bounds_track[i].play(chance, fight, bounds_track[i], bounds);
    after.begin(bounds);
    states.for_each([&](const Exchange<int>& state, double p) {
      paths.start();
      do {
        if (++paths_played % now_and_then == 0) spend(now_and_then * per_path);
        Exchange<int> next = state;
        track[i].play(paths, fight, track[i], next);
        const double weight = p * paths.weight();
        if (weight == 0) continue;
        after.add(next, weight);
        for (const Paths::Report& report : paths.reports()) {
          reported(report.side, report.what, report.value, weight);
        }
      } while (paths.next());
    });
    std::swap(states, after);
  }
  return states;
}

}  // namespace warodds::exact
