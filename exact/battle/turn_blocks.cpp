#include "exact/battle/turn_blocks.h"

#include <algorithm>

#include "core/threads/in_runs.h"
#include "core/threads/parallel.h"
#include "exact/battle/play_round.h"

namespace warodds::exact {

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
    for (const std::size_t state : over_) {
      std::fill_n(arrivals.data() + state * at_once, at_once, 0.0);
    }
  }
  block.used.assign(chain_.ways().parts(), 0);
  block.used_before = 0;
  block.left.assign(first_of_.size(), {});
  block.ending.assign(first_of_.size(), {});
}

void TurnBlocks::use(std::size_t part, Block& block) const {
  if (block.used[part] != 0) return;
  block.used[part] = 1;
  for (std::size_t number = first_group(part); number < first_group(part + 1); ++number) {
    const PlaceGroup& group = chain_.groups()[number];
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      double* const arrivals = block.arrivals[before(attack)].data();
      for (const std::size_t state : group.places[attack]) {
        std::fill_n(arrivals + state * at_once, at_once, 0.0);
      }
    }
  }
}

void TurnBlocks::come_in(const PlaceGroup& group, const Carried& carried, bool any,
                         Block& block) const {
  block.within.resize(group.size() * at_once);
  double* within = block.within.data();
  for (std::size_t attack = 0; attack < attacks(); ++attack) {
    for (const std::size_t state : group.places[attack]) {
      const double* const arrived = block.after(before(attack), state);
      if (attack == 0) {
        within[0] = any ? carried.p[state] : 0.0;
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

void TurnBlocks::work_out(std::size_t part, const Carried& carried, Block& block,
                          Carried& carried_on) const {
  use(part, block);
  for (std::size_t number = first_group(part); number < first_group(part + 1); ++number) {
    const PlaceGroup& group = chain_.groups()[number];
    come_in(group, carried, carried.any[part] != 0, block);
    if (go_round(group, chain_.ways().of(chain_.groups(), number), block)) {
      for (const std::size_t end = chain_.ways().leads_before(part); block.used_before < end;
           ++block.used_before) {
        use(block.used_before, block);
      }
      go_on(group, block);
    }
    tally(group, block);
    for (const std::size_t state : group.places.front()) {
      const double p = block.after(attacks() - 1, state)[at_once - 1];
      carried_on.p[state] = p;
      if (p != 0) carried_on.any[part] = 1;
    }
  }
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
  const auto of_group = [&](const PlaceGroup& group) {
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
  };
  for (std::size_t part = 0; part < block.used.size(); ++part) {
    if (block.used[part] == 0) continue;
    for (std::size_t number = first_group(part); number < first_group(part + 1); ++number) {
      of_group(chain_.groups()[number]);
    }
  }
  return going_on;
}

void TurnBlocks::play(Spread& now, std::vector<double>& ended, const AfterRound& after_round,
                      const std::function<void()>& now_and_then) const {
  constexpr std::size_t worth_waking_threads = 1024;                 // states
  constexpr std::size_t most_numbers = std::size_t{1} << 27;         // in all blocks
  const std::size_t numbers = states_.size() * attacks() * at_once;  // in each
  const auto most = static_cast<int>(std::clamp<std::size_t>(most_numbers / numbers, 1, 16));
  const int team = states_.size() < worth_waking_threads ? 1 : std::min(team_size(), most);
  // One more than there are threads, so that somebody can go on whoever waits for whom.
  const std::size_t under_way = team == 1 ? 1 : static_cast<std::size_t>(team) + 1;
  std::vector<Block> blocks(under_way);
  std::vector<Carried> carried(under_way + 1);  // to each block, and on from the last one
  now.reserve(states_.size());
  ended.resize(states_.size(), 0.0);
  const std::size_t parts = chain_.ways().parts();
  for (Carried& one : carried) {
    one.p.resize(states_.size());
    one.any.assign(parts, 0);
  }
  std::fill(carried[0].p.begin(), carried[0].p.end(), 0.0);
  now.for_each([&](std::size_t state, double p) {
    carried[0].p[state] = p;
    carried[0].any[chain_.group_of(state) / Ways::groups_of_a_part] = 1;
  });
  in_runs(team, under_way, parts + 1, [&](std::size_t number, std::size_t part) {
    Block& block = blocks[number % blocks.size()];
    const Carried& from = carried[number % carried.size()];
    Carried& on = carried[(number + 1) % carried.size()];
    if (team == 1 || is_first_of_team()) now_and_then();
    if (part == parts) {
      tally_over(block);
      return tell(block, now, ended, after_round);
    }
    if (part == 0) clear(block);
    on.any[part] = 0;
    if (from.any[part] != 0 || part < block.used_before) work_out(part, from, block, on);
    return true;
  });
}

}  // namespace warodds::exact
