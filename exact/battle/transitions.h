// The laws of a battle's attacks: where each leads from every state that the battle can come to.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "core/threads/parallel.h"
#include "exact/battle/rows.h"
#include "exact/battle/states.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {

template <class System>
class Transitions {
 public:
  Transitions(const Battle<System>& battle, BattleStates& states, LineupCache* lineups)
      : battle_(battle),
        states_(states),
        costs_(battle.order().depends_on_costs() ? attack_costs.size() : 1),
        rows_(battle.attacks().size() * costs_),
        laws_(lineups) {}

  /// By attack; where costs matter for what follows, by attack and cost: those of attack a that
  /// cost as number c of attack_costs are numbered a * attack_costs.size() + c.
  const Rows& rows() const { return rows_; }

  /// Works out the rows of all nodes that can be reached from `first`. With a policy, those of the
  /// round before which `rounds_left` rounds are left, only. Returns for each attack the states
  /// that the battle can be in before it. `progress`, if there is one, is called now and then with
  /// the share of the work done; what it throws ends the work.
  std::vector<std::vector<std::size_t>> build(const std::vector<Node>& first, int rounds_left,
                                              const std::function<void(double)>& progress) {
    rows_.clear();
    nodes_.clear();
    is_known_.assign(battle_.attacks().size(), {});
    for (const auto& [attack, state] : first) come_to(attack, state);
    for (std::size_t begun = 0; begun < nodes_.size();) {
      begun = work_out(begun, rounds_left, progress);
    }
    std::vector<std::vector<std::size_t>> before_attack(is_known_.size());
    for (const auto& [table, state] : nodes_) {
      if (table % costs_ == 0) before_attack[table / costs_].push_back(state);
    }
    return before_attack;
  }

  /// What each role deals in an attack, whatever the other does.
  PerSide<Distribution> dealt(const typename Battle<System>::Fights& fights) {
    return laws_.each_of(fights);
  }

  /// Whether a state can never be left, whatever the sides choose before an attack.
  bool hopeless(std::size_t state) {
    if (!battle_.follows_policy()) return false;
    if (battle_.halt_after_round(states_.sides(), states_[state]) != Halt::none) return false;
    for (const std::size_t number : battle_.different_attacks()) {
      if (!hopeless(number, standing_of(states_.sides(), states_[state]))) return false;
    }
    return true;
  }

 private:
  bool hopeless(std::size_t number, const Standing& standing) {
    for (const int a : battle_.all_choices(Side::attacker, number, standing)) {
      for (const int b : battle_.all_choices(Side::defender, number, standing)) {
        const auto fight = battle_.attack(number, standing, {a, b});
        if (!fight) continue;
        if (fight->any().withdraws || laws_.of(*fight).joint({1, 1}).size() > 1) return false;
      }
    }
    return true;
  }

  /// Where each damage leads one side, by its number in a list that has every state once.
  struct Targets {
    std::vector<int> states;
    std::vector<Eigen::Index> of_damage;
  };
  using Seen = typename DamageLaws<typename System::Fight>::Seen;
  /// To work in, with the memory that is there: to ask the system for as much again takes longer
  /// than to fill it, and threads that ask wait for each other.
  struct Room {
    Targets struck;
    Targets own;
    std::vector<double> sum;
    Seen seen;
  };

  /// Some nodes, and where the attacks lead there. What has no number yet, and nodes that the
  /// battle was not known to come to, is noted for later. In cache lines of its own, since
  /// neighbours are written by other threads.
  struct alignas(128) Batch {
    struct New {
      std::uint32_t entry;  ///< of the rows
      Halt halt;
      PerSide<int> pair;
    };

    std::span<const Node> from;
    NewRows rows;
    Rows::Entries kept;  ///< those of the rows
    std::vector<New> is_new;
    Room room;
  };
  /// The damage of an attack, by the attacking side and by the other: after which the battle goes
  /// on, and after which the other side moves away, if it can. One of them may be empty.
  struct Laws {
    Eigen::ArrayXXd going_on;
    Eigen::ArrayXXd withdrawing;
  };

  std::size_t attack_of(const Node& node) const { return node.table / costs_; }
  /// The attack before which the battle goes on after this one. None at the end of a round where
  /// another round has other rows.
  std::optional<std::size_t> following(const Node& node) const {
    if (ends_round(node) && battle_.changes_by_round()) return std::nullopt;
    return next(node);
  }
  std::size_t next(const Node& node) const {
    return battle_.order().after(attack_of(node), attack_costs[node.table % costs_]);
  }
  bool ends_round(const Node& node) const { return battle_.order().begins_round(next(node)); }

