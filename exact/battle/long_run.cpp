#include "exact/battle/long_run.h"

#include <algorithm>

#include "exact/battle/play_round.h"

namespace warodds::exact {

std::optional<LongRun> LongRun::of(const Rows& rows, const AttackOrder& order,
                                   const BattleStates& states, const Chain& chain) {
  LongRun run(states, chain);
  for (const NodeGroup& group : chain.groups()) {
    for (std::size_t attack = 0; attack < chain.attacks(); ++attack) {
      if (!chain.begins_round(attack)) continue;
      for (const std::size_t state : group.nodes[attack]) {
        if (run.is_final(state)) continue;
        if (run.nodes_.size() == most_nodes) return std::nullopt;
        run.number_[{attack, state}] = static_cast<std::uint32_t>(run.nodes_.size());
        run.nodes_.emplace_back(attack, state);
      }
    }
  }
  Spread now, next;
  for (std::uint32_t from = 0; from < run.nodes_.size(); ++from) {
    const auto& [attack, state] = run.nodes_[from];
    now.clear();
    now.reserve(states.size());
    now.add(state, 1);
    const std::size_t then =
        play_round(rows, order, order.again + attack, states, now, next) - order.again;
    if (run.steps_.size() + run.ends_.size() > most_steps) return std::nullopt;
    now.for_each([&](std::size_t to, double p) {
      if (run.is_final(to)) {
        run.ends_.push_back({from, static_cast<std::uint32_t>(to), p});
      } else {
        run.steps_.push_back({from, run.number_.at({then, to}), p});
      }
    });
  }
  return run;
}

std::vector<double> LongRun::exits() const {
  std::vector<double> exits(nodes_.size(), 0.0);
  for (const ChainStep& end : ends_) exits[end.from] += end.p;
  return exits;
}

std::vector<double> LongRun::start(const Spread& entries) const {
  std::vector<double> start(nodes_.size(), 0.0);
  entries.for_each([&](std::size_t state, double p) {
    if (!is_final(state)) start[number_.at({0, state})] = p;
  });
  return start;
}

Chain::ByAttack LongRun::by_attack(const std::vector<double>& p) const {
  Chain::ByAttack battles = chain_.entries(0, {});
  for (std::size_t i = 0; i < nodes_.size(); ++i) battles[nodes_[i].first][nodes_[i].second] = p[i];
  return battles;
}

std::shared_ptr<const WaitingTime> LongRun::rounds(const Spread& entries, int done,
                                                   int last) const {
  return std::make_shared<const WaitingTime>(start(entries), exits(), steps_, done, last);
}

Chain::ByAttack LongRun::after(const Spread& entries, int done, int round) const {
  ChainPowers powers(exits(), steps_);
  std::vector<double> p = start(entries);
  powers.advance(p, round - done);
  return by_attack(p);
}

void LongRun::tell_ends(const Spread& entries, int done, const std::vector<int>& marks, int last,
                        const Ended& ended) const {
  // Nodes in which a battle has ended stand behind the others.
  std::vector<std::size_t> states;
  for (const ChainStep& end : ends_) states.push_back(end.to);
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  const auto of_end = [&](std::size_t state) {
    const auto place = std::lower_bound(states.begin(), states.end(), state) - states.begin();
    return static_cast<std::uint32_t>(nodes_.size() + static_cast<std::size_t>(place));
  };
  std::vector<ChainStep> steps = steps_;
  for (const ChainStep& end : ends_) steps.push_back({end.from, of_end(end.to), end.p});
  for (const std::size_t state : states) steps.push_back({of_end(state), of_end(state), 1});
  ChainPowers powers(std::vector<double>(nodes_.size() + states.size(), 0.0), steps);

  std::vector<double> now = start(entries);
  now.resize(powers.nodes(), 0.0);
  entries.for_each([&](std::size_t state, double p) {
    if (is_final(state)) ended(state, done, p);
  });
  const auto go_on_to = [&](int round) {
    powers.advance(now, round - done);
    done = round;
    for (std::size_t i = 0; i < states.size(); ++i) {
      double& p = now[nodes_.size() + i];
      if (p > 0) ended(states[i], round, p);
      p = 0;
    }
  };
  for (const int mark : marks) {
    if (last > 0 && mark > last) break;
    if (mark - 1 > done) go_on_to(mark - 1);
  }
  if (last > 0) {
    if (last > done) go_on_to(last);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (now[i] > 0) ended(nodes_[i].second, last, now[i]);
    }
    return;
  }
  const std::vector<double> ends = chain_.visits(by_attack(now)).ended;
  for (std::size_t state = 0; state < ends.size(); ++state) {
    if (ends[state] > 0) ended(state, done + 1, ends[state]);
  }
}

}  // namespace warodds::exact
