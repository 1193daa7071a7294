// Follows a battle's probabilities from state to state.
#include "chain.h"

#include <algorithm>
#include <utility>

namespace reference {
namespace {

class Chain {
 public:
  explicit Chain(const Contest& contest) : contest_(contest) {}

  const Contest& contest() const { return contest_; }

  const Outcomes& round(std::size_t phase, const State& state) {
    const auto key = std::make_pair(phase, state);
    const auto known = rounds_.find(key);
    if (known != rounds_.end()) return known->second;
    return rounds_[key] = contest_.round(phase, state);
  }

  // A side is gone or away, or nothing can happen any more from this phase on.
  bool over(std::size_t phase, const State& state) {
    if (state.retreated) return true;
    if (contest_.attackers_left(state) == 0 || contest_.defenders_left(state) == 0) return true;
    State now = state;
    const std::size_t all = 2 * contest_.phases.count;  // Enough to go round once.
    for (std::size_t n = 0; n < all; ++n) {
      const Outcomes& outcomes = round(phase, now);
      for (const auto& [next, chance] : outcomes) {
        if (chance > 0 && !nothing_happened(now, next)) return false;
      }
      now.opened = outcomes.begin()->first.opened;
      phase = contest_.phases.after(phase);
    }
    return true;
  }

 private:
  const Contest& contest_;
  std::map<std::pair<std::size_t, State>, Outcomes> rounds_;
};

void end(Battle& battle, const Contest& contest, const State& state, const Rational& chance) {
  const int attackers = contest.attackers_left(state);
  const int defenders = contest.defenders_left(state);
  battle.attacker_survivors[static_cast<std::size_t>(attackers)] += chance;
  battle.defender_survivors[static_cast<std::size_t>(defenders)] += chance;
  if (attackers == 0 && defenders == 0) {
    battle.both_destroyed += chance;
  } else if (attackers == 0) {
    battle.defender_wins += chance;
  } else if (defenders == 0) {
    battle.attacker_wins += chance;
  } else if (state.retreated) {
    battle.retreated += chance;
  } else {
    battle.undecided += chance;
    const Rational attacker_share = contest.attacker_share(state);
    const Rational defender_share = contest.defender_share(state);
    if (attacker_share > defender_share) battle.ahead_attacker += chance;
    if (attacker_share < defender_share) battle.ahead_defender += chance;
    if (attacker_share == defender_share) battle.ahead_even += chance;
  }
}

Battle::Round score(const Contest& contest, const Outcomes& standings) {
  Battle::Round round;
  for (const auto& [state, chance] : standings) {
    const int attackers = contest.attackers_left(state);
    const int defenders = contest.defenders_left(state);
    if (attackers == 0) round.attacker_destroyed += chance;
    if (defenders == 0) round.defender_destroyed += chance;
    round.attacker_mean_left += chance * attackers;
    round.defender_mean_left += chance * defenders;
  }
  return round;
}

// How often a battle is expected in each phase of one state, from the chances `in` of coming there
// from elsewhere and the chances `stay` that a round changes nothing. The phases before `back_to`
// are passed once, the others in a ring.
std::vector<Rational> visits(const Phases& phases, const std::vector<Rational>& in,
                             const std::vector<Rational>& stay) {
  std::vector<Rational> expected = in;
  for (std::size_t p = 0; p < phases.back_to; ++p) expected[p + 1] += expected[p] * stay[p];
  // To the start of the ring comes who enters there, who enters later and is carried on, and all of
  // them again with the chance of going once round.
  Rational entered_later = 0;
  Rational once_round = stay[phases.back_to];
  for (std::size_t p = phases.back_to + 1; p < phases.count; ++p) {
    entered_later = (entered_later + in[p]) * stay[p];
    once_round *= stay[p];
  }
  Rational& start = expected[phases.back_to];
  start = (start + entered_later) / (1 - once_round);
  for (std::size_t p = phases.back_to; p + 1 < phases.count; ++p) {
    expected[p + 1] = in[p + 1] + expected[p] * stay[p];
  }
  return expected;
}

// To the end. The lowest state first: whatever leads to it has been dealt with.
void play_to_the_end(Battle& battle, Chain& chain) {
  const Phases& phases = chain.contest().phases;
  std::map<State, std::vector<Rational>> reached;  // [phase]
  const auto reach = [&](const State& state, std::size_t phase, const Rational& chance) {
    std::vector<Rational>& chances = reached[state];
    chances.resize(phases.count);
    chances[phase] += chance;
  };
  reach(chain.contest().start, 0, 1);
  while (!reached.empty()) {
    const State state = reached.begin()->first;
    const std::vector<Rational> in = reached.begin()->second;
    reached.erase(reached.begin());
    std::vector<Rational> stay(phases.count);
    std::vector<bool> over(phases.count);
    for (std::size_t p = 0; p < phases.count; ++p) {
      over[p] = chain.over(p, state);
      if (over[p]) continue;
      const Outcomes& outcomes = chain.round(p, state);
      const auto same = outcomes.find(state);
      if (same != outcomes.end()) stay[p] = same->second;
    }
    const std::vector<Rational> expected = visits(phases, in, stay);
    for (std::size_t p = 0; p < phases.count; ++p) {
      if (expected[p] == 0) continue;
      if (over[p]) {
        end(battle, chain.contest(), state, expected[p]);
        continue;
      }
      battle.mean_rounds += expected[p];
      for (const auto& [next, chance] : chain.round(p, state)) {
        if (next != state) reach(next, phases.after(p), expected[p] * chance);
      }
    }
  }
}

// Round by round, as far as `horizon` and the cap ask for it.
void play_rounds(Battle& battle, Chain& chain, int rounds_cap, int horizon) {
  const Contest& contest = chain.contest();
  const int last = std::max(rounds_cap, horizon);
  Outcomes going_on{{contest.start, 1}};
  Outcomes ended;
  std::size_t phase = 0;
  for (int r = 0; r <= last; ++r) {
    Rational ended_now = 0;
    Outcomes still_on;
    for (const auto& [state, chance] : going_on) {
      const bool broken_off = rounds_cap > 0 && r == rounds_cap;
      if (!broken_off && !chain.over(phase, state)) {
        still_on[state] = chance;
        continue;
      }
      ended[state] += chance;
      ended_now += chance;
      if (rounds_cap > 0) end(battle, contest, state, chance);
    }
    if (rounds_cap > 0) battle.mean_rounds += r * ended_now;
    if (r <= horizon) {
      battle.rounds.push_back(ended_now);
      Outcomes standings = ended;
      for (const auto& [state, chance] : still_on) standings[state] += chance;
      if (r > 0) battle.by_round.push_back(score(contest, standings));
    }

    going_on.clear();
    if (r == last) break;
    for (const auto& [state, chance] : still_on) {
      for (const auto& [next, p] : chain.round(phase, state)) going_on[next] += chance * p;
    }
    phase = contest.phases.after(phase);
  }
}

}  // namespace

bool nothing_happened(const State& before, const State& after) {
  return before.attacker_losses == after.attacker_losses &&
         before.defender_losses == after.defender_losses && !after.retreated;
}

Battle fight_out(const Contest& contest, int rounds_cap, int horizon) {
  Chain chain(contest);
  Battle battle;
  const auto everybody = [](int figures) { return static_cast<std::size_t>(figures) + 1; };
  battle.attacker_survivors.resize(everybody(contest.attackers_left(contest.start)));
  battle.defender_survivors.resize(everybody(contest.defenders_left(contest.start)));
  if (rounds_cap == 0) play_to_the_end(battle, chain);
  play_rounds(battle, chain, rounds_cap, horizon);
  return battle;
}

}  // namespace reference