  /// Works out the rows of some more nodes; returns how many have been worked out then. What they
  /// lead to is numbered in their order, by one thread, so that numbers are always the same.
  std::size_t work_out(std::size_t first, int rounds_left,
                       const std::function<void(double)>& progress) {
    constexpr std::size_t worth_waking_threads = 16;
    constexpr std::size_t most_at_once = 512;
    constexpr std::size_t of_batch = 16;
    const std::size_t last = std::min(first + most_at_once, nodes_.size());
    const std::vector<Node> nodes(nodes_.begin() + static_cast<std::ptrdiff_t>(first),
                                  nodes_.begin() + static_cast<std::ptrdiff_t>(last));
    const bool worthwhile = nodes.size() >= worth_waking_threads;
    std::vector<Laws> laws;
    if (finds_states()) laws = find_states(nodes, rounds_left);
    const std::size_t batches = (nodes.size() + of_batch - 1) / of_batch;
    batches_.resize(std::max(batches_.size(), batches));
    const bool alone = team_size() == 1;
    const auto work = [&](std::size_t number) {
      if (progress && (alone || is_first_of_team())) {  // of what is known to be there
        progress(static_cast<double>(first + (alone ? number * of_batch : 0)) /
                 static_cast<double>(nodes_.size()));
      }
      Batch& batch = batches_[number];
      const std::size_t begin = number * of_batch;
      batch.from = {nodes.data() + begin, std::min(of_batch, nodes.size() - begin)};
      batch.rows.clear();
      batch.is_new.clear();
      for (std::size_t i = 0; i < batch.from.size(); ++i) {
        const Node& node = batch.from[i];
        if (!states_.over(node.state)) {
          add_row(node, rounds_left,
                  laws.empty() ? mixed_laws(node, rounds_left, &batch.room.seen) : laws[begin + i],
                  batch);
        }
        batch.rows.end_row();
      }
      rows_.keep(batch.rows, batch.kept);
    };
    in_parallel(batches, work, worthwhile);
    for (std::size_t number = 0; number < batches; ++number) {
      Batch& batch = batches_[number];
      give_numbers(batch);
      rows_.take(batch.from, batch.rows, batch.kept, states_.size());
    }
    return last;
  }

  /// Whether an owner chooses who falls, so that states of its side are found on the way.
  bool finds_states() const {
    return states_.sides().attacker.chosen() || states_.sides().defender.chosen();
  }

