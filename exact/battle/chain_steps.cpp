#include "exact/battle/chain_steps.h"

#include <algorithm>

#include "exact/battle/play_round.h"

namespace warodds::exact {

void ChainSteps::Tallies::add(const double* more, const PerSide<int>& standing) {
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

Tally ChainSteps::Tallies::of_turn(std::size_t turn) const {
  return {p[turn],
          {destroyed.attacker[turn], destroyed.defender[turn]},
          {left.attacker[turn], left.defender[turn]}};
}

ChainSteps::ChainSteps(const Chain& chain, const BattleStates& states)
    : chain_(chain), states_(states) {
  for (std::size_t attack = 0; attack < chain.attacks(); ++attack) {
    round_of_.push_back(rounds_);
    if (chain.begins_round((attack + 1) % chain.attacks())) ++rounds_;
  }
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (states.over(state)) over_.push_back(state);
  }
}

void ChainSteps::clear(std::size_t group) {
  if (used_[group] != 0) return;
  used_[group] = 1;
  for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
    double* const arrivals = arrivals_[before(attack)].data();
    for (const std::size_t state : chain_.groups()[group].nodes[attack]) {
      std::fill_n(arrivals + state * at_once, at_once, 0.0);
    }
  }
}

void ChainSteps::use_before(std::size_t end) {
  for (; used_before_ < end; ++used_before_) clear(used_before_);
}

void ChainSteps::come_in(const NodeGroup& group) {
  within_.resize(group.size() * at_once);
  double* within = within_.data();
  for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
    for (const std::size_t state : group.nodes[attack]) {
      const double* const arrived = after(before(attack), state);
      if (attack == 0) {
        within[0] = carried_[state];
        std::copy_n(arrived, at_once - 1, within + 1);
      } else {
        std::copy_n(arrived, at_once, within);
      }
      within += at_once;
    }
  }
}

bool ChainSteps::go_round(std::uint32_t number) {
  const NodeGroup& group = chain_.groups()[number];
  bool any = false;
  for (std::size_t turn = 0; turn < at_once; ++turn) {
    std::size_t node = 0;
    for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
      const std::size_t to_turn = turn + (attack + 1) / chain_.attacks();
      for (const std::size_t state : group.nodes[attack]) {
        double& here = within_[node * at_once + turn];
        const bool is_final = chain_.begins_round(attack) && chain_.stuck(state);
        if (here < worth_following || is_final) {
          here = 0;
        } else {
          any = true;
          if (to_turn < at_once) {
            for (const InnerEdge& edge : chain_.inner_edges().from(number, node)) {
              within_[edge.to * at_once + to_turn] += here * edge.p;
            }
          }
        }
        ++node;
      }
    }
  }
  return any;
}

void ChainSteps::go_on(const NodeGroup& group) {
  const double* within = within_.data();
  for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
    for (const std::size_t state : group.nodes[attack]) {
      const Row& row = chain_.row(attack, state);
      spread(row.to.data(), row.p.data(), row.to.size(), within, arrivals_[attack].data());
      within += at_once;
    }
  }
}

void ChainSteps::play_block(const std::function<void()>& now_and_then) {
  constexpr std::uint32_t often = 64;  // groups
  std::fill(used_.begin(), used_.end(), 0);
  used_before_ = 0;
  for (AlignedDoubles& arrivals : arrivals_) {
    for (const std::size_t state : over_) {
      std::fill_n(arrivals.data() + state * at_once, at_once, 0.0);
    }
  }
  for (std::uint32_t number = 0; number < chain_.groups().size(); ++number) {
    if (number % often == 0) now_and_then();
    const NodeGroup& group = chain_.groups()[number];
    const auto comes = [&](std::size_t state) { return carried_[state] != 0; };
    const bool any = std::any_of(group.nodes[0].begin(), group.nodes[0].end(), comes);
    if (!any && number >= used_before_) continue;
    clear(number);
    come_in(group);
    if (go_round(number)) {
      used_before_ = std::max<std::size_t>(used_before_, number);
      use_before(chain_.inner_edges().leads_before(number));
      go_on(group);
    }
    for (const std::size_t state : group.nodes[0]) {
      carried_[state] = after(chain_.attacks() - 1, state)[at_once - 1];
    }
  }
}

template <class Work>
void ChainSteps::for_each_beginning(Work&& work) const {
  for (std::size_t number = 0; number < used_.size(); ++number) {
    if (used_[number] == 0) continue;
    const NodeGroup& group = chain_.groups()[number];
    for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
      if (!chain_.begins_round(attack)) continue;
      const std::size_t led = before(attack);
      for (const std::size_t state : group.nodes[attack]) work(round_of_[led], led, state);
    }
  }
}

bool ChainSteps::tell(Spread& now, std::vector<double>& ended, const AfterRound& after_round) {
  std::vector<Tallies> left(rounds_), ending(rounds_);
  for_each_beginning([&](std::size_t round, std::size_t attack, std::size_t state) {
    (chain_.stuck(state) ? ending : left)[round].add(after(attack, state), states_.standing(state));
  });
  for (const std::size_t state : over_) {
    for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
      ending[round_of_[attack]].add(after(attack, state), states_.standing(state));
    }
  }
  std::size_t told = 0;
  bool going_on = true;
  while (going_on && told < at_once * rounds_) {
    const std::size_t turn = told / rounds_;
    const std::size_t round = told % rounds_;
    going_on = after_round(left[round].of_turn(turn), ending[round].of_turn(turn));
    ++told;
  }
  const auto add_ended = [&](std::size_t attack, std::size_t state) {
    const double* const arrived = after(attack, state);
    for (std::size_t turn = 0; turn * rounds_ + round_of_[attack] < told; ++turn) {
      ended[state] += arrived[turn];
    }
  };
  for (const std::size_t state : over_) {
    for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) add_ended(attack, state);
  }
  if (!going_on) {
    now.clear();
    for (std::size_t attack = 0; attack < chain_.attacks(); ++attack) {
      const bool is_next =
          chain_.begins_round(attack) && round_of_[before(attack)] == (told - 1) % rounds_;
      if (is_next) next_attack_ = attack;
    }
  }
  for_each_beginning([&](std::size_t round, std::size_t attack, std::size_t state) {
    if (chain_.stuck(state)) {
      add_ended(attack, state);
    } else if (!going_on && round == (told - 1) % rounds_) {
      now.add(state, after(attack, state)[(told - 1) / rounds_]);
    }
  });
  return going_on;
}

void ChainSteps::play(Spread& now, std::vector<double>& ended, const AfterRound& after_round,
                      const std::function<void()>& now_and_then) {
  now.reserve(states_.size());
  ended.resize(states_.size(), 0.0);
  arrivals_.resize(chain_.attacks());
  for (AlignedDoubles& arrivals : arrivals_) arrivals.resize(states_.size() * at_once);
  used_.assign(chain_.groups().size(), 0);
  carried_.assign(states_.size(), 0.0);
  now.for_each([&](std::size_t state, double p) { carried_[state] = p; });
  do {
    play_block(now_and_then);
  } while (tell(now, ended, after_round));
}

}  // namespace warodds::exact
