#include "exact/battle/eight_turns.h"

#include <algorithm>
#include <span>
#include <thread>

#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

constexpr std::size_t groups_of_a_part = 64;

/// Waits until `now` is `least` or more, or `given_up`.
void wait_for(const std::atomic<std::size_t>& now, std::size_t least,
              const std::atomic<bool>& given_up) {
  constexpr int soon = 1000;  // looks
  for (int looks = 0; now.load(std::memory_order_acquire) < least && !given_up; ++looks) {
    if (looks >= soon) std::this_thread::yield();
  }
}

}  // namespace

void EightTurns::Tallies::add(const double* more, const PerSide<int>& standing) {
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

Tally EightTurns::Tallies::of_turn(std::size_t turn) const {
  return {p[turn],
          {destroyed.attacker[turn], destroyed.defender[turn]},
          {left.attacker[turn], left.defender[turn]}};
}

EightTurns::EightTurns(const Rows& rows, const AttackOrder& order, const BattleStates& states,
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
  const std::size_t groups = chain.groups().size();
  parts_.resize((groups + groups_of_a_part - 1) / groups_of_a_part);
  in_parallel(parts_.size(), [&](std::size_t number) {
    parts_[number] =
        part(number * groups_of_a_part, std::min((number + 1) * groups_of_a_part, groups));
  });
}

EightTurns::Part EightTurns::part(std::size_t first, std::size_t last) const {
  Part part{first, last, {}, {0}};
  for (std::size_t number = first; number < last; ++number) {
    const PlaceGroup& group = chain_.groups()[number];
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      const std::size_t next = (attack + 1) % attacks();
      const std::span<const std::size_t> places = group.places[next];
      const std::size_t first_place =
          static_cast<std::size_t>(places.data() - group.places.front().data());
      for (const std::size_t state : group.places[attack]) {
        const Row& row = rows_[order_.again + attack][state];
        for (std::size_t i = 0; i < row.to.size(); ++i) {
          const std::size_t to = row.to[i];
          if (!chain_.is_of(to, number) || (begins_round(next) && chain_.stuck(to))) continue;
          const auto place = std::lower_bound(places.begin(), places.end(), to);
          const auto offset = static_cast<std::size_t>(place - places.begin());
          part.ways.push_back({static_cast<std::uint32_t>(first_place + offset), row.p[i]});
        }
        part.ways_before.push_back(part.ways.size());
      }
    }
  }
  return part;
}

void EightTurns::clear(Block& block) const {
  block.arrivals.resize(attacks());
  for (AlignedDoubles& arrivals : block.arrivals) {
    arrivals.resize(states_.size() * at_once);
    std::fill(arrivals.begin(), arrivals.end(), 0.0);
  }
  block.left.assign(first_of_.size(), {});
  block.ending.assign(first_of_.size(), {});
}

template <class Carried>
void EightTurns::come_in(const PlaceGroup& group, Carried&& carried, Block& block) const {
  std::size_t places = 0;
  for (const auto& of_attack : group.places) places += of_attack.size();
  block.within.resize(places * at_once);
  double* within = block.within.data();
  for (std::size_t attack = 0; attack < attacks(); ++attack) {
    for (const std::size_t state : group.places[attack]) {
      const double* const arrived = block.after(before(attack), state);
      if (begins_round(attack) && chain_.stuck(state)) {
        std::fill_n(within, at_once, 0.0);
      } else if (attack == 0) {
        within[0] = carried(state);
        std::copy_n(arrived, at_once - 1, within + 1);
      } else {
        std::copy_n(arrived, at_once, within);
      }
      within += at_once;
    }
  }
}

bool EightTurns::go_round(const PlaceGroup& group, const Part& part, std::size_t first_place,
                          Block& block) const {
  const std::size_t places = block.within.size() / at_once;
  const std::size_t first_of_last_attack = places - group.places.back().size();
  bool any = false;
  for (std::size_t turn = 0; turn < at_once; ++turn) {
    for (std::size_t from = 0; from < places; ++from) {
      double& here = block.within[from * at_once + turn];
      if (here < worth_following) {
        here = 0;
        continue;
      }
      any = true;
      const std::size_t to_turn = turn + (from < first_of_last_attack ? 0 : 1);
      if (to_turn == at_once) continue;
      const std::size_t place = first_place + from;
      for (std::size_t i = part.ways_before[place]; i < part.ways_before[place + 1]; ++i) {
        block.within[part.ways[i].to * at_once + to_turn] += here * part.ways[i].p;
      }
    }
  }
  return any;
}

void EightTurns::go_on(const PlaceGroup& group, Block& block) const {
  const auto spread = vector_sums().spread;
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

void EightTurns::tally(const PlaceGroup& group, Block& block) const {
  for (std::size_t round = 0; round < first_of_.size(); ++round) {
    const std::size_t first = first_of_[round];
    for (const std::size_t state : group.places[first]) {
      (chain_.stuck(state) ? block.ending : block.left)[round].add(
          block.after(before(first), state), states_.standing(state));
    }
  }
}

template <class Carried>
void EightTurns::work_out(const Part& part, Carried&& carried, Block& block) const {
  std::size_t place = 0;
  for (std::size_t number = part.first; number < part.last; ++number) {
    const PlaceGroup& group = chain_.groups()[number];
    come_in(group, carried, block);
    if (go_round(group, part, place, block)) go_on(group, block);
    tally(group, block);
    place += block.within.size() / at_once;
  }
}

void EightTurns::tally_over(Block& block) const {
  for (const std::size_t state : over_) {
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      block.ending[round_of_[attack]].add(block.after(attack, state), states_.standing(state));
    }
  }
}

bool EightTurns::tell(const Block& block, Spread& now, std::vector<double>& ended,
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

void EightTurns::play(Spread& now, std::vector<double>& ended,
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
  // How far the groups have been worked out, in all blocks there have ever been: a step for each
  // part, and one when a block has been told of.
  const std::size_t steps = parts_.size() + 1;
  std::vector<std::atomic<std::size_t>> steps_done(blocks);
  std::atomic<std::size_t> next_block = 0;
  std::atomic<bool> stopped = false;
  const auto work_out_block = [&](std::size_t number) {
    Block& block = block_of[number % blocks];
    const Block& last = block_of[(number + blocks - 1) % blocks];
    std::atomic<std::size_t>& done = steps_done[number % blocks];
    const std::atomic<std::size_t>& done_before = steps_done[(number + blocks - 1) % blocks];
    const auto wait_for_step = [&](std::size_t step) {
      if (number > 0) wait_for(done_before, (number - 1) * steps + step, stopped);
    };
    if (number >= blocks) clear(block);
    for (std::size_t part = 0; part < parts_.size() && !stopped; ++part) {
      wait_for_step(part + 1);
      if (number == 0) {
        work_out(
            parts_[part], [&](std::size_t state) { return now[state]; }, block);
      } else {
        const std::size_t last_attack = attacks() - 1;
        work_out(
            parts_[part],
            [&](std::size_t state) { return last.after(last_attack, state)[at_once - 1]; }, block);
      }
      done.store(number * steps + part + 1, std::memory_order_release);
    }
    wait_for_step(steps);
    if (stopped) return;
    tally_over(block);
    if (!tell(block, now, ended, after_round)) stopped = true;
    done.store((number + 1) * steps, std::memory_order_release);
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