  /// Makes known where the damage of attacks can lead; returns the laws of this damage, of each
  /// attack.
  std::vector<Laws> find_states(std::span<const Node> nodes, int rounds_left) {
    std::vector<Laws> laws(nodes.size());
    in_parallel(nodes.size(), [&](std::size_t i) {
      if (!states_.over(nodes[i].state)) laws[i] = mixed_laws(nodes[i], rounds_left, nullptr);
    });
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t state = nodes[i].state;
      if (!states_.over(state)) find(attack_of(nodes[i]), states_[state], laws[i]);
    }
    return laws;
  }

  void find(std::size_t attack, const PerSide<int>& from, const Laws& laws) {
    const Side by = battle_.attacks()[attack].by;
    for (const Eigen::ArrayXXd* law : {&laws.going_on, &laws.withdrawing}) {
      if (law->size() == 0) continue;
      PerSide<int> most;
      most[enemy_of(by)] = static_cast<int>(law->rows()) - 1;
      most[by] = static_cast<int>(law->cols()) - 1;
      states_.find(from, most, battle_.ways(attack));
    }
  }

  /// One attack from one state: adds its row, but for what is new.
  void add_row(const Node& node, int rounds_left, const Laws& laws, Batch& batch) {
    const std::size_t attack = attack_of(node);
    const PerSide<int> from = states_[node.state];
    const std::optional<std::size_t> before = following(node);
    const auto add = [&](const PerSide<int>& pair, Halt halt, double p) {
      const auto to = states_.if_known(pair, halt);
      if (!to || !is_known(before, *to)) {
        const auto entry = static_cast<std::uint32_t>(batch.rows.to.size());
        batch.is_new.push_back({entry, halt, pair});
      }
      batch.rows.add(to.value_or(0), p);
    };
    const bool may_halt = battle_.can_halt() && ends_round(node);
    const auto add_going_on = [&](const PerSide<int>& pair, double p) {
      add(pair, may_halt ? battle_.halt_after_round(states_.sides(), pair) : Halt::none, p);
    };
    if (battle_.assigns_by_policy()) {
      for (const auto& [pair, p] : assigned(attack, from, laws.going_on, rounds_left)) {
        add_going_on({pair.first, pair.second}, p);
      }
      return;
    }
    for_each_pair(attack, from, laws.going_on, batch.room, add_going_on);
    for_each_pair(attack, from, laws.withdrawing, batch.room,
                  [&](const PerSide<int>& pair, double p) {
                    add(pair, states_.over(pair) ? Halt::none : Halt::withdrawal, p);
                  });
  }

  /// Numbers what is new in the rows of a batch; new nodes are to be worked out.
  void give_numbers(Batch& batch) {
    auto one = batch.is_new.begin();
    for (std::size_t i = 0; i < batch.from.size(); ++i) {
      const Node& node = batch.from[i];
      const std::optional<std::size_t> before = following(node);
      if (states_.over(node.state)) come_to(before, node.state);
      for (; one != batch.is_new.end() && one->entry < batch.rows.ends[i]; ++one) {
        const std::size_t to = one->halt == Halt::none
                                   ? states_.number(one->pair)
                                   : states_.number_halted(one->pair, one->halt);
        batch.kept.to[one->entry] = static_cast<std::uint32_t>(to);
        come_to(before, to);
      }
    }
  }

  /// Whether the battle is known to come to a state before that attack. Without one, where what is
  /// worked out ends, every state that has a number is.
  bool is_known(std::optional<std::size_t> before, std::size_t state) const {
    return !before || (state < is_known_[*before].size() && is_known_[*before][state] != 0);
  }

  /// The battle can be in this state before that attack.
  void come_to(std::optional<std::size_t> before, std::size_t state) {
    if (is_known(before, state)) return;
    if (is_known_[*before].size() <= state) is_known_[*before].resize(2 * states_.size());
    is_known_[*before][state] = 1;
    for (std::size_t cost = 0; cost < costs_; ++cost) {
      nodes_.push_back({*before * costs_ + cost, state});
    }
  }

  void find_targets(Side side, int from, Eigen::Index damages, std::size_t attack,
                    Targets& targets) const {
    const bool ends_turn = battle_.attacks()[attack].ends_turn;
    const std::size_t way = battle_.ways(attack)[side];
    const SideStates& states = states_.sides()[side];
    targets.states.clear();
    targets.of_damage.clear();
    for (Eigen::Index damage = 0; damage < damages; ++damage) {
      int to = states.after(from, static_cast<int>(damage), way);
      if (ends_turn) to = states.lasting(to);
      // In a fixed order of losses only neighbours can be equal.
      const auto first = states.chosen() || targets.states.empty() ? targets.states.begin()
                                                                   : targets.states.end() - 1;
      const auto known = std::find(first, targets.states.end(), to);
      targets.of_damage.push_back(known - targets.states.begin());
      if (known == targets.states.end()) targets.states.push_back(to);
    }
  }

  /// Calls add(pair, p) for the states after damage by such a law. The sides assign their damage
  /// independently, so the law of the damage becomes one of pairs of states by adding up rows that
  /// lead to the same, and columns.
  template <class Add>
  void for_each_pair(std::size_t attack, const PerSide<int>& from, const Eigen::ArrayXXd& law,
                     Room& room, Add&& add) const {
    if (law.size() == 0) return;
    const Side side = battle_.attacks()[attack].by;
    const Side other = enemy_of(side);
    auto& [struck, own, sum, seen] = room;
    find_targets(other, from[other], law.rows(), attack, struck);
    find_targets(side, from[side], law.cols(), attack, own);
    const std::size_t columns = own.states.size();
    sum.assign(struck.states.size() * columns, 0.0);
    for (Eigen::Index dealt = 0; dealt < law.rows(); ++dealt) {
      double* const row =
          &sum[static_cast<std::size_t>(struck.of_damage[static_cast<std::size_t>(dealt)]) *
               columns];
      for (Eigen::Index suffered = 0; suffered < law.cols(); ++suffered) {
        row[own.of_damage[static_cast<std::size_t>(suffered)]] += law(dealt, suffered);
      }
    }
    const bool by_attacker = side == Side::attacker;
    const double* p = sum.data();
    for (const int hit : struck.states) {
      for (const int by : own.states) {
        if (*p != 0) add(by_attacker ? PerSide<int>{by, hit} : PerSide<int>{hit, by}, *p);
        ++p;
      }
    }
  }

  /// The states after an attack in which a side assigns damage by a policy.
  std::map<std::pair<int, int>, double> assigned(std::size_t number, const PerSide<int>& from,
                                                 const Eigen::ArrayXXd& law,
                                                 int rounds_left) const {
    const RoundAttack& attack = battle_.attacks()[number];
    std::map<std::pair<int, int>, double> sum;
    for (Eigen::Index dealt = 0; dealt < law.rows(); ++dealt) {
      for (Eigen::Index suffered = 0; suffered < law.cols(); ++suffered) {
        const double p = law(dealt, suffered);
        if (p == 0) continue;
        PerSide<int> damage;
        damage[enemy_of(attack.by)] = static_cast<int>(dealt);
        damage[attack.by] = static_cast<int>(suffered);
        const PerSide<MixedStrategy> to =
            battle_.assigned(states_.sides(), rounds_left, number, from, damage);
        for (const WeightedChoice& a : to.attacker) {
          for (const WeightedChoice& b : to.defender) {
            PerSide<int> reached{a.value, b.value};
            if (attack.ends_turn && !states_.over(reached)) reached = states_.lasting(reached);
            sum[{reached.attacker, reached.defender}] += p * a.p * b.p;
          }
        }
      }
    }
    return sum;
  }

  /// The damage of one attack over all that the sides may choose; where costs matter, over what
  /// costs as much.
  Laws mixed_laws(const Node& node, int rounds_left, Seen* seen) {
    const std::size_t number = attack_of(node);
    const PerSide<int> pair = states_[node.state];
    const Side by = battle_.attacks()[number].by;
    // What the attacking side can usefully deal is what the other side has left.
    const PerSide<SideStates>& sides = states_.sides();
    const PerSide<std::size_t> ways = battle_.ways(number);
    const PerSide<int> most{sides[enemy_of(by)].greatest(pair[enemy_of(by)], ways[enemy_of(by)]),
                            sides[by].greatest(pair[by], ways[by])};
    const Standing standing = standing_of(sides, pair);
    const auto laws_of = [&](const PerSide<std::optional<int>>& chosen) -> Laws {
      const auto fight = battle_.attack(number, standing, chosen);
      if (costs_ > 1 &&
          number_of_cost(battle_.cost(number, chosen, fight.has_value())) != node.table % costs_) {
        return {};
      }
      if (!fight) return {Eigen::ArrayXXd::Ones(1, 1), {}};
      Eigen::ArrayXXd law = laws_.of(*fight, seen).joint(most);
      if (fight->any().withdraws) return {{}, std::move(law)};
      return {std::move(law), {}};
    };
    if (!battle_.follows_policy()) return laws_of({});
    Laws sum;
    using Choice = std::pair<std::optional<int>, double>;
    PerSide<std::vector<Choice>> choices;
    const PerSide<MixedStrategy> mixes = battle_.mixes(rounds_left, number, pair);
    for (const Side side : both_sides) {
      for (const WeightedChoice& played : mixes[side])
        choices[side].emplace_back(played.value, played.p);
      if (mixes[side].empty()) choices[side].emplace_back(std::nullopt, 1.0);
    }
    for (const auto& [a, p] : choices.attacker) {
      for (const auto& [b, q] : choices.defender) {
        const Laws laws = laws_of({a, b});
        add(p * q, laws.going_on, most, sum.going_on);
        add(p * q, laws.withdrawing, most, sum.withdrawing);
      }
    }
    return sum;
  }

  /// Adds so much of a law to a sum, which has room for damage up to `most` once it has any.
  static void add(double weight, const Eigen::ArrayXXd& law, const PerSide<int>& most,
                  Eigen::ArrayXXd& sum) {
    if (law.size() == 0) return;
    if (sum.size() == 0) sum = Eigen::ArrayXXd::Zero(most.attacker + 1, most.defender + 1);
    sum.topLeftCorner(law.rows(), law.cols()) += weight * law;
  }

  const Battle<System>& battle_;
  BattleStates& states_;
  const std::size_t costs_;  ///< that are told apart
  Rows rows_;
  std::vector<Node> nodes_;  ///< that the battle comes to, in the order in which they were found
  std::vector<std::vector<char>> is_known_;  ///< by attack and state: it is among these
  std::vector<Batch> batches_;
  DamageLaws<typename System::Fight> laws_;
};

}  // namespace warodds::exact
