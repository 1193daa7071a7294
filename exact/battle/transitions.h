// The laws of a battle's attacks: where each leads from every state that the battle can come to.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "core/threads/parallel.h"
#include "exact/battle/rows.h"
#include "exact/battle/states.h"
#include "exact/battle/visits.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {

template <class System>
class Transitions {
 public:
  /// `progress`, if there is one, is called now and then with the share of the work done.
  Transitions(const Battle<System>& battle, BattleStates& states, LineupCache* lineups,
              const std::function<void(double)>& progress)
      : battle_(battle),
        states_(states),
        rows_(battle.attacks().size()),
        laws_(lineups),
        progress_(progress) {}

  const Rows& rows() const { return rows_; }

  /// Works out the rows of all places that can be reached from `wave`. With a policy, those of the
  /// round before which `rounds_left` rounds are left, only. Returns for each attack the states
  /// that the battle can be in before it.
  std::vector<std::vector<std::size_t>> build(std::vector<Place> wave, int rounds_left) {
    rows_.clear();
    Reached reached(rows_.attacks());
    for (const Place& place : wave) reached.add(place);
    std::vector<std::vector<std::size_t>> before_attack(rows_.attacks());
    std::size_t done = 0;
    while (!wave.empty()) {
      std::vector<Place> next = work_out(wave, rounds_left, reached);
      for (const auto& [attack, state] : wave) before_attack[attack].push_back(state);
      done += wave.size();
      wave = std::move(next);
      if (progress_) {  // of what is known to be there
        progress_(static_cast<double>(done) / static_cast<double>(done + wave.size()));
      }
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
    for (std::size_t number = 0; number < battle_.attacks().size(); ++number) {
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

  /// Places that the battle is known to come to.
  class Reached {
   public:
    explicit Reached(std::size_t attacks) : before_(attacks) {}
    bool has(const Place& place) const {
      const std::vector<bool>& before = before_[place.attack];
      return place.state < before.size() && before[place.state];
    }
    /// Whether the place is new.
    bool add(const Place& place) {
      if (has(place)) return false;
      std::vector<bool>& before = before_[place.attack];
      if (place.state >= before.size()) before.resize(2 * place.state + 1, false);
      before[place.state] = true;
      return true;
    }

   private:
    std::vector<std::vector<bool>> before_;  ///< by attack and state
  };

  /// Pairs of states, before they have numbers.
  struct Pairs {
    std::vector<PerSide<int>> states;
    std::vector<double> p;

    void resize(std::size_t count) {
      states.resize(count);
      p.resize(count);
    }
    void add(const PerSide<int>& pair, double probability) {
      states.push_back(pair);
      p.push_back(probability);
    }
  };
  /// Where an attack leads.
  struct Outcomes {
    Pairs going_on;
    Pairs withdrawn;
    NewRow row;
    /// The entries of the row that lead to pairs without a number, or to places that the battle was
    /// not known to come to: what is left to the one thread that keeps such things.
    std::vector<std::size_t> is_new;
  };
  /// The damage of an attack, by the attacking side and by the other: after which the battle goes
  /// on, and after which the other side moves away, if it can. One of them may be empty.
  struct Laws {
    Eigen::ArrayXXd going_on;
    Eigen::ArrayXXd withdrawing;
  };

  /// The attack before which the battle goes on after this one. None at the end of a round where
  /// another round has other rows.
  std::optional<std::size_t> following(std::size_t attack) const {
    if (battle_.attacks()[attack].ends_round && battle_.changes_by_round()) return std::nullopt;
    return battle_.order().after(attack);
  }

  /// The rows of all places of a wave; returns the new places that they lead to. States are found
  /// and numbered by one thread, in the order of the wave, so that their numbers are always the
  /// same.
  std::vector<Place> work_out(const std::vector<Place>& wave, int rounds_left, Reached& reached) {
    constexpr std::size_t at_once = 1024;  // so that not all laws are in memory
    std::vector<Place> next;
    for (std::size_t first = 0; first < wave.size(); first += at_once) {
      const std::size_t count = std::min(at_once, wave.size() - first);
      std::vector<Laws> laws(count);
      in_parallel(count, [&](std::size_t i) {
        const auto& [attack, state] = wave[first + i];
        if (states_.over(state)) return;
        laws[i] = mixed_laws(attack, states_[state], rounds_left);
      });
      for (std::size_t i = 0; i < count; ++i) {
        const auto& [attack, state] = wave[first + i];
        if (!states_.over(state)) find(battle_.attacks()[attack].by, states_[state], laws[i]);
      }
      std::vector<Outcomes> outcomes(count);
      in_parallel(count, [&](std::size_t i) {
        const auto& [attack, state] = wave[first + i];
        if (states_.over(state)) return;
        outcomes[i] = battle_.assigns_by_policy()
                          ? assigned_outcomes(attack, states_[state], laws[i].going_on, rounds_left)
                          : outcomes_of(battle_.attacks()[attack], states_[state], laws[i]);
        make_row(outcomes[i], following(attack), reached);
        laws[i] = {};
      });
      std::vector<NewRow> rows(count);
      for (std::size_t i = 0; i < count; ++i) {
        number(wave[first + i], outcomes[i], reached, next);
        rows[i] = std::move(outcomes[i].row);
      }
      rows_.take({wave.data() + first, count}, rows, states_.size());
    }
    return next;
  }

  void find(Side by, const PerSide<int>& from, const Laws& laws) {
    for (const Eigen::ArrayXXd* law : {&laws.going_on, &laws.withdrawing}) {
      if (law->size() == 0) continue;
      PerSide<int> most;
      most[enemy_of(by)] = static_cast<int>(law->rows()) - 1;
      most[by] = static_cast<int>(law->cols()) - 1;
      states_.find(from, most);
    }
  }

  /// Makes the row, but for what is new.
  void make_row(Outcomes& outcomes, std::optional<std::size_t> following,
                const Reached& reached) const {
    NewRow& row = outcomes.row;
    row.p = std::move(outcomes.going_on.p);
    row.p.insert(row.p.end(), outcomes.withdrawn.p.begin(), outcomes.withdrawn.p.end());
    row.to.resize(row.p.size());
    const std::size_t going_on = outcomes.going_on.states.size();
    for (std::size_t i = 0; i < row.to.size(); ++i) {
      const std::optional<std::size_t> to =
          i < going_on ? states_.if_known(outcomes.going_on.states[i])
                       : states_.withdrawn_if_known(outcomes.withdrawn.states[i - going_on]);
      if (to) row.to[i] = static_cast<std::uint32_t>(*to);
      if (!to || (following && !reached.has({*following, *to}))) outcomes.is_new.push_back(i);
    }
  }

  /// Completes the row of a place. New places go to `next`.
  void number(const Place& place, Outcomes& outcomes, Reached& reached, std::vector<Place>& next) {
    const std::optional<std::size_t> before = following(place.attack);
    const auto go_on = [&](std::size_t to) {
      if (before && reached.add({*before, to})) next.push_back({*before, to});
    };
    if (states_.over(place.state)) go_on(place.state);
    const std::size_t going_on = outcomes.going_on.states.size();
    for (const std::size_t i : outcomes.is_new) {
      const std::size_t to =
          i < going_on ? states_.number(outcomes.going_on.states[i])
                       : states_.number_withdrawn(outcomes.withdrawn.states[i - going_on]);
      outcomes.row.to[i] = static_cast<std::uint32_t>(to);
      go_on(to);
    }
  }

  /// Where each damage leads one side, by its place in a list that has every state once.
  struct Targets {
    std::vector<int> states;
    std::vector<Eigen::Index> of_damage;
  };
  Targets targets(Side side, int from, Eigen::Index damages, bool ends_turn) const {
    const SideStates& states = states_.sides()[side];
    Targets targets;
    targets.states.reserve(static_cast<std::size_t>(damages));
    targets.of_damage.reserve(static_cast<std::size_t>(damages));
    for (Eigen::Index damage = 0; damage < damages; ++damage) {
      int to = states.after(from, static_cast<int>(damage));
      if (ends_turn) to = states.lasting(to);
      // In a fixed order of losses only neighbours can be equal.
      const auto first = states.chosen() || targets.states.empty() ? targets.states.begin()
                                                                   : targets.states.end() - 1;
      const auto known = std::find(first, targets.states.end(), to);
      targets.of_damage.push_back(known - targets.states.begin());
      if (known == targets.states.end()) targets.states.push_back(to);
    }
    return targets;
  }

  /// One attack from one state. The sides assign their damage independently, so the law of the
  /// damage becomes one of pairs of states by adding up rows that lead to the same, and columns.
  Outcomes outcomes_of(const RoundAttack& attack, const PerSide<int>& from,
                       const Laws& laws) const {
    Outcomes outcomes;
    outcomes.going_on = pairs_after(attack, from, laws.going_on);
    const Pairs after = pairs_after(attack, from, laws.withdrawing);
    for (std::size_t i = 0; i < after.p.size(); ++i) {
      const PerSide<int>& pair = after.states[i];
      (states_.over(pair) ? outcomes.going_on : outcomes.withdrawn).add(pair, after.p[i]);
    }
    return outcomes;
  }

  /// The states after damage by such a law.
  Pairs pairs_after(const RoundAttack& attack, const PerSide<int>& from,
                    const Eigen::ArrayXXd& law) const {
    if (law.size() == 0) return {};
    const Side other = enemy_of(attack.by);
    const Targets struck = targets(other, from[other], law.rows(), attack.ends_turn);
    const Targets own = targets(attack.by, from[attack.by], law.cols(), attack.ends_turn);
    const std::size_t columns = own.states.size();
    std::vector<double> sum(struck.states.size() * columns, 0.0);
    for (Eigen::Index dealt = 0; dealt < law.rows(); ++dealt) {
      double* const row =
          &sum[static_cast<std::size_t>(struck.of_damage[static_cast<std::size_t>(dealt)]) *
               columns];
      for (Eigen::Index suffered = 0; suffered < law.cols(); ++suffered) {
        row[own.of_damage[static_cast<std::size_t>(suffered)]] += law(dealt, suffered);
      }
    }
    Pairs pairs;
    pairs.resize(sum.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (sum[i] == 0) continue;
      pairs.states[count][other] = struck.states[i / columns];
      pairs.states[count][attack.by] = own.states[i % columns];
      pairs.p[count++] = sum[i];
    }
    pairs.resize(count);
    return pairs;
  }

  /// The same where a side assigns damage by a policy.
  Outcomes assigned_outcomes(std::size_t number, const PerSide<int>& from,
                             const Eigen::ArrayXXd& law, int rounds_left) const {
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
    Outcomes outcomes;
    for (const auto& [pair, p] : sum) outcomes.going_on.add({pair.first, pair.second}, p);
    return outcomes;
  }

  /// The damage of one attack over all that the sides may choose.
  Laws mixed_laws(std::size_t number, const PerSide<int>& pair, int rounds_left) {
    const Side by = battle_.attacks()[number].by;
    // What the attacking side can usefully deal is what the other side has left.
    const PerSide<SideStates>& sides = states_.sides();
    const PerSide<int> most{sides[enemy_of(by)].left(pair[enemy_of(by)]), sides[by].left(pair[by])};
    const Standing standing = standing_of(sides, pair);
    const auto laws_of = [&](const PerSide<std::optional<int>>& chosen) -> Laws {
      const auto fight = battle_.attack(number, standing, chosen);
      if (!fight) return {Eigen::ArrayXXd::Ones(1, 1), {}};
      Eigen::ArrayXXd law = laws_.of(*fight).joint(most);
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
  Rows rows_;
  DamageLaws<typename System::Fight> laws_;
  const std::function<void(double)>& progress_;
};

}  // namespace warodds::exact
