// Follows a battle's probabilities from state to state.
#include "chain.h"

#include <algorithm>
#include <cstddef>

namespace reference {
namespace {

class Chain {
 public:
  explicit Chain(const Contest& contest) : contest_(contest) {}

  int attackers(const State& state) const { return contest_.attackers_left(state.attacker_damage); }
  int defenders(const State& state) const { return contest_.defenders_left(state.defender_damage); }

  const Outcomes& round(const State& state) {
    const auto known = rounds_.find(state);
    if (known != rounds_.end()) return known->second;
    return rounds_[state] = contest_.round(state);
  }

  // A side is gone, or nothing can happen any more.
  bool over(const State& state) {
    if (attackers(state) == 0 || defenders(state) == 0) return true;
    const Outcomes& outcomes = round(state);
    return std::all_of(outcomes.begin(), outcomes.end(), [&](const auto& outcome) {
      return outcome.first.attacker_damage == state.attacker_damage &&
             outcome.first.defender_damage == state.defender_damage;
    });
  }

 private:
  const Contest& contest_;
  std::map<State, Outcomes> rounds_;
};

void end(Battle& battle, const Chain& chain, const State& state, const Rational& chance) {
  const int attackers = chain.attackers(state);
  const int defenders = chain.defenders(state);
  battle.attacker_survivors[static_cast<std::size_t>(attackers)] += chance;
  battle.defender_survivors[static_cast<std::size_t>(defenders)] += chance;
  if (attackers == 0 && defenders == 0) {
    battle.both_destroyed += chance;
  } else if (attackers == 0) {
    battle.defender_wins += chance;
  } else if (defenders == 0) {
    battle.attacker_wins += chance;
  } else {
    battle.undecided += chance;
  }
}

Battle::Round score(const Chain& chain, const Outcomes& standings) {
  Battle::Round round;
  for (const auto& [state, chance] : standings) {
    if (chain.attackers(state) == 0) round.attacker_destroyed += chance;
    if (chain.defenders(state) == 0) round.defender_destroyed += chance;
    round.attacker_mean_left += chance * chain.attackers(state);
    round.defender_mean_left += chance * chain.defenders(state);
  }
  return round;
}

// To the end. The lowest state first: whatever leads to it has been dealt with.
void play_to_the_end(Battle& battle, Chain& chain, const State& start) {
  Outcomes reached{{start, 1}};
  while (!reached.empty()) {
    const State state = reached.begin()->first;
    const Rational chance = reached.begin()->second;
    reached.erase(reached.begin());
    if (chain.over(state)) {
      end(battle, chain, state, chance);
      continue;
    }
    const Outcomes& outcomes = chain.round(state);
    const auto stay = outcomes.find(state);
    const Rational leave = stay == outcomes.end() ? Rational(1) : Rational(1 - stay->second);
    const Rational rounds_here = chance / leave;
    battle.mean_rounds += rounds_here;
    for (const auto& [next, p] : outcomes) {
      if (next != state) reached[next] += rounds_here * p;
    }
  }
}

// Round by round, as far as `horizon` and the cap ask for it.
void play_rounds(Battle& battle, Chain& chain, const State& start, int rounds_cap, int horizon) {
  const int last = std::max(rounds_cap, horizon);
  Outcomes going_on{{start, 1}};
  Outcomes ended;
  for (int r = 0; r <= last; ++r) {
    Rational ended_now = 0;
    Outcomes still_on;
    for (const auto& [state, chance] : going_on) {
      const bool broken_off = rounds_cap > 0 && r == rounds_cap;
      if (!broken_off && !chain.over(state)) {
        still_on[state] = chance;
        continue;
      }
      ended[state] += chance;
      ended_now += chance;
      if (rounds_cap > 0) end(battle, chain, state, chance);
    }
    if (rounds_cap > 0) battle.mean_rounds += r * ended_now;
    if (r <= horizon) {
      battle.rounds.push_back(ended_now);
      Outcomes standings = ended;
      for (const auto& [state, chance] : still_on) standings[state] += chance;
      if (r > 0) battle.by_round.push_back(score(chain, standings));
    }

    going_on.clear();
    if (r == last) break;
    for (const auto& [state, chance] : still_on) {
      for (const auto& [next, p] : chain.round(state)) going_on[next] += chance * p;
    }
  }
}

}  // namespace

Battle fight_out(const Contest& contest, int rounds_cap, int horizon) {
  Chain chain(contest);
  Battle battle;
  const auto everybody = [](int figures) { return static_cast<std::size_t>(figures) + 1; };
  battle.attacker_survivors.resize(everybody(contest.attackers_left(0)));
  battle.defender_survivors.resize(everybody(contest.defenders_left(0)));
  if (rounds_cap == 0) play_to_the_end(battle, chain, contest.start);
  play_rounds(battle, chain, contest.start, rounds_cap, horizon);
  return battle;
}

}  // namespace reference
