// Outcomes of a fight with all that is to be told apart: the damage of both sides, and what the
// stages have reported.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/answer/outcome.h"
#include "core/rules/mixture.h"
#include "core/text/error.h"
#include "core/threads/patience.h"
#include "exact/fight/play.h"

namespace warodds::exact {

/// What comes of some tracks of a fight: the damage of both sides, and what the stages have
/// reported as far as it is asked for.
struct Dealt {
  PerSide<int> damage;
  std::vector<int> reported;

  bool operator<(const Dealt& other) const {
    return std::tie(damage, reported) < std::tie(other.damage, other.reported);
  }
};
using DealtLaw = std::map<Dealt, double>;

/// Outcomes of one fight that may be told apart at once; more take more memory than they are worth.
inline constexpr std::size_t most_outcomes = 20'000'000;

/// Of work on each.
inline constexpr WorkUnits per_outcome = 400;

inline void require_few_outcomes(std::size_t outcomes) {
  if (outcomes <= most_outcomes) return;
  throw TooLarge("what is asked has too many outcomes to be told apart exactly; take --engine sim");
}

/// Plays a track to its end with what is reported kept beside the state of the fight.
template <class Fight>
DealtLaw play_and_recall(const Fight& fight, const Track<Paths, Fight>& track, Paths& paths,
                         const std::vector<FightOutcome::Report>& asked) {
  std::map<std::pair<int, Dealt>, double> states, after;  // by what is in hand
  states[{0, {{}, std::vector<int>(asked.size(), 0)}}] = 1;
  for (const auto& stage : track) {
    after.clear();
    for (const auto& [state, p] : states) {
      paths.start();
      do {
        spend(per_outcome);
        Exchange<int> next{state.first, state.second.damage};
        stage.play(paths, fight, stage, next);
        const double weight = p * paths.weight();
        if (weight == 0) continue;
        Dealt dealt{next.damage, state.second.reported};
        for (const Paths::Report& report : paths.reports()) {
          const auto place =
              std::find(asked.begin(), asked.end(), FightOutcome::Report{report.side, report.what});
          if (place != asked.end()) {
            dealt.reported[static_cast<std::size_t>(place - asked.begin())] = report.value;
          }
        }
        after[{next.in_hand, std::move(dealt)}] += weight;
      } while (paths.next());
      require_few_outcomes(after.size());
    }
    std::swap(states, after);
  }
  DealtLaw law;
  for (const auto& [state, p] : states) law[state.second] += p;
  return law;
}

/// Of all tracks, which do not influence each other.
template <class Fight>
DealtLaw play_and_recall(const Fight& fight, Paths& paths,
                         const std::vector<FightOutcome::Report>& asked) {
  DealtLaw all{{Dealt{{}, std::vector<int>(asked.size(), 0)}, 1.0}};
  for (const auto& track : Fight::System::template tracks<Paths>(fight)) {
    const DealtLaw one = play_and_recall(fight, track, paths, asked);
    require_few_outcomes(all.size() * one.size());
    DealtLaw both;
    for (const auto& [before, p] : all) {
      for (const auto& [more, q] : one) {
        spend(per_outcome);
        Dealt sum = before;
        for (const Side side : both_sides) sum.damage[side] += more.damage[side];
        for (std::size_t i = 0; i < asked.size(); ++i) sum.reported[i] += more.reported[i];
        both[std::move(sum)] += p * q;
      }
    }
    all = std::move(both);
  }
  return all;
}

}  // namespace warodds::exact
