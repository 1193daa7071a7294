// What an exact sequence costs: the laws of every step in every state of the target that may be
// there, and what is done with them in every order.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"
#include "exact/cost/cost.h"

namespace warodds::exact::cost {

/// States that the target can be in after steps that deal at most so much damage each; infinite
/// where there are more than can be counted quickly.
inline double states_after(SideStates states, const std::vector<int>& most_damage) {
  constexpr std::size_t quickly = 3000;
  if (!states.chosen()) {
    double reach = 1;
    for (const int damage : most_damage) reach += damage;
    return std::min(reach, states.left(states.opening()) + 1.0);
  }
  std::set<int> seen{states.opening()};
  std::vector<int> now{states.opening()};
  for (const int most : most_damage) {
    std::vector<int> next = now;  // a step may also deal nothing
    for (const int state : now) {
      const int worth = std::min(most, states.left(state));
      states.find(state, worth);
      for (int damage = 1; damage <= worth; ++damage) {
        const int to = states.after(state, damage);
        if (seen.insert(to).second) next.push_back(to);
      }
      if (seen.size() > quickly) return std::numeric_limits<double>::infinity();
    }
    now = std::move(next);
  }
  return static_cast<double>(seen.size());
}

template <class System>
double of_sequence(const Sequence<System>& sequence, bool orders) {
  const SideStates& target = sequence.target();
  auto actions = sequence.actions();
  double families = 0;
  double laws = 0;     // of all steps in one state
  double entries = 0;  // likewise
  std::vector<int> most_damage;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    OfFight one;
    if (const Amount* damage = sequence.ability(step)) {
      one.damage.attacker = std::max(damage->most(), 0);
    } else if (const auto fight =
                   sequence.fight(sequence.planned(step, actions), target, target.opening())) {
      one = of_fight(*fight);
    }
    families += one.lineups;
    laws += one.paths + of_a_family * one.lineups + per_state;
    entries += one.damage.attacker + one.damage.defender + 2.0;
    most_damage.push_back(one.damage.attacker);
  }
  const double states = states_after(target, most_damage);
  if (!(states * entries <= most_entries)) return std::numeric_limits<double>::infinity();
  const double work = families + states * (laws + entries * per_entry);
  if (!orders) return work;
  double beginnings = 0;  // of orders, each one more step
  double of_length = 1;
  for (std::size_t left = sequence.size(); left > 0; --left) {
    of_length *= static_cast<double>(left);
    beginnings += of_length;
  }
  const double mean_entries = entries / static_cast<double>(sequence.size());
  // Some steps have another law when the target can do no more.
  return 2 * work + beginnings * states * (per_state / 10 + mean_entries * per_entry_round);
}

/// How many values the facts of a fight can have together, at most; each by itself, as they are
/// kept while later steps are made.
template <class Fight>
double values_together(const Mixture<Fight>& fights, const std::vector<OutcomeFact>& facts) {
  double all = 1;
  const OfFight ranges = of_fight(fights);
  for (const OutcomeFact& fact : facts) {
    double most = 1;
    for (const Fight& fight : fights.fights()) {
      if (fact.kind == OutcomeFact::Kind::report) {
        for (const auto& track : Fight::System::template tracks<BoundsChance>(fight)) {
          Widths widths;
          BoundsChance chance(&widths);
          Exchange<Bounds> bounds;
          for (const auto& stage : track) stage.play(chance, fight, stage, bounds);
          most = std::max(most, widths.of({fact}, Fight::System::reports));
        }
      } else if (fact.kind == OutcomeFact::Kind::damage) {
        most = std::max(most, ranges.damage[fact.side] + 1.0);
      } else if (fact.kind == OutcomeFact::Kind::kills || is_of_points(fact)) {
        double together = 1;
        for (const Side side : both_sides) {
          const bool counts =
              is_of_points(fact) ? share_in(fact, enemy_of(side)) != 0 : fact.side == side;
          const double figures = fight.casualties[enemy_of(side)].standing();
          if (counts) together *= std::min(ranges.damage[side] + 1.0, figures + 1);
        }
        most = std::max(most, together);
      } else {
        most = std::max(most, 2.0);
      }
    }
    all *= most;
  }
  return all;
}

/// The law of some columns of a sequence's outcomes: each step is played from each state of the
/// target, and goes on from each, with what has been told before.
template <class System>
double of_outcomes(const Sequence<System>& sequence, const AskedLaw& asked) {
  const SequenceOutcome outcome(Observer({asked}).facts(), sequence);
  if (outcome.is_marginal()) return 0;  // read off the steps
  auto actions = sequence.actions();
  const PointsLost points = SequenceOutcome::points_in(sequence);
  SumsOfPoints sums;
  std::vector<int> most_damage;
  double seconds = 0, apart = 1;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    const PlannedStep planned = sequence.planned(step, actions);
    // What attackers lose in points adds up, so that many ways of it come to the same sum.
    std::vector<OutcomeFact> facts;
    bool adds_up = false;
    for (const OutcomeFact& fact : outcome.of_fight(step)) {
      const bool of_all_steps = is_of_points(fact) && fact.step == 0;
      adds_up = adds_up || of_all_steps;
      if (!of_all_steps) facts.push_back(fact);
    }
    const double before = sums.so_far();
    if (adds_up) sums.add(points, step, sequence.attacker(step));
    const double states =
        before * (most_damage.empty() ? 1 : states_after(sequence.target(), most_damage));
    if (const Amount* damage = sequence.ability(step)) {
      most_damage.push_back(std::max(damage->most(), 0));
      seconds += per_outcome * states * apart * (most_damage.back() + 1.0);
      if (!facts.empty()) apart *= most_damage.back() + 1.0;
      continue;
    }
    const auto fights = sequence.fight(planned, sequence.target(), sequence.target().opening());
    if (!fights) {
      most_damage.push_back(0);
      continue;
    }
    most_damage.push_back(of_fight(*fights).damage.attacker);
    const double told = values_together(*fights, facts);
    const bool reported = std::any_of(facts.begin(), facts.end(), [](const OutcomeFact& fact) {
      return fact.kind == OutcomeFact::Kind::report;
    });
    if (reported) {
      seconds += states / before * of_outcomes(*fights, facts);
    } else if (adds_up || !facts.empty()) {
      const OfFight one = of_fight(*fights);
      const double pairs = (one.damage.attacker + 1.0) * (one.damage.defender + 1.0);
      seconds += states / before * (one.paths + of_a_family * one.lineups + per_outcome * pairs);
    }
    seconds += per_outcome * states * apart * (most_damage.back() + 1.0) * told *
               (adds_up ? sums.of_step() : 1);
    apart *= told;
    if (!(states * apart <= most_entries)) return std::numeric_limits<double>::infinity();
  }
  return seconds;
}

}  // namespace warodds::exact::cost
