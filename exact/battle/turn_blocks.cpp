#include "exact/battle/turn_blocks.h"

#include <algorithm>
#include <thread>

#include "core/threads/parallel.h"
#include "exact/battle/play_round.h"

namespace warodds::exact {
namespace {

/// Waits until `now` is `least` or more, or `given_up`.
void wait_for(const std::atomic<std::size_t>& now, std::size_t least,
              const std::atomic<bool>& given_up) {
  constexpr int soon = 1000;  // looks
  for (int looks = 0; now.load(std::memory_order_acquire) < least && !given_up; ++looks) {
    if (looks >= soon) std::this_thread::yield();
  }
}

}  // namespace

void TurnBlocks::Tallies::add(const double* more, const PerSide<int>& standing) {
  for (std::size_t turn = 0; turn < at_once; ++turn) p[turn] += more[turn];
  for (const Side side : both_sides) {
    if (standing[side] == 0) {
      for (std::size_t turn = 0; turn < at_once; ++turn) destroyed[side][turn] += more[turn];
    } else {
      for (std::size_t turn = 0; turn < at_once; ++turn) {
        left[side][turn] += more[turn] * standing[side];
      }
    }
  }
}

Tally TurnBlocks::Tallies::of_turn(std::size_t turn) const {
  return {p[turn],
          {destroyed.attacker[turn], destroyed.defender[turn]},
          {left.attacker[turn], left.defender[turn]}};
}

TurnBlocks::TurnBlocks(const Rows& rows, const AttackOrder& order, const BattleStates& states,
                       const Chain& chain)
    : rows_(rows), order_(order), states_(states), chain_(chain) {
  for (std::size_t attack = 0; attack < attacks(); ++attack) {
    round_of_.push_back(first_of_.size());
    const std::size_t next = (attack + 1) % attacks();
    if (begins_round(next)) first_of_.push_back(next);
  }
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (states.over(state)) over_.push_back(state);
  }
}

void TurnBlocks::clear(Block& block) const {
  block.arrivals.resize(attacks());
  for (AlignedDoubles& arrivals : block.arrivals) {
    arrivals.resize(states_.size() * at_once);
    std::fill(arrivals.begin(), arrivals.end(), 0.0);
  }
  block.left.assign(first_of_.size(), {});
  block.ending.assign(first_of_.size(), {});
}

template <class Carried>
void TurnBlocks::come_in(const PlaceGroup& group, Carried&& carried, Block& block) const {
  block.within.resize(group.size() * at_once);
  double* within = block.within.data();
  for (std::size_t attack = 0; attack < attacks(); ++attack) {
    for (const std::size_t state : group.places[attack]) {
      const double* const arrived = block.after(before(attack), state);
      if (attack == 0) {
        within[0] = carried(state);
        std::copy_n(arrived, at_once - 1, within + 1);
      } else {
        std::copy_n(arrived, at_once, within);
      }
      within += at_once;
    }
  }
}

bool TurnBlocks::go_round(const PlaceGroup& group, const GroupWays& ways, Block& block) const {
  bool any = false;
  for (std::size_t turn = 0; turn < at_once; ++turn) {
    std::size_t place = 0;
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      const std::size_t to_turn = turn + (attack + 1) / attacks();
      for (const std::size_t state : group.places[attack]) {
        double& here = block.within[place * at_once + turn];
        if (here < worth_following || is_final(attack, state)) {
          here = 0;
        } else {
          any = true;
          if (to_turn < at_once) {
            for (const Way& way : ways.from(place)) {
              block.within[way.to * at_once + to_turn] += here * way.p;
            }
          }
        }
        ++place;
      }
    }
  }
  return any;
}

void TurnBlocks::go_on(const PlaceGroup& group, Block& block) const {
  const double* within = block.within.data();
  for (std::size_t attack = 0; attack < attacks(); ++attack) {
    double* const to = block.arrivals[attack].data();
    for (const std::size_t state : group.places[attack]) {
      const Row& row = rows_[order_.again + attack][state];
      spread(row.to.data(), row.p.data(), row.to.size(), within, to);
      within += at_once;
    }
  }
}

void TurnBlocks::tally(const PlaceGroup& group, Block& block) const {
  for (std::size_t round = 0; round < first_of_.size(); ++round) {
    const std::size_t first = first_of_[round];
    for (const std::size_t state : group.places[first]) {
      (chain_.stuck(state) ? block.ending : block.left)[round].add(
          block.after(before(first), state), states_.standing(state));
    }
  }
}

