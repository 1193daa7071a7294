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

  /// Where some attacks lead. Pairs without a number, and places that the battle was not known to
  /// come to, are left to the one thread that keeps such things. In cache lines of their own: two
  /// threads that add to neighbours would wait for each other all the time.
  struct alignas(128) Outcomes {
    struct New {
      std::uint32_t entry;  ///< of the rows
      bool withdrawn;
      PerSide<int> pair;
    };

    NewRows rows;
    Rows::Entries kept;  ///< those of the rows
    std::vector<New> is_new;
    std::vector<double> sum;  ///< room to work in

    /// For other attacks, with the memory that is there: to ask the system for as much again takes
    /// longer than to fill it, and threads that ask wait for each other.
    void clear() {
      rows.clear();
      is_new.clear();
    }
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
    constexpr std::size_t at_once = 256;  // what is new is looked up for every one of these
    constexpr std::size_t a_turn = 8;
    std::vector<Place> next;
    for (std::size_t first = 0; first < wave.size(); first += at_once) {
      const std::span<const Place> places{wave.data() + first,
                                          std::min(at_once, wave.size() - first)};
      const std::vector<Laws> laws = find_states(places, rounds_left);
      const std::size_t turns = (places.size() + a_turn - 1) / a_turn;
      if (outcomes_.size() < turns) outcomes_.resize(turns);
      in_parallel(turns, [&](std::size_t turn) {
        Outcomes& outcomes = outcomes_[turn];
        outcomes.clear();
        const std::size_t end = std::min((turn + 1) * a_turn, places.size());
        for (std::size_t i = turn * a_turn; i < end; ++i) {
          const auto& [attack, state] = places[i];
          if (!states_.over(state)) {
            add_row(attack, state, rounds_left,
                    laws.empty() ? mixed_laws(attack, states_[state], rounds_left) : laws[i],
                    reached, outcomes);
          }
          outcomes.rows.end_row();
        }
        rows_.keep(outcomes.rows, outcomes.kept);
      });
      for (std::size_t turn = 0; turn < turns; ++turn) {
        const std::size_t first_of_turn = turn * a_turn;
        const auto of_turn =
            places.subspan(first_of_turn, std::min(a_turn, places.size() - first_of_turn));
        number(of_turn, outcomes_[turn], reached, next);
        rows_.take(of_turn, outcomes_[turn].rows, outcomes_[turn].kept, states_.size());
      }
    }
    return next;
  }

  /// Makes known where the damage of attacks can lead, if an owner chooses who falls; returns the
  /// laws of this damage, of each attack. None if nobody chooses: then all states are known.
  std::vector<Laws> find_states(std::span<const Place> places, int rounds_left) {
    const PerSide<SideStates>& sides = states_.sides();
    if (!sides.attacker.chosen() && !sides.defender.chosen()) return {};
    std::vector<Laws> laws(places.size());
    in_parallel(places.size(), [&](std::size_t i) {
      const auto& [attack, state] = places[i];
      if (!states_.over(state)) laws[i] = mixed_laws(attack, states_[state], rounds_left);
    });
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto& [attack, state] = places[i];
      if (!states_.over(state)) find(battle_.attacks()[attack].by, states_[state], laws[i]);
    }
    return laws;
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

  /// One attack from one state: adds its row, but for what is new.
  void add_row(std::size_t attack, std::size_t state, int rounds_left, const Laws& laws,
               const Reached& reached, Outcomes& outcomes) {
    const std::optional<std::size_t> before = following(attack);
    const auto add = [&](const PerSide<int>& pair, bool withdrawn, double p) {
      const auto to = withdrawn ? states_.withdrawn_if_known(pair) : states_.if_known(pair);
      if (!to || (before && !reached.has({*before, *to}))) {
        const auto entry = static_cast<std::uint32_t>(outcomes.rows.to.size());
        outcomes.is_new.push_back({entry, withdrawn, pair});
      }
      outcomes.rows.add(to.value_or(0), p);
    };
    const PerSide<int>& from = states_[state];
    if (battle_.assigns_by_policy()) {
      for (const auto& [pair, p] : assigned(attack, from, laws.going_on, rounds_left)) {
        add({pair.first, pair.second}, false, p);
      }
      return;
    }
    const RoundAttack& by = battle_.attacks()[attack];
    for_each_pair(by, from, laws.going_on, outcomes.sum,
                  [&](const PerSide<int>& pair, double p) { add(pair, false, p); });
    for_each_pair(by, from, laws.withdrawing, outcomes.sum,
                  [&](const PerSide<int>& pair, double p) { add(pair, !states_.over(pair), p); });
  }

  /// Numbers what is new in the rows of these places and puts new places into `next`.
  void number(std::span<const Place> places, Outcomes& outcomes, Reached& reached,
              std::vector<Place>& next) {
    auto one = outcomes.is_new.begin();
    for (std::size_t i = 0; i < outcomes.rows.ends.size(); ++i) {
      const std::optional<std::size_t> before = following(places[i].attack);
      const auto go_on = [&](std::size_t to) {
        if (before && reached.add({*before, to})) next.push_back({*before, to});
      };
      if (states_.over(places[i].state)) go_on(places[i].state);
      for (; one != outcomes.is_new.end() && one->entry < outcomes.rows.ends[i]; ++one) {
        const std::size_t to =
            one->withdrawn ? states_.number_withdrawn(one->pair) : states_.number(one->pair);
        outcomes.kept.to[one->entry] = static_cast<std::uint32_t>(to);
        go_on(to);
      }
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

  /// Calls add(pair, p) for the states after damage by such a law. The sides assign their damage
  /// independently, so the law of the damage becomes one of pairs of states by adding up rows that
  /// lead to the same, and columns; `sum` is room for that.
  template <class Add>
  void for_each_pair(const RoundAttack& attack, const PerSide<int>& from,
                     const Eigen::ArrayXXd& law, std::vector<double>& sum, Add&& add) const {
    if (law.size() == 0) return;
    const Side other = enemy_of(attack.by);
    const Targets struck = targets(other, from[other], law.rows(), attack.ends_turn);
    const Targets own = targets(attack.by, from[attack.by], law.cols(), attack.ends_turn);
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
    const bool by_attacker = attack.by == Side::attacker;
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
  std::vector<Outcomes> outcomes_;
  DamageLaws<typename System::Fight> laws_;
  const std::function<void(double)>& progress_;
};

}  // namespace warodds::exact