template <class Carried>
void TurnBlocks::work_out(std::size_t number, Carried&& carried, Block& block) const {
  const PlaceGroup& group = chain_.groups()[number];
  come_in(group, carried, block);
  if (go_round(group, chain_.ways(number), block)) go_on(group, block);
  tally(group, block);
}

void TurnBlocks::tally_over(Block& block) const {
  for (const std::size_t state : over_) {
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      block.ending[round_of_[attack]].add(block.after(attack, state), states_.standing(state));
    }
  }
}

bool TurnBlocks::tell(const Block& block, Spread& now, std::vector<double>& ended,
                      const AfterRound& after_round) const {
  const std::size_t rounds = at_once * first_of_.size();
  std::size_t told = 0;
  bool going_on = true;
  while (going_on && told < rounds) {
    const std::size_t turn = told / first_of_.size();
    const std::size_t round = told % first_of_.size();
    going_on = after_round(block.left[round].of_turn(turn), block.ending[round].of_turn(turn));
    ++told;
  }
  const auto add_ended = [&](std::size_t attack, std::size_t state) {
    const double* const arrived = block.after(attack, state);
    for (std::size_t turn = 0; turn * first_of_.size() + round_of_[attack] < told; ++turn) {
      ended[state] += arrived[turn];
    }
  };
  for (const std::size_t state : over_) {
    for (std::size_t attack = 0; attack < attacks(); ++attack) add_ended(attack, state);
  }
  if (!going_on) now.clear();
  for (const PlaceGroup& group : chain_.groups()) {
    for (std::size_t round = 0; round < first_of_.size(); ++round) {
      const std::size_t first = first_of_[round];
      for (const std::size_t state : group.places[first]) {
        if (chain_.stuck(state)) {
          add_ended(before(first), state);
        } else if (!going_on && round == (told - 1) % first_of_.size()) {
          now.add(state, block.after(before(first), state)[(told - 1) / first_of_.size()]);
        }
      }
    }
  }
  return going_on;
}

void TurnBlocks::play(Spread& now, std::vector<double>& ended,
                      const AfterRound& after_round) const {
  constexpr std::size_t worth_waking_threads = 1024;  // states
  constexpr int most_blocks = 16;                     // at once; each takes memory
  const int team = states_.size() < worth_waking_threads ? 1 : std::min(team_size(), most_blocks);
  // A block more than there are members: each needs the one before it.
  const auto blocks = static_cast<std::size_t>(team) + 1;
  std::vector<Block> block_of(blocks);
  for (Block& block : block_of) clear(block);
  now.reserve(states_.size());
  ended.resize(states_.size(), 0.0);
  // How far the blocks have been worked out, in steps from the beginning of the first one: one for
  // some groups each, and one when the block has been told of.
  constexpr std::size_t groups_a_step = 64;
  const std::size_t groups = chain_.groups().size();
  const std::size_t steps = (groups + groups_a_step - 1) / groups_a_step + 1;
  std::vector<std::atomic<std::size_t>> steps_done(blocks);
  std::atomic<std::size_t> next_block = 0;
  std::atomic<bool> stopped = false;
  const auto work_out_block = [&](std::size_t number) {
    const std::size_t place = number % blocks;
    const std::size_t place_before = (number + blocks - 1) % blocks;
    Block& block = block_of[place];
    const auto carried = [&](std::size_t state) {
      return number == 0 ? now[state]
                         : block_of[place_before].after(attacks() - 1, state)[at_once - 1];
    };
    const auto wait_for_step = [&](std::size_t step) {
      if (number > 0) wait_for(steps_done[place_before], (number - 1) * steps + step, stopped);
    };
    if (number >= blocks) clear(block);
    for (std::size_t step = 1; step < steps && !stopped; ++step) {
      wait_for_step(step);
      const std::size_t end = std::min(step * groups_a_step, groups);
      for (std::size_t group = (step - 1) * groups_a_step; group < end; ++group) {
        work_out(group, carried, block);
      }
      steps_done[place].store(number * steps + step, std::memory_order_release);
    }
    wait_for_step(steps);
    if (stopped) return;
    tally_over(block);
    if (!tell(block, now, ended, after_round)) stopped = true;
    steps_done[place].store((number + 1) * steps, std::memory_order_release);
  };
  on_team(team, [&](int) {
    try {
      while (!stopped) work_out_block(next_block++);
    } catch (...) {
      stopped = true;
      throw;
    }
  });
}

}  // namespace warodds::exact
